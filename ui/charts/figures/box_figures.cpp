// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/result_reports.h"
#include "ui/charts/figures/latency_figures.h"
#include "ui/charts/plot/box_rows.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/display_names.h"

#include "ui/style/quantities.h"

#include <QCoreApplication>

namespace rooflight {

namespace {

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
                             std::nullopt, rows.empty() ? QString() : displayText(comparisonPhrase(variant)) });
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
