// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/methods/method_timers.h"

namespace ridgepoint {

namespace {

constexpr const char *noEvents = "A CPU has no events: its calls return when their work is done.";

/// What all timers share: a device, and perhaps a reason why they do not apply.
class DeviceMethodTimer : public MethodTimer
{
public:
    DeviceMethodTimer(TimedDevice &device, TimingMethod method, std::string unavailableReason = {})
        : m_device(device)
        , m_method(method)
        , m_unavailableReason(std::move(unavailableReason))
    {
    }

    TimingMethod method() const override { return m_method; }
    std::string unavailableReason() const override { return m_unavailableReason; }

protected:
    void setUnavailable(std::string reason) { m_unavailableReason = std::move(reason); }

    TimedDevice &m_device;

private:
    TimingMethod m_method;
    std::string m_unavailableReason;
};

class NaiveTimer : public DeviceMethodTimer
{
public:
    explicit NaiveTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::Naive)
    {
    }

    double timeCall(const std::function<void()> &run) override
    {
        const double begin = m_device.nowNs();
        run();
        const double end = m_device.nowNs();
        m_device.synchronize();
        return end - begin;
    }
};

class SynchronizedTimer : public DeviceMethodTimer
{
public:
    explicit SynchronizedTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::Synchronized)
    {
    }

    double timeCall(const std::function<void()> &run) override
    {
        const double begin = m_device.nowNs();
        run();
        m_device.synchronize();
        return m_device.nowNs() - begin;
    }
};

class ThroughputTimer : public DeviceMethodTimer
{
public:
    explicit ThroughputTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::Throughput)
    {
    }

    double timeCall(const std::function<void()> &run) override
    {
        const double begin = m_device.nowNs();
        for (int call = 0; call < throughputCalls; ++call)
            run();
        m_device.synchronize();
        return (m_device.nowNs() - begin) / throughputCalls;
    }
};

class EventTimer : public DeviceMethodTimer
{
public:
    explicit EventTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::Events, device.isAsynchronous() ? "" : noEvents)
    {
    }

    double timeCall(const std::function<void()> &run) override { return spanNs(m_device, run); }
};

class HeldEventTimer : public DeviceMethodTimer
{
public:
    explicit HeldEventTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::EventsHeld, device.isAsynchronous() ? "" : noEvents)
    {
    }

    double timeCall(const std::function<void()> &run) override
    {
        if (!m_device.hold()) {
            setUnavailable("The device cannot hold its queue back.");
            return 0;
        }
        m_device.forgetMarks();
        m_device.mark();
        try {
            run();
        } catch (...) {
            m_device.release();
            throw;
        }
        m_device.mark();
        if (!m_device.release())
            setUnavailable("The model waits for the device while it runs, or queues more than the driver takes.");
        return m_device.resolveMarks().back();
    }
};

class GraphReplayTimer : public DeviceMethodTimer
{
public:
    explicit GraphReplayTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::GraphReplay, device.isAsynchronous() ? "" : "A CPU has no graphs.")
    {
    }

    double timeCall(const std::function<void()> &run) override
    {
        if (!m_replay) {
            Result<std::function<void()>> captured = m_device.capture(run);
            if (!captured.ok()) {
                setUnavailable(captured.error().text);
                return 0;
            }
            m_replay = std::move(captured).value();
        }
        const double timeNs = spanNs(m_device, m_replay);
        m_device.synchronize();
        return timeNs;
    }

    void forgetModel() override { m_replay = nullptr; }

private:
    std::function<void()> m_replay;
};

class KernelSumTimer : public DeviceMethodTimer
{
public:
    explicit KernelSumTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::KernelSum,
                            device.isAsynchronous() ? "" : "A CPU has no kernels to add up.")
    {
    }

    double timeCall(const std::function<void()> &run) override
    {
        const Result<double> sum = m_device.kernelSumNs(run);
        if (sum.ok())
            return sum.value();
        setUnavailable(sum.error().text);
        return 0;
    }
};

} // namespace

std::vector<std::unique_ptr<MethodTimer>> makeMethodTimers(TimedDevice &device)
{
    std::vector<std::unique_ptr<MethodTimer>> timers;
    timers.push_back(std::make_unique<NaiveTimer>(device));
    timers.push_back(std::make_unique<SynchronizedTimer>(device));
    timers.push_back(std::make_unique<ThroughputTimer>(device));
    timers.push_back(std::make_unique<EventTimer>(device));
    timers.push_back(std::make_unique<HeldEventTimer>(device));
    timers.push_back(std::make_unique<GraphReplayTimer>(device));
    timers.push_back(std::make_unique<KernelSumTimer>(device));
    return timers;
}

} // namespace ridgepoint
