// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/torch_device.h"

#include "core/timing/cuda/graph_capture.h"
#include "core/timing/cuda/profiled_work.h"
#include "core/timing/cuda/stream_hold.h"
#include "core/timing/device/cache_flush.h"

#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <fmt/format.h>

#include <chrono>
#include <deque>

namespace rooflight {

namespace {

double steadyNs()
{
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class CpuDevice : public TimedDevice
{
public:
    bool isAsynchronous() const override { return false; }
    std::string_view method() const override { return "steady_clock"; }
    double nowNs() override { return steadyNs(); }
    void synchronize() override { }
    void forgetMarks() override { m_marks.clear(); }

    std::size_t mark() override
    {
        m_marks.push_back(steadyNs());
        return m_marks.size() - 1;
    }

    std::vector<double> resolveMarks() override
    {
        std::vector<double> times;
        times.reserve(m_marks.size());
        for (const double mark : m_marks)
            times.push_back(mark - m_marks.front());
        return times;
    }

    bool hold() override { return false; }
    bool release() override { return true; }

    void flushCaches() override { m_flush.run(); }

    Result<std::function<void()>> capture(const std::function<void()> &) override { return cpuHasNone("graphs"); }
    Result<double> kernelSumNs(const std::function<void()> &) override { return cpuHasNone("kernels"); }

private:
    static Error cpuHasNone(std::string_view what)
    {
        return { ErrorCode::ModelFailed, fmt::format("A CPU has no {}.", what), "" };
    }

    std::vector<double> m_marks;
    CpuCacheFlush m_flush;
};

/// Device-neutral events: this file needs no CUDA header, and links no CUDA library.
class EventDevice : public TimedDevice
{
public:
    explicit EventDevice(c10::Device device)
        : m_device(device)
        , m_guard(device.type())
        , m_hold(device)
        , m_flush(device)
    {
    }

    bool isAsynchronous() const override { return true; }
    std::string_view method() const override { return "events"; }
    double nowNs() override { return steadyNs(); }
    void synchronize() override { m_guard.synchronizeStream(m_guard.getStream(m_device)); }
    void forgetMarks() override { m_used = 0; }

    std::size_t mark() override
    {
        if (m_used == m_events.size())
            m_events.emplace_back(m_device.type(), c10::EventFlag::BACKEND_DEFAULT);
        m_events[m_used].record(m_guard.getStream(m_device));
        return m_used++;
    }

    std::vector<double> resolveMarks() override
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

    bool hold() override { return m_hold.begin(); }
    bool release() override { return m_hold.end(); }

    void flushCaches() override
    {
        m_flush.queue();
        synchronize();
    }

    Result<std::function<void()>> capture(const std::function<void()> &run) override { return captureCudaGraph(run); }

    Result<double> kernelSumNs(const std::function<void()> &run) override
    {
        return rooflight::kernelSumNs(profiledWork(
            run, [this] { synchronize(); }, ProfiledSides::Gpu));
    }

private:
    c10::Device m_device;
    c10::impl::VirtualGuardImpl m_guard;
    StreamHold m_hold;
    std::deque<c10::Event> m_events;
    std::size_t m_used = 0;
    GpuCacheFlush m_flush;
};

} // namespace

std::unique_ptr<TimedDevice> makeTimedDevice(c10::Device device)
{
    if (device.is_cpu())
        return std::make_unique<CpuDevice>();
    return std::make_unique<EventDevice>(device);
}

} // namespace rooflight
