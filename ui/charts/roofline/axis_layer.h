// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/plot/log_axis.h"
#include "ui/charts/roofline/chart_layer.h"

#include <QString>

#include <string_view>
#include <vector>

namespace ridgepoint {

/// An axis of the plane.
struct PlaneAxis {
    QString title;
    std::string_view unit = {}; ///< "FLOP/s"; what its numbers are shortened for
    double shift = 0; ///< added to the values for their labels, in decades
    QString shortTitle = {}; ///< where the title does not fit
    std::vector<LogTick> ticks = {};

    [[nodiscard]] std::vector<QString> labels() const;
};

/// Grid, numbers and titles of the plane. Painted whole with each frame: QtCharts lays a label out each time that it
/// changes, which takes longer than a frame may.
class AxisLayer : public ChartLayer
{
public:
    using ChartLayer::ChartLayer;

    static constexpr double outerMargin = 8; ///< pixels

    /// What is left for the plane.
    [[nodiscard]] static QRectF areaIn(const QRectF &whole, const ChartStyle &style);

    /// Chooses the ticks for what the viewport shows.
    void setAxes(PlaneAxis horizontal, PlaneAxis vertical, const Viewport &viewport);
    [[nodiscard]] const PlaneAxis &horizontal() const { return m_horizontal; }
    [[nodiscard]] const PlaneAxis &vertical() const { return m_vertical; }

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintHorizontal(QPainter &painter) const;
    void paintVertical(QPainter &painter) const;
    [[nodiscard]] QRectF verticalTitleBox() const;

    PlaneAxis m_horizontal;
    PlaneAxis m_vertical;
};

} // namespace ridgepoint
