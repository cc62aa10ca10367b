// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/sampling/sampler.h"
#include "core/service/steps/job_reporter.h"
#include "core/service/steps/prepared_model.h"
#include "core/timing/sweep/batch_sweep.h"

namespace rooflight {

/// What a request asks for, as rules: a number of runs or a time if it names one, else until the median is known.
[[nodiscard]] TrialLimits latencyLimits(const MeasureLimits &limits);
[[nodiscard]] SweepLimits sweepLimits(const Request &request);

/// Limits the memory that the file and the model may take, or says that it cannot. A missing device is reported when
/// the model is loaded.
void limitModelMemory(const Request &request, PreparedModel &model, JobReporter &reporter);

} // namespace rooflight
