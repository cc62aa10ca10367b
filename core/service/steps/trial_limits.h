// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/sampling/sampler.h"
#include "core/timing/sweep/batch_sweep.h"

namespace rooflight {

/// What a request asks for, as rules: a number of runs or a time where it names one, else until the median is known.
[[nodiscard]] TrialLimits latencyLimits(const MeasureLimits &limits);
[[nodiscard]] SweepLimits sweepLimits(const Request &request);

} // namespace rooflight
