// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roofs.h"
#include "core/roofline/point.h"

#include <vector>

namespace rooflight {

/// Why a point may be above the roof that its verdict names, the likeliest first: what is known of roof and point
/// speaks for each of them. Empty for a point that is not above its roof, never for one that is.
[[nodiscard]] std::vector<AboveRoofCause> aboveRoofCauses(const RooflinePoint &point, const DeviceRoofs &peaks);

} // namespace rooflight
