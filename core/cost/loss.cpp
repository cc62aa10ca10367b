// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view definition = "definition of the loss; the mean or sum adds one an element";

/// \p perElement operations and \p functions transcendental ones for each element, and the sum of all.
template<int perElement, int functions> std::optional<Work> lossWork(const OperatorCall &call)
{
    const TensorValue *prediction = tensorNamed(call, { "self" });
    if (!prediction)
        return std::nullopt;
    constexpr std::int64_t none = 0;
    const Count elements = elementsOf(*prediction);
    return Work { .elementwise = elements * perElement,
                  .transcendental = elements * functions,
                  .reduction = integerNamed(call, "reduction").value_or(1) == none ? Count() : elements };
}

/// One element of each row is picked and added.
std::optional<Work> likelihoodWork(const OperatorCall &call)
{
    const TensorValue *target = tensorNamed(call, { "target" });
    return target ? std::optional(Work { .reduction = elementsOf(*target) }) : std::nullopt;
}

} // namespace

std::vector<CostRule> lossRules()
{
    using enum OperatorFamily;
    return {
        { Reduction, "aten::mse_loss", lossWork<2, 0>, readAndWritten, "3|in|", definition },
        { Reduction, "aten::smooth_l1_loss aten::huber_loss", lossWork<4, 0>, readAndWritten, "5|in|", definition },
        { Reduction, "aten::soft_margin_loss", lossWork<2, 2>, readAndWritten, "5|in|", definition },
        { Reduction, "aten::binary_cross_entropy", lossWork<4, 2>, readAndWritten, "7|in|", definition },
        { Reduction, "aten::binary_cross_entropy_with_logits", lossWork<4, 2>, readAndWritten, "7|in|", definition },
        { Reduction, "aten::nll_loss_forward aten::nll_loss2d_forward", likelihoodWork, gatheredByTarget, "|target|",
          definition },
    };
}

} // namespace ridgepoint
