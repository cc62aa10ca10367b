// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"

#include <functional>
#include <optional>

namespace rooflight {

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
