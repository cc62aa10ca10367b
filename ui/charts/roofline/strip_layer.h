// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/chart_layer.h"

namespace ridgepoint {

/// The short axis beneath the plane for what does no arithmetic: achieved bandwidth beside the memory roofs.
class StripLayer : public ChartLayer
{
public:
    using ChartLayer::ChartLayer;

    /// Pixels that the strip takes beneath the axis of the plane; 0 when there is nothing to show.
    [[nodiscard]] static double heightFor(const RooflineContent &content, const ChartStyle &style);
    /// Part of that which holds the marks.
    [[nodiscard]] static QRectF markArea(const QRectF &whole, const ChartStyle &style);

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    /// Where the leftmost name begins, in pixels of the plot.
    double paintRoofs(QPainter *painter) const;
};

} // namespace ridgepoint
