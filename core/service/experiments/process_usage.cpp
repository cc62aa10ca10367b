// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/process_usage.h"

#include "core/base/clock.h"

#include <sys/resource.h>

namespace rooflight {

namespace {

constexpr std::int64_t residentUnit = 1024; ///< of ru_maxrss

} // namespace

ProcessUsage processUsage()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return { usage.ru_minflt, usage.ru_maxrss * residentUnit, secondsOfClock(CLOCK_PROCESS_CPUTIME_ID) * nsPerSecond };
}

} // namespace rooflight
