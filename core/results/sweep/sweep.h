// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"
#include "core/model/batch.h"
#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/execution.h"
#include "core/model/samples.h"
#include "core/results/analysis/analysis.h"
#include "core/results/result_traits.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

enum class BatchOutcome {
    Trying, ///< a run began and left no result: the process was lost
    Fits,
    OutOfMemory,
    Failed, ///< the model refuses this batch, or its processes crashed
    TooSlow, ///< one call took longer than allowed
};

template<>
inline constexpr auto enumNames<BatchOutcome> = EnumNames<BatchOutcome, 5> { {
    { BatchOutcome::Trying, "trying" },
    { BatchOutcome::Fits, "fits" },
    { BatchOutcome::OutOfMemory, "out_of_memory" },
    { BatchOutcome::Failed, "failed" },
    { BatchOutcome::TooSlow, "too_slow" },
} };

/// What is known of one batch size.
struct BatchPoint {
    std::int64_t batch = 0;
    BatchOutcome outcome = BatchOutcome::Trying;
    ComposedText reason; ///< why it does not fit; empty when it does
    int timesLost = 0; ///< processes that ended while they tried it, unless the model then refused it
    double probeNs = 0; ///< time of the run that tried it
    std::int64_t peakBytes = 0; ///< most memory that the tensors of a run held at one time
    SampleSet samples; ///< empty if the batch was tried only
    double throughputPerSecond = 0; ///< batch * runs / total time: items, if the sweep's batchSource is known
    std::int64_t flops = 0; ///< of one run, counted; 0 if it was not
    std::int64_t bytes = 0; ///< read and written by one run
    std::optional<Conditions> conditions; ///< while it was measured
    std::optional<std::int64_t> allocatedBytes; ///< most in use on a GPU in a run, the weights with it
    std::optional<std::int64_t> reservedBytes; ///< most that LibTorch took from the GPU for it

    bool operator==(const BatchPoint &) const = default;
};

/// A size of the inputs that a sweep goes through.
struct SizeAxis {
    std::string name; ///< as it was given: "s77", "input_ids.1", "ids.1,mask.1"
    std::vector<std::int64_t> values;

    bool operator==(const SizeAxis &) const = default;
};

/// A layer of the model at one point of a sweep.
struct LayerAtSize {
    std::int64_t id = 0; ///< of the sweep's layers
    Cost cost;
    double medianNs = 0; ///< in instrumented runs; 0 if it was not measured

    bool operator==(const LayerAtSize &) const = default;
};

/// A layer call, whatever the sizes.
struct SweptLayer {
    std::int64_t id = 0;
    std::int64_t parent = -1;
    std::string path;
    std::string type;
    int call = 0;
    bool leaf = true;
    OperatorFamily family = OperatorFamily::Other;

    bool operator==(const SweptLayer &) const = default;
};

/// The model at sizes of its inputs.
struct SizePoint {
    std::vector<std::pair<std::string, std::int64_t>> sizes; ///< by the names of the axes
    Cost cost; ///< of one run
    std::int64_t bytesLowerBound = 0;
    bool measured = false; ///< false: counted without a run
    ComposedText reason; ///< why the model does not run at these sizes; empty when it does
    SampleSet samples; ///< bare runs; empty if it was not measured
    std::vector<LayerAtSize> layers;
    int timesLost = 0; ///< processes that ended while they tried them

    bool operator==(const SizePoint &) const = default;
};

/// Batch sizes up to the memory limit, or sizes of the inputs along axes.
struct BatchSweep {
    Device device;
    Execution execution;
    std::string model; ///< SHA-256 of the file
    std::vector<std::string> inputs; ///< SPECs as they were given
    BatchSearch search = BatchSearch::Binary;
    std::int64_t maximumBatch = 0; ///< as asked for; 0: none
    std::int64_t memoryLimitBytes = 0; ///< as asked for; 0: what the machine has
    double margin = 0; ///< share of the largest batch that is kept free in the recommended one
    std::vector<BatchPoint> points; ///< ascending batches
    std::int64_t largest = 0; ///< largest that fits; 0: not known yet
    std::int64_t best = 0; ///< smallest within 2 % of the highest throughput
    std::int64_t knee = 0; ///< where more batch begins to bring little; see core/statistics/knee.h
    std::int64_t recommended = 0; ///< largest less the margin
    bool confirmed = false; ///< the recommended one was measured in full at the end
    std::string end; ///< what bounded the search: "memory", "maximum_batch", "slow", "model", empty: not done
    std::int64_t step = 1; ///< between batches of a sequential search
    double longestCallSeconds = 0; ///< a batch that takes longer is too slow; 0: not known
    BatchSource batchSource = BatchSource::Unknown; ///< how the swept dimension is known to be the batch
    ComposedText batchReason; ///< one sentence on that
    std::vector<SizeAxis> axes = {}; ///< one or two: then there are sizes, and no batches
    std::vector<SizeAxis> measuredAt = {}; ///< of predicted sizes, those that are measured as well
    bool predicted = false; ///< sizes are counted without a run
    std::vector<SweptLayer> layers = {}; ///< of every size at which the model runs the same ones
    std::vector<SizePoint> sizes = {}; ///< the first axis slowest
    std::optional<std::int64_t> smallestAllowed = {}; ///< batch, by what the file says; `nullopt`: 1
    std::optional<std::int64_t> largestAllowed = {}; ///< `nullopt`: the file names no limit

    bool operator==(const BatchSweep &) const = default;

    [[nodiscard]] const BatchPoint *find(std::int64_t batch) const;
    [[nodiscard]] std::int64_t smallest() const { return smallestAllowed.value_or(1); }
};

template<> struct ResultTraits<BatchSweep> {
    static constexpr std::string_view record = "sweep";
    static constexpr RequestKind request = RequestKind::Sweep;
    static constexpr EnumSet<RequestKind> others = {};
    static constexpr ResultOf of = ResultOf::Run;
    /// What is being tried has none yet.
    static bool holdsTimes(const BatchSweep &sweep)
    {
        const auto hasSamples = [](const auto &point) { return !point.samples.samplesNs.empty(); };
        return std::ranges::any_of(sweep.points, hasSamples) || std::ranges::any_of(sweep.sizes, hasSamples);
    }
};

} // namespace rooflight
