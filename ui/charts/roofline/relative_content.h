// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_content.h"

namespace rooflight {

/// Moves every point so that the corner of the two roofs that judge it lies at the origin: to the right stands its
/// intensity over that of the corner, upwards its performance over the compute roof. Points of different devices and
/// precisions then share one pair of roofs. A point that no pair judges takes that of the ridge; content without a
/// ridge stays as it is. The strip stays, too: bandwidths can be compared as they are.
void makeRelative(RooflineContent &content);

/// By which a place that no point judges moves there.
[[nodiscard]] QPointF relativeShift(const RooflineContent &content);

} // namespace rooflight
