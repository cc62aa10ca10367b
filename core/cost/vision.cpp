// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"
#include "core/cost/sampling.h"

namespace ridgepoint {

namespace {

constexpr std::string_view sampling = "torchvision csrc/ops/cpu: 4 multiply-adds a sample, counted as 8 FLOPs";

std::optional<Work> boxAlignWork(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    const auto points = boxPoints(call);
    if (!output || !points)
        return std::nullopt;
    return Work { .elementwise = elementsOf(*output) * (*points * 8 + 1) };
}

std::optional<Work> boxMaximumWork(const OperatorCall &call)
{
    const auto window = largestBoxWindow(call);
    return window ? std::optional(Work { .comparison = elementsOf(*firstOutput(call)) * *window }) : std::nullopt;
}

std::optional<Work> boxAverageWork(const OperatorCall &call)
{
    const auto window = largestBoxWindow(call);
    return window ? std::optional(Work { .elementwise = elementsOf(*firstOutput(call)),
                                         .reduction = elementsOf(*firstOutput(call)) * *window })
                  : std::nullopt;
}

/// Every box against every other.
std::optional<Work> suppressionWork(const OperatorCall &call)
{
    const TensorValue *scores = tensorNamed(call, { "scores" });
    return scores ? std::optional(Work { .comparison = elementsOf(*scores) * elementsOf(*scores) }) : std::nullopt;
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
        { Convolution, "torchvision::deform_conv2d", deformableWork, readAndWritten,
          "as conv2d, + 8 a tap and input channel for sampling, + 1 with a mask", sampling },
        { Pooling, "torchvision::roi_align torchvision::ps_roi_align", boxAlignWork, sampledInBoxes,
          "(8 × sampling_ratio² + 1) × |out|; without a ratio at most: as if each box were the whole map", sampling },
        { Pooling, "torchvision::roi_pool", boxMaximumWork, readAndWritten,
          "at most |out| × cells of the largest window comparisons: no FLOPs", "torchvision csrc/ops/cpu" },
        { Pooling, "torchvision::ps_roi_pool", boxAverageWork, readAndWritten,
          "at most |out| × cells of the largest window + |out|", "torchvision csrc/ops/cpu" },
        { Reduction, "torchvision::nms", suppressionWork, readAndWritten,
          "at most boxes² comparisons of pairs: no FLOPs; how many depends on the values", "torchvision csrc/ops/cpu" },
    };
}

} // namespace ridgepoint
