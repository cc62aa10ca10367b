// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The two axes of a histogram.

#include "ui/charts/figures/histogram_layout.h"
#include "ui/charts/plot/placer.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/quantities.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rooflight {

namespace {

void paintCountAxis(QPainter &painter, const HistogramLayout &layout)
{
    const QFontMetricsF &metrics = layout.metrics;
    const QRectF &plot = layout.plot;
    std::vector<double> ticks;
    if (layout.picture.logarithmicCounts) {
        for (int decade = 0; std::pow(10.0, decade) <= layout.largest; ++decade)
            ticks.push_back(std::pow(10.0, decade));
    } else {
        const int most = std::clamp(static_cast<int>(plot.height() / (2.2 * metrics.height())), 1, 8);
        ticks = linearTicks(0, layout.largest, most);
        std::erase_if(ticks, [](double tick) { return tick != std::floor(tick); }); // runs are whole
    }
    for (const double tick : ticks) {
        const double y = layout.yOf(tick);
        painter.setPen(layout.style.gridPen());
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(layout.style.text());
        painter.drawText(QRectF(layout.area.left(), y - metrics.height() / 2,
                                plot.left() - layout.area.left() - histogramGap - 2, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, countText(static_cast<std::int64_t>(tick)));
    }
    if (!layout.hasTitles)
        return;
    painter.save();
    painter.translate(layout.area.left() + 6, plot.center().y());
    painter.rotate(-90);
    painter.setPen(layout.style.mutedText());
    painter.drawText(QRectF(-plot.height() / 2, 0, plot.height(), metrics.height()), Qt::AlignCenter,
                     layout.picture.logarithmicCounts ? HistogramText::tr("Runs (logarithmic)")
                                                      : HistogramText::tr("Runs"));
    painter.restore();
}

std::vector<double> timeTicks(const HistogramLayout &layout, int most)
{
    const double low = layout.edgeNs(0);
    const double last = layout.edgeNs(layout.bars.counts.size());
    std::vector<double> ticks;
    if (layout.picture.logarithmicTime) {
        for (double decade = std::floor(std::log10(low)); decade <= std::log10(last); ++decade) {
            for (const double digit : { 1.0, 2.0, 5.0 }) {
                const double tick = digit * std::pow(10.0, decade);
                if (tick >= low && tick <= last)
                    ticks.push_back(tick);
            }
        }
    }
    return ticks.size() > 1 ? ticks : linearTicks(low, last, most);
}

/// As many as their texts have room.
std::vector<double> timeTicksThatFit(const HistogramLayout &layout)
{
    constexpr double between = 14;
    const auto widthOf = [&layout](const QString &text) { return layout.metrics.horizontalAdvance(text) + between; };
    const auto thatFit = [&layout](double widest) {
        return timeTicks(layout, static_cast<int>(layout.plot.width() / widest));
    };
    double widest = widthOf(durationText(layout.edgeNs(layout.bars.counts.size())));
    for (const double tick : thatFit(widest))
        widest = std::max(widest, widthOf(tickText(tick)));
    return thatFit(widest);
}

/// With the rule that made the bars: see histogram().
QString timeTitle(const HistogramLayout &layout)
{
    const std::size_t count = layout.bars.counts.size();
    if (count < 2)
        return HistogramText::tr("Latency");
    const QString rule =
        hasBarsOfSturges(layout.samples) ? HistogramText::tr("Sturges") : HistogramText::tr("Freedman-Diaconis");
    const QString bars = layout.picture.logarithmicTime
        ? HistogramText::tr("Latency (logarithmic), bars: %1, %2").arg(QString::number(count), rule)
        : HistogramText::tr("Latency, bars of %1: %2").arg(durationText(layout.bars.binWidth), rule);
    return layout.metrics.horizontalAdvance(bars) <= layout.plot.width() ? bars : HistogramText::tr("Latency");
}

void paintTimeAxis(QPainter &painter, const HistogramLayout &layout)
{
    const QFontMetricsF &metrics = layout.metrics;
    const QRectF &plot = layout.plot;
    painter.setPen(layout.style.axisPen());
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    Placer numbers({ layout.area.left(), plot.bottom(), layout.area.width(), layout.axisHeight() });
    for (const double tick : timeTicksThatFit(layout)) {
        const double x = layout.xOf(tick);
        const QString text = tickText(tick);
        painter.setPen(layout.style.axisPen());
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + histogramTick));
        QRectF box(0, plot.bottom() + histogramTick, metrics.horizontalAdvance(text) + 2, metrics.height());
        box.moveCenter({ x, box.center().y() });
        if (box.right() > layout.area.right())
            box.moveRight(layout.area.right());
        if (!numbers.place({ &box, 1 }))
            continue;
        painter.setPen(layout.style.text());
        painter.drawText(box, Qt::AlignCenter, text);
    }
    if (!layout.hasTitles)
        return;
    painter.setPen(layout.style.mutedText());
    painter.drawText(QRectF(plot.left(), plot.bottom() + histogramTick + metrics.height() + histogramGap, plot.width(),
                            metrics.height()),
                     Qt::AlignCenter, timeTitle(layout));
}

} // namespace

void paintHistogramAxes(QPainter &painter, const HistogramLayout &layout)
{
    paintCountAxis(painter, layout);
    paintTimeAxis(painter, layout);
}

} // namespace rooflight
