// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/steps/job_rights.h"
#include "core/service/steps/prepared_model.h"

namespace rooflight {

/// Sends what a trace of PyTorch's profiler says of a model: its cost, the roofs of this machine, and what its layers
/// and operators took. False when it failed. \p prepared gives the cost model and the device. When the trace is read,
/// the start ends: operators that it names are called after that.
bool sendImported(const Request &request, PreparedModel &prepared, JobReporter &reporter, JobStart &start);

} // namespace rooflight
