// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/remedies/remedies.h"
#include "core/sampling/energy_meter.h"
#include "core/service/experiments/benchmark_messages.h"
#include "core/service/experiments/benchmark_process.h"
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
