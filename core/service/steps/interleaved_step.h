// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/service/steps/job_reporter.h"
#include "core/service/steps/prepared_model.h"

#include <string>
#include <vector>

namespace rooflight {

/// Files of the request's model and of every one that is interleaved with it, each once. Errors: CommandLine.
[[nodiscard]] Result<std::vector<std::string>> variantFiles(const Request &request);

/// Times the variants of a request, whose files were inspected, interleaved. False when it failed; what was measured
/// before was sent, too. \p prepared gives the device and the specs of the inputs.
bool sendInterleaved(const Request &request, PreparedModel &prepared, JobReporter &reporter);

} // namespace rooflight
