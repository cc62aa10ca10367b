// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/telemetry.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace rooflight::cuda {

/// Reads telemetry in a thread of its own: a driver that takes 20 ms or more to answer keeps no measurement waiting.
class TelemetryReader
{
public:
    /// `read` is called in that thread, never twice at a time, and at most once a period.
    TelemetryReader(std::function<Telemetry()> read, std::chrono::milliseconds period);

    /// Asks for a reading, unless one is under way or less than the period old. Returns at once.
    void request();

    /// The reading that was completed since the last call; none if it is still under way. Returns at once.
    [[nodiscard]] std::optional<Telemetry> take();

    /// Drops what was read, or is being read, of earlier work.
    void forget();

private:
    using Clock = std::chrono::steady_clock;

    void run(const std::stop_token &stop);

    const std::function<Telemetry()> m_read;
    const std::chrono::milliseconds m_period;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    bool m_wanted = false; ///< asked for, or under way
    int m_forgotten = 0;
    std::optional<Clock::time_point> m_begun;
    std::optional<Telemetry> m_reading;
    std::jthread m_thread; ///< last: it uses the others
};

} // namespace rooflight::cuda
