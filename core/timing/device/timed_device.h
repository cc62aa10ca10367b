// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace rooflight {

/// What timing needs of a device that does work in the order in which it is queued: a clock on the host, and marks in
/// the order of the work. Tests put a simulated device behind it.
class TimedDevice
{
public:
    virtual ~TimedDevice() = default;

    /// Whether a call may return before the work that it queued is done. Not so on a CPU.
    [[nodiscard]] virtual bool isAsynchronous() const = 0;

    /// What marks are read from: "steady_clock" or "events".
    [[nodiscard]] virtual std::string_view method() const = 0;

    /// The host's steady clock.
    [[nodiscard]] virtual double nowNs() = 0;

    /// Waits until all queued work is done.
    virtual void synchronize() = 0;

    /// Takes a mark behind the work queued so far; returns its index.
    virtual std::size_t mark() = 0;

    /// Forgets all marks; the memory for them is kept.
    virtual void forgetMarks() = 0;

    /// Waits for the last mark and returns each mark's time in nanoseconds since the first.
    [[nodiscard]] virtual std::vector<double> resolveMarks() = 0;

    /// Keeps work that is queued from now on from starting, until release() or at most some seconds. False, and nothing
    /// happens, if the device cannot.
    [[nodiscard]] virtual bool hold() = 0;
    /// False when the hold had ended earlier because the host waited for work that was held.
    virtual bool release() = 0;

    /// Fills the caches with other data, and waits for that.
    virtual void flushCaches() = 0;

    /// Records the work that \p run queues, without doing it, and returns what queues all of it again at once. Errors:
    /// ModelFailed or DeviceMissing with the reason why that cannot be done.
    [[nodiscard]] virtual Result<std::function<void()>> capture(const std::function<void()> &run) = 0;

    /// Runs \p run and returns the sum of the times of its kernels, as the device itself noted them. Errors:
    /// ModelFailed with the reason why there are none.
    [[nodiscard]] virtual Result<double> kernelSumNs(const std::function<void()> &run) = 0;
};

enum class HoldOutcome {
    Held,
    Refused, ///< the device cannot: nothing was run
    Broken, ///< it ended before all was queued: times of what it held mean nothing
};

/// Calls \p run while the device is held back. Throws what \p run throws.
[[nodiscard]] HoldOutcome runHeld(TimedDevice &device, const std::function<void()> &run);

/// Time of what \p run queues, between a mark before and one behind it. Forgets all earlier marks.
[[nodiscard]] double spanNs(TimedDevice &device, const std::function<void()> &run);

struct HeldSpan {
    HoldOutcome outcome = HoldOutcome::Refused;
    double timeNs = 0; ///< of a run that was held
};

/// The same, held back until all is queued: no gap is the host's.
[[nodiscard]] HeldSpan heldSpanNs(TimedDevice &device, const std::function<void()> &run);

} // namespace rooflight
