// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/histogram_painter.h"

#include "ui/charts/figures/histogram_painting.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <QPainter>
#include <QPixmap>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {

namespace {

constexpr double labelGap = 5; // between a line and its name

std::vector<StatisticMark> statisticMarks(const Summary &summary)
{
    std::vector<StatisticMark> marks {
        { ChartStyle::StatisticLine::Median, summary.medianNs,
          HistogramText::tr("median %1").arg(durationText(summary.medianNs)) },
        { ChartStyle::StatisticLine::Mean, summary.meanNs,
          HistogramText::tr("mean %1").arg(durationText(summary.meanNs)) },
    };
    if (const auto p95 = summary.percentile(95))
        marks.push_back({ ChartStyle::StatisticLine::P95, *p95, HistogramText::tr("p95 %1").arg(durationText(*p95)) });
    if (const auto p99 = summary.percentile(99))
        marks.push_back({ ChartStyle::StatisticLine::P99, *p99, HistogramText::tr("p99 %1").arg(durationText(*p99)) });
    return marks;
}

/// Not finite where there is none.
std::vector<double> logarithmsOf(const std::vector<double> &samples)
{
    std::vector<double> logarithms;
    logarithms.reserve(samples.size());
    for (const double sample : samples)
        logarithms.push_back(sample > 0 ? std::log10(sample) : std::numeric_limits<double>::quiet_NaN());
    return logarithms;
}

} // namespace

HistogramPainting::HistogramPainting(QPainter &painter, const QRectF &area, const SampleSet &samples,
                                     const HistogramPicture &picture, const ChartStyle &style)
    : m_painter(painter)
    , m_area(area)
    , m_samples(samples)
    , m_picture(picture)
    , m_style(style)
    , m_metrics(style.smallFont())
    , m_bars(makeBars())
{
    if (m_bars.counts.empty())
        return;
    m_largest = static_cast<double>(*std::max_element(m_bars.counts.begin(), m_bars.counts.end()));
    for (const NamedSamples &other : m_picture.others) {
        m_otherCounts.push_back(countsOf(other.samples.samplesNs));
        m_largest = std::max(m_largest, std::ranges::max(m_otherCounts.back()));
    }
}

/// On a logarithmic axis bars of log10 of the nanoseconds.
Histogram HistogramPainting::makeBars() const
{
    if (!m_picture.logarithmicTime && m_picture.rangeNs)
        return histogramBetween(m_samples.samplesNs, m_picture.rangeNs->front(), m_picture.rangeNs->back());
    if (!m_picture.logarithmicTime) {
        std::vector<const SampleSet *> others;
        for (const NamedSamples &other : m_picture.others)
            others.push_back(&other.samples);
        return readableHistogram(m_samples, others);
    }
    const std::vector<double> logarithms = logarithmsOf(m_samples.samplesNs);
    return m_picture.rangeNs
        ? histogramBetween(logarithms, std::log10(m_picture.rangeNs->front()), std::log10(m_picture.rangeNs->back()))
        : histogram(logarithms);
}

double HistogramPainting::edgeNs(std::size_t bin) const
{
    return m_picture.logarithmicTime ? std::pow(10.0, m_bars.edge(bin)) : m_bars.edge(bin);
}

std::optional<std::array<double, 2>> HistogramPainting::timesBetween(const std::array<double, 2> &pixels)
{
    if (m_largest <= 0)
        return std::nullopt;
    paintHeader(); // the plot begins below it
    layOut();
    const double span = m_bars.binWidth * static_cast<double>(m_bars.counts.size());
    std::array<double, 2> times = {};
    for (std::size_t i = 0; i < 2; ++i) {
        const double share = std::clamp((pixels[i] - m_plot.left()) / m_plot.width(), 0.0, 1.0);
        const double value = m_bars.lowestEdge + share * span;
        times[i] = m_picture.logarithmicTime ? std::pow(10.0, value) : value;
    }
    std::ranges::sort(times);
    return times;
}

void HistogramPainting::paintDragged()
{
    if (!m_picture.draggedX)
        return;
    QColor fill = m_style.accent();
    fill.setAlphaF(0.2F);
    m_painter.fillRect(
        QRectF(QPointF(m_picture.draggedX->front(), m_plot.top()), QPointF(m_picture.draggedX->back(), m_plot.bottom()))
            .normalized()
            .intersected(m_plot),
        fill);
}

void HistogramPainting::paint()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.fillRect(m_area, m_style.ground());
    paintHeader();
    if (m_largest > 0) {
        layOut();
        paintCountAxis();
        paintMedianBand();
        paintBars();
        paintOthers();
        paintTimeAxis();
        paintStatistics();
        paintMarked();
        paintPointedBar();
        paintDragged();
    } else {
        paintEmpty();
    }
    m_painter.restore();
}

void HistogramPainting::paintHeader()
{
    const QFontMetricsF strong(m_style.strongFont());
    const QRectF line(m_area.left() + 8, m_area.top() + 6, m_area.width() - 16, strong.height());
    QString note;
    if (m_samples.summary.count > 0)
        note = HistogramText::tr("Runs: %1").arg(countText(m_samples.summary.count));
    const double noteWidth = m_metrics.horizontalAdvance(note) + 8;
    m_painter.setFont(m_style.strongFont());
    m_painter.setPen(m_style.text());
    m_painter.drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter,
        strong.elidedText(QString(m_picture.title).replace(u'\n', u' '), Qt::ElideMiddle, line.width() - noteWidth));
    m_painter.setFont(m_style.smallFont());
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, note);

    QStringList flags;
    if (m_picture.showsFlags)
        flags = flagNames(m_samples.flags);
    if (m_samples.summary.outliers > 0)
        flags << HistogramText::tr("outliers: %1").arg(countText(m_samples.summary.outliers));
    if (m_bars.below > 0)
        flags << HistogramText::tr("left of the axis: %1").arg(countText(m_bars.below));
    if (m_bars.above > 0)
        flags << HistogramText::tr("right of the axis: %1").arg(countText(m_bars.above));
    m_area.setTop(line.bottom() + histogramGap);
    if (!flags.isEmpty()) {
        const QRectF second(line.left(), line.bottom(), line.width(), m_metrics.height());
        m_painter.drawText(second, Qt::AlignRight | Qt::AlignVCenter,
                           m_metrics.elidedText(flags.join(HistogramText::tr(", ")), Qt::ElideRight, second.width()));
        m_area.setTop(second.bottom() + histogramGap);
    }
    if (!m_picture.others.empty()) {
        const QRectF legend(line.left(), m_area.top(), line.width(), m_metrics.height());
        paintLegend(legend);
        m_area.setTop(legend.bottom() + histogramGap);
    }
}

void HistogramPainting::paintEmpty()
{
    m_painter.setFont(m_style.textFont());
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(
        m_area.adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
        HistogramText::tr("No timed runs yet. Time the model, then choose a layer to see how its runs spread."));
}

void HistogramPainting::layOut()
{
    const double left = m_metrics.horizontalAdvance(countText(static_cast<std::int64_t>(m_largest))) + histogramTick
        + histogramGap + m_metrics.height() + 10;
    m_plot = QRectF(m_area.left() + left, m_area.top(), std::max(10.0, m_area.width() - left - 16), 10);

    placeStatistics(statisticMarks(m_samples.summary));
    // Where bars would hardly be seen the titles of the axes give way, then all names but the first.
    constexpr double lowBars = 45;
    m_hasTitles = barsHeight() >= lowBars;
    if (barsHeight() < lowBars && m_statistics.size() > 1)
        placeStatistics({ m_statistics.front() });
    m_plot.setBottom(std::max(m_plot.top() + 10, m_area.bottom() - axisHeight()));
}

double HistogramPainting::barsHeight() const
{
    return m_area.bottom() - axisHeight() - m_plot.top();
}

void HistogramPainting::placeStatistics(std::vector<StatisticMark> marks)
{
    m_statistics = std::move(marks);
    m_labels.clear();
    for (const StatisticMark &mark : m_statistics)
        m_labels.push_back({ xOf(mark.valueNs), m_metrics.horizontalAdvance(mark.text) + 2 * labelGap });
    placeLabels(m_labels, m_plot.left(), m_area.right() - 4);
    int rows = 0;
    for (const LineLabel &label : m_labels)
        rows = std::max(rows, label.row + 1);
    m_plot.setTop(m_area.top() + rows * m_metrics.height() + histogramGap);
}

double HistogramPainting::axisHeight() const
{
    const double title = m_hasTitles ? m_metrics.height() + histogramGap : 0;
    return m_metrics.height() + histogramTick + histogramGap + title + 4;
}

double HistogramPainting::leastHeight()
{
    constexpr double leastBars = 90;
    const double top = m_area.top();
    paintHeader(); // the plot begins below it
    if (m_largest > 0)
        layOut();
    return (m_largest > 0 ? m_plot.top() : m_area.top()) - top + leastBars + axisHeight();
}

double HistogramPainting::xOf(double valueNs) const
{
    const double span = m_bars.binWidth * static_cast<double>(m_bars.counts.size());
    const double value = m_picture.logarithmicTime ? std::log10(valueNs) : valueNs;
    return m_plot.left() + (value - m_bars.lowestEdge) / span * m_plot.width();
}

double HistogramPainting::yOf(double count) const
{
    // On the logarithmic scale a bar of one sample must still be seen: half a sample is the ground.
    const double share = m_picture.logarithmicCounts
        ? std::log10(std::max(count, 0.5) / 0.5) / std::log10(m_largest * 1.1 / 0.5)
        : count / (m_largest * 1.05);
    return m_plot.bottom() - share * m_plot.height();
}

void HistogramPainting::paintBars()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    QColor fill = m_style.accent();
    fill.setAlphaF(0.75F);
    for (std::size_t bin = 0; bin < m_bars.counts.size(); ++bin) {
        if (m_bars.counts[bin] == 0)
            continue;
        const double left = xOf(edgeNs(bin));
        const double right = xOf(edgeNs(bin + 1));
        const double space = right - left > 4 ? 1 : 0;
        const QRectF bar(QPointF(left, yOf(static_cast<double>(m_bars.counts[bin]))),
                         QPointF(right - space, m_plot.bottom()));
        m_painter.fillRect(bar, fill);
    }
    m_painter.restore();
}

std::vector<double> HistogramPainting::countsOf(const std::vector<double> &samplesNs) const
{
    const double runs = static_cast<double>(std::max<std::size_t>(1, samplesNs.size()));
    const double weight = static_cast<double>(m_samples.samplesNs.size()) / runs;
    std::vector<double> counts;
    for (const std::int64_t count : countsIn(m_bars, m_picture.logarithmicTime ? logarithmsOf(samplesNs) : samplesNs))
        counts.push_back(static_cast<double>(count) * weight);
    return counts;
}

void HistogramPainting::paintOthers()
{
    for (std::size_t i = 0; i < m_otherCounts.size(); ++i) {
        const std::vector<double> &counts = m_otherCounts[i];
        QPolygonF outline;
        outline << QPointF(xOf(edgeNs(0)), m_plot.bottom());
        for (std::size_t bin = 0; bin < counts.size(); ++bin)
            outline << QPointF(xOf(edgeNs(bin)), yOf(counts[bin])) << QPointF(xOf(edgeNs(bin + 1)), yOf(counts[bin]));
        outline << QPointF(xOf(edgeNs(counts.size())), m_plot.bottom());
        m_painter.setPen(QPen(m_style.numberedColor(i + 1), 1.8));
        m_painter.drawPolyline(outline);
    }
}

/// A line in the colour of each outline, its name beside it.
void HistogramPainting::paintLegend(const QRectF &line)
{
    const double room = line.width() / static_cast<double>(m_picture.others.size());
    const double sign = m_metrics.height();
    for (std::size_t i = 0; i < m_picture.others.size(); ++i) {
        const double left = line.left() + static_cast<double>(i) * room;
        m_painter.setPen(QPen(m_style.numberedColor(i + 1), 2.4));
        m_painter.drawLine(QPointF(left, line.center().y()), QPointF(left + sign, line.center().y()));
        const QString text =
            HistogramText::tr("%1, median %2")
                .arg(m_picture.others[i].title, durationText(m_picture.others[i].samples.summary.medianNs));
        const double width = room - sign - 3 * histogramGap;
        const bool fits = m_metrics.horizontalAdvance(text) <= width; // names of layers differ at their end
        m_painter.setPen(m_style.text());
        m_painter.drawText(QRectF(left + sign + histogramGap, line.top(), width, line.height()),
                           Qt::AlignLeft | Qt::AlignVCenter,
                           fits ? text : m_metrics.elidedText(m_picture.others[i].title, Qt::ElideLeft, width));
    }
}

void HistogramPainting::paintMarked()
{
    if (!m_picture.markedNs)
        return;
    // One that took longer than the axis reaches is marked at its end.
    const double x = std::clamp(xOf(*m_picture.markedNs), m_plot.left(), m_plot.right());
    m_painter.setPen(QPen(m_style.warning(), 2));
    m_painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    const QString text = m_picture.markName + QStringLiteral(": ") + durationText(*m_picture.markedNs);
    QRectF box(0, m_plot.top() + 2, m_metrics.horizontalAdvance(text) + 8, m_metrics.height());
    box.moveLeft(x + box.width() + 3 < m_plot.right() ? x + 3 : x - 3 - box.width());
    m_painter.fillRect(box, m_style.ground());
    m_painter.drawText(box, Qt::AlignCenter, text);
}

void HistogramPainting::paintMedianBand()
{
    const auto &[low, high] = m_samples.summary.medianIntervalNs;
    if (!(high > low))
        return;
    QColor band = m_style.text();
    band.setAlphaF(0.14F);
    m_painter.fillRect(QRectF(QPointF(xOf(low), m_plot.top()), QPointF(xOf(high), m_plot.bottom())).intersected(m_plot),
                       band);
}

void HistogramPainting::paintStatistics()
{
    // All lines first: a name may lie across another's line, and hides it there.
    const auto isOutside = [this](const LineLabel &label) {
        return label.lineX < m_plot.left() || label.lineX > m_plot.right();
    };
    const auto bottomOf = [this](const LineLabel &label) {
        return m_plot.top() - histogramGap - label.row * m_metrics.height();
    };
    for (std::size_t i = 0; i < m_statistics.size(); ++i) {
        const LineLabel &label = m_labels[i];
        if (isOutside(label))
            continue;
        m_painter.setPen(m_style.statisticPen(m_statistics[i].line));
        m_painter.drawLine(QPointF(label.lineX, bottomOf(label) - m_metrics.height() / 2),
                           QPointF(label.lineX, m_plot.bottom()));
    }
    for (std::size_t i = 0; i < m_statistics.size(); ++i) {
        const LineLabel &label = m_labels[i];
        if (isOutside(label))
            continue;
        const QRectF box(label.left + labelGap, bottomOf(label) - m_metrics.height(), label.width - 2 * labelGap,
                         m_metrics.height());
        m_painter.fillRect(box.adjusted(-2, 0, 2, 0), m_style.ground());
        m_painter.setPen(m_style.statisticPen(m_statistics[i].line).color());
        m_painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, m_statistics[i].text);
    }
}

void HistogramPainting::paintPointedBar()
{
    if (!m_picture.pointerX || *m_picture.pointerX < m_plot.left() || *m_picture.pointerX > m_plot.right())
        return;
    const double share = (*m_picture.pointerX - m_plot.left()) / m_plot.width();
    const auto bins = static_cast<double>(m_bars.counts.size());
    const auto bin = static_cast<std::size_t>(std::clamp(share * bins, 0.0, bins - 1));
    const QString text =
        HistogramText::tr("%1 to %2, runs: %3")
            .arg(durationText(edgeNs(bin)), durationText(edgeNs(bin + 1)), countText(m_bars.counts[bin]));
    const QRectF column(QPointF(xOf(edgeNs(bin)), m_plot.top()), QPointF(xOf(edgeNs(bin + 1)), m_plot.bottom()));
    m_painter.setPen(QPen(m_style.text(), 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(column);
    QRectF box(0, 0, m_metrics.horizontalAdvance(text) + 12, m_metrics.height() + 6);
    box.moveTopLeft({ column.right() + 6, m_plot.top() + 4 });
    if (box.right() > m_plot.right())
        box.moveRight(column.left() - 6);
    box.moveLeft(std::max(box.left(), m_area.left()));
    m_painter.setPen(QPen(m_style.border(), 1));
    m_painter.setBrush(m_style.panel());
    m_painter.drawRoundedRect(box, 4, 4);
    m_painter.setPen(m_style.text());
    m_painter.drawText(box, Qt::AlignCenter, text);
}

double leastHistogramHeight(double width, const SampleSet &samples, const HistogramPicture &picture,
                            const ChartStyle &style)
{
    constexpr double ample = 1000;
    QPixmap nothing(1, 1);
    QPainter painter(&nothing);
    return HistogramPainting(painter, { 0, 0, width, ample }, samples, picture, style).leastHeight();
}

std::optional<std::array<double, 2>> timesBetween(const QRectF &area, const SampleSet &samples,
                                                  const HistogramPicture &picture, const ChartStyle &style,
                                                  const std::array<double, 2> &pixels)
{
    QPixmap nothing(1, 1);
    QPainter painter(&nothing);
    return HistogramPainting(painter, area, samples, picture, style).timesBetween(pixels);
}

void paintHistogram(QPainter &painter, const QRectF &area, const SampleSet &samples, const HistogramPicture &picture,
                    const ChartStyle &style)
{
    HistogramPainting(painter, area, samples, picture, style).paint();
}

} // namespace ridgepoint
