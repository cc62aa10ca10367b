// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/format.h"
#include "ui/charts/box_rows.h"
#include "ui/charts/latency_figures.h"
#include "ui/charts/plot_frame.h"
#include "ui/charts/timing_summary.h"

#include <QCoreApplication>

namespace ridgepoint {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(InterleavedFigure)
};

std::vector<BoxRow> rowsOf(const InterleavedLatency &interleaved)
{
    std::vector<BoxRow> rows;
    for (const LatencyVariant &variant : interleaved.variants) {
        if (variant.samples.summary.count > 0)
            rows.push_back({ variantName(interleaved, variant), &variant.samples.summary, rows.empty(), std::nullopt,
                             rows.empty() ? QString() : verdictText(variant) });
    }
    return rows;
}

} // namespace

void paintInterleaved(QPainter &painter, const QRectF &area, const InterleavedLatency &interleaved,
                      const ChartStyle &style)
{
    PlotFrame frame(painter, area, style);
    const std::vector<BoxRow> rows = rowsOf(interleaved);
    frame.paintHeader(
        Text::tr("Interleaved"),
        rows.empty() ? QString()
                     : Text::tr("Rounds: %1").arg(QString::fromStdString(formatCount(rows.front().summary->count))));
    if (rows.empty())
        return frame.paintEmpty(Text::tr("No round is over yet."));
    paintBoxRows(painter, frame, rows, style);
}

} // namespace ridgepoint
