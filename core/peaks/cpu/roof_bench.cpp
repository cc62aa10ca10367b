// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu/roof_bench.h"

#include "core/peaks/cpu/control_group.h"

#include <algorithm>
#include <cmath>

#include <time.h>

namespace ridgepoint {

namespace {

/// Long against the microsecond that starting takes, short against the time slices of other programs.
constexpr double usualRepeatSeconds = 0.01;

/// A quota is handed out in periods of 0.1 s: a repeat has to last several to feel it.
constexpr double repeatSecondsUnderQuota = 0.3;

/// Time that the calling thread has run.
double threadSeconds()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

bool exceedsQuota(int threads)
{
    const std::optional<double> quota = controlGroupLimits().cpus;
    return quota && *quota < threads;
}

} // namespace

RoofBench::RoofBench(RoofBudget &budget, const CpuTopology &topology, int threads, std::string instructions,
                     std::string note)
    : m_budget(budget)
    , m_topology(topology)
    , m_instructions(std::move(instructions))
    , m_note(std::move(note))
    , m_overQuota(exceedsQuota(threads))
    , m_repeatSeconds(m_overQuota ? repeatSecondsUnderQuota : usualRepeatSeconds)
    , m_places(placeThreads(m_topology, threads))
    , m_team(threads, m_places)
{
}

std::int64_t RoofBench::countPerRepeat(const std::function<void(int worker, std::int64_t count)> &work)
{
    std::vector<double> workerSeconds(static_cast<std::size_t>(threads()));
    std::int64_t count = 1;
    for (;;) {
        // The threads' own time: other programs may hold up every run, and a short one would pass for a long one.
        m_team.run([&](int worker) {
            const double start = threadSeconds();
            work(worker, count);
            workerSeconds[static_cast<std::size_t>(worker)] = threadSeconds() - start;
        });
        const double seconds = std::ranges::max(workerSeconds);
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
    roof.threads = threads();
    if (m_overQuota)
        roof.flags.emplace_back("quota");
    if (m_places.empty())
        roof.flags.emplace_back("oversubscribed");
    return roof;
}

} // namespace ridgepoint
