// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/results/roofs/roofs.h"

#include <string>

namespace rooflight {

/// Whether these are roofs of a device: at least one, and each and each curve isSound().
[[nodiscard]] bool areSound(const DeviceRoofs &roofs);

/// The roofs of another machine: a file that `peaks --json` printed, or a session (.ridge) with roofs. Errors:
/// FileUnreadable; Damaged for what holds no roofs, or none that can be.
[[nodiscard]] Result<DeviceRoofs> readRoofs(const std::string &path);

} // namespace rooflight
