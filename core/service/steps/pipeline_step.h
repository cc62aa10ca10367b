// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/service/steps/job_reporter.h"

namespace ridgepoint {

/// Parses what a pipeline's request says of its inputs and its host work. Errors: CommandLine.
[[nodiscard]] Result<void> checkPipeline(const Request &request);

/// All TorchScript files of a pipeline request, host work included.
[[nodiscard]] std::vector<std::string> pipelineFiles(const Request &request);

/// The SPEC of "N/SPEC", which is for the model N of a pipeline; any other text as it is.
[[nodiscard]] std::string pipelineSpec(const std::string &input);

/// Loads and measures the pipeline of a request whose files were inspected. False when it failed.
bool sendPipeline(const Request &request, JobReporter &reporter);

} // namespace ridgepoint
