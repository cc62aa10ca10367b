// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/topology.h"
#include "core/machine/worker_team.h"
#include "core/model/roof.h"
#include "core/roofs/cpu/roof_budget.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What roofs of the CPU are measured on: some threads at their places.
class RoofBench
{
public:
    /// `note` tells this bench's roofs from those of others in their names, for example "one core". Throws
    /// std::system_error when a thread cannot be started.
    RoofBench(RoofBudget &budget, const CpuTopology &topology, int threads, std::string instructions,
              std::string note = {});

    [[nodiscard]] RoofBudget &budget() const { return m_budget; }
    [[nodiscard]] WorkerTeam &team() { return m_team; }
    [[nodiscard]] int threads() const { return m_team.size(); }
    [[nodiscard]] const CpuTopology &topology() const { return m_topology; }
    [[nodiscard]] const std::vector<LogicalCpu> &places() const { return m_places; } ///< empty: not pinned
    [[nodiscard]] bool isOverQuota() const { return m_overQuota; }
    [[nodiscard]] const std::string &instructions() const { return m_instructions; }
    [[nodiscard]] const std::string &note() const { return m_note; }

    /// How often a piece of work that takes a count fits into a repeat of so many seconds.
    [[nodiscard]] std::int64_t countPerRepeat(double repeatSeconds,
                                              const std::function<void(int worker, std::int64_t count)> &work);

    [[nodiscard]] Roof newRoof(RoofKind kind, std::string name) const;

    /// Keeps the finished roof.
    void take(Roof roof) { m_roofs.push_back(std::move(roof)); }
    [[nodiscard]] std::vector<Roof> takeRoofs() { return std::move(m_roofs); }

private:
    RoofBudget &m_budget;
    const CpuTopology &m_topology;
    const std::string m_instructions;
    const std::string m_note;
    const bool m_overQuota;
    const std::vector<LogicalCpu> m_places;
    WorkerTeam m_team;
    std::vector<Roof> m_roofs;
};

} // namespace ridgepoint
