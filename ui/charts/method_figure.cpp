// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/format.h"
#include "ui/charts/latency_figures.h"
#include "ui/charts/plot_frame.h"
#include "ui/style/display_names.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace ridgepoint {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(MethodFigure)
};

QString duration(double nanoseconds)
{
    return QString::fromStdString(formatDuration(nanoseconds));
}

/// The five figures of a box.
struct Box {
    double low;
    double lowerQuartile;
    double median;
    double upperQuartile;
    double high;
};

Box boxOf(const Summary &summary)
{
    return { summary.percentile(1).value_or(summary.minNs), summary.percentile(25).value_or(summary.medianNs),
             summary.medianNs, summary.percentile(75).value_or(summary.medianNs),
             summary.percentile(99).value_or(summary.maxNs) };
}

std::vector<const MethodTiming *> usedMethods(const MethodComparison &comparison)
{
    std::vector<const MethodTiming *> used;
    for (const MethodTiming &timing : comparison.methods) {
        if (timing.samples.summary.count > 0)
            used.push_back(&timing);
    }
    return used;
}

void paintBox(QPainter &painter, const PlotFrame &frame, const Box &box, double middle, double height,
              const QColor &color)
{
    QColor fill = color;
    fill.setAlphaF(0.35F);
    painter.setPen(QPen(color, 1.5));
    const double half = height / 2;
    painter.drawLine(QPointF(frame.x(box.low), middle), QPointF(frame.x(box.lowerQuartile), middle));
    painter.drawLine(QPointF(frame.x(box.upperQuartile), middle), QPointF(frame.x(box.high), middle));
    for (const double end : { box.low, box.high })
        painter.drawLine(QPointF(frame.x(end), middle - half / 2), QPointF(frame.x(end), middle + half / 2));
    painter.setBrush(fill);
    painter.drawRect(
        QRectF(QPointF(frame.x(box.lowerQuartile), middle - half), QPointF(frame.x(box.upperQuartile), middle + half)));
    painter.setPen(QPen(color, 3));
    painter.drawLine(QPointF(frame.x(box.median), middle - half), QPointF(frame.x(box.median), middle + half));
}

} // namespace

void paintMethods(QPainter &painter, const QRectF &area, const MethodComparison &comparison, const ChartStyle &style)
{
    PlotFrame frame(painter, area, style);
    const std::vector<const MethodTiming *> used = usedMethods(comparison);
    frame.paintHeader(Text::tr("Timing methods"),
                      used.empty() ? QString() : Text::tr("Reference: %1").arg(methodName(comparison.reference)));
    if (used.empty())
        return frame.paintEmpty(Text::tr("No method has been used yet."));
    frame.paintLegendRow(
        { { style.accent(), Text::tr("Reference") }, { style.warning(), Text::tr("Mean without warm-up") } });
    QStringList names;
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const MethodTiming *timing : used) {
        names << methodName(timing->method);
        const Box box = boxOf(timing->samples.summary);
        low = std::min(low, box.low);
        high = std::max({ high, box.high, timing->withoutWarmup.meanNs });
    }
    const bool wide = high > 20 * low && low > 0;
    const double room = wide ? 0 : std::max((high - low) * 0.06, high * 1e-6);
    frame.paintAxes({ wide ? Text::tr("Latency (logarithmic)") : Text::tr("Latency"),
                      wide ? low / 1.1 : std::max(0.0, low - room),
                      wide ? high * 1.1 : high + room,
                      wide,
                      duration,
                      {} },
                    {}, names);
    const double height = std::min(frame.rowHeight() * 0.5, 40.0);
    for (std::size_t i = 0; i < used.size(); ++i) {
        const double middle = frame.rowCentre(static_cast<int>(i));
        const bool reference = used[i]->method == comparison.reference;
        paintBox(painter, frame, boxOf(used[i]->samples.summary), middle, height,
                 reference ? style.accent() : style.text());
        // The mean that somebody without a warm-up would report.
        const QPointF diamond(frame.x(used[i]->withoutWarmup.meanNs), middle);
        painter.setPen(QPen(style.warning(), 1.5));
        painter.setBrush(style.ground());
        painter.drawPolygon(QPolygonF { diamond + QPointF(-5, 0), diamond + QPointF(0, -5), diamond + QPointF(5, 0),
                                        diamond + QPointF(0, 5) });
    }
}

} // namespace ridgepoint
