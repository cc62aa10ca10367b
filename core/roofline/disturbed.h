// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/roof.h"

namespace rooflight {

/// True where a roof that can judge was measured while something disturbed it, or is too uncertain: such roofs are
/// measured again when they are next asked for. Few samples are what a quick measurement takes: where only that is to
/// be had, they do not count.
[[nodiscard]] bool isDisturbed(const DeviceRoofs &peaks, Effort effort);

} // namespace rooflight
