// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/thread_placement.h"

#include "core/machine/control_group.h"

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

/// Part of their time that so many threads may run.
double runningShare(int threads, std::size_t cpus)
{
    const double running = std::min(controlGroupLimits().cpus.value_or(threads), static_cast<double>(cpus));
    return std::min(1.0, running / threads);
}

} // namespace

ThreadPlacement::ThreadPlacement(CpuTopology topology, int threads, std::string instructions, ComposedText note)
    : m_topology(std::move(topology))
    , m_instructions(std::move(instructions))
    , m_note(std::move(note))
    , m_overQuota(exceedsQuota(threads))
    , m_places(placeThreads(m_topology, threads))
    , m_team(threads, m_places, runningShare(threads, m_topology.cpus.size()))
{
}

std::int64_t ThreadPlacement::countPerRepetition(double seconds,
                                                 const std::function<void(int worker, std::int64_t count)> &work)
{
    std::int64_t count = 1;
    for (;;) {
        m_team.run([&](int worker) { work(worker, count); });
        // The threads' own time: other programs may hold up every run, and a short one would pass for a long one.
        const double took = m_team.longestThreadSeconds();
        if (took >= seconds / 4)
            return std::max<std::int64_t>(1, std::llround(static_cast<double>(count) * seconds / took));
        count *= 4;
    }
}

Roof ThreadPlacement::newRoof(decltype(Roof::limit) limit, ComposedText name) const
{
    Roof roof;
    roof.limit = std::move(limit);
    roof.setName(std::move(name));
    roof.instructions = m_instructions;
    roof.threads = threads();
    if (isOverQuota())
        roof.flags.emplace_back("quota");
    if (m_places.empty())
        roof.flags.emplace_back("oversubscribed");
    return roof;
}

} // namespace rooflight
