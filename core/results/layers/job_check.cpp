// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

namespace rooflight {

std::string_view faultIn(const LayerLatencies &layers)
{
    return isCodeWord(layers.method) ? std::string_view() : foreignRecord;
}

bool quoteWords(LayerLatencies &layers, const Request &request)
{
    bool changed = false;
    for (std::string *reason : { &layers.noKernels, &layers.noGraphReplay, &layers.notHeld })
        changed = (!isOnGpu(*reason, request) && quote(*reason)) || changed;
    return changed;
}

} // namespace rooflight
