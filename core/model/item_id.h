// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <compare>
#include <cstdint>

namespace rooflight {

/// Names one layer or one operator of an analysis; rows of tables and points of charts carry it.
struct ItemId {
    enum class Kind : std::uint8_t { Layer, Operator };

    Kind kind = Kind::Layer;
    std::int64_t id = 0;

    // clang-tidy 14 takes the 0 of the generated comparison for a null pointer.
    auto operator<=>(const ItemId &) const = default; // NOLINT(modernize-use-nullptr)
};

template<>
inline constexpr auto enumNames<ItemId::Kind> = EnumNames<ItemId::Kind, 2> { {
    { ItemId::Kind::Layer, "layer" },
    { ItemId::Kind::Operator, "operator" },
} };

} // namespace rooflight
