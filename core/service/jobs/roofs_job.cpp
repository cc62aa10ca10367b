// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/request_check.h"
#include "core/service/jobs/job.h"
#include "core/service/steps/peaks_step.h"
#include "core/torchscript/load/torch_errors.h"

#include <ATen/Parallel.h>

namespace rooflight {

namespace {

/// Has roofs sent by the threads of the request.
void answerWithRoofs(const Request &request, JobReporter &reporter, bool (*send)(const Request &, JobReporter &))
{
    if (const Result<void> sound = checkRequest(request); !sound.ok()) {
        reporter.send(sound.error());
        return;
    }
    if (request.threads > 0)
        at::set_num_threads(request.threads);
    // Of a device that fails, which the error of the roofs says already.
    const TorchWarnings unheard { [](const std::string &) {} };
    if (send(request, reporter) && !reporter.stopRequested())
        reporter.send(Done {});
}

} // namespace

void measureRoofs(const Request &request, JobReporter &reporter)
{
    answerWithRoofs(request, reporter, sendPeaks);
}

void sendKeptRoofs(const Request &request, JobReporter &reporter)
{
    answerWithRoofs(request, reporter, sendKeptPeaks);
}

} // namespace rooflight
