// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_model.h"

#include "core/cost/rules/arithmetic_type.h"
#include "core/cost/rules/byte_rules.h"
#include "core/cost/rules/cost_table.h"
#include "core/model/result_sentences.h"

namespace rooflight {

namespace {

/// Conventions that follow another tool count nothing of a user's operator but its matrix work.
std::int64_t customFlops(const OperatorCall &call, const OperatorWork &work, Convention convention)
{
    switch (convention) {
    case Convention::Torchstat:
    case Convention::Thop:
    case Convention::Fvcore:
        return work.macs;
    default:
        return flopsOf(call, work, convention);
    }
}

void applyTable(OperatorCost &cost, const OperatorCall &call, Convention convention)
{
    cost.family = familyOf(call, { cost.cost.bytesRead, cost.cost.bytesWritten });
    if (const std::optional<OperatorWork> work = workOf(call)) {
        cost.known = true;
        cost.work = *work;
        cost.cost.flops = flopsOf(call, *work, convention);
        cost.groupEstimate = groupEstimateOf(call);
    } else if (isKnown(call.name)) {
        cost.reason = composedText(sentences::formulaDoesNotFit);
    }
}

void applyCustom(OperatorCost &cost, const CustomFormula &formula, const OperatorCall &call, Convention convention)
{
    cost.family = formula.family();
    const std::variant<CustomFigures, ComposedText> evaluated = formula.figuresOf(call);
    if (const auto *reason = std::get_if<ComposedText>(&evaluated)) {
        cost.reason = *reason;
        return;
    }
    const auto &figures = std::get<CustomFigures>(evaluated);
    cost.known = true;
    cost.work = figures.work;
    cost.cost.flops = customFlops(call, cost.work, convention);
    cost.cost.bytesRead = figures.bytesRead.value_or(cost.cost.bytesRead);
    cost.cost.bytesWritten = figures.bytesWritten.value_or(cost.cost.bytesWritten);
    cost.touches.fitTo({ cost.cost.bytesRead, cost.cost.bytesWritten });
}

} // namespace

CostModel::CostModel(CustomFormulas own)
    : m_own(std::move(own))
{
}

bool CostModel::covers(std::string_view operatorName) const
{
    return m_own.find(operatorName) || isKnown(operatorName);
}

OperatorCost CostModel::costOf(const OperatorCall &call, Convention convention) const
{
    OperatorCost result;
    result.touches = touchesOf(call);
    const OperatorBytes bytes = result.touches.sums();
    result.cost.bytesRead = bytes.read;
    result.cost.bytesWritten = bytes.written;
    result.workingSetBytes = workingSetOf(call);
    if (const CustomFormula *own = m_own.find(call.name))
        applyCustom(result, *own, call, convention);
    else
        applyTable(result, call, convention);
    result.dtype = arithmeticTypeOf(call, result.family);
    result.work.limit();
    result.cost.macs = result.work.macs;
    return result;
}

std::optional<UsedFormula> CostModel::formulaOf(std::string_view operatorName) const
{
    std::optional<CostTableEntry> entry = entryOf(operatorName);
    if (const CustomFormula *own = m_own.find(operatorName))
        return own->describe(operatorName, entry ? std::string_view(entry->bytes) : readAndWritten.text);
    if (!entry)
        return std::nullopt;
    return UsedFormula { std::string(operatorName), std::move(entry->formula), std::move(entry->bytes),
                         std::move(entry->source) };
}

} // namespace rooflight
