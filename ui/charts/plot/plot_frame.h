// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/style/chart_style.h"

#include <QFontMetricsF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

class QPainter;

namespace rooflight {

/// One axis of a plot, from low to high.
struct PlotAxis {
    QString title;
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    std::function<QString(double)> text; ///< of a tick; none: no ticks
    std::vector<double> ticks; ///< empty: chosen by the room there is

    /// Where a value lies, from 0 to 1.
    [[nodiscard]] double position(double value) const;
};

/// 1, 2 or 5 times a power of ten that gives at most this many steps over a span.
[[nodiscard]] double niceStep(double span, int steps);
/// Multiples of such a step from \p low to \p high, at least two of them however few are asked for: one number alone
/// says nothing of the scale. What finds no room is left out when it is painted.
[[nodiscard]] std::vector<double> linearTicks(double low, double high, int most);

/// What all plain plots have in common: a title with a note, a plot between two axes, a legend, a text if there is
/// nothing to see. Paints into the window and into reports alike.
class PlotFrame
{
public:
    PlotFrame(QPainter &painter, const QRectF &area, const ChartStyle &style);

    /// The title is data, shown as it is; the note stands at the right, or in a line of its own.
    void paintHeader(const QString &title, const QString &note, bool noteBelow = false);
    /// Both have room in one line.
    [[nodiscard]] bool headerFits(const QString &title, const QString &note) const;
    /// Instead of a plot.
    void paintEmpty(const QString &text);
    /// Lays out the plot in what is left, and paints its axes. The names, of rows of a plot without numbers at its
    /// left, stand from top to bottom.
    void paintAxes(const PlotAxis &horizontal, const PlotAxis &vertical, const QStringList &rowNames = {});
    /// How many rows with a name have room below the header, at least one.
    [[nodiscard]] int rowsThatFit() const;
    /// A line and a name for each, side by side below the header, in as many rows as they need; before paintAxes().
    void paintLegend(const std::vector<std::pair<QColor, QString>> &entries);
    /// The same in place of a header, or nothing if one row has no room for all.
    void paintLegendHeader(const std::vector<std::pair<QColor, QString>> &entries);

    [[nodiscard]] const QRectF &plot() const { return m_plot; }
    [[nodiscard]] double x(double value) const;
    [[nodiscard]] double y(double value) const;
    /// Middle and height of a row that has a name.
    [[nodiscard]] double rowCentre(int row) const;
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] const QFontMetricsF &metrics() const { return m_metrics; }

private:
    [[nodiscard]] QRectF headerLine() const;
    [[nodiscard]] double belowPlot(const PlotAxis &horizontal) const; ///< height of its numbers
    [[nodiscard]] double noteWidth(const QString &note) const;
    [[nodiscard]] double legendEntryWidth(const QString &text) const;
    void paintLegendEntry(const QPointF &topLeft, const QColor &color, const QString &text);
    void paintVerticalAxis();
    void paintHorizontalAxis();
    void paintRowNames(const QStringList &names, double width);
    [[nodiscard]] std::vector<double> ticksOf(const PlotAxis &axis, int most) const;
    [[nodiscard]] std::vector<double> horizontalTicks() const; ///< as many as their texts have room

    QPainter &m_painter;
    QRectF m_area;
    QRectF m_plot;
    const ChartStyle &m_style;
    QFontMetricsF m_metrics;
    PlotAxis m_horizontal;
    PlotAxis m_vertical;
    int m_rows = 0;
};

} // namespace rooflight
