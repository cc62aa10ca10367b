// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/sampler.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// Calls below this are timed several at a time: reading the clock takes tens of nanoseconds, and its step may be one.
inline constexpr double singleCallNs = 50'000;

/// Calls to time together so that a sample of them takes 0.25 ms: reading the clock is then 1/10,000 of it. 1 for calls
/// of at least singleCallNs; else 1, 2 or 5 times a power of ten.
[[nodiscard]] std::int64_t callsPerSampleFor(double callNs);

/// What the kernel did for this process while it ran.
struct KernelWork {
    std::int64_t pageFaults = 0; ///< without reading a file: new memory
    double systemNs = 0; ///< CPU time, of all threads
};

/// Every call of repeated runs, in order.
struct SampledRuns {
    std::vector<double> warmupNs; ///< from the very first call
    std::vector<double> samplesNs; ///< each the mean of `callsPerSample` calls
    std::int64_t callsPerSample = 1;
    double wallNs = 0; ///< from the first sample to the end of the last, without the time of publishing snapshots
    KernelWork kernelWork; ///< while the samples were taken
    StopReason warmupEnd = StopReason::None;
    StopReason end = StopReason::None; ///< None: stopped, or failed
    std::optional<Error> error;

    [[nodiscard]] bool isPartial() const { return end == StopReason::None; }

    /// The kernel hands out new memory at each call, and that takes more than 3 % of the time: an allocator that
    /// gives it back in between. Its heap's layout differs from one process to the next, and so do the times.
    [[nodiscard]] bool waitsForMemory() const;

    /// Notes what ended the warm-up, and chooses callsPerSample from its calls.
    void endWarmup(StopReason reason);
};

/// Times that many calls and returns the mean of one; throws what LibTorch throws.
using TimedCalls = std::function<double(std::int64_t calls)>;

/// Repeats \p run: warm-up first, then samples until the limits end it. It also ends after twice the longest time that
/// the samples may take, by the clock: flushing caches between the calls is not in their times. What \p run throws
/// becomes the error, about the file \p path, and what was measured before stays. \p beginSampling is called between
/// the last warm-up call and the first sample.
[[nodiscard]] SampledRuns sampleRuns(const TimedCalls &run, const std::string &path, const TrialLimits &limits,
                                     const MeasurementContext &context, const SnapshotSink<SampledRuns> &sink = {},
                                     const std::function<void()> &beginSampling = {});

} // namespace rooflight
