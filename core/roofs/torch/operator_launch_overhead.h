// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/roofs/roof_benchmark.h"
#include "core/timing/device/timed_device.h"

#include <c10/core/Device.h>

#include <functional>
#include <memory>
#include <vector>

namespace rooflight {

/// Shortest time that a call takes when it is called again and again without waiting: many calls between two marks,
/// repeated. Value and interval as those of the launch overheads of core/roofs/cuda.
class OperatorLaunchOverhead : public RoofBenchmark
{
public:
    OperatorLaunchOverhead(std::unique_ptr<TimedDevice> device, std::function<void()> call, Effort effort);

    /// Overhead of one of LibTorch's cheapest operators, an addition in place to a single number: any operator takes at
    /// least as long. Errors: those that LibTorch raises.
    [[nodiscard]] static Result<std::unique_ptr<OperatorLaunchOverhead>> ofTorch(c10::Device device, Effort effort);

    [[nodiscard]] std::string_view name() const override { return m_roof.name; }
    [[nodiscard]] double weight(RoundNumber round) const override;
    [[nodiscard]] Result<void> runRound(const RoofRound &round) override;
    [[nodiscard]] std::vector<Roof> results() override; ///< "few_samples" if a later round raised

private:
    [[nodiscard]] double secondsPerCall();

    std::unique_ptr<TimedDevice> m_device;
    std::function<void()> m_call;
    SteadyLimits m_limits;
    Roof m_roof; ///< without its value
    std::vector<Repetitions> m_rounds;
    bool m_lacksRounds = false;
};

} // namespace rooflight
