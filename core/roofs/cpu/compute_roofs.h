// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cpu/compute_loops.h"
#include "core/roofs/cpu/roof_bench.h"
#include "core/roofs/cpu/visited_roofs.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ridgepoint {

/// Keeps all threads busy for as long as clocks need to settle under load.
void warmUp(RoofBench &bench, const kernels::ComputeLoop &loop);

/// The roof of a loop on all threads of a bench, with the clock held meanwhile.
class ComputeRoof : public VisitedRoofs
{
public:
    /// What is reached again and again, or held for the whole part of the time.
    enum class Phase { Burst, Sustained };

    ComputeRoof(RoofBench &bench, const kernels::ComputeLoop &loop, Phase phase);

    [[nodiscard]] std::size_t size() const override { return 1; }
    [[nodiscard]] Result<bool> visit(double weight) override;
    void finish() override;

private:
    double flopPerSecond();

    RoofBench &m_bench;
    const kernels::ComputeLoop &m_loop;
    std::int64_t m_rounds = 0; ///< of the loop in each repeat; 0 before the first visit
    Roof m_roof; ///< without its value
    std::vector<Repeats> m_visits;
    std::vector<std::optional<double>> m_workerClocks; ///< behind the last repeat
    std::vector<double> m_clocksHz; ///< behind each repeat; 0: unknown
};

} // namespace ridgepoint
