// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_model.h"

#include "core/cost/cost_table.h"

namespace ridgepoint {

bool CostModel::covers(std::string_view operatorName) const
{
    return isKnown(operatorName);
}

OperatorCost CostModel::costOf(const OperatorCall &call, Convention convention) const
{
    const OperatorBytes bytes = bytesOf(call);
    OperatorCost result { .family = familyOf(call), .workingSetBytes = workingSetOf(call) };
    result.cost.bytesRead = bytes.read;
    result.cost.bytesWritten = bytes.written;
    if (const std::optional<OperatorWork> work = workOf(call)) {
        result.known = true;
        result.work = *work;
        result.cost.macs = work->macs;
        result.cost.flops = flopsOf(call, *work, convention);
    }
    return result;
}

std::optional<UsedFormula> CostModel::formulaOf(std::string_view operatorName) const
{
    std::optional<CostTableEntry> entry = entryOf(operatorName);
    if (!entry)
        return std::nullopt;
    return UsedFormula { std::string(operatorName), std::move(entry->formula), std::move(entry->bytes),
                         std::move(entry->source) };
}

} // namespace ridgepoint
