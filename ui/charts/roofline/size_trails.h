// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/size_paths.h"
#include "ui/charts/roofline/trail.h"
#include "ui/style/chart_style.h"

namespace rooflight {

/// The ways of layers across the plane as the last axis of a sweep grows: of one layer, by its position in \p paths,
/// for each size on the other axis and with the sizes beside it; of the others without layers below them, each of those
/// that are alike once, for the largest size on the other axis.
[[nodiscard]] std::vector<Trail> sizeTrails(const BatchSweep &sweep, const std::vector<SizePath> &paths,
                                            std::size_t chosen, const ChartStyle &style);

} // namespace rooflight
