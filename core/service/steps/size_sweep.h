// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/steps/job_reporter.h"
#include "core/service/steps/prepared_model.h"

namespace rooflight {

/// Counts the model at every size of the request's axes, without a run or in an observed one, measures it and its
/// layers if that is asked for, and sends the sweep after each measurement and at the end. A size at which the model
/// does not run says why; the others go on.
bool sendSizeSweep(const Request &request, PreparedModel &model, JobReporter &reporter);

} // namespace rooflight
