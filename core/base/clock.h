// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <time.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

inline constexpr double nsPerSecond = 1e9;

/// Seconds of a clock that never goes back.
[[nodiscard]] inline double monotonicSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds of a clock of POSIX: CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID. Unlike getrusage(), it never counts
/// in ticks.
[[nodiscard]] inline double secondsOfClock(clockid_t clock)
{
    timespec time {};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / nsPerSecond;
}

/// A clock in seconds. Tests put a fake one here.
using SecondsClock = std::function<double()>;

/// The time now, UTC, ISO 8601 to the second.
[[nodiscard]] std::string timestampNow();

/// Seconds from such a time until now; `nullopt` for other texts.
[[nodiscard]] std::optional<std::int64_t> secondsSince(std::string_view timestamp);

} // namespace rooflight
