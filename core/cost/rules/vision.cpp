// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/cost/rules/cost_rule.h"
#include "core/cost/rules/resampling.h"

namespace rooflight {

namespace {

constexpr std::string_view sampling =
    QT_TRANSLATE_NOOP("Formulas", "torchvision csrc/ops/cpu: 4 multiply-adds per sample, counted as 8 FLOPs");

std::optional<Work> boxAlignWork(const OperatorCall &call)
{
    const auto points = boxPoints(call);
    return points ? workOn(firstOutput(call), { .elementwise = *points * 8 + 1 }) : std::nullopt;
}

std::optional<Work> boxMaximumWork(const OperatorCall &call)
{
    const auto window = maxBoxWindow(call);
    return window ? workOn(firstOutput(call), { .comparison = *window }) : std::nullopt;
}

std::optional<Work> boxAverageWork(const OperatorCall &call)
{
    const auto window = maxBoxWindow(call);
    return window ? workOn(firstOutput(call), { .elementwise = 1, .reduction = *window }) : std::nullopt;
}

/// Every box against every other.
std::optional<Work> suppressionWork(const OperatorCall &call)
{
    const TensorValue *scores = tensorNamed(call, { "scores" });
    return workOn(scores, { .comparison = scores ? elementsOf(*scores) : 0 });
}

/// A convolution whose taps are sampled between elements: four multiply-adds a tap and channel, and one multiplication
/// where there is a mask.
std::optional<Work> deformableWork(const OperatorCall &call)
{
    std::optional<Work> work = convolutionWork(call);
    const TensorValue *input = tensorNamed(call, { "input" });
    const TensorValue *weight = tensorNamed(call, { "weight" });
    if (!work || !input || weight->info.shape.size() != 4 || input->info.shape.size() != 4)
        return std::nullopt;
    const Shape &kernel = weight->info.shape;
    const Count outChannels = Count(kernel[0]);
    const Count positions = elementsOf(*firstOutput(call)) / outChannels;
    const Count taps = positions * input->info.shape[1] * kernel[2] * kernel[3];
    work->elementwise = taps * (booleanNamed(call, "use_mask").value_or(false) ? 9 : 8);
    return work;
}

} // namespace

std::vector<CostRule> visionRules()
{
    using enum OperatorFamily;
    return {
        { Convolution, "torchvision::deform_conv2d", deformableWork,
          QT_TRANSLATE_NOOP("Formulas", "as conv2d, + 8 per tap and input channel for sampling, + 1 with a mask"),
          sampling },
        { Pooling, "torchvision::roi_align torchvision::ps_roi_align", boxAlignWork,
          QT_TRANSLATE_NOOP(
              "Formulas",
              "(8 × sampling_ratio² + 1) × |out|; without a ratio an upper bound: each box as large as the map"),
          sampling, sampledInBoxes },
        { Pooling, "torchvision::roi_pool", boxMaximumWork,
          QT_TRANSLATE_NOOP("Formulas", "at most |out| × cells of the largest window comparisons: no FLOPs"),
          "torchvision csrc/ops/cpu" },
        { Pooling, "torchvision::ps_roi_pool", boxAverageWork,
          QT_TRANSLATE_NOOP("Formulas", "at most |out| × cells of the largest window + |out|"),
          "torchvision csrc/ops/cpu" },
        { Reduction, "torchvision::nms", suppressionWork,
          QT_TRANSLATE_NOOP("Formulas", "at most boxes² comparisons of pairs, depending on the values: no FLOPs"),
          "torchvision csrc/ops/cpu" },
    };
}

} // namespace rooflight
