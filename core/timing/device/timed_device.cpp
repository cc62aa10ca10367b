// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/timed_device.h"

namespace ridgepoint {

double spanNs(TimedDevice &device, const std::function<void()> &run)
{
    device.forgetMarks();
    device.mark();
    run();
    device.mark();
    return device.resolveMarks().back();
}

} // namespace ridgepoint
