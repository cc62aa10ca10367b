// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/clock.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace rooflight {

namespace {

constexpr std::int64_t additionsPerBlock = 16;
constexpr std::int64_t blocks = 16384;
constexpr int chains = 3;

/// Register plus register: processors that fold constants into the next addition cannot shorten it.
#if defined(__x86_64__)
#define ROOFLIGHT_ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#define ROOFLIGHT_ADD "add %0, %0, %1\n\t"
#endif

#ifdef ROOFLIGHT_ADD
#define ROOFLIGHT_ADD_4 ROOFLIGHT_ADD ROOFLIGHT_ADD ROOFLIGHT_ADD ROOFLIGHT_ADD

void addBlocks()
{
    std::uint64_t value = 0;
    const std::uint64_t one = 1;
    for (std::int64_t block = 0; block < blocks; ++block) {
        // volatile: the chain is the point, not its sum.
        asm volatile(ROOFLIGHT_ADD_4 ROOFLIGHT_ADD_4 ROOFLIGHT_ADD_4 ROOFLIGHT_ADD_4 : "+r"(value) : "r"(one));
    }
}
#endif

} // namespace

std::optional<double> heldClockHz()
{
#ifdef ROOFLIGHT_ADD
    using Clock = std::chrono::steady_clock;
    double best = 0;
    for (int chain = 0; chain < chains; ++chain) {
        const Clock::time_point start = Clock::now();
        addBlocks();
        const std::chrono::duration<double> elapsed = Clock::now() - start;
        best = std::max(best, static_cast<double>(blocks * additionsPerBlock) / elapsed.count());
    }
    return best;
#else
    return std::nullopt;
#endif
}

} // namespace rooflight
