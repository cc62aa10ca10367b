// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu/roof_bench.h"

#include "core/model/timestamp.h"
#include "core/peaks/cpu/control_group.h"
#include "core/peaks/cpu_device.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr int progressPerVisit = 100;

/// Long against the microsecond that starting takes, short against the time slices of other programs.
constexpr double usualRepeatSeconds = 0.01;

/// A quota is handed out in periods of 0.1 s: a repeat has to last several to feel it.
constexpr double repeatSecondsUnderQuota = 0.3;

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool exceedsQuota(int threads)
{
    const std::optional<double> quota = controlGroupLimits().cpus;
    return quota && *quota < threads;
}

} // namespace

RoofBench::RoofBench(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing, std::string instructions)
    : m_options(options)
    , m_keepGoing(keepGoing)
    , m_instructions(std::move(instructions))
    , m_threads(options.threads > 0 ? options.threads : availableCpus())
    , m_overQuota(exceedsQuota(m_threads))
    , m_repeatSeconds(m_overQuota ? repeatSecondsUnderQuota : usualRepeatSeconds)
    , m_places(placeThreads(m_topology, m_threads))
    , m_team(m_threads, m_places)
{
    m_peaks.device = cpuDevice(m_threads);
    m_peaks.program = RIDGEPOINT_VERSION;
    m_peaks.effort = name(options.effort);
}

std::int64_t RoofBench::countPerRepeat(const std::function<void(int worker, std::int64_t count)> &work)
{
    std::int64_t count = 1;
    for (;;) {
        const WorkerTeam::Work counted = [&work, count](int worker) { work(worker, count); };
        // Other programs may have held up one run or two.
        const double seconds = std::min({ m_team.run(counted), m_team.run(counted), m_team.run(counted) });
        if (seconds >= m_repeatSeconds / 4)
            return std::max<std::int64_t>(1, std::llround(static_cast<double>(count) * m_repeatSeconds / seconds));
        count *= 4;
    }
}

Roof RoofBench::newRoof(RoofKind kind, std::string name) const
{
    Roof roof;
    roof.kind = kind;
    roof.name = std::move(name);
    roof.instructions = m_instructions;
    roof.threads = m_threads;
    if (m_overQuota)
        roof.flags.emplace_back("quota");
    if (m_places.empty())
        roof.flags.emplace_back("oversubscribed");
    return roof;
}

Repeats RoofBench::repeat(const std::string &roof, const std::function<double()> &once)
{
    const int before = m_visits * progressPerVisit;
    const auto keepGoing = [this, &roof, before](double share) {
        const int done = before + static_cast<int>(share * progressPerVisit);
        return !m_keepGoing || m_keepGoing({ roof, done, m_expected * progressPerVisit });
    };
    RepeatPlan plan = repeatPlan(m_options.effort);
    const double secondsLeft = totalSeconds(m_options.effort) - secondsSince(m_start);
    const int visitsLeft = std::max(1, m_expected - m_visits++);
    plan.maximumSeconds = std::min(plan.maximumSeconds, secondsLeft / visitsLeft);
    plan.minimumSeconds = std::min(plan.minimumSeconds, plan.maximumSeconds);
    return repeatUntilSteady(plan, once, keepGoing);
}

Peaks RoofBench::takePeaks()
{
    m_peaks.measuredAt = timestampNow();
    return std::move(m_peaks);
}

} // namespace ridgepoint
