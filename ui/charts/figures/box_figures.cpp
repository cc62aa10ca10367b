// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/result_reports.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace rooflight {

namespace {

constexpr double tallestBox = 40;
constexpr double boxShare = 0.5; // of the height of a row

struct BoxRowsText {
    Q_DECLARE_TR_FUNCTIONS(BoxRows)
};

/// A row of a plot of boxes: quartiles, median, whiskers from p1 to p99 as far as they are known.
struct BoxRow {
    QString name;
    const Summary *summary = nullptr;
    bool accented = false;
    std::optional<double> diamondNs; ///< another figure of the same row
    QString note; ///< below the box, if there is room
};

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

void paintDiamond(QPainter &painter, const QPointF &middle, const ChartStyle &style)
{
    painter.setPen(QPen(style.warning(), 1.5));
    painter.setBrush(style.ground());
    painter.drawPolygon(
        QPolygonF { middle + QPointF(-5, 0), middle + QPointF(0, -5), middle + QPointF(5, 0), middle + QPointF(0, 5) });
}

/// From the smallest to the largest figure; logarithmic where they are far apart.
PlotAxis latencyAxis(const std::vector<BoxRow> &rows)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const BoxRow &row : rows) {
        const Box box = boxOf(*row.summary);
        low = std::min(low, box.low);
        high = std::max({ high, box.high, row.diamondNs.value_or(0) });
    }
    const bool wide = high > 20 * low && low > 0;
    const double room = wide ? 0 : std::max((high - low) * 0.06, high * 1e-6);
    return { wide ? BoxRowsText::tr("Latency (logarithmic)") : BoxRowsText::tr("Latency"),
             wide ? low / 1.1 : std::max(0.0, low - room),
             wide ? high * 1.1 : high + room,
             wide,
             tickText,
             {} };
}

/// Axes, and a box for each row.
void paintBoxRows(QPainter &painter, PlotFrame &frame, const std::vector<BoxRow> &rows, const ChartStyle &style)
{
    QStringList names;
    for (const BoxRow &row : rows)
        names << row.name;
    frame.paintAxes(latencyAxis(rows), {}, names);
    const double height = std::min(frame.rowHeight() * boxShare, tallestBox);
    const double below = (frame.rowHeight() - height) / 2;
    const bool roomForNotes = below >= frame.metrics().height();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const BoxRow &row = rows[i];
        const double middle = frame.rowCentre(static_cast<int>(i));
        paintBox(painter, frame, boxOf(*row.summary), middle, height, row.accented ? style.accent() : style.text());
        if (row.diamondNs)
            paintDiamond(painter, { frame.x(*row.diamondNs), middle }, style);
        if (roomForNotes) {
            painter.setPen(style.text());
            const QRectF place(frame.plot().left(), middle + height / 2, frame.plot().width() - 6, below);
            painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, row.note);
        }
    }
}

struct BoxFiguresText {
    Q_DECLARE_TR_FUNCTIONS(BoxFigures)
};

/// The diamond is the mean that a measurement without a warm-up would report.
std::vector<BoxRow> rowsOf(const MethodComparison &comparison)
{
    std::vector<BoxRow> rows;
    for (const MethodTiming &timing : comparison.methods) {
        if (timing.samples.summary.count > 0)
            rows.push_back({ displayName(timing.method),
                             &timing.samples.summary,
                             timing.method == comparison.reference,
                             timing.withoutWarmup.meanNs,
                             {} });
    }
    return rows;
}

std::vector<BoxRow> rowsOf(const InterleavedLatency &interleaved)
{
    std::vector<BoxRow> rows;
    for (const LatencyVariant &variant : interleaved.variants) {
        if (variant.samples.summary.count > 0)
            rows.push_back({ displayText(namePhrase(variant, interleaved)), &variant.samples.summary, rows.empty(),
                             std::nullopt,
                             rows.empty() ? QString() : displayText(comparisonPhrase(variant, interleaved)) });
    }
    return rows;
}

} // namespace

void paintMethods(QPainter &painter, const QRectF &area, const MethodComparison &comparison, const ChartStyle &style)
{
    PlotFrame frame(painter, area, style);
    const std::vector<BoxRow> rows = rowsOf(comparison);
    frame.paintHeader(BoxFiguresText::tr("Timing methods"),
                      rows.empty() ? QString()
                                   : BoxFiguresText::tr("Reference: %1").arg(displayName(comparison.reference)));
    if (rows.empty())
        return frame.paintEmpty(BoxFiguresText::tr("No method has been used yet."));
    frame.paintLegend({ { style.accent(), BoxFiguresText::tr("Reference") },
                        { style.warning(), BoxFiguresText::tr("Mean without warm-up") } });
    paintBoxRows(painter, frame, rows, style);
}

void paintInterleaved(QPainter &painter, const QRectF &area, const InterleavedLatency &interleaved,
                      const ChartStyle &style)
{
    PlotFrame frame(painter, area, style);
    const std::vector<BoxRow> rows = rowsOf(interleaved);
    frame.paintHeader(BoxFiguresText::tr("Interleaved"),
                      rows.empty() ? QString()
                                   : BoxFiguresText::tr("Rounds: %1").arg(countText(rows.front().summary->count)));
    if (rows.empty())
        return frame.paintEmpty(BoxFiguresText::tr("No round has finished yet."));
    paintBoxRows(painter, frame, rows, style);
}

} // namespace rooflight
