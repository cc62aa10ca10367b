// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "device/clock.h"

#include <chrono>
#include <thread>

namespace emulated_gpu {

namespace {

using Clock = std::chrono::steady_clock;

/// A sleep ends later than asked for by about this much: the rest is waited for awake.
constexpr std::int64_t awakeNs = 100'000;

} // namespace

std::int64_t nowNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
}

void waitUntil(std::int64_t momentNs)
{
    if (momentNs - nowNs() > awakeNs)
        std::this_thread::sleep_until(Clock::time_point(std::chrono::nanoseconds(momentNs - awakeNs)));
    while (nowNs() < momentNs)
        std::this_thread::yield();
}

} // namespace emulated_gpu
