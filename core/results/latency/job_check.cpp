// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

namespace rooflight {

std::string_view faultIn(const ModelLatency &latency)
{
    const bool isSound = isCodeWord(latency.method) && isCodeWord(latency.warmupEnd) && isCodeWord(latency.end)
        && (!latency.energy || isPossible(*latency.energy));
    return isSound ? std::string_view() : foreignRecord;
}

bool quoteWords(ModelLatency &latency, const Request &request)
{
    const bool quoted = latency.energy && quoteReason(*latency.energy, request);
    return quoteUnless(isOnBatch(latency.batchReason, request), latency.batchReason) || quoted;
}

} // namespace rooflight
