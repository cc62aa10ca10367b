// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/cost/call/memory_touch.h"
#include "core/cost/call/operator_call.h"
#include "core/cost/convention.h"
#include "core/cost/formulas/custom_formulas.h"
#include "core/results/analysis/analysis.h"

#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// What one operator call costs.
struct OperatorCost {
    OperatorFamily family = OperatorFamily::Other;
    bool known = false; ///< false: work and FLOPs are unknown, not zero
    DType dtype = DType::Unknown; ///< in which it computes
    OperatorWork work;
    Cost cost; ///< FLOPs under the convention that was asked for
    MemoryTouches touches; ///< their sums are the bytes of cost
    std::int64_t workingSetBytes = 0;
    std::optional<GroupEstimate> groupEstimate; ///< of a grouped product whose offsets are not known
    ComposedText reason; ///< why a formula did not fit the call; empty when known, and when there is none

    bool operator==(const OperatorCost &) const = default;
};

/// Knows what operators cost: by the user's own formulas, else by the table.
class CostModel
{
public:
    CostModel() = default;
    explicit CostModel(CustomFormulas own);

    /// True when there is a formula: the operator is counted as a whole, and what it calls is not looked at.
    [[nodiscard]] bool covers(std::string_view operatorName) const;

    [[nodiscard]] OperatorCost costOf(const OperatorCall &call, Convention convention) const;

    /// `nullopt` for an operator without a formula.
    [[nodiscard]] std::optional<UsedFormula> formulaOf(std::string_view operatorName) const;

private:
    CustomFormulas m_own;
};

} // namespace rooflight
