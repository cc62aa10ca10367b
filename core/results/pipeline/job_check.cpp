// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

namespace rooflight {

bool quoteWords(PipelineLatency &pipeline, const Request &request)
{
    bool changed = false;
    for (PipelineStage &stage : pipeline.stages)
        changed = (!isStageOf(stage.name, request) && quote(stage.name)) || changed;
    if (pipeline.explanation.empty())
        return changed;
    return makeAnew(pipeline.explanation, explanationOf(pipeline, request.isOnCuda()).text) || changed;
}

} // namespace rooflight
