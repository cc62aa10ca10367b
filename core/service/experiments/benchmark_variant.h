// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/remedies/remedies.h"
#include "core/sampling/energy_meter.h"
#include "core/service/experiments/benchmark_messages.h"
#include "core/service/experiments/benchmark_pool.h"
#include "core/timing/latency/paired_runs.h"
#include "core/timing/latency/trials.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// A process with the model loaded.
struct BenchmarkVariant {
    BenchmarkProcess *process = nullptr;
    std::int64_t items = 0; ///< of a run; 0: as the model as it is
    int threads = 0;
    std::optional<OutputDifference> difference; ///< from the model as it is
    std::int64_t peakBytes = 0;
};

/// Takes the next process and loads the model in it. Without \p inputs it makes them itself. Errors: those of
/// BenchmarkPool.
[[nodiscard]] Result<BenchmarkVariant> loadVariant(BenchmarkPool &pool, const RunSetup &setup,
                                                   const std::string &inputs);

/// A batch that takes less time per item, or what stands against it.
struct LargerBatch {
    std::optional<BenchmarkVariant> variant; ///< in which it is set
    std::int64_t base = 1; ///< items of the model as it is
    RemedyObstacle obstacle = RemedyObstacle::None;
    ComposedText failure; ///< of RemedyObstacle::Failed
};

/// Doubles the batch while that makes an item faster, up to runs of \p longestRunNs. NoLargerBatch is said only of one
/// that was timed.
[[nodiscard]] LargerBatch searchLargerBatch(BenchmarkPool &pool, const RunSetup &setup, double longestRunNs);

[[nodiscard]] MeasuredChange changeOf(const PairedRuns &paired, const TrialControl &control,
                                      const BenchmarkVariant &variant);

/// Reads the energy of variants after their times, which it does not disturb that way.
class VariantEnergy
{
public:
    /// \p seconds: of the whole measurement, of which each variant has a small share.
    VariantEnergy(const std::string &device, Caches caches, double seconds);

    /// Waits up to half a second, in which nothing may run. What is known then: why there will be none, mostly.
    [[nodiscard]] EnergyUse readIdle();

    /// One of those that take turns, and where to write what it takes; nothing is written if that is not known, but
    /// for the first, which gets the reason. What ends one here changes nothing of its time.
    struct Place {
        EnergyVariant variant;
        std::optional<EnergyUse> *energy = nullptr;
    };
    void read(const std::vector<Place> &places, const MeasurementContext &context) const;

private:
    EnergyMeter m_meter;
    double m_seconds;
};

} // namespace rooflight
