// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/error.h"
#include "core/sampling/sampler.h"
#include "core/timing/run_control.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Calls below this are timed several at a time: reading the clock takes tens of nanoseconds, and its step may be one.
inline constexpr double blockBelowNs = 50'000;

/// Calls to time together so that a sample of them takes 0.25 ms: reading the clock is then 1/10,000 of it. 1 for calls
/// of at least blockBelowNs; else 1, 2 or 5 times a power of ten.
[[nodiscard]] std::int64_t blockFor(double callNs);

/// What the kernel did for this process while it ran.
struct KernelWork {
    std::int64_t pageFaults = 0; ///< without reading a file: memory given out anew
    double systemNs = 0; ///< CPU time, of all threads
};

/// Of this process since its beginning.
[[nodiscard]] KernelWork kernelWorkSoFar();

/// Every call of repeated runs, in order.
struct SampledRuns {
    std::vector<double> warmupNs; ///< from the very first call
    std::vector<double> samplesNs; ///< each the mean of `block` calls
    std::int64_t block = 1;
    double wallNs = 0; ///< from the first sample to the end of the last, without the time of handing on what there is
    KernelWork kernelWork; ///< while the samples were taken
    StopReason warmupEnd = StopReason::None;
    StopReason end = StopReason::None; ///< None: cancelled, or failed
    std::optional<Error> error;

    [[nodiscard]] bool isPartial() const { return end == StopReason::None; }

    /// The memory of each call comes anew from the kernel, and that takes more than 3 % of the time: an allocator that
    /// hands it back in between. How it lays out its heap differs from one process to the next, and so do the times.
    [[nodiscard]] bool waitsForMemory() const;
};

/// Hands on what there is about once a second.
class Pace
{
public:
    /// Calls \p handOn when a second is over since it was last called, and twenty times what it took then; whether it
    /// did.
    bool whenDue(const std::function<void()> &handOn);

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point m_last = Clock::now();
    Clock::duration m_cost {};
};

/// Times that many calls and returns the mean of one; throws what LibTorch throws.
using TimedCalls = std::function<double(std::int64_t calls)>;

/// Calls \p run until the limits say that it has settled, each call into \p runs, and chooses the block from them.
/// Cancelled, it leaves no reason for its end. \p afterCall is called behind each.
void warmUpRuns(
    SampledRuns &runs, const TimedCalls &run, const WarmupLimits &limits, const RunControl &control,
    const std::function<void()> &afterCall = [] {});

/// Repeats \p run: warm-up first, then samples until the limits say enough. What \p run throws becomes the error, about
/// the file \p path, and what was measured before stays.
[[nodiscard]] SampledRuns sampleRuns(const TimedCalls &run, const std::string &path, const TrialLimits &limits,
                                     const RunControl &control, const SoFar<SampledRuns> &soFar = {});

} // namespace ridgepoint
