// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <c10/core/Device.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Takes marks in the order of a device's work and tells the times between them afterwards: by the steady clock on a
/// CPU, by events in the current stream on CUDA, so that nothing waits while the work is queued.
class DeviceTimer
{
public:
    virtual ~DeviceTimer() = default;

    /// "steady_clock" or "events".
    [[nodiscard]] virtual std::string_view method() const = 0;

    /// Forgets all marks; the memory for them is kept.
    virtual void reset() = 0;

    /// Takes a mark; returns its index.
    virtual std::size_t mark() = 0;

    /// Waits for the device and returns each mark's time in nanoseconds since the first.
    [[nodiscard]] virtual std::vector<double> resolve() = 0;
};

[[nodiscard]] std::unique_ptr<DeviceTimer> makeDeviceTimer(c10::Device device);

} // namespace ridgepoint
