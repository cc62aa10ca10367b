// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// How nested arguments or results are laid out: torch.utils._pytree as treespec_dumps() writes it.
struct TreeSpec {
    enum class Kind : std::uint8_t {
        Leaf,
        Sequence, ///< a list or tuple
        Dict, ///< keys; also objects with named fields
    };

    Kind kind = Kind::Leaf;
    bool isList = false; ///< of a sequence: a list, not a tuple
    std::string type; ///< Python's name of it, for example "builtins.dict"
    std::vector<std::string> keys; ///< of a Dict, one a child
    std::vector<TreeSpec> children;

    /// Leaves in it, itself included.
    [[nodiscard]] std::size_t leaves() const;

    /// Errors (without a file name): not such a text, or nested deeper than 100.
    [[nodiscard]] static Result<TreeSpec> parse(std::string_view text);
};

} // namespace rooflight
