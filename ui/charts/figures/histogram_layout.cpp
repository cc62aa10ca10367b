// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/histogram_layout.h"

#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace rooflight {

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

/// Not finite if there is none.
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
    if (!picture.others.empty())
        bottom = placeLegend(bottom) + histogramGap;
    below = area;
    below.setTop(bottom);
}

/// From left to right, in as many rows as that takes: names of layers differ at their end. Where there is no room for
/// them in one row. Returns where it ends.
double HistogramLayout::placeLegend(double top)
{
    constexpr double maxOfHeight = 0.35; // for all above the plot
    const double bottom = placeLegendRows(top);
    if (bottom - area.top() <= maxOfHeight * area.height())
        return bottom;
    legend.clear();
    const double room = title.width() / double(picture.others.size());
    const double sign = metrics.height();
    for (std::size_t i = 0; i < picture.others.size(); ++i) {
        const double left = title.left() + double(i) * room;
        const double width = room - sign - 3 * histogramGap;
        legend.push_back({ { left, top, sign, sign },
                           { left + sign + histogramGap, top, width, sign },
                           metrics.elidedText(picture.others[i].title, Qt::ElideLeft, width) });
    }
    return top + sign;
}

double HistogramLayout::placeLegendRows(double top)
{
    const double height = metrics.height();
    const double beside = height + histogramGap; // the sample, and a gap
    QPointF place(title.left(), top);
    for (const NamedSamples &other : picture.others) {
        const QString text =
            HistogramText::tr("%1, median %2").arg(other.title, durationText(other.samples.summary.medianNs));
        const double width = std::min(metrics.horizontalAdvance(text) + 1, title.width() - beside);
        if (place.x() > title.left() && place.x() + beside + width > title.right())
            place = { title.left(), place.y() + height };
        const bool fits = metrics.horizontalAdvance(text) <= width;
        legend.push_back({ { place, QSizeF(height, height) },
                           { place.x() + beside, place.y(), width, height },
                           fits ? text : metrics.elidedText(other.title, Qt::ElideLeft, width) });
        place.rx() += beside + width + 3 * histogramGap;
    }
    return place.y() + height;
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
        placeStatistics({ statisticMarks(samples.summary).front() });
    plot.setBottom(std::max(plot.top() + 10, below.bottom() - axisHeight()));
}

double HistogramLayout::barsHeight() const
{
    return below.bottom() - axisHeight() - plot.top();
}

/// In the rows above the bars: on those sides of their lines that take the fewest rows.
void HistogramLayout::placeStatistics(std::vector<StatisticMark> marks)
{
    for (StatisticMark &mark : marks)
        mark.x = xOf(mark.valueNs);
    NameRows best;
    for (std::size_t sides = 0; sides < std::size_t { 1 } << marks.size(); ++sides) {
        NameRows rows = rowsOf(marks, sides);
        if (best.names.empty() || rows.isBetterThan(best))
            best = std::move(rows);
    }
    const double height = metrics.height();
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto &[span, row] = best.names[i];
        marks[i].box = QRectF(span[0] + labelGap, below.top() + double(best.count - 1 - row) * height,
                              span[1] - span[0] - 2 * labelGap, height);
    }
    statistics = std::move(marks);
    plot.setTop(below.top() + double(best.count) * height + histogramGap);
}

/// Bit i of \p sides puts the name of the i-th mark left of its line. A name is higher than those whose lines it lies
/// across; none is on another.
NameRows HistogramLayout::rowsOf(const std::vector<StatisticMark> &marks, std::size_t sides) const
{
    NameRows rows;
    const double end = below.right() - 4;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const double width = metrics.horizontalAdvance(marks[i].text) + 2 * labelGap;
        const bool isLeft = (sides >> i & 1U) != 0;
        const double wanted = isLeft ? marks[i].x - width : marks[i].x;
        const double left = std::clamp(wanted, plot.left(), std::max(plot.left(), end - width));
        rows.away += std::abs(left - wanted);
        rows.names.push_back({ { left, left + width }, NameRows::unplaced });
    }
    const auto liesAcross = [&](std::size_t name, std::size_t line) {
        const auto &[left, right] = rows.names[name].span;
        return name != line && marks[line].x > left + 1 && marks[line].x < right - 1;
    };
    for (std::size_t placed = 0; placed < marks.size(); ++placed) {
        const auto isFree = [&](std::size_t name) {
            for (std::size_t line = 0; line < marks.size(); ++line) {
                if (liesAcross(name, line) && rows.names[line].row == NameRows::unplaced)
                    return false;
            }
            return rows.names[name].row == NameRows::unplaced;
        };
        std::size_t next = 0;
        while (next < marks.size() && !isFree(next))
            ++next;
        if (next == marks.size()) { // two lie across one another's lines
            rows.areCrossed = true;
            next = std::size_t(std::ranges::find(rows.names, NameRows::unplaced, &NameRows::Name::row)
                               - rows.names.begin());
        }
        rows.place(next, [&](std::size_t line) { return liesAcross(next, line); });
    }
    return rows;
}

bool NameRows::isBetterThan(const NameRows &other) const
{
    return std::tuple(areCrossed, away, count) < std::tuple(other.areCrossed, other.away, other.count);
}

template<typename LiesAcross> void NameRows::place(std::size_t name, LiesAcross liesAcross)
{
    int row = 0;
    for (std::size_t line = 0; line < names.size(); ++line) {
        if (liesAcross(line))
            row = std::max(row, names[line].row + 1);
    }
    const auto isTaken = [this, name](const Name &other) {
        return other.span[0] < names[name].span[1] && names[name].span[0] < other.span[1];
    };
    while (std::ranges::any_of(names, [&](const Name &other) { return other.row == row && isTaken(other); }))
        ++row;
    names[name].row = row;
    count = std::max(count, row + 1);
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

} // namespace rooflight
