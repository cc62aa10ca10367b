// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/benchmark_process.h"
#include "core/service/steps/job_reporter.h"
#include "core/service/steps/job_rights.h"

#include <filesystem>
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

/// How many processes the experiments on the operators of a request need.
[[nodiscard]] std::size_t explanationProcesses(const Request &request);

/// Calls the request's operators again alone, interleaved with themselves under one change at a time, and sends what it
/// finds as it goes. \p processes have not been asked anything. False when it failed; what was measured before was
/// sent, too. \p root as of OtherLoadSampler.
bool sendExplanation(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                     JobReporter &reporter, const std::filesystem::path &root = "/");

/// How many processes the remedies of a request may need.
inline constexpr std::size_t maxRemedyVariants = 37;

/// Times everything that can be changed about the request's model interleaved with the model as it is, then those that
/// made it faster in combination, and sends what it finds as it goes. \p processes have not been asked anything. False
/// when it failed; what was measured before was sent, too. \p root as of OtherLoadSampler.
bool sendRemedies(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                  JobReporter &reporter, const std::filesystem::path &root = "/");

} // namespace rooflight
