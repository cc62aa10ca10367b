// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/samples.h"
#include "core/statistics/histogram.h"
#include "ui/style/chart_style.h"

#include <QRectF>
#include <QString>

#include <array>
#include <optional>
#include <vector>

class QPainter;

namespace rooflight {

/// Runs of something else, in the same picture.
struct NamedSamples {
    QString title; ///< data: shown as it is
    SampleSet samples;
};

struct HistogramPicture {
    QString title; ///< data: shown as it is
    bool logarithmicCounts = false;
    bool logarithmicTime = false; ///< bars of equal ratios: short and long times side by side
    std::optional<std::array<double, 2>>
        rangeNs = {}; ///< only these times; without a value what readableHistogram() says
    std::optional<std::array<double, 2>> draggedX = {}; ///< pixels that a person marks
    bool showsFlags = true;
    std::optional<double> pointerX = {}; ///< the bar at this pixel is described
    std::vector<NamedSamples> others = {}; ///< outlines over the bars, scaled to the same total
    std::optional<double> markedNs = {}; ///< of one run, with its name
    QString markName = {};
};

/// Paints bars, statistics and axes into an area: in the window and into reports.
void paintHistogram(QPainter &painter, const QRectF &area, const SampleSet &samples, const HistogramPicture &picture,
                    const ChartStyle &style);

/// Height of an area of this width at which the bars have room between the names of lines and the axis.
[[nodiscard]] double leastHistogramHeight(double width, const SampleSet &samples, const HistogramPicture &picture,
                                          const ChartStyle &style);

/// The times of two places in the picture, the earlier one first; without a value if no bar is.
[[nodiscard]] std::optional<std::array<double, 2>> timesBetween(const QRectF &area, const SampleSet &samples,
                                                                const HistogramPicture &picture,
                                                                const ChartStyle &style,
                                                                const std::array<double, 2> &pixels);

} // namespace rooflight
