// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/service/experiments/preloaded_process.h"
#include "core/service/steps/job_reporter.h"

namespace rooflight {

/// Does a request about a model in this process: the code of the model file runs here, so call it in a process of its
/// own that may be lost (JobProcess). Sends its records in stages and ends with Done or Error. Confines the process
/// first.
void runJob(const Request &request, JobReporter &reporter);

/// Goes on as a benchmark process in a program that was started with another allocator: see startPreloaded().
void answerPreloaded(PreloadedStart start);

/// Measures the roofs of the request's device, or takes them from the cache. Opens no model and no library of a user.
void measureRoofs(const Request &request, JobReporter &reporter);

/// The same without measuring: sends those in the cache, if there are any.
void sendKeptRoofs(const Request &request, JobReporter &reporter);

} // namespace rooflight
