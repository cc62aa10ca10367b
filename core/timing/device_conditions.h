// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/timing/condition_watch.h"

#include <c10/core/Device.h>

#include <memory>

namespace ridgepoint {

/// Watches the device from now on: CUDA by NVIDIA's management library, a CPU by what the system tells. A device that
/// tells nothing has no conditions.
[[nodiscard]] std::unique_ptr<ConditionWatch> watchConditions(c10::Device device);

} // namespace ridgepoint
