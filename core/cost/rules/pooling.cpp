// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/pooling.h"

#include "core/base/translation_mark.h"

#include "core/cost/rules/cost_rule.h"

#include <algorithm>
#include <numeric>

namespace rooflight {

namespace {

constexpr std::string_view chainer = "chainer_computational_cost DETAILS.md";
constexpr std::string_view thop = "thop vision/basic_hooks.py, count_avgpool, count_adap_avgpool";

/// One dimension of a pooling.
struct Axis {
    Count input;
    Count output;
    Count kernel;
    Count stride;
    Count padding;
};

/// Sum of the parts of windows that hang over one edge: the outermost by \p overhang, each further one by a stride
/// less.
Count cutOff(Count overhang, const Axis &axis)
{
    const Count windows = std::min(axis.output, (overhang + axis.stride - 1) / axis.stride);
    return windows * overhang - axis.stride * (windows * (windows - 1) / 2);
}

Count windowSumOf(const Axis &axis)
{
    const Count right = (axis.output - 1) * axis.stride + axis.kernel - axis.padding - axis.input;
    return axis.output * axis.kernel - cutOff(axis.padding, axis) - cutOff(right, axis);
}

/// The windows cover the input once, and every border between two outputs that falls inside an element covers it again.
Count adaptiveWindowSumOf(Count input, Count output)
{
    return input + output - std::gcd(input.value(), output.value());
}

struct Maps {
    const TensorValue *input;
    const TensorValue *output;
    std::size_t rank;
};

std::optional<Maps> mapsOf(const OperatorCall &call)
{
    const Maps maps { tensorNamed(call, { "self", "input", "qx" }), firstOutput(call), spatialRankOf(call.name) };
    if (!maps.input || !maps.output || maps.rank == 0 || maps.input->info.shape.size() < maps.rank
        || maps.output->info.shape.size() != maps.input->info.shape.size()) {
        return std::nullopt;
    }
    return maps;
}

/// Elements of the dimensions that a pooling leaves alone.
Count untouchedElements(const Maps &maps)
{
    Count elements = 1;
    for (std::size_t i = 0; i + maps.rank < maps.input->info.shape.size(); ++i)
        elements *= maps.input->info.shape[i];
    return elements;
}

/// Sum of the sizes of all windows of an adaptive pooling: output o covers [floor(o*I/O), ceil((o+1)*I/O)).
std::optional<Count> adaptiveWindowSum(const OperatorCall &call)
{
    const auto maps = mapsOf(call);
    if (!maps)
        return std::nullopt;
    Count sum = untouchedElements(*maps);
    for (std::size_t i = 1; i <= maps->rank; ++i) {
        const auto dimension = -static_cast<std::int64_t>(i);
        const Count output = *dimensionOf(*maps->output, dimension);
        sum *= output == 0 ? Count() : adaptiveWindowSumOf(*dimensionOf(*maps->input, dimension), output);
    }
    return sum;
}

/// Comparisons of one window less than its elements.
std::optional<Work> maxPoolWork(const OperatorCall &call)
{
    const auto kernel = kernelElements(call);
    return kernel ? workOn(firstOutput(call), { .comparison = *kernel - 1 }) : std::nullopt;
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

} // namespace

std::optional<Count> windowSum(const OperatorCall &call, Padding padding)
{
    const auto maps = mapsOf(call);
    const std::size_t rank = maps ? maps->rank : 0;
    const auto kernel = integersNamed(call, "kernel_size", rank);
    if (!maps || !kernel)
        return std::nullopt;
    const auto stride = integersNamed(call, "stride", rank).value_or(*kernel);
    const auto pads = integersNamed(call, "padding", rank).value_or(std::vector<std::int64_t>(rank, 0));
    Count sum = untouchedElements(*maps);
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t dimension = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(rank);
        Axis axis { *dimensionOf(*maps->input, dimension), *dimensionOf(*maps->output, dimension), (*kernel)[i],
                    stride[i], pads[i] };
        if (padding == Padding::Included) {
            axis.input += axis.padding * 2;
            axis.padding = 0;
        }
        sum *= windowSumOf(axis);
    }
    return sum;
}

std::optional<Count> kernelElements(const OperatorCall &call)
{
    const auto kernel = integersNamed(call, "kernel_size", spatialRankOf(call.name));
    if (!kernel)
        return std::nullopt;
    return elementsOf(*kernel);
}

std::optional<Work> averagePoolWork(const OperatorCall &call)
{
    return averageWork(call, windowSum(call, Padding::LeftOut));
}

std::optional<Work> adaptiveAveragePoolWork(const OperatorCall &call)
{
    return averageWork(call, adaptiveWindowSum(call));
}

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
          maxPoolWork, QT_TRANSLATE_NOOP("Formulas", "(kernel - 1) × |out| comparisons: no FLOPs"), chainer },
        { Pooling, "aten::adaptive_max_pool1d aten::adaptive_max_pool2d aten::adaptive_max_pool3d", adaptiveMaxPoolWork,
          QT_TRANSLATE_NOOP("Formulas", "sum of the windows - |out| comparisons: no FLOPs"), chainer },
        { Pooling, "aten::avg_pool1d aten::avg_pool2d aten::avg_pool3d", averagePoolWork,
          QT_TRANSLATE_NOOP("Formulas", "sum of the windows without padding + |out| divisions"), thop },
        { Pooling,
          "aten::adaptive_avg_pool1d aten::adaptive_avg_pool2d aten::adaptive_avg_pool3d "
          "aten::_adaptive_avg_pool2d aten::_adaptive_avg_pool3d aten::mkldnn_adaptive_avg_pool2d",
          adaptiveAveragePoolWork, QT_TRANSLATE_NOOP("Formulas", "sum of the windows + |out| divisions"), thop },
    };
}

} // namespace rooflight
