// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>

namespace rooflight {

/// Clock of the CPU that calls, from the fastest of a few chains of dependent integer additions (one cycle each on
/// current processors), a quarter of a millisecond in all: short enough that a clock lowered for wide vectors is still
/// held. Absent on architectures that it is not written for.
[[nodiscard]] std::optional<double> heldClockHz();

} // namespace rooflight
