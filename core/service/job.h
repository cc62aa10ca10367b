// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/result.h"
#include "core/record/record.h"

#include <functional>

namespace ridgepoint {

/// How far the process of a job has come; tells a crash while loading from one while running.
enum class JobStage : int { Starting, Loading, Running, Measuring };

/// Where a job sends its records, and how it learns that it should end.
struct JobChannel {
    std::function<void(RecordBody)> send;
    std::function<void(JobStage)> enter;
    std::function<bool()> cancelled;
};

/// Does the whole request in this process: the code of the model file runs here, so call it in a process of its own
/// that may be lost (JobProcess). Sends its records in stages and ends with Done or Error. Confines the process first.
void runJob(const Request &request, const JobChannel &channel);

} // namespace ridgepoint
