// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/benchmark_process.h"
#include "core/service/steps/job_reporter.h"

#include <vector>

namespace rooflight {

/// How many processes the experiments on the operators of a request need.
[[nodiscard]] std::size_t explanationProcesses(const Request &request);

/// Calls the request's operators again alone, interleaved with themselves under one change at a time, and sends what it
/// finds as it goes. \p processes have not been asked anything. False when it failed; what was measured before was
/// sent, too.
bool sendExplanation(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                     JobReporter &reporter);

} // namespace rooflight
