// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <functional>
#include <stop_token>

namespace rooflight {

/// Reads the state of a device, such as its clock and temperature, while something is measured on it.
class ConditionSampler
{
public:
    virtual ~ConditionSampler() = default;

    /// Called between two samples, in the thread that measures.
    virtual void sampleIfDue() = 0;
};

/// What every measurement gets: how it is stopped, where it reports, and its clock.
struct MeasurementContext {
    std::stop_token stop;
    /// Repetitions done, and how many there will be; 0 when that is unknown.
    std::function<void(std::int64_t done, std::int64_t total)> progress = [](std::int64_t, std::int64_t) {};
    ConditionSampler *conditions = nullptr; ///< optional; must outlive the measurement
    SecondsClock now = monotonicSeconds;

    [[nodiscard]] bool stopRequested() const { return stop.stop_requested(); }
};

} // namespace rooflight
