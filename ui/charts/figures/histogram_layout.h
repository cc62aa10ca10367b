// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/figures/histogram_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>

namespace rooflight {

class HistogramLayout;

/// Translates what stands on a histogram.
struct HistogramText {
    Q_DECLARE_TR_FUNCTIONS(Histogram)
};

/// A vertical line with its name.
struct StatisticMark {
    ChartStyle::StatisticLine line;
    double valueNs = 0;
    QString text;
    double x = 0; ///< of the line, in pixels
    QRectF box = {}; ///< of the name
};

/// Names of vertical lines in rows above their plot.
struct NameRows {
    static constexpr int unplaced = -1;

    struct Name {
        std::array<double, 2> span = {}; ///< left and right, in pixels
        int row = unplaced; ///< from the plot upwards
    };

    [[nodiscard]] bool isBetterThan(const NameRows &other) const;
    /// In the lowest row in which it lies on no other name, and above the names of the lines that it lies across.
    template<typename LiesAcross> void place(std::size_t name, LiesAcross liesAcross);

    std::vector<Name> names;
    int count = 0; ///< of rows
    double away = 0; ///< pixels between the names and their lines
    bool areCrossed = false; ///< a name lies on a line
};

/// The sample of an outline and its name beside it.
struct LegendEntry {
    QRectF sign;
    QRectF box; ///< of the text
    QString text;
};

/// Paints the two axes.
void paintHistogramAxes(QPainter &painter, const HistogramLayout &layout);

/// Where all of one histogram goes, without painting.
class HistogramLayout
{
public:
    /// All must stay.
    HistogramLayout(const QRectF &area, const SampleSet &samples, const HistogramPicture &picture,
                    const ChartStyle &style);

    [[nodiscard]] bool isEmpty() const { return largest <= 0; }
    /// Height that an area needs to have room for bars.
    [[nodiscard]] double leastHeight() const;
    [[nodiscard]] std::optional<std::array<double, 2>> timesBetween(const std::array<double, 2> &pixels) const;
    /// Edge of a bar, in nanoseconds.
    [[nodiscard]] double edgeNs(std::size_t bin) const;
    [[nodiscard]] double xOf(double valueNs) const;
    [[nodiscard]] double yOf(double count) const;
    [[nodiscard]] double axisHeight() const; ///< below the bars: ticks, their names, the title

    const SampleSet &samples;
    const HistogramPicture &picture;
    const ChartStyle &style;
    QFontMetricsF metrics;
    QRectF area; ///< of the whole picture
    Histogram bars;
    QString flags; ///< in a line of their own
    QRectF title;
    QRectF flagLine;
    std::vector<LegendEntry> legend; ///< of HistogramPicture::others
    QRectF below; ///< what is left of the area below these
    QRectF plot; ///< of the bars
    std::vector<std::vector<double>> otherCounts; ///< of HistogramPicture::others
    double largest = 0; ///< count
    bool hasTitles = true; ///< of the axes
    std::vector<StatisticMark> statistics;

private:
    [[nodiscard]] Histogram makeBars() const;
    /// How many runs of another sample set are in each bar, as if it had as many runs as the first.
    [[nodiscard]] std::vector<double> countsOf(const std::vector<double> &samplesNs) const;
    [[nodiscard]] QString flagText() const;
    void placeHeader();
    void placePlot();
    [[nodiscard]] double placeLegend(double top);
    [[nodiscard]] double placeLegendRows(double top);
    void placeStatistics(std::vector<StatisticMark> marks);
    [[nodiscard]] NameRows rowsOf(const std::vector<StatisticMark> &marks, std::size_t sides) const;
    [[nodiscard]] double barsHeight() const;
};

inline constexpr double histogramGap = 4;
inline constexpr double histogramTick = 4;

} // namespace rooflight
