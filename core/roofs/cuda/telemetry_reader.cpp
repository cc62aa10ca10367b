// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/telemetry_reader.h"

#include <utility>

namespace rooflight::cuda {

TelemetryReader::TelemetryReader(std::function<Telemetry()> read, std::chrono::milliseconds period)
    : m_read(std::move(read))
    , m_period(period)
    , m_thread([this](const std::stop_token &stop) { run(stop); })
{
}

void TelemetryReader::request()
{
    const std::lock_guard lock(m_mutex);
    const Clock::time_point now = Clock::now();
    if (m_wanted || (m_begun && now - *m_begun < m_period))
        return;
    m_begun = now;
    m_wanted = true;
    m_wake.notify_one();
}

std::optional<Telemetry> TelemetryReader::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_reading, std::nullopt);
}

void TelemetryReader::forget()
{
    const std::lock_guard lock(m_mutex);
    ++m_forgotten;
    m_reading.reset();
}

void TelemetryReader::run(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        // Without a time it would need libstdc++ 12.
        if (!m_wake.wait_for(lock, stop, std::chrono::hours(1), [this] { return m_wanted; }))
            continue;
        const int forgotten = m_forgotten;
        lock.unlock();
        const Telemetry reading = m_read();
        lock.lock();
        m_wanted = false;
        if (forgotten == m_forgotten)
            m_reading = reading;
    }
}

} // namespace rooflight::cuda
