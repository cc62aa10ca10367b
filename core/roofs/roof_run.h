// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/roofs/roof_benchmark.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// The one of three values that belongs to an effort.
template<typename T> [[nodiscard]] constexpr T byEffort(Effort effort, T quick, T normal, T thorough)
{
    return effort == Effort::Quick ? quick : effort == Effort::Normal ? normal : thorough;
}

/// Rounds of the roofs of a CPU, spread over all the time.
[[nodiscard]] int roundCount(Effort effort);

/// What all roofs of a device and the warm-up may take together.
[[nodiscard]] double totalSeconds(Effort effort);

/// How long one roof of a CPU is measured in one round; the value is the middle of the best quarter.
[[nodiscard]] SteadyLimits steadyLimits(Effort effort);

/// One measurement of all roofs of a device. Its time runs from the construction on.
class RoofRun
{
public:
    using OnRepetition = std::function<void(std::string_view roof)>;

    /// Progress counts hundredths of the benchmarks' weights; it jumps forward when a roof is steady early.
    /// `onRepetition` is called after every repetition, too, with what is measured.
    RoofRun(
        Effort effort, MeasurementContext context, OnRepetition onRepetition = [](std::string_view) {});

    [[nodiscard]] Effort effort() const { return m_effort; }
    [[nodiscard]] const MeasurementContext &context() const { return m_context; }

    /// Adds one plain sentence for the reader of the roofs: what is missing and why, or what they were measured under.
    void note(std::string sentence) { m_notes.push_back(std::move(sentence)); }
    [[nodiscard]] const std::vector<std::string> &notes() const { return m_notes; }

    /// DeviceMissing if the device was lost during measure(), which then gave a part of the roofs.
    [[nodiscard]] const std::optional<Error> &deviceLost() const { return m_deviceLost; }

    /// Leaves out all benchmarks but those that this roof is of.
    void measureOnly(std::string roof) { m_only = std::move(roof); }
    [[nodiscard]] bool measuresAll() const { return m_only.empty(); }

    /// What this does is not part of the time: memory that is touched for the first time takes seconds on some
    /// machines. After a stop it is left out.
    void pause(const std::function<void()> &work);

    /// Runs all rounds of the benchmarks, in their order, each with its part of the time that is left, and takes their
    /// results. When a stop is requested the roofs so far are given, at least the first. A benchmark that fails becomes
    /// a note. A device that is gone ends the run; what was measured before is given, flagged "partial". Error: the
    /// first of the benchmarks, if not one roof could be measured.
    [[nodiscard]] Result<DeviceRoofs> measure(const RoofBenchmarks &benchmarks, int rounds, Device device,
                                              std::string clockPolicy);

    /// Drops the roofs to compare with that are too uncertain (core/model/disturbing_flags.h), with a note each, and
    /// flags those that judge "unsteady". After a stop all stay, as they are not for long.
    void dropUncertain(DeviceRoofs &peaks);

private:
    [[nodiscard]] Result<void> runRounds(std::vector<RoofBenchmark *> benchmarks, int rounds);
    [[nodiscard]] Result<void> runRound(RoofBenchmark &benchmark, RoundNumber round, double weight);
    void endEarly(std::vector<Roof> &roofs, const Error &error);
    void addMissing(std::string_view benchmark, const std::string &reason);
    void noteMissing();

    /// Benchmarks without a result, by their names in quotation marks.
    struct Missing {
        std::string reason;
        std::vector<std::string> names;
    };

    const Effort m_effort;
    const MeasurementContext m_context;
    const OnRepetition m_onRepetition;
    double m_end;
    double m_weight = 0; ///< of all benchmarks in all rounds
    double m_weightDone = 0;
    std::string m_only; ///< the name of a roof; empty: all
    std::vector<std::string> m_notes;
    std::vector<Missing> m_missing;
    std::optional<Error> m_deviceLost;
};

} // namespace rooflight
