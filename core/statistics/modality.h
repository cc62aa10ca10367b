// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>

namespace rooflight {

/// Whether the samples have two modes, as those of a device that switches between two clocks do. Looked at is the
/// histogram of what lies between the 1st and the 99th percentile, smoothed with 1 2 1: two of its peaks are at least
/// 2 % of the median apart, the valley between them is at most half as high as the lower one, and on either side of the
/// valley lies at least a tenth of the samples. Never for fewer than 100 samples.
[[nodiscard]] bool isBimodal(std::span<const double> samples);

} // namespace rooflight
