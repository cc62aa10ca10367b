// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/roof.h"
#include "core/roofs/repetitions.h"
#include "core/timing/timed_device.h"

#include <c10/core/Device.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

/// Time that all visits of an OperatorFloor take together.
[[nodiscard]] double operatorFloorSeconds(Effort effort);

/// Shortest time that a call takes when it is called again and again without waiting, as a launch floor: many calls
/// between two marks, repeated. Value and interval as those of the launch floors of core/roofs/cuda.
class OperatorFloor
{
public:
    /// Of `call`, in so many visits.
    OperatorFloor(std::unique_ptr<TimedDevice> device, std::function<void()> call, Effort effort, int visits);

    /// Of one of LibTorch's cheapest operators, an addition in place to a single number: what any operator takes, at
    /// least. Absent where LibTorch raises.
    [[nodiscard]] static std::optional<OperatorFloor> ofTorch(c10::Device device, Effort effort, int visits);

    /// Some repeats, until \p cancelled.
    void visit(const std::function<bool()> &cancelled);

    /// Absent where there was no visit, or the call raised. Called once.
    [[nodiscard]] std::optional<Roof> takeRoof();

private:
    [[nodiscard]] double secondsPerCall();

    std::unique_ptr<TimedDevice> m_device;
    std::function<void()> m_call;
    RepeatPlan m_plan; ///< of a visit
    Roof m_roof; ///< without its value
    std::vector<Repeats> m_visits;
};

} // namespace ridgepoint
