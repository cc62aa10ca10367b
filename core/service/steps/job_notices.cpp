// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/job_notices.h"

#include "core/base/count.h"
#include "core/machine/cpu_device.h"
#include "core/model/analysis.h"

#include <fmt/format.h>

namespace rooflight {

std::optional<Notice> crowdedThreads(const Request &request)
{
    const bool measures = request.kind != RequestKind::Inspect && request.kind != RequestKind::Analyze
        && request.kind != RequestKind::Peaks && request.kind != RequestKind::Import;
    if (!measures || request.isOnCuda() || request.threads <= availableCpus())
        return std::nullopt;
    return Notice { "oversubscribed",
                    fmt::format("{} threads take turns on {} CPUs: the times are longer and less steady than those of "
                                "as many threads as CPUs.",
                                request.threads, availableCpus()) };
}

std::optional<Notice> countsAsOnCpu(const Request &request)
{
    if (!request.predict || !request.isOnCuda())
        return std::nullopt;
    return Notice { "predicted_as_on_cpu",
                    fmt::format("--predict counts the operators that a CPU runs: on {} some, such as attention, "
                                "consist of others.",
                                request.device) };
}

std::optional<Notice> otherMethod(const Request &request)
{
    const std::string &method = request.execution.method;
    if (method.empty() || method == "forward")
        return std::nullopt;
    return Notice { "other_method", fmt::format("What is run is {}() of the model, not forward().", method) };
}

Notice trainingMode(const std::string &file)
{
    return { "training_mode",
             file
                 + " was saved in training mode: its code runs dropout or statistics of the batch in every run. Call "
                   "eval() before the model is exported or traced." };
}

Notice changedInputs()
{
    return { "changes_inputs",
             "The model changes its inputs as it runs: they are put back after each run, outside of what is timed." };
}

Notice countsStopped()
{
    return { "counts_at_least",
             fmt::format(
                 "Counts end at {} multiply-adds, and at {} FLOPs or bytes: where these numbers stand, the true "
                 "ones are as large or larger.",
                 mostMacs, Count::most) };
}

} // namespace rooflight
