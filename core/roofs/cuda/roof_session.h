// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/roofs/cpu/cpu_roofs.h"
#include "core/roofs/cuda/gpu.h"
#include "core/roofs/cuda/telemetry_log.h"
#include "core/roofs/repetitions.h"

#include <functional>
#include <string>
#include <vector>

namespace ridgepoint::cuda {

/// Part of a task's time in which the best arrangement is looked for.
inline constexpr double tuningShare = 0.4;

/// The host's clock; a test brings its own.
struct HostClock {
    std::function<double()> seconds = steadySeconds;
    std::function<void(double seconds)> sleep; ///< empty: the thread sleeps
};

/// One measurement of a GPU's roofs: shares out the time, repeats, keeps values, notes and flags.
class RoofSession
{
public:
    /// One repeat.
    using Work = std::function<Result<KernelTime>()>;

    RoofSession(Gpu &gpu, Effort effort, const PeaksKeepGoing &keepGoing, HostClock clock);

    [[nodiscard]] Gpu &gpu() const { return m_gpu; }
    [[nodiscard]] const GpuProperties &properties() const { return m_gpu.properties(); }
    [[nodiscard]] Effort effort() const { return m_effort; }

    /// The caller's keepGoing said no.
    [[nodiscard]] bool ended() const { return m_ended; }

    /// Gives the next task its share of the time that is left: `weight` of `weightLeft`.
    void beginTask(const std::string &name, int index, int count, int weight, int weightLeft);

    [[nodiscard]] double now() const { return m_clock.seconds(); }
    void sleep(double seconds) const;
    [[nodiscard]] double taskSecondsLeft() const { return m_deadline - now(); }

    /// When the search for the best arrangement has to end.
    [[nodiscard]] double tuningDeadline() const { return now() + tuningShare * taskSecondsLeft(); }

    /// How long one repeat should last: long against the resolution of events and the launch.
    [[nodiscard]] double repeatSeconds() const;

    /// Repeats `work` until its time is used or the values are steady, and keeps the roof: value `amount` per second,
    /// or seconds per `amount` for a launch floor.
    [[nodiscard]] Result<void> measure(Roof roof, double amount, const Work &work);

    /// Repeats for at most so many seconds, steady or not. Never empty unless it fails.
    struct Series {
        std::vector<double> values; ///< amount per second
        std::vector<double> clocksHz; ///< of each repeat; 0 where not counted
        TelemetryLog telemetry;
    };
    [[nodiscard]] Result<Series> measureFor(double seconds, double amount, const Work &work);

    /// Keeps a roof whose value is this quantile of the series.
    void keep(Roof roof, const Series &series, double fraction, bool steady);

    /// One plain sentence for the reader of the roofs.
    void note(std::string text) { m_notes.push_back(std::move(text)); }

    /// Adds "other_load" to every roof from here on.
    void setOtherLoad() { m_otherLoad = true; }

    [[nodiscard]] const std::vector<Roof> &roofs() const { return m_roofs; }
    [[nodiscard]] const std::vector<std::string> &notes() const { return m_notes; }
    [[nodiscard]] const TelemetryLog &telemetry() const { return m_telemetry; }

private:
    [[nodiscard]] bool keepGoing(double share);
    void complete(Roof &roof, const Repeats &repeats, const Series &series);

    Gpu &m_gpu;
    const Effort m_effort;
    const PeaksKeepGoing &m_keepGoing;
    const HostClock m_clock;
    const double m_start;
    double m_deadline = 0;
    PeaksProgress m_progress;
    bool m_ended = false;
    bool m_otherLoad = false;
    std::vector<Roof> m_roofs;
    std::vector<std::string> m_notes;
    TelemetryLog m_telemetry;
};

/// Amount of work for one repeat of `seconds`: grows `amount` from 1 until a run is long enough to tell, then scales.
/// `run` gives the seconds of that amount. At most `limit`.
[[nodiscard]] Result<int> amountFor(double seconds, int limit,
                                    const std::function<Result<KernelTime>(int amount)> &run);

} // namespace ridgepoint::cuda
