// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/convolution_padding.h"

#include <algorithm>

namespace rooflight {

namespace {

/// Sizes come from untrusted files: products of two of them must fit.
constexpr std::int64_t maxSize = std::int64_t(1) << 31;
/// More taps than any kernel has; each is looked at.
constexpr std::int64_t maxTaps = std::int64_t(1) << 16;

bool isBetween(std::int64_t value, std::int64_t low, std::int64_t high)
{
    return low <= value && value <= high;
}

bool makesSense(const ConvolutionDimension &dimension)
{
    return isBetween(dimension.input, 1, maxSize) && isBetween(dimension.output, 1, maxSize)
        && isBetween(dimension.kernel, 1, maxTaps) && isBetween(dimension.stride, 1, maxSize)
        && isBetween(dimension.padding, 0, maxSize) && isBetween(dimension.dilation, 1, maxSize);
}

/// Outputs whose element under a tap lies inside; \p shift is where the tap meets the input for output 0.
std::int64_t outputsInside(const ConvolutionDimension &dimension, std::int64_t shift)
{
    const std::int64_t last = dimension.input - 1 - shift;
    if (last < 0)
        return 0;
    const std::int64_t first = shift < 0 ? (-shift + dimension.stride - 1) / dimension.stride : 0;
    return std::max<std::int64_t>(0, std::min(dimension.output - 1, last / dimension.stride) - first + 1);
}

} // namespace

Count pairsInside(const ConvolutionDimension &dimension)
{
    if (!makesSense(dimension))
        return Count(dimension.output) * dimension.kernel;
    Count pairs = 0;
    for (std::int64_t tap = 0; tap < dimension.kernel; ++tap)
        pairs += outputsInside(dimension, tap * dimension.dilation - dimension.padding);
    return pairs;
}

} // namespace rooflight
