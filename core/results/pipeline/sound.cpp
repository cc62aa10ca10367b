// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/pipeline/fields.h"

namespace rooflight {

void requireSound(const PipelineLatency &pipeline)
{
    const std::size_t stages = pipeline.stages.size();
    const auto fits = [stages](std::size_t count) { return count == stages || count == 0; };
    for (const PipelineMode &mode : pipeline.modes) {
        if (mode.stages.size() != stages || !fits(mode.medianRun.size()) || !fits(mode.p99Run.size()))
            throw FormatError("does not hold every stage", "modes");
    }
}

} // namespace rooflight
