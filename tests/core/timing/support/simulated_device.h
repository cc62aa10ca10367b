// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/timing/device/timed_device.h"

#include <algorithm>
#include <functional>
#include <vector>

/// A device with clocks of its own, in whole microseconds of pretended time: every figure that a method should find
/// follows from its settings by hand.
class SimulatedDevice : public rooflight::TimedDevice
{
public:
    static constexpr double us = 1000; ///< nanoseconds

    bool asynchronous = true;
    bool canHold = true;
    bool canCapture = true;
    double wakeUpNs = 0; ///< from the end of the work to the return of synchronize()
    double longestHoldNs = 2e9;
    bool notesKernels = true;
    double slowerAfterKernelSumNs = 0; ///< what each launch takes longer on the device once kernels were collected

    /// A model queues its kernels: launching one takes the host this long, running it the device that long.
    void launch(double launchNs, double kernelNs)
    {
        if (m_capturing) {
            m_captured.push_back(kernelNs);
            return;
        }
        m_hostNs += launchNs;
        m_kernelNs += kernelNs;
        if (m_collectedKernels)
            m_deviceNs = std::max(m_deviceNs, m_hostNs) + slowerAfterKernelSumNs;
        if (!asynchronous) {
            m_hostNs += kernelNs;
            return;
        }
        if (m_held)
            m_waiting.push_back([this, kernelNs] { work(kernelNs); });
        else
            work(kernelNs);
    }

    /// Work of the host itself.
    void hostWork(double timeNs) { m_hostNs += timeNs; }

    [[nodiscard]] int flushes() const { return m_flushes; }
    [[nodiscard]] bool isHeld() const { return m_held; }

    bool isAsynchronous() const override { return asynchronous; }
    std::string_view method() const override { return asynchronous ? "events" : "steady_clock"; }
    double nowNs() override { return m_hostNs; }

    void synchronize() override
    {
        if (m_held) { // a host that waits for what is held ends the hold
            m_hostNs += longestHoldNs;
            letGo();
            m_holdBroken = true;
        }
        if (asynchronous)
            m_hostNs = std::max(m_hostNs, m_deviceNs) + wakeUpNs;
    }

    std::size_t mark() override
    {
        const std::size_t index = m_marks.size();
        m_marks.push_back(0);
        const auto take = [this, index] { m_marks[index] = asynchronous ? std::max(m_deviceNs, m_hostNs) : m_hostNs; };
        if (m_held)
            m_waiting.push_back(take);
        else
            take();
        return index;
    }

    void forgetMarks() override { m_marks.clear(); }

    std::vector<double> resolveMarks() override
    {
        synchronize();
        std::vector<double> times;
        for (const double mark : m_marks)
            times.push_back(mark - m_marks.front());
        return times;
    }

    bool hold() override
    {
        m_held = canHold;
        m_holdBroken = false;
        return canHold;
    }

    bool release() override
    {
        letGo();
        return !m_holdBroken;
    }

    void flushCaches() override { ++m_flushes; }

    rooflight::Result<std::function<void()>> capture(const std::function<void()> &run) override
    {
        if (!canCapture)
            return rooflight::Error { rooflight::ErrorCode::ModelFailed, "It cannot be captured.", "" };
        m_capturing = true;
        m_captured.clear();
        run();
        m_capturing = false;
        double sumNs = 0;
        for (const double kernelNs : m_captured)
            sumNs += kernelNs;
        return std::function<void()>([this, sumNs] { launch(1 * us, sumNs); });
    }

    rooflight::Result<double> kernelSumNs(const std::function<void()> &run) override
    {
        if (!notesKernels)
            return rooflight::Error { rooflight::ErrorCode::ModelFailed, "No kernel was noted.", "" };
        m_collectedKernels = true;
        const double before = m_kernelNs;
        run();
        synchronize();
        return m_kernelNs - before;
    }

private:
    void work(double kernelNs) { m_deviceNs = std::max(m_deviceNs, m_hostNs) + kernelNs; }

    void letGo()
    {
        m_held = false;
        for (const auto &entry : m_waiting)
            entry();
        m_waiting.clear();
    }

    double m_hostNs = 0;
    double m_deviceNs = 0; ///< when all queued work is done
    double m_kernelNs = 0; ///< of all kernels so far
    bool m_held = false;
    bool m_holdBroken = false;
    bool m_capturing = false;
    bool m_collectedKernels = false;
    std::vector<double> m_captured;
    std::vector<std::function<void()>> m_waiting;
    std::vector<double> m_marks;
    int m_flushes = 0;
};

inline constexpr double us = SimulatedDevice::us;
