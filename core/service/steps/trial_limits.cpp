// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/steps.h"

#include "core/service/sandbox/confinement.h"
#include "core/timing/device/device_memory.h"

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

void limitModelMemory(const Request &request, PreparedModel &model, JobReporter &reporter)
{
    if (!request.isOnCuda()) {
        model.memoryIsLimited = limitMemory(request.memoryLimitBytes);
        if (!model.memoryIsLimited)
            reporter.send(
                Notice { "memory_not_limited", "The memory of the model cannot be limited on this machine." });
        return;
    }
    if (request.memoryLimitBytes == 0)
        return;
    const Result<c10::Device> device = openDevice(request.device);
    if (!device.ok())
        return;
    const Result<void> limited = limitDeviceMemory(device.value(), request.memoryLimitBytes);
    model.memoryIsLimited = limited.ok();
    if (!limited.ok())
        reporter.send(Notice { "memory_not_limited", limited.error().text });
}

} // namespace rooflight
