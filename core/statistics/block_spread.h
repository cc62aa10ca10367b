// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>

namespace rooflight {

/// By how much the medians of ten blocks in time differ: the standard deviation of their logarithms, 0.02 for 2 %.
/// Fewer blocks if they would have fewer than three samples; 0 below six samples. \p samples are in the order they
/// were taken, and positive.
///
/// Times of a machine have noise at every time scale. Of noise that is independent from sample to sample little is left
/// in the median of a block. What is left then is slow, and does not average out: with flicker noise, whose deviation
/// is the same at all averaging times (Allan 1966), the next run is as far from this one as one block from another.
[[nodiscard]] double blockSpread(std::span<const double> samples);

} // namespace rooflight
