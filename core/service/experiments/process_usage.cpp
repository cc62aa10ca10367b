// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/process_usage.h"

#include <sys/resource.h>

#include <ctime>

namespace ridgepoint {

namespace {

constexpr std::int64_t residentUnit = 1024; ///< of ru_maxrss
constexpr double nsInSecond = 1e9;

/// getrusage() counts in ticks where the kernel was built so.
double cpuNs()
{
    timespec time {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * nsInSecond + static_cast<double>(time.tv_nsec);
}

} // namespace

ProcessUsage processUsage()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return { usage.ru_minflt, usage.ru_maxrss * residentUnit, cpuNs() };
}

} // namespace ridgepoint
