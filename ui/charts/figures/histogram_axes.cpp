// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The two axes of a histogram.

#include "ui/charts/figures/histogram_painting.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/quantities.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ridgepoint {

void HistogramPainting::paintCountAxis()
{
    std::vector<double> ticks;
    if (m_picture.logarithmicCounts) {
        for (int decade = 0; std::pow(10.0, decade) <= m_largest; ++decade)
            ticks.push_back(std::pow(10.0, decade));
    } else {
        const int most = std::clamp(static_cast<int>(m_plot.height() / (2.2 * m_metrics.height())), 1, 8);
        ticks = linearTicks(0, m_largest, most);
        std::erase_if(ticks, [](double tick) { return tick != std::floor(tick); }); // runs are whole
    }
    for (const double tick : ticks) {
        const double y = yOf(tick);
        m_painter.setPen(m_style.gridPen());
        m_painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        m_painter.setPen(m_style.text());
        m_painter.drawText(QRectF(m_area.left(), y - m_metrics.height() / 2,
                                  m_plot.left() - m_area.left() - histogramGap - 2, m_metrics.height()),
                           Qt::AlignRight | Qt::AlignVCenter, countText(static_cast<std::int64_t>(tick)));
    }
    if (!m_hasTitles)
        return;
    m_painter.save();
    m_painter.translate(m_area.left() + 6, m_plot.center().y());
    m_painter.rotate(-90);
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(QRectF(-m_plot.height() / 2, 0, m_plot.height(), m_metrics.height()), Qt::AlignCenter,
                       m_picture.logarithmicCounts ? HistogramText::tr("Runs (logarithmic)")
                                                   : HistogramText::tr("Runs"));
    m_painter.restore();
}

void HistogramPainting::paintTimeAxis()
{
    m_painter.setPen(m_style.axisPen());
    m_painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    const double last = edgeNs(m_bars.counts.size());
    const double widest = m_metrics.horizontalAdvance(durationText(last)) + 14;
    QString previous;
    double previousRight = -1;
    for (const double tick : timeTicks(static_cast<int>(m_plot.width() / widest))) {
        const double x = xOf(tick);
        const QString text = durationText(tick);
        m_painter.setPen(m_style.axisPen());
        m_painter.drawLine(QPointF(x, m_plot.bottom()), QPointF(x, m_plot.bottom() + histogramTick));
        QRectF box(0, m_plot.bottom() + histogramTick, m_metrics.horizontalAdvance(text) + 2, m_metrics.height());
        box.moveCenter({ x, box.center().y() });
        if (box.right() > m_area.right())
            box.moveRight(m_area.right());
        // Three digits may be equal for close ticks; the same text twice would be wrong.
        if (text == previous || box.left() < previousRight)
            continue;
        previous = text;
        previousRight = box.right();
        m_painter.setPen(m_style.text());
        m_painter.drawText(box, Qt::AlignCenter, text);
    }
    if (!m_hasTitles)
        return;
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + histogramTick + m_metrics.height() + histogramGap,
                              m_plot.width(), m_metrics.height()),
                       Qt::AlignCenter, timeTitle());
}

std::vector<double> HistogramPainting::timeTicks(int most) const
{
    const double low = edgeNs(0);
    const double last = edgeNs(m_bars.counts.size());
    std::vector<double> ticks;
    if (m_picture.logarithmicTime) {
        for (double decade = std::floor(std::log10(low)); decade <= std::log10(last); ++decade) {
            for (const double digit : { 1.0, 2.0, 5.0 }) {
                const double tick = digit * std::pow(10.0, decade);
                if (tick >= low && tick <= last)
                    ticks.push_back(tick);
            }
        }
        if (ticks.size() > 1)
            return ticks;
        ticks.clear();
    }
    return linearTicks(low, last, most);
}

/// With the rule that made the bars: see histogram().
QString HistogramPainting::timeTitle() const
{
    if (m_bars.counts.size() < 2)
        return HistogramText::tr("Latency");
    const QString rule =
        hasBarsOfSturges(m_samples) ? HistogramText::tr("Sturges") : HistogramText::tr("Freedman-Diaconis");
    const QString bars = m_picture.logarithmicTime
        ? HistogramText::tr("Latency (logarithmic), bars: %1, %2").arg(QString::number(m_bars.counts.size()), rule)
        : HistogramText::tr("Latency, bars of %1: %2").arg(durationText(m_bars.binWidth), rule);
    return m_metrics.horizontalAdvance(bars) <= m_plot.width() ? bars : HistogramText::tr("Latency");
}

} // namespace ridgepoint
