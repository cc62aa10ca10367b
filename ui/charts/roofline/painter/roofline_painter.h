// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/layout/roofline_layout.h"

#include <QPen>
#include <QPointF>

#include <cstddef>
#include <vector>

class QCategoryAxis;
class QChart;
class QLineSeries;
class QPainter;

namespace rooflight {

/// What Qt Charts draws of the roofline: axes with grid, numbers and titles, and the roofs as series. On decimal
/// logarithms: a QLogValueAxis has ticks at powers of ten alone, none between 2 and 8, and no prefixes of units.
class PlaneAxes
{
public:
    /// Makes the axes of this chart, which owns them.
    explicit PlaneAxes(QChart *chart);

    void setStyle(const ChartStyle &style);
    void show(const RooflineLayout &layout);

private:
    void showRoofs(const std::vector<DrawnLine> &roofs);

    QChart *m_chart;
    QCategoryAxis *m_intensity;
    QCategoryAxis *m_performance;
    std::vector<QLineSeries *> m_roofs; ///< as many as there ever were; those left over are empty
};

/// Zones, bands, the minor grid and launch ceilings.
void paintGround(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style);
/// The ridge, and the axis of what does no arithmetic.
void paintRidgeAndStrip(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style);
void paintTexts(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style);

/// What is drawn of one mark, and around it.
void paintMark(QPainter &painter, const MarkScene &scene, std::size_t mark, const QPen &pen);
/// The mark again, inside a ring of this pen.
void paintOutline(QPainter &painter, const MarkScene &scene, std::size_t mark, const QPen &pen);
/// From the mark to its ceiling, and that.
void paintDropLine(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// Where what is selected would stand as one operator.
void paintStar(QPainter &painter, QPointF place, const ChartStyle &style);
/// From the intensity of its operators one by one to that of all of them fused.
void paintFusedInterval(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// Where the mark would stand for the runs at p10 and p90, of equal blocks for the fastest and the slowest.
void paintSpread(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// Where the mark stood in the session to compare with, and an arrow from there.
void paintEarlier(QPainter &painter, const MarkScene &scene, std::size_t mark);

} // namespace rooflight
