// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/sampling/sampler.h"
#include "core/service/steps/job_reporter.h"
#include "core/service/steps/job_rights.h"
#include "core/service/steps/prepared_model.h"
#include "core/timing/sweep/batch_sweep.h"

#include <string>
#include <vector>

namespace rooflight {

// Each measures what its name says and sends it, from time to time and at the end. False when it failed; what was
// measured before was sent, too. The model must be prepared as far as its inputs; sendLayers() needs its analysis.

bool sendLatency(const Request &request, PreparedModel &model, JobReporter &reporter);
bool sendMethods(const Request &request, PreparedModel &model, JobReporter &reporter);
bool sendSweep(const Request &request, PreparedModel &model, JobReporter &reporter);

/// As the steps above, but the error is returned, not sent: a model whose layers cannot be timed can be timed as a
/// whole.
[[nodiscard]] std::optional<Error> sendLayers(const Request &request, PreparedModel &model, JobReporter &reporter);

/// Counts the model at every size of the request's axes, without a run or in an observed one, measures it and its
/// layers if that is asked for, and sends the sweep after each measurement and at the end. A size at which the model
/// does not run says why; the others go on.
bool sendSizeSweep(const Request &request, PreparedModel &model, JobReporter &reporter);

/// Files of the request's model and of every one that is interleaved with it, each once. Errors: CommandLine.
[[nodiscard]] Result<std::vector<std::string>> variantFiles(const Request &request);

/// Times the variants of a request, whose files were inspected, interleaved. False when it failed; what was measured
/// before was sent, too. \p prepared gives the device and the specs of the inputs.
bool sendInterleaved(const Request &request, PreparedModel &prepared, JobReporter &reporter);

/// Sends what a trace of PyTorch's profiler says of a model: its cost, the roofs of this machine, and what its layers
/// and operators took. False when it failed. \p prepared gives the cost model and the device. When the trace is read,
/// the start ends: operators that it names are called after that.
bool sendImported(const Request &request, PreparedModel &prepared, JobReporter &reporter, JobStart &start);

/// Runs the model a few times more, and adds to \p analysis what the GPU's own counters saw. If nothing can be
/// counted the analysis stays as it is, and a notice says why.
void addCountedBytes(PreparedModel &model, Analysis &analysis, JobReporter &reporter);

/// What a request asks for, as rules: a number of runs or a time if it names one, else until the median is known.
[[nodiscard]] TrialLimits latencyLimits(const MeasureLimits &limits);
[[nodiscard]] SweepLimits sweepLimits(const Request &request);

/// Limits the memory that the file and the model may take, or says that it cannot. A missing device is reported when
/// the model is loaded.
void limitModelMemory(const Request &request, PreparedModel &model, JobReporter &reporter);

} // namespace rooflight
