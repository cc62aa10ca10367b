// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/session_figures.h"

#include "core/base/whole_file.h"
#include "core/report/result_reports.h"
#include "core/report/tables/sample_cells.h"
#include "core/results/remedies/report.h"
#include "core/results/roofs/report.h"
#include "ui/charts/figures/histogram_painter.h"
#include "ui/charts/plot/picture_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPainter>

#include <utility>

namespace rooflight {

namespace {

constexpr double histogramShare = 0.56; // of the height of the picture of a latency

struct FiguresText {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

void paintLatency(QPainter &painter, const QRectF &area, const ModelLatency &latency, const ChartStyle &style)
{
    const SampleSet &samples = latency.samples;
    const double above = area.height() * histogramShare;
    const double half = area.width() / 2;
    const QRectF left(area.left(), area.top() + above, half, area.height() - above);
    paintHistogram(painter, { area.left(), area.top(), area.width(), above }, samples,
                   { .title = FiguresText::tr("Latency of the whole model") }, style);
    paintCumulative(painter, left, FiguresText::tr("Share of the runs"), samples, style);
    paintOverTime(painter, left.translated(half, 0), FiguresText::tr("Each call in order"), samples, style);
}

/// Of one result, with its table.
template<typename Body, typename Paint> SessionFigure figureOf(const QString &name, Part<Body> part, Paint paint)
{
    return { name,
             [part, paint](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paint(painter, area, *part, style);
             },
             [part] { return csvOf(*part); } };
}

} // namespace

SessionFigure methodsFigure(Part<MethodComparison> comparison)
{
    return figureOf(FiguresText::tr("Timing methods"), std::move(comparison), paintMethods);
}

SessionFigure interleavedFigure(Part<InterleavedLatency> interleaved)
{
    return figureOf(FiguresText::tr("Interleaved"), std::move(interleaved), paintInterleaved);
}

SessionFigure sweepFigure(Part<BatchSweep> sweep)
{
    return figureOf(FiguresText::tr("Batch sizes"), std::move(sweep), paintSweep);
}

SessionFigure pipelineFigure(Part<PipelineLatency> pipeline, bool tail)
{
    return figureOf(FiguresText::tr("Pipeline"), std::move(pipeline),
                    [tail](QPainter &painter, const QRectF &area, const PipelineLatency &shown,
                           const ChartStyle &style) { paintPipeline(painter, area, shown, tail, style); });
}

SessionFigure remediesFigure(Part<Remedies> remedies)
{
    return figureOf(FiguresText::tr("Remedies"), std::move(remedies), paintRemedies);
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
    return figureOf(FiguresText::tr("Latency"), std::move(latency), paintLatency);
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

namespace {

struct TimingSummaryText {
    Q_DECLARE_TR_FUNCTIONS(TimingSummary)
};

} // namespace

QString remediesSummary(const Remedies &remedies)
{
    QStringList lines;
    for (const Phrase &doubt : doubtsOf({}, remedies.partial))
        lines << displayText(doubt);
    if (const Phrase outcome = outcomePhrase(remedies); !outcome.text.empty()) // the best begins with its name
        lines << (remedies.best.ids.empty() ? capitalizedText(outcome) : displayText(outcome));
    for (const std::string &line : remedyInstructions(remedies))
        lines << QString::fromStdString(line);
    for (const Remedy &remedy : remedies.remedies) {
        if (remedy.obstacle.value().value_or(RemedyObstacle::Failed) == RemedyObstacle::Failed)
            lines << TimingSummaryText::tr("%1 was not timed: %2.")
                         .arg(displayText(phraseOf(nameOf(remedy))), displayText(phraseOf(reasonOf(remedy))));
    }
    return lines.join(QLatin1Char('\n'));
}

QString methodsPurpose()
{
    return TimingSummaryText::tr(
        "Times the model with all common methods, side by side, and says which of them is misleading "
        "here and why.");
}

QString interleavedPurpose()
{
    return TimingSummaryText::tr(
        "Times the model interleaved with another model, or with another way to run it, and says which "
        "is faster, even on a machine whose speed drifts.");
}

QString sweepPurpose()
{
    return TimingSummaryText::tr(
        "Finds the largest batch that fits and the one with the best throughput. A sweep that is "
        "stopped continues where it was.");
}

QString remediesPurpose()
{
    return TimingSummaryText::tr(
        "Times everything that can be changed without changing the model, interleaved with the model as it is, "
        "compares the outputs, and combines what makes it faster.");
}

QString pipelinePurpose()
{
    return TimingSummaryText::tr(
        "Times several models in a row with work of the host between them, with and without waiting after each.");
}

} // namespace rooflight
