// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/steps/job_reporter.h"
#include "core/service/steps/prepared_model.h"

namespace rooflight {

// Each measures what its name says and sends it, from time to time and at the end. False when it failed; what was
// measured before was sent, too. The model must be prepared as far as its inputs; sendLayers() needs its analysis.

bool sendLatency(const Request &request, PreparedModel &model, JobReporter &reporter);
bool sendMethods(const Request &request, PreparedModel &model, JobReporter &reporter);
bool sendSweep(const Request &request, PreparedModel &model, JobReporter &reporter);

/// As the steps above, but the error is returned, not sent: a model whose layers cannot be timed can be timed as a
/// whole.
[[nodiscard]] std::optional<Error> sendLayers(const Request &request, PreparedModel &model, JobReporter &reporter);

} // namespace rooflight
