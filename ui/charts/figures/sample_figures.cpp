// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/session_figures.h"

#include "core/statistics/histogram.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace rooflight {

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
    frame.paintAxes({ LatencyFiguresText::tr("Latency"), sorted.front() - room, end + room, false, tickText, {} },
                    { LatencyFiguresText::tr("Cumulative runs"),
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

namespace {

/// Calls before the timed runs have numbers below 1; those that took longer than the axis reaches lie at its end.
class OverTime
{
public:
    OverTime(QPainter &painter, const QRectF &area, const SampleSet &samples, const ChartStyle &style)
        : m_painter(painter)
        , m_frame(painter, area, style)
        , m_samples(samples)
        , m_style(style)
        , m_warmup(double(samples.warmupNs.size()))
    {
    }

    void paint(const QString &title, std::optional<std::size_t> marked)
    {
        const std::vector<double> &warmup = m_samples.warmupNs;
        const std::vector<double> &runs = m_samples.samplesNs;
        if (warmup.empty() && runs.empty())
            return m_frame.paintEmpty(noRuns());
        m_frame.paintHeader(
            title,
            LatencyFiguresText::tr("First call: %1").arg(durationText(warmup.empty() ? runs.front() : warmup.front())));
        paintAxes();
        paintWarmup();
        paintMedian();
        paintCalls();
        if (marked && *marked < runs.size())
            paintMarked(*marked);
    }

private:
    void paintAxes()
    {
        const auto [low, high] =
            std::ranges::minmax(m_samples.samplesNs.empty() ? m_samples.warmupNs : m_samples.samplesNs);
        const bool wide = high > 5 * low && low > 0;
        const double room = wide ? 0 : std::max((high - low) * 0.08, high * 1e-6);
        m_highest = wide ? high * 1.15 : high + room;
        m_lowest = wide ? low / 1.15 : std::max(0.0, low - room);
        m_frame.paintAxes({ LatencyFiguresText::tr("Run"),
                            0.5 - m_warmup,
                            double(m_samples.samplesNs.size()) + 0.5,
                            false,
                            roundedCountText,
                            {} },
                          { wide ? LatencyFiguresText::tr("Latency (logarithmic)") : LatencyFiguresText::tr("Latency"),
                            m_lowest,
                            m_highest,
                            wide,
                            tickText,
                            {} });
    }

    void paintWarmup()
    {
        if (m_warmup == 0)
            return;
        QColor shade = m_style.text();
        shade.setAlphaF(0.08F);
        const QRectF band(m_frame.plot().topLeft(), QPointF(m_frame.x(0.5), m_frame.plot().bottom()));
        m_painter.fillRect(band, shade);
        const QString name = LatencyFiguresText::tr("Warm-up");
        if (m_frame.metrics().horizontalAdvance(name) + 8 < m_frame.plot().right() - band.left()) {
            m_painter.setPen(m_style.mutedText());
            m_painter.drawText(band.topLeft() + QPointF(4, m_frame.metrics().ascent() + 8), name);
        }
    }

    void paintMedian()
    {
        if (m_samples.summary.count == 0)
            return;
        const double y = m_frame.y(m_samples.summary.medianNs);
        m_painter.setPen(m_style.statisticPen(ChartStyle::StatisticLine::Median));
        m_painter.drawLine(QPointF(m_frame.x(0.5), y), QPointF(m_frame.plot().right(), y));
    }

    void paintCalls()
    {
        const std::size_t count = m_samples.warmupNs.size() + m_samples.samplesNs.size();
        QColor dot = m_style.accent();
        dot.setAlphaF(count > 2000 ? 0.35F : 0.8F);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(dot);
        const double radius = count > 300 ? 1.6 : 2.6;
        for (std::size_t i = 0; i < m_samples.warmupNs.size(); ++i)
            paintCall(double(i) + 1 - m_warmup, m_samples.warmupNs[i], radius);
        for (std::size_t i = 0; i < m_samples.samplesNs.size(); ++i)
            paintCall(double(i) + 1, m_samples.samplesNs[i], radius);
    }

    void paintCall(double number, double timeNs, double radius)
    {
        const double x = m_frame.x(number);
        if (timeNs >= m_lowest && timeNs <= m_highest) {
            m_painter.drawEllipse(QPointF(x, m_frame.y(timeNs)), radius, radius);
            return;
        }
        // An arrow to where it would be.
        const bool above = timeNs > m_highest;
        const double end = above ? m_frame.plot().top() : m_frame.plot().bottom();
        const double foot = end + (above ? 5 : -5);
        m_painter.drawPolygon(QPolygonF { QPointF(x, end), QPointF(x - 3, foot), QPointF(x + 3, foot) });
    }

    void paintMarked(std::size_t run)
    {
        m_painter.setPen(QPen(m_style.warning(), 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawEllipse(QPointF(m_frame.x(double(run) + 1), m_frame.y(m_samples.samplesNs[run])), 6, 6);
    }

    QPainter &m_painter;
    PlotFrame m_frame;
    const SampleSet &m_samples;
    const ChartStyle &m_style;
    double m_warmup; ///< calls
    double m_lowest = 0; ///< of the vertical axis
    double m_highest = 0;
};

} // namespace

void paintOverTime(QPainter &painter, const QRectF &area, const QString &title, const SampleSet &samples,
                   const ChartStyle &style, std::optional<std::size_t> marked)
{
    OverTime(painter, area, samples, style).paint(title, marked);
}

} // namespace rooflight
