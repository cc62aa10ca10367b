// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_layout.h"

namespace rooflight {

/// What lies beneath the roofs: zones, bands of intervals and of what is held for long, the minor grid, launch
/// ceilings. The layout has its viewports.
void layOutGround(const RooflineScene &scene, RooflineLayout &layout);

} // namespace rooflight
