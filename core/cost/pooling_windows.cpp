// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/pooling_windows.h"

#include "core/cost/call_arguments.h"

#include <algorithm>
#include <numeric>

namespace ridgepoint {

namespace {

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

std::optional<Count> kernelElements(const OperatorCall &call)
{
    const auto kernel = integersNamed(call, "kernel_size", spatialRankOf(call.name));
    if (!kernel)
        return std::nullopt;
    Count elements = 1;
    for (const std::int64_t side : *kernel)
        elements *= side;
    return elements;
}

} // namespace ridgepoint
