// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QPainter;

namespace rooflight {

class ChartStyle;
struct RooflineLayout;

/// Zones, bands, the minor grid and launch ceilings.
void paintGround(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style);
/// The ridge, and the axis of what does no arithmetic.
void paintRidgeAndStrip(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style);
void paintTexts(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style);

} // namespace rooflight
