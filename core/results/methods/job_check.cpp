// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include "core/timing/methods/method_comparison.h"
#include "core/timing/methods/method_timers.h"

namespace rooflight {

std::string_view faultIn(const MethodComparison &methods)
{
    return timingOf(methods, methods.reference) ? std::string_view() : foreignRecord;
}

bool quoteWords(MethodComparison &comparison, const Request &request)
{
    for (MethodTiming &timing : comparison.methods) {
        const std::optional<TimingMethod> method = timing.method.value();
        const std::string onCpu = method && !request.isOnCuda() ? unavailableOnCpu(*method) : std::string();
        if (!onCpu.empty())
            timing.unavailable = onCpu;
        else if (!request.isOnCuda() || !isOnGpu(timing.unavailable, request))
            quote(timing.unavailable);
    }
    comparison.findings = findingsOf(comparison, request.isOnCuda());
    return true;
}

} // namespace rooflight
