// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/timing/device/timed_device.h"

#include <c10/core/Device.h>

#include <memory>

namespace rooflight {

/// A CPU by the steady clock, CUDA by events in the current stream.
[[nodiscard]] std::unique_ptr<TimedDevice> makeTimedDevice(c10::Device device);

} // namespace rooflight
