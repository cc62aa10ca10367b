// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/trial_limits.h"

#include <limits>

namespace rooflight {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

WarmupLimits warmupLimits(const MeasureLimits &limits)
{
    WarmupLimits warmup;
    if (limits.warmup) {
        warmup.minimumCount = *limits.warmup;
        warmup.maximumCount = *limits.warmup;
        warmup.maximumSeconds = unlimited;
    }
    return warmup;
}

} // namespace

TrialLimits latencyLimits(const MeasureLimits &limits)
{
    TrialLimits result;
    result.warmup = warmupLimits(limits);
    SamplingLimits &sampling = result.sampling;
    if (limits.runs > 0) {
        sampling.minimumCount = limits.runs;
        sampling.maximumCount = limits.runs;
        sampling.maximumSeconds = unlimited;
    }
    if (limits.seconds > 0) {
        sampling.maximumSeconds = limits.seconds;
        sampling.minimumSeconds = limits.seconds;
        if (limits.runs == 0) {
            sampling.minimumCount = 1;
            sampling.relativeHalfWidth = 0;
        }
    }
    return result;
}

SweepLimits sweepLimits(const Request &request)
{
    SweepLimits result;
    result.warmup = warmupLimits(request.limits);
    result.longestCallSeconds = request.sweep.longestCallSeconds;
    if (request.limits.runs > 0) {
        result.runs = request.limits.runs;
        result.minimumRuns = request.limits.runs;
    }
    if (request.limits.seconds > 0)
        result.seconds = request.limits.seconds;
    return result;
}

} // namespace rooflight
