// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/peaks/cpu/topology.h"
#include "core/peaks/cpu/worker_team.h"
#include "core/peaks/cpu_peaks.h"
#include "core/statistics/repeats.h"

#include <chrono>
#include <string>
#include <vector>

namespace ridgepoint {

/// What the roofs of the CPU are measured on: the threads at their places, the time that is left, and the roofs so far.
class RoofBench
{
public:
    RoofBench(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing, std::string instructions);

    [[nodiscard]] WorkerTeam &team() { return m_team; }
    [[nodiscard]] int threads() const { return m_team.size(); }
    [[nodiscard]] const CpuTopology &topology() const { return m_topology; }
    [[nodiscard]] const std::vector<LogicalCpu> &places() const { return m_places; } ///< empty: not pinned
    [[nodiscard]] const CpuPeaksOptions &options() const { return m_options; }
    [[nodiscard]] bool isOverQuota() const { return m_overQuota; }
    [[nodiscard]] const std::vector<Roof> &roofs() const { return m_peaks.roofs; }

    /// How many calls of repeat() share the time.
    void expect(int visits) { m_expected = visits; }

    /// How often a piece of work that takes a count fits into a repeat.
    [[nodiscard]] std::int64_t countPerRepeat(const std::function<void(int worker, std::int64_t count)> &work);

    [[nodiscard]] Roof newRoof(RoofKind kind, std::string name) const;
    [[nodiscard]] Repeats repeat(const std::string &roof, const std::function<double()> &once);
    /// Keeps the finished roof.
    void take(Roof roof) { m_peaks.roofs.push_back(std::move(roof)); }

    [[nodiscard]] Peaks takePeaks();

private:
    const std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    const CpuPeaksOptions m_options;
    const PeaksKeepGoing &m_keepGoing;
    const std::string m_instructions;
    const CpuTopology m_topology = cpuTopology();
    const int m_threads;
    const bool m_overQuota;
    const double m_repeatSeconds;
    const std::vector<LogicalCpu> m_places;
    WorkerTeam m_team;
    int m_expected = 1;
    int m_visits = 0; ///< that are over
    Peaks m_peaks;
};

} // namespace ridgepoint
