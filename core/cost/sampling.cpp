// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/sampling.h"

#include "core/cost/call_arguments.h"

#include <array>

namespace ridgepoint {

std::optional<Count> gridSamples(const OperatorCall &call)
{
    constexpr std::array aDimension = { 2, 1, 4 }; // bilinear, nearest, bicubic
    const TensorValue *input = tensorNamed(call, { "input", "self" });
    const std::int64_t mode = integerNamed(call, "interpolation_mode").value_or(0);
    if (!input || input->info.shape.size() < 3 || mode < 0 || mode >= std::int64_t { aDimension.size() })
        return std::nullopt;
    Count samples = 1;
    for (std::size_t i = 2; i < input->info.shape.size(); ++i)
        samples *= aDimension[static_cast<std::size_t>(mode)];
    return samples;
}

std::optional<Count> largestBoxWindow(const OperatorCall &call)
{
    const TensorValue *input = tensorNamed(call, { "input" });
    const TensorValue *output = firstOutput(call);
    if (!input || !output || input->info.shape.size() != 4 || output->info.shape.size() != 4)
        return std::nullopt;
    Count cells = 1;
    for (const std::int64_t dimension : { -2, -1 }) {
        const Count size = *dimensionOf(*output, dimension);
        cells *= (*dimensionOf(*input, dimension) + size - 1) / size;
    }
    return cells;
}

std::optional<Count> boxPoints(const OperatorCall &call)
{
    const std::int64_t ratio = integerNamed(call, "sampling_ratio").value_or(0);
    return ratio > 0 ? std::optional(Count(ratio) * ratio) : largestBoxWindow(call);
}

} // namespace ridgepoint
