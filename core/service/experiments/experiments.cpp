// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/experiments.h"

#include <utility>

namespace rooflight {

bool runsExperiments(const Request &request)
{
    return request.kind == RequestKind::Remedies || request.kind == RequestKind::Explain;
}

std::size_t benchmarkProcessesOf(const Request &request)
{
    return request.kind == RequestKind::Explain ? explanationProcesses(request) : maxRemedyVariants;
}

bool sendExperiments(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                     JobReporter &reporter, const JobRights & /*rights*/)
{
    return request.kind == RequestKind::Explain ? sendExplanation(request, device, std::move(processes), reporter)
                                                : sendRemedies(request, device, std::move(processes), reporter);
}

} // namespace rooflight
