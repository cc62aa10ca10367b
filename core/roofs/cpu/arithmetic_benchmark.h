// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/roofs/cpu/loops/compute_loops.h"
#include "core/roofs/cpu/thread_placement.h"
#include "core/roofs/roof_benchmark.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace rooflight {

/// Keeps all threads busy for as long as clocks need to settle under load.
void warmUp(ThreadPlacement &placement, const kernels::ComputeLoop &loop);

/// The roof of a loop on all threads of a placement, with the clock held meanwhile.
class ArithmeticBenchmark : public RoofBenchmark
{
public:
    /// Reached again and again in each round; or held for a long time, in the last one alone.
    enum class Phase { Burst, Sustained };

    ArithmeticBenchmark(std::shared_ptr<ThreadPlacement> placement, kernels::ComputeLoop loop, Phase phase,
                        Effort effort);

    [[nodiscard]] std::string_view name() const override { return m_roof.name; }
    [[nodiscard]] double weight(RoundNumber round) const override;
    [[nodiscard]] Result<void> runRound(const RoofRound &round) override;
    [[nodiscard]] std::vector<Roof> results() override;

private:
    double flopPerSecond();

    const std::shared_ptr<ThreadPlacement> m_placement;
    const kernels::ComputeLoop m_loop;
    const Phase m_phase;
    SteadyLimits m_limits;
    Roof m_roof; ///< without its value
    std::int64_t m_loopRounds = 0; ///< of the loop in each repetition; 0 before the first round
    std::vector<Repetitions> m_rounds;
    std::vector<std::optional<double>> m_workerClocks; ///< behind the last repetition
    std::vector<double> m_clocksHz; ///< behind each repetition; 0: unknown
};

} // namespace rooflight
