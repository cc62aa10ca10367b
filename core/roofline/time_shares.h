// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/latency.h"
#include "core/model/session.h"

#include <optional>

namespace rooflight {

/// In nanoseconds; absent without samples.
[[nodiscard]] std::optional<double> medianOf(const SampleSet &samples);

/// Median of the whole model that nobody observes, in nanoseconds, else that of its instrumented runs: what all times
/// of its parts are shares of.
[[nodiscard]] std::optional<double> bareMedianNs(const Session &session);

/// Share that an item takes of the instrumented model: the mean of its shares in each run. Shares of one run add up to
/// 1 whatever the machine did meanwhile, and so do their means; ratios of medians do not. Without samples of the same
/// runs the ratio of the means, else of the medians.
[[nodiscard]] std::optional<double> timeShare(const SampleSet &item, const SampleSet &model);

} // namespace rooflight
