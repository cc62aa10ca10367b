// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include <algorithm>

namespace rooflight {

std::string_view faultIn(const BatchSweep &sweep)
{
    if (!isCodeWord(sweep.end))
        return foreignRecord;
    return havePathsInBounds(sweep.layers) ? std::string_view() : longPath;
}

bool isOf(const ModelIdentity &model, const std::string & /*path*/, const BatchSweep &sweep)
{
    return sweep.model == model.sha256;
}

bool quoteWords(BatchSweep &sweep, const Request &request)
{
    bool changed = quoteUnless(isOnBatch(sweep.batchReason, request), sweep.batchReason);
    for (BatchPoint &point : sweep.points)
        changed = quoteUnless(isOnMeasuring(point.reason, request), point.reason) || changed;
    for (SizePoint &point : sweep.sizes)
        changed = quoteUnless(isOnMeasuring(point.reason, request), point.reason) || changed;
    return changed;
}

} // namespace rooflight
