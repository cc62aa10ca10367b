// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/service/job.h"
#include "core/timing/run_control.h"

#include <chrono>
#include <string_view>

namespace ridgepoint {

/// How the steps of one job send what they find and learn that they should end. Steps return false when they failed,
/// with the error sent.
class JobReporter
{
public:
    explicit JobReporter(const JobChannel &channel)
        : m_channel(channel)
    {
    }

    void send(RecordBody body) { m_channel.send(std::move(body)); }
    void enter(JobStage stage) { m_channel.enter(stage); }
    [[nodiscard]] bool cancelled() const { return m_channel.cancelled(); }

    /// Sends the error; false.
    bool fail(const Error &error);

    /// At most one in 50 ms: a model of microseconds would otherwise send thousands of lines a second.
    void progress(std::string_view stage, std::int64_t done, std::int64_t total);

    [[nodiscard]] RunControl controlFor(std::string_view stage);

    /// Sends what there is while a measurement goes on, with what \p complete adds to it.
    template<typename T, typename Complete> [[nodiscard]] SoFar<T> soFar(Complete complete)
    {
        return [this, complete](T value) {
            complete(value);
            send(std::move(value));
        };
    }

    /// Sends what a measurement brought, with what \p complete adds to it, and its error; whether there was none.
    template<typename T, typename Complete> bool sendMeasured(Measured<T> measured, Complete complete)
    {
        if (measured.value) {
            complete(*measured.value);
            send(std::move(*measured.value));
        }
        return measured.error ? fail(*measured.error) : true;
    }

private:
    const JobChannel &m_channel;
    std::chrono::steady_clock::time_point m_lastProgress {};
};

} // namespace ridgepoint
