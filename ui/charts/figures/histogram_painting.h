// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/figures/histogram_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>

namespace ridgepoint {

/// Translates what stands on a histogram.
struct HistogramText {
    Q_DECLARE_TR_FUNCTIONS(Histogram)
};

/// A vertical line with its name.
struct StatisticMark {
    ChartStyle::StatisticLine line;
    double valueNs;
    QString text;
};

/// Paints one histogram. For histogram_painter.cpp and histogram_axes.cpp only.
class HistogramPainting
{
public:
    HistogramPainting(QPainter &painter, const QRectF &area, const SampleSet &samples, const HistogramPicture &picture,
                      const ChartStyle &style);

    void paint();
    [[nodiscard]] double leastHeight();
    [[nodiscard]] std::optional<std::array<double, 2>> timesBetween(const std::array<double, 2> &pixels);

private:
    void paintHeader();
    void paintEmpty();
    void layOut();
    void placeStatistics(std::vector<StatisticMark> marks);
    [[nodiscard]] double axisHeight() const; ///< below the bars: ticks, their names, the title
    [[nodiscard]] double barsHeight() const;
    void paintCountAxis();
    void paintTimeAxis();
    void paintBars();
    void paintMedianBand();
    void paintStatistics();
    void paintPointedBar();

    [[nodiscard]] Histogram makeBars() const;
    /// How many runs of another sample set are in each bar, as if it had as many runs as the first.
    [[nodiscard]] std::vector<double> countsOf(const std::vector<double> &samplesNs) const;
    void paintOthers();
    void paintLegend(const QRectF &line);
    void paintMarked();
    void paintDragged();
    [[nodiscard]] std::vector<double> timeTicks(int most) const;
    [[nodiscard]] QString timeTitle() const;
    /// Of a bar, in nanoseconds.
    [[nodiscard]] double edgeNs(std::size_t bin) const;
    [[nodiscard]] double xOf(double valueNs) const;
    [[nodiscard]] double yOf(double count) const;

    QPainter &m_painter;
    QRectF m_area;
    QRectF m_plot;
    const SampleSet &m_samples;
    const HistogramPicture &m_picture;
    const ChartStyle &m_style;
    QFontMetricsF m_metrics;
    Histogram m_bars;
    std::vector<std::vector<double>> m_otherCounts; ///< of HistogramPicture::others
    double m_largest = 0;
    bool m_hasTitles = true; ///< of the axes
    std::vector<StatisticMark> m_statistics;
    std::vector<LineLabel> m_labels;
};

inline constexpr double histogramGap = 4;
inline constexpr double histogramTick = 4;

} // namespace ridgepoint
