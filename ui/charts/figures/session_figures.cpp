// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/session_figures.h"

#include "core/base/whole_file.h"
#include "core/report/result_reports.h"
#include "core/results/roofs/report.h"
#include "ui/charts/figures/histogram_painter.h"
#include "ui/charts/figures/latency_figures.h"
#include "ui/charts/plot/picture_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPainter>

namespace rooflight {

namespace {

constexpr double histogramShare = 0.56; // of the height of the picture of a latency

struct FiguresText {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

void paintLatency(QPainter &painter, const QRectF &area, const SampleSet &samples, const ChartStyle &style)
{
    const double above = area.height() * histogramShare;
    const double half = area.width() / 2;
    const QRectF left(area.left(), area.top() + above, half, area.height() - above);
    paintHistogram(painter, { area.left(), area.top(), area.width(), above }, samples,
                   { .title = FiguresText::tr("Latency of the whole model") }, style);
    paintCumulative(painter, left, FiguresText::tr("Share of the runs"), samples, style);
    paintOverTime(painter, left.translated(half, 0), FiguresText::tr("Each call in order"), samples, style);
}

} // namespace

SessionFigure methodsFigure(Part<MethodComparison> comparison)
{
    return { FiguresText::tr("Timing methods"),
             [comparison](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paintMethods(painter, area, *comparison, style);
             },
             [comparison] { return csvOf(*comparison); } };
}

SessionFigure interleavedFigure(Part<InterleavedLatency> interleaved)
{
    return { FiguresText::tr("Interleaved"),
             [interleaved](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paintInterleaved(painter, area, *interleaved, style);
             },
             [interleaved] { return csvOf(*interleaved); } };
}

SessionFigure sweepFigure(Part<BatchSweep> sweep)
{
    return { FiguresText::tr("Batch sizes"),
             [sweep](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paintSweep(painter, area, *sweep, style);
             },
             [sweep] { return csvOf(*sweep); } };
}

SessionFigure pipelineFigure(Part<PipelineLatency> pipeline, bool tail)
{
    return { FiguresText::tr("Pipeline"),
             [pipeline, tail](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paintPipeline(painter, area, *pipeline, tail, style);
             },
             [pipeline] { return csvOf(*pipeline); } };
}

SessionFigure remediesFigure(Part<Remedies> remedies)
{
    return { FiguresText::tr("Remedies"),
             [remedies](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paintRemedies(painter, area, *remedies, style);
             },
             [remedies] { return csvOf(*remedies); } };
}

SessionFigure footprintFigure(const JudgedSession &judged)
{
    return { FiguresText::tr("Bandwidth by footprint"),
             [judged](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paintFootprints(painter, area, judged, style);
             },
             [judged] { return curvesToCsv(judged); } };
}

SessionFigure latencyFigure(Part<ModelLatency> latency)
{
    return { FiguresText::tr("Latency"),
             [latency](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paintLatency(painter, area, latency->samples, style);
             },
             [latency] { return csvOf(*latency); } };
}

Result<void> writeFigure(const QString &path, const SessionFigure &figure, const QSize &size, double scale,
                         const ChartStyle &style)
{
    const PictureContent content { figure.name, size,
                                   [&](QPainter &painter,
                                       const QRectF &area) { // Parts of a figure meet between pixels.
                                       painter.fillRect(area, style.ground());
                                       figure.paint(painter, area, style);
                                   } };
    if (QFileInfo(path).suffix().toLower() == QStringLiteral("csv") && figure.table)
        return writeWholeFile(QFile::encodeName(path).toStdString(), figure.table());
    return writePicture(path, content, scale);
}

} // namespace rooflight
