// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/open_enum.h"
#include "core/model/batch.h"
#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/execution.h"
#include "core/model/item_id.h"
#include "core/model/sample_flag.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// One percentile of a sample set; without a value where the number of samples does not support it.
struct Percentile {
    double percent = 0; ///< 99.9 for p99.9
    std::optional<double> valueNs;

    bool operator==(const Percentile &) const = default;
};

/// Statistics of a set of durations. Made by core/statistics.
struct Summary {
    std::int64_t count = 0;
    double meanNs = 0;
    double stdNs = 0; ///< of the sample (n - 1); 0 for one sample
    double cv = 0; ///< stdNs / meanNs
    double minNs = 0;
    double maxNs = 0;
    double medianNs = 0;
    std::vector<Percentile> percentiles; ///< 1, 5, 10, 25, 75, 90, 95, 99, 99.9
    double iqrNs = 0;
    double madNs = 0; ///< median absolute deviation, unscaled
    std::array<double, 2> medianIntervalNs = { 0, 0 }; ///< 95 %, from order statistics
    std::optional<std::array<double, 2>> meanIntervalNs; ///< 95 %, bootstrap; for whole models only
    std::int64_t outliers = 0; ///< beyond 1.5 interquartile ranges; kept in all other figures

    bool operator==(const Summary &) const = default;

    /// The percentile, when it is there and supported.
    [[nodiscard]] std::optional<double> percentile(double percent) const;
};

/// Durations of repeated runs of one thing.
struct SampleSet {
    std::vector<double> warmupNs; ///< from the very first call, not part of the statistics
    std::vector<double> samplesNs;
    Summary summary;
    std::vector<OpenEnum<SampleFlag>> flags;

    bool operator==(const SampleSet &) const = default;
};

/// Latency of the whole model, undisturbed by any observer.
struct ModelLatency {
    Device device;
    std::string method; ///< "steady_clock" on a CPU, "events" on CUDA
    Execution execution;
    std::int64_t batch = 1;
    std::int64_t block = 1; ///< calls behind one sample, which is their mean; above 1 where calls take below 50 us
    std::string warmupEnd; ///< which rule ended the warm-up: "settled", "time_limit", "count_limit", "none"
    std::string end; ///< which rule ended the measurement
    SampleSet samples;
    double throughputPerSecond = 0; ///< batch * runs / wall time: items, or runs where batchSource is Unknown
    std::optional<Conditions> conditions; ///< absent where the device reports nothing
    BatchSource batchSource = BatchSource::Unknown; ///< how `batch` is known
    ComposedText batchReason; ///< one sentence on that
    std::optional<std::int64_t> allocatedBytes; ///< of a GPU: most in use while samples were taken, weights with it
    std::optional<std::int64_t> reservedBytes; ///< of a GPU: most that LibTorch took from it meanwhile

    bool operator==(const ModelLatency &) const = default;
};

/// What a GPU ran for one operator: a kernel, or a copy or fill of memory.
struct KernelUse {
    std::string name;
    std::int64_t launches = 0; ///< of one run
    double timeNs = 0; ///< of one run's launches together, by the GPU's own clock; the median of some runs

    bool operator==(const KernelUse &) const = default;
};

/// Latency of one layer (its whole subtree) or one operator.
struct ItemLatency {
    ItemId item;
    double firstRunNs = 0;
    double selfMedianNs = 0; ///< without the layers that it calls
    SampleSet samples;
    std::vector<KernelUse> kernels; ///< of an operator on CUDA; of the model (layer 0) what no operator launched

    bool operator==(const ItemLatency &) const = default;
};

/// Where PyTorch allowed fp32 arithmetic to be rounded to TF32, which runs on a GPU's matrix units.
struct Tf32Use {
    bool convolutions = false; ///< torch.backends.cudnn.allow_tf32
    bool products = false; ///< torch.backends.cuda.matmul.allow_tf32

    bool operator==(const Tf32Use &) const = default;
};

/// Latencies of all layers and operators, from instrumented runs.
struct LayerLatencies {
    Device device;
    std::string method;
    Execution execution; ///< layers are seen call by call: of its executors only the frozen ones make a difference
    std::int64_t batch = 1; ///< items of a run; 1 where that is not known
    SampleSet instrumentedModel; ///< the whole model in the same, instrumented runs
    SampleSet unattributed; ///< of those runs, what no operator took: the interpreter, and the instrumentation itself
    double bareMedianNs = 0; ///< the same executor without the observer: the difference is its cost
    std::vector<ItemLatency> items;
    Tf32Use tf32; ///< neither on a CPU
    std::optional<Conditions> conditions;
    std::string noKernels; ///< why no item lists its kernels on CUDA; empty where they do, and on a CPU
    std::optional<double> graphReplayMedianNs; ///< all of a bare run's work, replayed as one CUDA graph
    std::string noGraphReplay; ///< why there is none on CUDA; empty where there is, and on a CPU
    std::string
        notHeld; ///< why the queue of the GPU was not held back in instrumented runs; empty where it was, and on a CPU
    std::optional<std::array<double, 2>> bareIntervalNs = {}; ///< 95 %, of bareMedianNs; absent in older files

    bool operator==(const LayerLatencies &) const = default;
};

} // namespace rooflight
