// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/steps/job_reporter.h"

namespace rooflight {

/// Sends the roofs of the request's device: from the cache, else measured. False when it failed.
bool sendPeaks(const Request &request, JobReporter &reporter);

/// Sends the roofs of the request's device that are in the cache; none if there are none.
bool sendKeptPeaks(const Request &request, JobReporter &reporter);

/// The device that a request names, as far as it is known.
[[nodiscard]] Device deviceOf(const Request &request);

} // namespace rooflight
