// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/methods/methods.h"
#include "core/timing/device/timed_device.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// Times calls of one model in one way. The device is idle before and after.
class MethodTimer
{
public:
    virtual ~MethodTimer() = default;

    [[nodiscard]] virtual TimingMethod method() const = 0;

    /// Why this way does not apply; empty when it does. May change after a call.
    [[nodiscard]] virtual std::string unavailableReason() const = 0;

    /// Time of one call; absent when it could not be taken: this time, or, with an unavailableReason() afterwards,
    /// ever.
    [[nodiscard]] virtual std::optional<double> timeCall(const std::function<void()> &run) = 0;

    /// To be called when another model is timed from now on.
    virtual void forgetModel() { }
};

/// Calls behind one sample of TimingMethod::Throughput.
inline constexpr int throughputCalls = 10;

/// Why a method does not apply on a CPU; empty if it does.
[[nodiscard]] std::string unavailableOnCpu(TimingMethod method);

/// A timer for each TimingMethod, in their order. The device must outlive them.
[[nodiscard]] std::vector<std::unique_ptr<MethodTimer>> makeMethodTimers(TimedDevice &device);

} // namespace rooflight
