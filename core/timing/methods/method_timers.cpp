// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/methods/method_timers.h"

#include "core/model/result_sentences.h"

namespace rooflight {

namespace {

std::string unavailableOn(const TimedDevice &device, TimingMethod method)
{
    return device.isAsynchronous() ? std::string() : unavailableOnCpu(method);
}

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

    std::optional<double> timeCall(const std::function<void()> &run) override
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

    std::optional<double> timeCall(const std::function<void()> &run) override
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

    std::optional<double> timeCall(const std::function<void()> &run) override
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
        : DeviceMethodTimer(device, TimingMethod::Events, unavailableOn(device, TimingMethod::Events))
    {
    }

    std::optional<double> timeCall(const std::function<void()> &run) override { return spanNs(m_device, run); }
};

class HeldEventTimer : public DeviceMethodTimer
{
public:
    explicit HeldEventTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::EventsHeld, unavailableOn(device, TimingMethod::EventsHeld))
    {
    }

    std::optional<double> timeCall(const std::function<void()> &run) override
    {
        prepare(run);
        const HeldSpan span = heldSpanNs(m_device, run);
        if (span.outcome == HoldOutcome::Held)
            return span.timeNs;
        if (span.outcome == HoldOutcome::Refused)
            setUnavailable(sentences::cannotHold);
        else if (++m_brokenHolds == maxBrokenHolds)
            setUnavailable(sentences::holdBreaks);
        return std::nullopt;
    }

    void forgetModel() override { m_prepared = false; }

private:
    /// A model's first calls load kernels, compile and allocate, which waits for the device: none of that may be held.
    void prepare(const std::function<void()> &run)
    {
        constexpr int preparingCalls = 2; // the second is the first of what the executor optimized
        for (int call = 0; call < preparingCalls && !m_prepared; ++call)
            run();
        m_prepared = true;
        m_device.synchronize();
    }

    static constexpr int maxBrokenHolds = 3;

    bool m_prepared = false;
    int m_brokenHolds = 0;
};

class GraphReplayTimer : public DeviceMethodTimer
{
public:
    explicit GraphReplayTimer(TimedDevice &device)
        : DeviceMethodTimer(device, TimingMethod::GraphReplay, unavailableOn(device, TimingMethod::GraphReplay))
    {
    }

    std::optional<double> timeCall(const std::function<void()> &run) override
    {
        if (!m_replay) {
            Result<std::function<void()>> captured = m_device.capture(run);
            if (!captured.ok()) {
                setUnavailable(captured.error().text);
                return std::nullopt;
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
        : DeviceMethodTimer(device, TimingMethod::KernelSum, unavailableOn(device, TimingMethod::KernelSum))
    {
    }

    std::optional<double> timeCall(const std::function<void()> &run) override
    {
        const Result<double> sum = m_device.kernelSumNs(run);
        if (sum.ok())
            return sum.value();
        setUnavailable(sum.error().text);
        return std::nullopt;
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

} // namespace rooflight
