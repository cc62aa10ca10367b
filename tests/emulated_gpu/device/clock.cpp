// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/clock.h"

#include <chrono>
#include <thread>

#include <sys/prctl.h>

namespace emulated_gpu {

namespace {

using Clock = std::chrono::steady_clock;

/// Where the kernel may not put the end of a sleep off, it comes later than asked for by about this much: the rest is
/// waited for awake.
constexpr std::int64_t awakeNs = 30'000;

void sleepUntil(std::int64_t momentNs)
{
    thread_local const int exact = prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    static_cast<void>(exact);
    std::this_thread::sleep_until(Clock::time_point(std::chrono::nanoseconds(momentNs)));
}

} // namespace

std::int64_t nowNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
}

void waitUntil(std::int64_t momentNs)
{
    if (momentNs - nowNs() > awakeNs)
        sleepUntil(momentNs - awakeNs);
    while (nowNs() < momentNs)
        std::this_thread::yield();
}

} // namespace emulated_gpu
