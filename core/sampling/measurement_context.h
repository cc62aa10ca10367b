// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"

#include <cstdint>
#include <functional>
#include <optional>
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

/// What a measurement brought, and what ended it early. A value beside an error is what was measured before, flagged
/// "partial"; so is one that was stopped.
template<typename T> struct Measured {
    std::optional<T> value;
    std::optional<Error> error;
};

/// Receives what a measurement has so far, about once a second: nothing is lost when its process is.
template<typename T> using SnapshotSink = std::function<void(const T &)>;

/// Lets an action through once a second, and so rarely that it takes at most 1/20 of the time.
class Throttle
{
public:
    explicit Throttle(SecondsClock now = monotonicSeconds);

    /// Calls \p action when it is due; whether it did. The first is due a second after the construction.
    bool runIfDue(const std::function<void()> &action);

private:
    SecondsClock m_now;
    double m_last;
    double m_cost = 0;
};

} // namespace rooflight
