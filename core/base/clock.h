// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <functional>

namespace ridgepoint {

inline constexpr double nsPerSecond = 1e9;

/// Seconds of a clock that never goes back.
[[nodiscard]] inline double monotonicSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A clock in seconds. Tests put a fake one here.
using SecondsClock = std::function<double()>;

} // namespace ridgepoint
