// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

namespace rooflight {

namespace {

constexpr std::string_view lossDefinition =
    QT_TRANSLATE_NOOP("Formulas", "definition of the loss; the mean or sum adds one per element");

/// \p perElement operations and \p functions transcendental ones for each element, and the sum of all.
template<int perElement, int functions> std::optional<Work> lossWork(const OperatorCall &call)
{
    constexpr std::int64_t none = 0;
    const bool sums = integerNamed(call, "reduction").value_or(1) != none;
    return workOn(tensorNamed(call, { "self" }),
                  { .elementwise = perElement, .transcendental = functions, .reduction = sums ? 1 : 0 });
}

/// One element of each row is picked and added.
std::optional<Work> likelihoodWork(const OperatorCall &call)
{
    return workOn(tensorNamed(call, { "target" }), { .reduction = 1 });
}

} // namespace

std::vector<CostRule> lossRules()
{
    using enum OperatorFamily;
    return {
        { Reduction, "aten::mse_loss", lossWork<2, 0>, "3|in|", lossDefinition },
        { Reduction, "aten::smooth_l1_loss aten::huber_loss", lossWork<4, 0>, "5|in|", lossDefinition },
        { Reduction, "aten::soft_margin_loss", lossWork<2, 2>, "5|in|", lossDefinition },
        { Reduction, "aten::binary_cross_entropy", lossWork<4, 2>, "7|in|", lossDefinition },
        { Reduction, "aten::binary_cross_entropy_with_logits", lossWork<4, 2>, "7|in|", lossDefinition },
        { Reduction, "aten::nll_loss_forward aten::nll_loss2d_forward", likelihoodWork, "|target|", lossDefinition,
          gatheredByTarget },
    };
}

} // namespace rooflight
