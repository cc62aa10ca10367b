// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/job_reporter.h"

#include <fmt/format.h>

namespace rooflight {

void JobReporter::announceDevice(const Device &device)
{
    Hello hello;
    hello.devices = { device };
    send(std::move(hello));
}

bool JobReporter::awaitRoofs()
{
    enter(JobStage::AwaitingRoofs);
    progress("peaks", 0, 0); // the worker looks at the stage when this comes
    m_wait();
    enter(JobStage::Running);
    return true;
}

bool JobReporter::fail(const Error &error)
{
    m_failed = true;
    if (!stopRequested()) // what fails then was stopped, which the worker says itself
        send(error);
    return false;
}

void JobReporter::progress(std::string_view stage, std::int64_t done, std::int64_t total)
{
    const auto now = std::chrono::steady_clock::now();
    if (done > 0 && done != total && m_lastProgress && now - *m_lastProgress < std::chrono::milliseconds(50))
        return;
    m_lastProgress = now;
    send(Progress { std::string(stage), done, total });
}

MeasurementContext JobReporter::context(std::string_view stage, ConditionSampler *conditions)
{
    MeasurementContext context;
    context.stop = m_stop;
    context.progress = [this, stage](std::int64_t done, std::int64_t total) { progress(stage, done, total); };
    context.conditions = conditions;
    return context;
}

} // namespace rooflight
