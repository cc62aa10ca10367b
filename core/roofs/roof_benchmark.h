// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roofs.h"
#include "core/roofs/roof_round.h"

#include <memory>
#include <string_view>
#include <vector>

namespace rooflight {

/// Measures one roof of a device, or a few that belong together, in rounds some time apart: what else the machine does
/// differs more from one minute to the next than within one round. RoofRun runs them.
class RoofBenchmark
{
public:
    virtual ~RoofBenchmark() = default;

    [[nodiscard]] virtual std::string_view name() const = 0; ///< for people, for example "DRAM"

    /// Its part of the time, relative to the weights of all benchmarks in all rounds. 0: it takes no part in this
    /// round.
    [[nodiscard]] virtual double weight(RoundNumber round) const = 0;

    /// Repetitions of each of its roofs. An error DeviceMissing ends the measurement, any other leaves out this
    /// benchmark.
    [[nodiscard]] virtual Result<void> runRound(const RoofRound &round) = 0;

    /// The roofs with the values of all rounds so far; none if nothing was measured. Called once.
    [[nodiscard]] virtual std::vector<Roof> results() = 0;

    /// Bandwidth by footprint, with the values of all rounds so far; none if not every point was measured. Called
    /// once.
    [[nodiscard]] virtual std::vector<BandwidthCurve> curves() { return {}; }
};

using RoofBenchmarks = std::vector<std::unique_ptr<RoofBenchmark>>;

} // namespace rooflight
