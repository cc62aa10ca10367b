// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device_timer.h"

#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <deque>

namespace ridgepoint {

namespace {

class SteadyClockTimer : public DeviceTimer
{
    using Clock = std::chrono::steady_clock;

public:
    std::string_view method() const override { return "steady_clock"; }
    void reset() override { m_marks.clear(); }

    std::size_t mark() override
    {
        m_marks.push_back(Clock::now());
        return m_marks.size() - 1;
    }

    std::vector<double> resolve() override
    {
        std::vector<double> times;
        times.reserve(m_marks.size());
        for (const Clock::time_point mark : m_marks)
            times.push_back(std::chrono::duration<double, std::nano>(mark - m_marks.front()).count());
        return times;
    }

private:
    std::vector<Clock::time_point> m_marks;
};

/// Device-neutral events: this file needs no CUDA header, and links no CUDA library.
class EventTimer : public DeviceTimer
{
public:
    explicit EventTimer(c10::Device device)
        : m_device(device)
        , m_guard(device.type())
    {
    }

    std::string_view method() const override { return "events"; }
    void reset() override { m_used = 0; }

    std::size_t mark() override
    {
        if (m_used == m_events.size())
            m_events.emplace_back(m_device.type(), c10::EventFlag::BACKEND_DEFAULT);
        m_events[m_used].record(m_guard.getStream(m_device));
        return m_used++;
    }

    std::vector<double> resolve() override
    {
        std::vector<double> times;
        times.reserve(m_used);
        if (m_used == 0)
            return times;
        m_events[m_used - 1].synchronize();
        constexpr double nanosecondsPerMillisecond = 1e6;
        times.push_back(0);
        for (std::size_t i = 1; i < m_used; ++i)
            times.push_back(m_events.front().elapsedTime(m_events[i]) * nanosecondsPerMillisecond);
        return times;
    }

private:
    c10::Device m_device;
    c10::impl::VirtualGuardImpl m_guard;
    std::deque<c10::Event> m_events;
    std::size_t m_used = 0;
};

} // namespace

std::unique_ptr<DeviceTimer> makeDeviceTimer(c10::Device device)
{
    if (device.is_cpu())
        return std::make_unique<SteadyClockTimer>();
    return std::make_unique<EventTimer>(device);
}

} // namespace ridgepoint
