// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include "core/cost/cost_model.h"

#include <algorithm>

namespace rooflight {

namespace {

CostModel costsOf(const Request &request)
{
    if (request.formulas.empty())
        return {};
    Result<CustomFormulas> own = CustomFormulas::read(request.formulas);
    return own.ok() ? CostModel(std::move(own).value()) : CostModel();
}

} // namespace

std::string_view faultIn(const Analysis &analysis)
{
    if (!isCodeWord(analysis.convention))
        return foreignRecord;
    const bool haveNodesInBounds =
        std::ranges::all_of(analysis.operators, [](const Operator &op) { return op.node.size() <= mostPathBytes; });
    return havePathsInBounds(analysis.layers) && haveNodesInBounds ? std::string_view() : longPath;
}

bool isOf(const ModelIdentity &model, const std::string & /*path*/, const Analysis &analysis)
{
    return analysis.model.sha256 == model.sha256 && analysis.model.contentsSha256 == model.contentsSha256
        && analysis.model.path == model.path;
}

/// The formulas are the table's and the user's: their words are looked up by the operator's name.
bool quoteWords(Analysis &analysis, const Request &request)
{
    const CostModel costs = costsOf(request);
    std::vector<UsedFormula> own;
    for (const UsedFormula &formula : analysis.formulas) {
        if (std::optional<UsedFormula> known = costs.formulaOf(formula.name))
            own.push_back(std::move(*known));
    }
    bool changed = makeAnew(analysis.formulas, std::move(own));
    for (UnknownOperator &unknown : analysis.unknown)
        changed = quoteUnless(isOnCounting(unknown.reason, request), unknown.reason) || changed;
    return changed;
}

} // namespace rooflight
