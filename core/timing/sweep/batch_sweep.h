// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/results/sweep/sweep.h"
#include "core/sampling/device_condition_sampler.h"
#include "core/sampling/sampler.h"
#include "core/timing/device/device_memory.h"
#include "core/timing/device/timed_device.h"

#include <memory>
#include <optional>

namespace rooflight {

/// A model with inputs of one batch size.
class BatchRun
{
public:
    virtual ~BatchRun() = default;

    /// Queues one call. Throws what LibTorch throws.
    virtual void call() = 0;

    /// After a call: puts back what it changed of its inputs; false if there was nothing to do.
    virtual bool restore() { return false; }

    /// What one call holds at most; makes a call.
    [[nodiscard]] virtual MemoryUse memoryUse() = 0;

    /// What one call costs; `nullopt` if that is unknown.
    [[nodiscard]] virtual std::optional<Cost> cost() = 0;
};

/// What a sweep needs of a model. Tests put a simulated one behind it.
class BatchModel
{
public:
    virtual ~BatchModel() = default;

    [[nodiscard]] virtual std::string path() const = 0;
    [[nodiscard]] virtual TimedDevice &device() = 0;
    [[nodiscard]] virtual DeviceConditionSampler &conditions() = 0; ///< of the device

    /// Makes inputs of this batch size. Errors: OutOfMemory; InputMismatch or ModelFailed when the model takes no other
    /// batch than its own.
    [[nodiscard]] virtual Result<std::unique_ptr<BatchRun>> prepare(std::int64_t batch) = 0;

    /// Gives back what a run that failed left behind. Throws if the device does not answer any more.
    virtual void releaseMemory() = 0;

    /// How often LibTorch gave unused memory back to the device to make room, since the process began; 0 on a CPU.
    [[nodiscard]] virtual std::int64_t allocatorRetries() = 0;
};

struct SweepLimits {
    WarmupLimits warmup;
    std::int64_t runs = 100; ///< at each batch
    double seconds = 3; ///< ends the runs of a batch before, but never below minimumRuns
    std::int64_t minimumRuns = 5;
    double longestCallSeconds = 2; ///< a batch above this is too slow
};

/// Searches for the largest batch that fits, and measures latency and throughput on the way: at powers of two, then at
/// the largest, the recommended and beside the best one. \p sweep says what to look for, and what is known already: a
/// batch in it that is Trying was lost with its process and is tried once more. \p sink gets the sweep after
/// each step, and before each try. \returns the error that ended it early; running out of memory is none, but a device
/// that does not answer after a batch that failed is: what is known by then stays.
[[nodiscard]] std::optional<Error> sweepBatches(BatchModel &model, BatchSweep &sweep, const SweepLimits &limits,
                                                const MeasurementContext &context,
                                                const SnapshotSink<BatchSweep> &sink);

} // namespace rooflight
