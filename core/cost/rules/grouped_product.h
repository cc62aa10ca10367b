// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/rules/cost_rule.h"

#include <optional>

namespace rooflight {

/// How the groups of a grouped product share out one side of it: rows of the left operand ([M, K] x [G, K, N], as
/// tokens to experts), columns of the right one ([G, M, K] x [K, N]), or what both have in common ([M, K] x [K, N]).
/// Source: PyTorch aten/src/ATen/native/GroupedMMUtils.h.
struct ProductGroups {
    enum class Shared : std::uint8_t { Rows, Columns, Common };

    Shared shared = Shared::Rows;
    Count groups;
    double used = 0; ///< groups that have a part; if the offsets are unknown, the expected number of them
    Count length; ///< of the shared side
    Count covered; ///< of it by groups; what lies behind the last offset belongs to none
    bool counted = false; ///< the offsets are known
    Count different = 1; ///< this many successive shared parts are of different groups: the experts of a token
};

/// `nullopt` for a product without groups, and for shapes that do not fit.
[[nodiscard]] std::optional<ProductGroups> productGroups(const OperatorCall &call);

/// |out| x K multiply-adds of what the groups cover; K is shared out if the groups share it.
[[nodiscard]] std::optional<Work> groupedProductWork(const OperatorCall &call);

/// Of the operand that has one matrix for each group, counts only the matrices of groups that are not empty.
extern const ByteRule usedGroups;

/// `nullopt` if the offsets are known, and if the bytes do not depend on them.
[[nodiscard]] std::optional<GroupEstimate> estimatedGroups(const OperatorCall &call);

} // namespace rooflight
