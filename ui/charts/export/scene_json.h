// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/painter/roofline_plot.h"

#include <string>

namespace rooflight {

/// What a roofline draws, as one object of JSON: axes, roofs, ridge, zones, points and texts. All of it is read back
/// from the scene and the layout that the plot is painted from.
[[nodiscard]] std::string sceneToJson(RooflinePlot &plot);

/// The points of that as CSV, a row each, with the same names and units.
[[nodiscard]] std::string sceneToCsv(RooflinePlot &plot);

} // namespace rooflight
