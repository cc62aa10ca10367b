// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/roof.h"
#include "core/timing/timed_device.h"

#include <c10/core/Device.h>

#include <functional>
#include <optional>

namespace ridgepoint {

/// Time that operatorFloor() takes.
[[nodiscard]] double operatorFloorSeconds(Effort effort);

/// Shortest time that \p call takes when it is called again and again without waiting, as a launch floor: many calls
/// between two marks, repeated. Value and interval as those of the launch floors of core/peaks/cuda.
[[nodiscard]] Roof operatorFloor(TimedDevice &device, const std::function<void()> &call, Effort effort,
                                 const std::function<bool()> &cancelled);

/// That of one of LibTorch's cheapest operators, an addition in place to a single number: what any operator takes, at
/// least. Absent where LibTorch raises, or when it was cancelled before it began.
[[nodiscard]] std::optional<Roof> measureOperatorFloor(c10::Device device, Effort effort,
                                                       const std::function<bool()> &cancelled);

} // namespace ridgepoint
