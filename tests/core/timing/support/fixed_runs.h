// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/timing/run_sampler.h"

/// Limits that end after exactly this many runs, however long they take.
[[nodiscard]] inline ridgepoint::LatencyLimits fixedRuns(std::int64_t count)
{
    ridgepoint::LatencyLimits limits;
    limits.measuring.minimumCount = count;
    limits.measuring.maximumCount = count;
    limits.measuring.minimumSeconds = 0;
    return limits;
}
