// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/memory_touch.h"
#include "core/cost/call/operator_call.h"
#include "core/results/analysis/analysis.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// True when the table has an entry for this operator: it is counted here and what it calls is not looked at.
[[nodiscard]] bool isKnown(std::string_view operatorName);

/// Kind of work; Other when the operator is not in the table. View when this call shares its input's memory.
[[nodiscard]] OperatorFamily familyOf(const OperatorCall &call);
/// The same if the bytes of the call are known already.
[[nodiscard]] OperatorFamily familyOf(const OperatorCall &call, const OperatorBytes &bytes);

/// Work of the call; `nullopt` if the operator is not in the table or its arguments are not as the entry expects.
[[nodiscard]] std::optional<OperatorWork> workOf(const OperatorCall &call);

/// Memory that the call touches, by the rules of docs/reference/numbers.md. Works for operators outside the table, too,
/// by the general rule.
[[nodiscard]] MemoryTouches touchesOf(const OperatorCall &call);

/// The sums of touchesOf().
[[nodiscard]] OperatorBytes bytesOf(const OperatorCall &call);

/// What the bytes of a grouped product may be if its offsets are not known.
[[nodiscard]] std::optional<GroupEstimate> groupEstimateOf(const OperatorCall &call);

/// Distinct memory of all tensors that the call takes or returns, each in full: what it needs at hand to run.
[[nodiscard]] std::int64_t workingSetOf(const OperatorCall &call);

/// One line of the manual's table of formulas.
struct CostTableEntry {
    std::string name;
    OperatorFamily family;
    std::string formula; ///< of the work, by class
    std::string bytes; ///< how its memory traffic is counted
    std::string source;
};

/// The entry that an operator is counted by, its in-place twin too; `nullopt` if it is not in the table.
[[nodiscard]] std::optional<CostTableEntry> entryOf(std::string_view operatorName);

/// All entries, by family and name; docs/reference/cost_table.md is generated from it.
[[nodiscard]] std::vector<CostTableEntry> costTable();

} // namespace rooflight
