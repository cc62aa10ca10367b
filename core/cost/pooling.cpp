// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"
#include "core/cost/pooling_windows.h"

namespace ridgepoint {

namespace {

constexpr std::string_view chainer = "chainer_computational_cost DETAILS.md";
constexpr std::string_view thop = "thop vision/basic_hooks.py, count_avgpool, count_adap_avgpool";

/// Comparisons of one window less than its elements.
std::optional<Work> maxPoolWork(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    const auto kernel = kernelElements(call);
    if (!output || !kernel)
        return std::nullopt;
    return Work { .comparison = (*kernel - 1) * elementsOf(*output) };
}

std::optional<Work> adaptiveMaxPoolWork(const OperatorCall &call)
{
    const auto sum = adaptiveWindowSum(call);
    return sum ? std::optional(Work { .comparison = *sum - elementsOf(*firstOutput(call)) }) : std::nullopt;
}

std::optional<Work> averageWork(const OperatorCall &call, std::optional<Count> sum)
{
    if (!sum)
        return std::nullopt;
    return Work { .elementwise = elementsOf(*firstOutput(call)), .reduction = *sum };
}

std::optional<Work> averagePoolWork(const OperatorCall &call)
{
    return averageWork(call, windowSum(call, Padding::LeftOut));
}

std::optional<Work> adaptiveAveragePoolWork(const OperatorCall &call)
{
    return averageWork(call, adaptiveWindowSum(call));
}

} // namespace

std::vector<CostRule> poolingRules()
{
    using enum OperatorFamily;
    return {
        { Pooling,
          "aten::max_pool1d aten::max_pool2d aten::max_pool3d aten::max_pool1d_with_indices "
          "aten::max_pool2d_with_indices aten::max_pool3d_with_indices aten::mkldnn_max_pool2d "
          "aten::mkldnn_max_pool3d aten::quantized_max_pool1d aten::quantized_max_pool2d "
          "aten::quantized_max_pool3d quantized::max_pool1d quantized::max_pool2d "
          "aten::fractional_max_pool2d aten::fractional_max_pool3d",
          maxPoolWork, readAndWritten, "(kernel - 1) × |out| comparisons: no FLOPs", chainer },
        { Pooling, "aten::adaptive_max_pool1d aten::adaptive_max_pool2d aten::adaptive_max_pool3d", adaptiveMaxPoolWork,
          readAndWritten, "sum of the windows - |out| comparisons: no FLOPs", chainer },
        { Pooling, "aten::avg_pool1d aten::avg_pool2d aten::avg_pool3d", averagePoolWork, readAndWritten,
          "sum of the windows without padding + |out| divisions", thop },
        { Pooling,
          "aten::adaptive_avg_pool1d aten::adaptive_avg_pool2d aten::adaptive_avg_pool3d "
          "aten::_adaptive_avg_pool2d aten::_adaptive_avg_pool3d aten::mkldnn_adaptive_avg_pool2d",
          adaptiveAveragePoolWork, readAndWritten, "sum of the windows + |out| divisions", thop },
    };
}

} // namespace ridgepoint
