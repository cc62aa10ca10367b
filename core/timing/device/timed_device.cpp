// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/timed_device.h"

namespace rooflight {

HoldOutcome runHeld(TimedDevice &device, const std::function<void()> &run)
{
    if (!device.hold())
        return HoldOutcome::Refused;
    try {
        run();
    } catch (...) {
        device.release();
        throw;
    }
    return device.release() ? HoldOutcome::Held : HoldOutcome::Broken;
}

double spanNs(TimedDevice &device, const std::function<void()> &run)
{
    device.forgetMarks();
    device.mark();
    run();
    device.mark();
    return device.resolveMarks().back();
}

HeldSpan heldSpanNs(TimedDevice &device, const std::function<void()> &run)
{
    const HoldOutcome outcome = runHeld(device, [&] {
        device.forgetMarks();
        device.mark();
        run();
        device.mark();
    });
    if (outcome == HoldOutcome::Refused)
        return {};
    return { outcome, device.resolveMarks().back() };
}

} // namespace rooflight
