// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/job_notices.h"

#include "core/base/count.h"
#include "core/machine/cpu_device.h"
#include "core/model/error_sentences.h"
#include "core/results/analysis/analysis.h"

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

Notice noticeOf(std::string code, ComposedText sentence)
{
    return { std::move(code), std::move(sentence.text), std::move(sentence.parts) };
}

Notice changedInputs()
{
    return noticeOf("changes_inputs", phraseWith(phrases::changesInputs, {}));
}

Notice countsStopped()
{
    return noticeOf("counts_at_least",
                    phraseWith(phrases::countsStopped, { std::to_string(mostMacs), std::to_string(Count::most) }));
}

} // namespace rooflight
