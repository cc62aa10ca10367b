// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/machine/topology.h"
#include "core/machine/worker_team.h"
#include "core/results/roofs/roofs.h"
#include "core/roofs/cpu/team_arrays.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rooflight {

/// Some threads, each pinned to a CPU of its own while there are enough: what roofs of the CPU are measured on.
class ThreadPlacement
{
public:
    /// `note` distinguishes the roofs of this placement from others in their names, for example "one core". Throws
    /// std::system_error when a thread cannot be started.
    ThreadPlacement(CpuTopology topology, int threads, std::string instructions, ComposedText note = {});

    [[nodiscard]] WorkerTeam &team() { return m_team; }
    [[nodiscard]] ArraySupply &arrays() { return m_arrays; }
    [[nodiscard]] int threads() const { return m_team.size(); }
    [[nodiscard]] const CpuTopology &topology() const { return m_topology; }
    [[nodiscard]] const std::vector<LogicalCpu> &places() const { return m_places; } ///< empty: not pinned
    [[nodiscard]] bool isOverQuota() const { return m_overQuota; }
    [[nodiscard]] const ComposedText &note() const { return m_note; }

    /// How often a piece of work that takes a count fits into a repetition of this many seconds.
    [[nodiscard]] std::int64_t countPerRepetition(double seconds,
                                                  const std::function<void(int worker, std::int64_t count)> &work);

    /// A roof of these threads, without its value.
    [[nodiscard]] Roof newRoof(decltype(Roof::limit) limit, ComposedText name) const;

private:
    const CpuTopology m_topology;
    const std::string m_instructions;
    const ComposedText m_note;
    const bool m_overQuota;
    const std::vector<LogicalCpu> m_places;
    WorkerTeam m_team;
    ArraySupply m_arrays { m_team };
};

} // namespace rooflight
