// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/histogram_layout.h"

#include "ui/charts/plot/placer.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

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

HistogramLayout::HistogramLayout(const QRectF &whole, const SampleSet &shownSamples,
                                 const HistogramPicture &shownPicture, const ChartStyle &drawnStyle)
    : samples(shownSamples)
    , picture(shownPicture)
    , style(drawnStyle)
    , metrics(drawnStyle.smallFont())
    , area(whole)
    , bars(makeBars())
{
    if (!bars.counts.empty())
        largest = static_cast<double>(std::ranges::max(bars.counts));
    for (const NamedSamples &other : bars.counts.empty() ? std::vector<NamedSamples>() : picture.others) {
        otherCounts.push_back(countsOf(other.samples.samplesNs));
        largest = std::max(largest, std::ranges::max(otherCounts.back()));
    }
    placeHeader();
    if (!isEmpty())
        placePlot();
}

/// On a logarithmic axis bars of log10 of the nanoseconds.
Histogram HistogramLayout::makeBars() const
{
    if (!picture.logarithmicTime && picture.rangeNs)
        return histogramBetween(samples.samplesNs, picture.rangeNs->front(), picture.rangeNs->back());
    if (!picture.logarithmicTime) {
        std::vector<const SampleSet *> others;
        for (const NamedSamples &other : picture.others)
            others.push_back(&other.samples);
        return readableHistogram(samples, others);
    }
    const std::vector<double> logarithms = logarithmsOf(samples.samplesNs);
    return picture.rangeNs
        ? histogramBetween(logarithms, std::log10(picture.rangeNs->front()), std::log10(picture.rangeNs->back()))
        : histogram(logarithms);
}

double HistogramLayout::edgeNs(std::size_t bin) const
{
    return picture.logarithmicTime ? std::pow(10.0, bars.edge(bin)) : bars.edge(bin);
}

std::optional<std::array<double, 2>> HistogramLayout::timesBetween(const std::array<double, 2> &pixels) const
{
    if (isEmpty())
        return std::nullopt;
    const double span = bars.binWidth * static_cast<double>(bars.counts.size());
    std::array<double, 2> times = {};
    for (std::size_t i = 0; i < 2; ++i) {
        const double share = std::clamp((pixels[i] - plot.left()) / plot.width(), 0.0, 1.0);
        const double value = bars.lowestEdge + share * span;
        times[i] = picture.logarithmicTime ? std::pow(10.0, value) : value;
    }
    std::ranges::sort(times);
    return times;
}

QString HistogramLayout::flagText() const
{
    QStringList lines;
    if (picture.showsFlags)
        lines = flagNames(samples.flags);
    if (samples.summary.outliers > 0)
        lines << HistogramText::tr("outliers: %1").arg(countText(samples.summary.outliers));
    if (bars.below > 0)
        lines << HistogramText::tr("left of the axis: %1").arg(countText(bars.below));
    if (bars.above > 0)
        lines << HistogramText::tr("right of the axis: %1").arg(countText(bars.above));
    return lines.join(HistogramText::tr(", "));
}

void HistogramLayout::placeHeader()
{
    const double height = QFontMetricsF(style.strongFont()).height();
    title = QRectF(area.left() + 8, area.top() + 6, area.width() - 16, height);
    double bottom = title.bottom();
    flags = flagText();
    if (!flags.isEmpty()) {
        flagLine = QRectF(title.left(), bottom, title.width(), metrics.height());
        bottom = flagLine.bottom();
    }
    bottom += histogramGap;
    if (!picture.others.empty()) {
        legend = QRectF(title.left(), bottom, title.width(), metrics.height());
        bottom = legend.bottom() + histogramGap;
    }
    below = area;
    below.setTop(bottom);
}

void HistogramLayout::placePlot()
{
    const double left = metrics.horizontalAdvance(countText(static_cast<std::int64_t>(largest))) + histogramTick
        + histogramGap + metrics.height() + 10;
    plot = QRectF(below.left() + left, below.top(), std::max(10.0, below.width() - left - 16), 10);

    placeStatistics(statisticMarks(samples.summary));
    // Where bars would hardly be seen the titles of the axes give way, then all names but the first.
    constexpr double lowBars = 45;
    hasTitles = barsHeight() >= lowBars;
    if (barsHeight() < lowBars && statistics.size() > 1)
        placeStatistics({ statistics.front() });
    plot.setBottom(std::max(plot.top() + 10, below.bottom() - axisHeight()));
}

double HistogramLayout::barsHeight() const
{
    return below.bottom() - axisHeight() - plot.top();
}

/// Next to their lines in the rows above the bars, so that none lies on another or on its line. From the right: a name
/// right of its line crosses no line further right when that one's name is a row lower.
void HistogramLayout::placeStatistics(std::vector<StatisticMark> marks)
{
    statistics = std::move(marks);
    for (StatisticMark &mark : statistics)
        mark.x = xOf(mark.valueNs);
    std::ranges::stable_sort(statistics, std::greater(), &StatisticMark::x);
    const double height = metrics.height();
    const double right = below.right() - 4;
    Placer placer({ plot.left(), 0, right - plot.left(), height * double(statistics.size()) });
    double top = placer.area().bottom();
    for (StatisticMark &mark : statistics) {
        const double width = metrics.horizontalAdvance(mark.text) + 2 * labelGap;
        const double wanted = mark.x + width <= right ? mark.x : mark.x - width;
        mark.box = QRectF(std::clamp(wanted, plot.left(), std::max(plot.left(), right - width)),
                          placer.area().bottom() - height, width, height);
        QList<QRectF> rows;
        for (std::size_t row = 0; row < statistics.size(); ++row)
            rows << mark.box.translated(0, -double(row) * height);
        // Names touch lines, and one another.
        mark.box = placer.place(rows, { .beside = -0.5, .above = -0.5, .lines = -0.5 }).value_or(rows.back());
        placer.addLine({ mark.x, mark.box.center().y(), mark.x, placer.area().bottom() });
        top = std::min(top, mark.box.top());
    }
    for (StatisticMark &mark : statistics)
        mark.box = mark.box.translated(0, below.top() - top).adjusted(labelGap, 0, -labelGap, 0);
    plot.setTop(below.top() + placer.area().bottom() - top + histogramGap);
}

double HistogramLayout::axisHeight() const
{
    const double title = hasTitles ? metrics.height() + histogramGap : 0;
    return metrics.height() + histogramTick + histogramGap + title + 4;
}

double HistogramLayout::leastHeight() const
{
    constexpr double leastBars = 90;
    return (isEmpty() ? below.top() : plot.top()) - area.top() + leastBars + axisHeight();
}

double HistogramLayout::xOf(double valueNs) const
{
    const double span = bars.binWidth * static_cast<double>(bars.counts.size());
    const double value = picture.logarithmicTime ? std::log10(valueNs) : valueNs;
    return plot.left() + (value - bars.lowestEdge) / span * plot.width();
}

double HistogramLayout::yOf(double count) const
{
    // On the logarithmic scale a bar of one sample must still be seen: half a sample is the ground.
    const double share = picture.logarithmicCounts
        ? std::log10(std::max(count, 0.5) / 0.5) / std::log10(largest * 1.1 / 0.5)
        : count / (largest * 1.05);
    return plot.bottom() - share * plot.height();
}

std::vector<double> HistogramLayout::countsOf(const std::vector<double> &samplesNs) const
{
    const double runs = static_cast<double>(std::max<std::size_t>(1, samplesNs.size()));
    const double weight = static_cast<double>(samples.samplesNs.size()) / runs;
    std::vector<double> counts;
    for (const std::int64_t count : countsIn(bars, picture.logarithmicTime ? logarithmsOf(samplesNs) : samplesNs))
        counts.push_back(static_cast<double>(count) * weight);
    return counts;
}

} // namespace ridgepoint
