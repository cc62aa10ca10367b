// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/steps/job_rights.h"

namespace rooflight {

/// Loads and measures the pipeline of a request whose files were inspected. False when it failed.
bool sendPipeline(const Request &request, JobReporter &reporter, const JobRights &rights);

} // namespace rooflight
