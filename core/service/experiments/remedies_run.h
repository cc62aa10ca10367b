// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/benchmark_process.h"
#include "core/service/steps/job_reporter.h"

#include <vector>

namespace rooflight {

/// How many processes the remedies of a request may need.
inline constexpr std::size_t maxRemedyVariants = 36;

/// Times everything that can be changed about the request's model interleaved with the model as it is, then those that
/// made it faster in combination, and sends what it finds as it goes. \p processes have not been asked anything. False
/// when it failed; what was measured before was sent, too.
bool sendRemedies(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                  JobReporter &reporter);

} // namespace rooflight
