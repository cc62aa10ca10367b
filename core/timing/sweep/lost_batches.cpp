// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/result_sentences.h"
#include "core/timing/sweep/batch_search.h"

namespace rooflight {

std::map<std::int64_t, int> retryLostBatches(BatchSweep &sweep)
{
    const bool nothingFitted = largestFitting(sweep) == 0;
    for (BatchPoint &point : sweep.points) {
        if (point.outcome != BatchOutcome::Trying)
            continue;
        ++point.timesLost;
        if (point.timesLost < 2)
            continue;
        // Its reason is the signal that ended it: without one it may have lacked memory.
        const bool hasCrashed = point.reason.parts.pattern == sentences::processCrashed;
        point.outcome = hasCrashed ? BatchOutcome::Failed : BatchOutcome::OutOfMemory;
        if (!hasCrashed)
            point.reason = composedText(sentences::processesLost);
    }
    std::map<std::int64_t, int> timesLost;
    for (const BatchPoint &point : sweep.points)
        timesLost[point.batch] = point.timesLost;
    std::erase_if(sweep.points, [nothingFitted](const BatchPoint &point) {
        return point.outcome == BatchOutcome::Trying || (nothingFitted && point.outcome == BatchOutcome::Failed)
            || hasFlag(point.samples.flags, SampleFlag::Partial);
    });
    return timesLost;
}

} // namespace rooflight
