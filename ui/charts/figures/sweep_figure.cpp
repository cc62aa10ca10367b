// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/session_figures.h"
#include "ui/charts/plot/placer.h"
#include "ui/charts/plot/plot_frame.h"

#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

namespace rooflight {

namespace {

constexpr double dotRadius = 3.5;
constexpr double ringRadius = dotRadius + 3; ///< around what to choose
constexpr double nameStep = 4; // by which a name moves off what is in its way
constexpr double legendLines = 6; // a plot of fewer has no room for a legend

struct SweepFigureText {
    Q_DECLARE_TR_FUNCTIONS(SweepFigure)
};

using Value = std::function<std::optional<double>(const BatchPoint &)>;

struct Series {
    QColor color;
    QString name;
    Value value;
};

/// One of the plots that share an axis of batches.
class SweepPlot
{
public:
    SweepPlot(QPainter &painter, const BatchSweep &sweep, const ChartStyle &style)
        : m_painter(painter)
        , m_sweep(sweep)
        , m_style(style)
    {
        for (const BatchPoint &point : sweep.points) {
            m_lowest = m_lowest == 0 ? point.batch : std::min(m_lowest, point.batch);
            m_highest = std::max(m_highest, point.batch);
        }
    }

    void paint(PlotFrame &frame, const QString &title, const std::function<QString(double)> &text, bool logarithmic,
               bool lowest, const std::vector<Series> &series)
    {
        double least = 0;
        double most = 0;
        for (const BatchPoint &point : m_sweep.points) {
            for (const Series &one : series) {
                const std::optional<double> value = one.value(point);
                if (!value)
                    continue;
                least = least == 0 ? *value : std::min(least, *value);
                most = std::max(most, *value);
            }
        }
        if (most <= 0)
            return frame.paintEmpty(SweepFigureText::tr("Nothing measured yet."));
        std::vector<double> ticks;
        for (double batch = 1; batch <= double(m_highest); batch *= 2)
            ticks.push_back(batch);
        frame.paintAxes(
            { lowest ? SweepFigureText::tr("Batch") : QString(), double(m_lowest) / 1.25, double(m_highest) * 1.25,
              true, roundedCountText, ticks },
            { title, logarithmic ? least / 1.3 : 0, logarithmic ? most * 1.3 : most * 1.12, logarithmic, text, {} });
        paintUnfitting(frame);
        for (const Series &one : series)
            paintSeries(frame, one);
    }

    /// Of what was measured; empty if that is not more than one.
    [[nodiscard]] std::vector<std::pair<QColor, QString>> legendOf(const std::vector<Series> &series) const
    {
        std::vector<std::pair<QColor, QString>> legend;
        for (const Series &one : series) {
            const auto hasValue = [&one](const BatchPoint &point) { return one.value(point).has_value(); };
            if (std::ranges::any_of(m_sweep.points, hasValue))
                legend.emplace_back(one.color, one.name);
        }
        return legend.size() > 1 ? legend : std::vector<std::pair<QColor, QString>>();
    }

    /// What to choose: a ring around each point of the throughput, and its name where there is room.
    void paintChoices(const PlotFrame &frame, const Value &value)
    {
        const std::vector<Choice> choices = choicesOn(frame, value);
        m_painter.setPen(QPen(m_style.accent(), 2));
        m_painter.setBrush(Qt::NoBrush);
        const QPolygonF line = lineOf(frame, value);
        Placer placer(frame.plot());
        for (const Choice &choice : choices) {
            m_painter.drawEllipse(choice.place, ringRadius, ringRadius);
            placer.addMark(squareAround(choice.place, ringRadius));
        }
        for (qsizetype i = 0; i < line.size(); ++i) {
            placer.addMark(squareAround(line[i], dotRadius));
            if (i > 0)
                placer.addLine({ line[i - 1], line[i] });
        }
        m_painter.setFont(m_style.smallFont());
        m_painter.setPen(m_style.text());
        QColor ground = m_style.ground();
        ground.setAlphaF(0.75);
        for (const Choice &choice : choices) {
            const QSizeF size = frame.metrics().size(0, choice.name);
            const auto box = placer.place(placesOfName(frame.plot(), choice.place, size), { .lines = dotRadius });
            if (!box)
                continue;
            m_painter.fillRect(*box, ground);
            m_painter.drawText(*box, Qt::AlignCenter, choice.name);
        }
    }

private:
    struct Choice {
        QPointF place;
        QString name;
    };

    /// One for each batch, with all names of it.
    [[nodiscard]] std::vector<Choice> choicesOn(const PlotFrame &frame, const Value &value) const
    {
        std::vector<Choice> choices;
        const auto add = [&](std::int64_t batch, const QString &name) {
            const BatchPoint *point = m_sweep.find(batch);
            const std::optional<double> height = point ? value(*point) : std::nullopt;
            if (batch == 0 || !height)
                return;
            const QPointF place(frame.x(double(batch)), frame.y(*height));
            const auto found = std::ranges::find(choices, place, &Choice::place);
            if (found == choices.end())
                choices.push_back({ place, name });
            else
                found->name = SweepFigureText::tr("%1, %2").arg(found->name, name);
        };
        add(m_sweep.best, SweepFigureText::tr("best"));
        add(m_sweep.knee, SweepFigureText::tr("knee"));
        if (m_sweep.end == "memory") { // else nothing has to be kept free, and a larger one was not tried
            add(m_sweep.recommended, SweepFigureText::tr("recommended"));
            add(m_sweep.largest, SweepFigureText::tr("largest"));
        }
        return choices;
    }

    static QRectF squareAround(QPointF place, double radius)
    {
        return { place - QPointF(radius, radius), 2 * QSizeF(radius, radius) };
    }

    /// Below the point, above or beside it.
    [[nodiscard]] static QList<QRectF> placesOfName(const QRectF &plot, QPointF point, const QSizeF &size)
    {
        constexpr double away = dotRadius + 6;
        const double middle =
            std::max(plot.left(), std::min(point.x() - size.width() / 2, plot.right() - size.width()));
        QList<QRectF> places;
        for (double moved = 0; moved < 2 * size.height(); moved += nameStep) {
            places << QRectF({ middle, point.y() + away + moved }, size)
                   << QRectF({ middle, point.y() - away - moved - size.height() }, size);
        }
        for (double moved = 0; moved < 2 * size.height(); moved += nameStep) {
            for (const double y : { point.y() - size.height() / 2 + moved, point.y() - size.height() / 2 - moved })
                places << QRectF({ point.x() + away, y }, size) << QRectF({ point.x() - away - size.width(), y }, size);
        }
        return places;
    }

    [[nodiscard]] QPolygonF lineOf(const PlotFrame &frame, const Value &value) const
    {
        QPolygonF line;
        for (const BatchPoint &point : m_sweep.points) {
            if (const std::optional<double> height = value(point))
                line << QPointF(frame.x(double(point.batch)), frame.y(*height));
        }
        return line;
    }

    void paintSeries(const PlotFrame &frame, const Series &series)
    {
        const QPolygonF line = lineOf(frame, series.value);
        m_painter.setPen(QPen(series.color, 1.8));
        m_painter.drawPolyline(line);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(series.color);
        for (const QPointF &place : line)
            m_painter.drawEllipse(place, dotRadius, dotRadius);
    }

    void paintUnfitting(const PlotFrame &frame)
    {
        m_painter.setPen(QPen(m_style.warning(), 1.8));
        for (const BatchPoint &point : m_sweep.points) {
            if (point.outcome == BatchOutcome::Fits || point.outcome == BatchOutcome::Trying)
                continue;
            const QPointF place(frame.x(double(point.batch)), frame.plot().bottom() - 6);
            m_painter.drawLine(place + QPointF(-4, -4), place + QPointF(4, 4));
            m_painter.drawLine(place + QPointF(-4, 4), place + QPointF(4, -4));
        }
    }

    QPainter &m_painter;
    const BatchSweep &m_sweep;
    const ChartStyle &m_style;
    std::int64_t m_lowest = 0;
    std::int64_t m_highest = 1;
};

/// Areas of the three plots: side by side in a wide area, else one below the other.
std::array<QRectF, 3> partsOf(const QRectF &area)
{
    std::array<double, 3> shares = { 0.46, 0.25, 0.29 }; // the lowest has the axis
    const bool wide = area.width() > 2 * area.height();
    if (wide)
        shares = { 0.4, 0.3, 0.3 };
    std::array<QRectF, 3> parts;
    double begin = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i] = wide
            ? QRectF(area.left() + begin * area.width(), area.top(), shares[i] * area.width(), area.height())
            : QRectF(area.left(), area.top() + begin * area.height(), area.width(), shares[i] * area.height());
        begin += shares[i];
    }
    return parts;
}

std::optional<double> throughput(const BatchPoint &point)
{
    return point.throughputPerSecond > 0 ? std::optional(point.throughputPerSecond) : std::nullopt;
}

std::optional<double> median(const BatchPoint &point)
{
    return point.samples.summary.count > 0 ? std::optional(point.samples.summary.medianNs) : std::nullopt;
}

std::optional<double> p99(const BatchPoint &point)
{
    return point.samples.summary.percentile(99);
}

std::optional<double> memory(const BatchPoint &point)
{
    return point.peakBytes > 0 ? std::optional(double(point.peakBytes)) : std::nullopt;
}

QString largestText(const BatchSweep &sweep)
{
    const QString batch = roundedCountText(double(sweep.largest));
    return sweep.end == "memory" ? SweepFigureText::tr("Largest that fits: %1").arg(batch)
                                 : SweepFigureText::tr("Largest tried: %1").arg(batch);
}

} // namespace

void paintSweep(QPainter &painter, const QRectF &area, const BatchSweep &sweep, const ChartStyle &style)
{
    const auto [top, middle, bottom] = partsOf(area);
    const bool beside = middle.top() == top.top(); // then each has a header and an axis of batches
    SweepPlot plot(painter, sweep, style);
    const auto bytes = [](double count) { return bytesText(std::llround(count)); };
    const auto perSecond = [](double value) { return quantityText(value, "/s"); };

    constexpr double leastWidth = 450; // of three plots side by side
    const bool isNarrow = beside && area.width() < leastWidth;
    PlotFrame first(painter, isNarrow ? area : top, style);
    const QString title = SweepFigureText::tr("Batch sizes");
    const QString note = sweep.largest > 0 ? largestText(sweep) : QString();
    first.paintHeader(title, first.headerFits(title, note) ? note : QString()); // the text beside it says it, too
    plot.paint(first, SweepFigureText::tr("Throughput"), perSecond, false, beside,
               { { style.accent(), QString(), throughput } });
    plot.paintChoices(first, throughput);
    if (isNarrow)
        return;
    PlotFrame second(painter, middle, style);
    const std::vector<Series> latency {
        { style.statisticPen(ChartStyle::StatisticLine::Median).color(), SweepFigureText::tr("median"), median },
        { style.statisticPen(ChartStyle::StatisticLine::P99).color(), QStringLiteral("p99"), p99 }
    };
    const std::vector<std::pair<QColor, QString>> legend = plot.legendOf(latency);
    if (beside)
        second.paintLegendHeader(legend);
    else if (!legend.empty() && middle.height() > legendLines * second.metrics().height())
        second.paintLegend(legend);
    plot.paint(second, SweepFigureText::tr("Latency"), tickText, true, beside, latency);
    PlotFrame third(painter, bottom, style);
    if (beside)
        third.paintHeader(QString(), QString());
    plot.paint(third, SweepFigureText::tr("Memory"), bytes, true, true,
               { { style.roofColor(RoofKind::Memory), QString(), memory } });
}

} // namespace rooflight
