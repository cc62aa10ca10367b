// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/size_expression.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// A condition on sizes of the inputs under which the graph of an export is right: torch.export took the branches of
/// the model's code that belong to it. Its symbols are places: "x.0" (argument and dimension, "ids[a][0].1" in a nested
/// one), or "n" for an argument that is a whole number.
struct SizeGuard {
    enum class Relation : std::uint8_t { Equal, Unequal, Less, LessOrEqual, Greater, GreaterOrEqual };

    std::vector<SizeExpression> sides; ///< two or more, each compared with the next
    std::vector<Relation> relations; ///< one less
    std::string text; ///< for people: "(x.0 % 4) == 0"

    /// One entry of `guards_code`, Python that compares whole numbers: "(L['x'].size()[0] % 4) == 0". `nullopt` for
    /// any other condition, one that nests deeper than 64, or has more than 500 parts.
    [[nodiscard]] static std::optional<SizeGuard> parse(std::string_view code);

    /// `nullopt` when a place has no value, or a side is not an integer of 64 bits.
    [[nodiscard]] std::optional<bool> holds(const SymbolValues &places) const;
};

} // namespace rooflight
