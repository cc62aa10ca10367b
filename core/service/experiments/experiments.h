// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/benchmark_process.h"
#include "core/service/steps/job_rights.h"

#include <vector>

namespace rooflight {

/// Whether a request runs its model, or operators of it, in several processes that take turns.
[[nodiscard]] bool runsExperiments(const Request &request);

/// How many of these processes it may need.
[[nodiscard]] std::size_t benchmarkProcessesOf(const Request &request);

/// Does the request in \p processes, which have not been asked anything. False when it failed; what was measured
/// before was sent, too.
bool sendExperiments(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                     JobReporter &reporter, const JobRights &rights);

} // namespace rooflight
