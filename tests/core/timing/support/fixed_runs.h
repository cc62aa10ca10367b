// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/sampler.h"

/// Limits that end after exactly this many runs, however long they take.
[[nodiscard]] inline rooflight::TrialLimits fixedRuns(std::int64_t count)
{
    rooflight::TrialLimits limits;
    limits.sampling.minimumCount = count;
    limits.sampling.maximumCount = count;
    limits.sampling.minimumSeconds = 0;
    return limits;
}
