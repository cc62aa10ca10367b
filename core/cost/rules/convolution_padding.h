// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"

#include <cstdint>

namespace rooflight {

/// One spatial dimension of a convolution.
struct ConvolutionDimension {
    std::int64_t input = 0; ///< elements, padding left out
    std::int64_t output = 0; ///< elements
    std::int64_t kernel = 0; ///< taps
    std::int64_t stride = 1;
    std::int64_t padding = 0; ///< before the first element
    std::int64_t dilation = 1;
};

/// Pairs of an output and a tap that meet an element of the input rather than padding: those with
/// 0 <= output * stride - padding + tap * dilation < input. All pairs of a dimension that makes no sense.
[[nodiscard]] Count pairsInside(const ConvolutionDimension &dimension);

} // namespace rooflight
