// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_content.h"
#include "ui/style/chart_style.h"

#include <QRectF>

namespace rooflight {

struct RooflineLayout;
struct RooflineScene;
struct TextSheet;

// The low axis beneath the plane for what does no arithmetic: achieved bandwidth beside the memory roofs.

/// Pixels that the strip takes beneath the axis of the plane; 0 when there is nothing to show.
[[nodiscard]] double stripHeight(const RooflineContent &content, const ChartStyle &style);
/// Part of that which holds the marks.
[[nodiscard]] QRectF stripMarkArea(const QRectF &whole, const ChartStyle &style);
/// Lays out the strip's ticks and roofs, if it has room.
void layOutStrip(RooflineLayout &layout, const RooflineScene &scene);
/// What it shows and what its roofs are, inside it, clear of its marks: once these have their places.
void writeStripTexts(TextSheet &sheet);

} // namespace rooflight
