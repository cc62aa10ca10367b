// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roofs.h"
#include "core/sampling/sampler.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace rooflight {

struct RoundNumber {
    int index = 0;
    int count = 1; ///< of all rounds

    [[nodiscard]] bool isLast() const { return index + 1 == count; }
};

/// One round of one benchmark: its time, how it is stopped, and where it reports.
class RoofRound
{
public:
    /// \p share is the part of this round's time that has gone, 0 to 1.
    using Report = std::function<void(std::string_view roof, double share)>;

    /// Starts the round's time. \p context must outlive it.
    RoofRound(RoundNumber number, double seconds, const MeasurementContext &context, Report report);

    [[nodiscard]] RoundNumber number() const { return m_number; }
    [[nodiscard]] double now() const { return m_context.now(); }
    [[nodiscard]] double secondsLeft() const { return m_end - now(); } ///< not above 0 when the time is over
    [[nodiscard]] bool stopRequested() const { return m_context.stopRequested(); }

    /// Says what is being measured.
    void report(std::string_view roof) const;

    /// repeatUntilSteady() that reports after each repetition.
    [[nodiscard]] Repetitions repeat(std::string_view roof, const SteadyLimits &limits,
                                     const std::function<Result<double>()> &repetition) const;

private:
    RoundNumber m_number;
    const MeasurementContext &m_context;
    Report m_report;
    double m_start;
    double m_end;
};

/// The limits, cut to \p seconds.
[[nodiscard]] SteadyLimits within(SteadyLimits limits, double seconds);

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
