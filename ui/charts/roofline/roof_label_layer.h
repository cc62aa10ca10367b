// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/plot/label_placement.h"
#include "ui/charts/roofline/chart_layer.h"

class QFontMetricsF;

namespace ridgepoint {

/// Names of the roofs along their lines, and the ridge, above the roofs' lines.
class RoofLabelLayer : public RoofLayer
{
public:
    using RoofLayer::RoofLayer;

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    [[nodiscard]] LabelObstacles obstacles() const;
    void paintCaption(QPainter &painter, LabelObstacles &taken) const;
    void paintRidge(QPainter &painter, LabelObstacles &taken) const;
    void paintZoneNames(QPainter &painter, QPointF corner, LabelObstacles &taken) const;
    void paintNames(QPainter &painter, const LabelObstacles &taken) const;
    [[nodiscard]] std::vector<RoofLine> linesByRank() const;
    /// Empty for a line that goes without a name. \p length is that of its visible part in pixels.
    [[nodiscard]] QString nameOf(const RoofLine &line, double length, const QFontMetricsF &metrics) const;
    /// True when measured and theoretical line of a roof are too close for a name each.
    [[nodiscard]] bool sharesItsName(const RoofLine &line, double lineHeight) const;
};

} // namespace ridgepoint
