// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/latency_figures.h"

#include "core/statistics/readable_histogram.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

struct LatencyFiguresText {
    Q_DECLARE_TR_FUNCTIONS(LatencyFigures)
};

QString noRuns()
{
    return LatencyFiguresText::tr("No timed runs yet.");
}

struct Marked {
    ChartStyle::StatisticLine line;
    double percent;
    QString name;
};

struct PlacedPercentile {
    QPointF place; ///< on the curve
    QString text;
    ChartStyle::StatisticLine line;
};

std::vector<Marked> markedPercentiles()
{
    return { { ChartStyle::StatisticLine::Median, 50, LatencyFiguresText::tr("median") },
             { ChartStyle::StatisticLine::P95, 95, QStringLiteral("p95") },
             { ChartStyle::StatisticLine::P99, 99, QStringLiteral("p99") } };
}

std::optional<double> valueOf(const Summary &summary, double percent)
{
    return percent == 50 ? std::optional(summary.medianNs) : summary.percentile(percent);
}

/// Beside the feet of their lines, where no curve is, each higher than the one before. One without room has none.
void paintPercentileNames(QPainter &painter, const PlotFrame &frame, const std::vector<PlacedPercentile> &percentiles,
                          const ChartStyle &style)
{
    constexpr double gap = 5;
    const QFontMetricsF &metrics = frame.metrics();
    double foot = frame.plot().bottom() - gap;
    for (const PlacedPercentile &percentile : percentiles) {
        const double width = metrics.horizontalAdvance(percentile.text);
        const double x = percentile.place.x();
        const bool isRight = x + gap + width < frame.plot().right();
        const QRectF box(isRight ? x + gap : x - gap - width, foot - metrics.ascent(), width, metrics.height());
        if (!frame.plot().contains(box))
            continue;
        painter.fillRect(box, style.ground()); // lines of others
        painter.setPen(style.statisticPen(percentile.line).color());
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, percentile.text);
        foot -= metrics.height();
    }
}

/// Those up to \p end.
void paintPercentiles(QPainter &painter, const PlotFrame &frame, const Summary &summary, double end,
                      const ChartStyle &style)
{
    std::vector<PlacedPercentile> percentiles;
    for (const Marked &mark : markedPercentiles()) {
        const std::optional<double> value = valueOf(summary, mark.percent);
        if (!value || *value > end)
            continue;
        const QPointF place(frame.x(*value), frame.y(mark.percent));
        painter.setPen(style.statisticPen(mark.line));
        painter.drawLine(place, QPointF(place.x(), frame.plot().bottom()));
        painter.drawLine(QPointF(frame.plot().left(), place.y()), place);
        percentiles.push_back({ place, QStringLiteral("%1 %2").arg(mark.name, durationText(*value)), mark.line });
    }
    paintPercentileNames(painter, frame, percentiles, style);
}

} // namespace

void paintText(QPainter &painter, const QRectF &area, const QString &text, const ChartStyle &style)
{
    PlotFrame(painter, area, style).paintEmpty(text);
}

void paintCumulative(QPainter &painter, const QRectF &area, const QString &title, const SampleSet &samples,
                     const ChartStyle &style)
{
    PlotFrame frame(painter, area, style);
    const Summary &summary = samples.summary;
    frame.paintHeader(title,
                      summary.count > 0
                          ? LatencyFiguresText::tr("Runs: %1").arg(roundedCountText(double(summary.count)))
                          : QString());
    if (samples.samplesNs.empty())
        return frame.paintEmpty(noRuns());
    std::vector<double> sorted = samples.samplesNs;
    std::ranges::sort(sorted);
    const double end = readableEnd(samples);
    const double room = std::max((end - sorted.front()) * 0.03, end * 1e-6);
    frame.paintAxes({ LatencyFiguresText::tr("Latency"), sorted.front() - room, end + room, false, durationText, {} },
                    { LatencyFiguresText::tr("Runs up to there"),
                      0,
                      100,
                      false,
                      [](double percent) { return QStringLiteral("%1 %").arg(percent); },
                      { 0, 25, 50, 75, 100 } });
    painter.save();
    painter.setClipRect(frame.plot());
    QPolygonF steps;
    const auto count = static_cast<double>(sorted.size());
    steps << QPointF(frame.x(sorted.front()), frame.y(0));
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        steps << QPointF(frame.x(sorted[i]), steps.constLast().y());
        steps << QPointF(frame.x(sorted[i]), frame.y(100 * double(i + 1) / count));
    }
    steps << QPointF(frame.plot().right(), steps.constLast().y());
    painter.setPen(QPen(style.accent(), 2));
    painter.drawPolyline(steps);
    painter.restore();
    paintPercentiles(painter, frame, summary, end, style);
}

void paintOverTime(QPainter &painter, const QRectF &area, const QString &title, const SampleSet &samples,
                   const ChartStyle &style, std::optional<std::size_t> marked)
{
    PlotFrame frame(painter, area, style);
    std::vector<double> calls = samples.warmupNs;
    calls.insert(calls.end(), samples.samplesNs.begin(), samples.samplesNs.end());
    frame.paintHeader(
        title, calls.empty() ? QString() : LatencyFiguresText::tr("First call: %1").arg(durationText(calls.front())));
    if (calls.empty())
        return frame.paintEmpty(noRuns());
    const auto [low, high] = std::ranges::minmax(calls);
    const bool wide = high > 5 * low && low > 0;
    const double room = wide ? 0 : std::max((high - low) * 0.08, high * 1e-6);
    const auto count = static_cast<double>(calls.size());
    frame.paintAxes({ LatencyFiguresText::tr("Call"), 0.5, count + 0.5, false, roundedCountText, {} },
                    { wide ? LatencyFiguresText::tr("Latency (logarithmic)") : LatencyFiguresText::tr("Latency"),
                      wide ? low / 1.15 : std::max(0.0, low - room),
                      wide ? high * 1.15 : high + room,
                      wide,
                      durationText,
                      {} });
    const auto warmup = static_cast<double>(samples.warmupNs.size());
    if (warmup > 0) {
        QColor shade = style.text();
        shade.setAlphaF(0.08F);
        const QRectF band(frame.plot().topLeft(), QPointF(frame.x(warmup + 0.5), frame.plot().bottom()));
        painter.fillRect(band, shade);
        const QString name = LatencyFiguresText::tr("Warm-up");
        if (frame.metrics().horizontalAdvance(name) + 8 < frame.plot().right() - band.left()) {
            painter.setPen(style.mutedText());
            painter.drawText(band.topLeft() + QPointF(4, frame.metrics().ascent() + 2), name);
        }
    }
    const double median = samples.summary.medianNs;
    if (samples.summary.count > 0) {
        painter.setPen(style.statisticPen(ChartStyle::StatisticLine::Median));
        painter.drawLine(QPointF(frame.x(warmup + 0.5), frame.y(median)),
                         QPointF(frame.plot().right(), frame.y(median)));
    }
    QColor dot = style.accent();
    dot.setAlphaF(calls.size() > 2000 ? 0.35F : 0.8F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(dot);
    const double radius = calls.size() > 300 ? 1.6 : 2.6;
    for (std::size_t i = 0; i < calls.size(); ++i)
        painter.drawEllipse(QPointF(frame.x(double(i) + 1), frame.y(calls[i])), radius, radius);
    if (!marked || *marked >= samples.samplesNs.size())
        return;
    painter.setPen(QPen(style.warning(), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QPointF(frame.x(warmup + double(*marked) + 1), frame.y(samples.samplesNs[*marked])), 6, 6);
}

} // namespace ridgepoint
