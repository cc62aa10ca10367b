// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <optional>
#include <span>

namespace rooflight {

/// 95 % interval of the mean: percentile bootstrap (Efron 1979), the 2.5th and 97.5th percentile of the means of
/// 2,000,000 / n resamples, at least 200 and at most 2000. Resampling is the same at every call. `nullopt` for fewer
/// than two samples.
[[nodiscard]] std::optional<std::array<double, 2>> bootstrapMeanInterval(std::span<const double> samples);

} // namespace rooflight
