// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"
#include "core/sampling/measurement_context.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

namespace rooflight {

/// How far the process of a job has come; distinguishes a crash while loading from one while running.
enum class JobStage : int { Starting, Loading, Running, AwaitingRoofs, Measuring };

/// Where one job sends what it finds, and how it is stopped. Steps of a job return false when they failed, with the
/// error sent.
class JobReporter
{
public:
    JobReporter(
        std::function<void(RecordBody)> send, std::function<void(JobStage)> enter, std::function<void()> wait,
        std::stop_token stop, std::function<void()> closeInChild = [] {})
        : m_send(std::move(send))
        , m_enter(std::move(enter))
        , m_wait(std::move(wait))
        , m_stop(std::move(stop))
        , m_closeInChild(std::move(closeInChild))
    {
    }

    /// In a process that was forked from this one: closes what the job sends its records through.
    void closeInChild() const { m_closeInChild(); }

    void send(RecordBody body) { m_send(std::move(body)); }
    void enter(JobStage stage) { m_enter(stage); }
    [[nodiscard]] bool stopRequested() const { return m_stop.stop_requested(); }

    /// Stage of the progress after which untrusted code runs in this process. It is not passed on.
    static constexpr std::string_view untrustedCode = "untrusted_code";

    /// Tells the worker, once and for good, that what is sent from here on may be untrusted text.
    void announceUntrustedCode() { send(Progress { std::string(untrustedCode), 0, 0 }); }

    /// Tells the worker, before that, which device the results will be of. It is not passed on.
    void announceDevice(const Device &device);

    /// Waits until another process, which has no model in it, has measured the roofs and sent them.
    bool awaitRoofs();

    /// Sends the error, unless the job was asked to end; false.
    bool fail(const Error &error);
    [[nodiscard]] bool failed() const { return m_failed; }

    /// At most one in 50 ms: a model of microseconds would otherwise send thousands of lines a second.
    void progress(std::string_view stage, std::int64_t done, std::int64_t total);

    /// For a measurement whose progress is that of \p stage; \p conditions is sampled between its samples.
    [[nodiscard]] MeasurementContext context(std::string_view stage, ConditionSampler *conditions = nullptr);

    /// Sends snapshots of a measurement, with what \p complete adds to them.
    template<typename T, typename Complete> [[nodiscard]] SnapshotSink<T> snapshotSink(Complete complete)
    {
        return [this, complete](T value) {
            complete(value);
            send(std::move(value));
        };
    }

    /// Sends what a measurement brought, with what \p complete adds to it. Returns its error.
    template<typename T, typename Complete>
    [[nodiscard]] std::optional<Error> sendValue(Measured<T> measured, Complete complete)
    {
        if (measured.value) {
            complete(*measured.value);
            send(std::move(*measured.value));
        }
        return std::move(measured.error);
    }

    /// The same, and sends the error; whether there was none.
    template<typename T, typename Complete> bool sendMeasured(Measured<T> measured, Complete complete)
    {
        const std::optional<Error> error = sendValue(std::move(measured), complete);
        return error ? fail(*error) : true;
    }

private:
    std::function<void(RecordBody)> m_send;
    std::function<void(JobStage)> m_enter;
    std::function<void()> m_wait;
    std::stop_token m_stop;
    std::function<void()> m_closeInChild;
    bool m_failed = false;
    std::optional<std::chrono::steady_clock::time_point> m_lastProgress;
};

} // namespace rooflight
