// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/model/samples.h"
#include "core/report/result_reports.h"
#include "core/results/interleaved/interleaved.h"
#include "core/results/methods/methods.h"
#include "core/results/pipeline/pipeline.h"
#include "core/results/remedies/remedies.h"
#include "core/results/session.h"
#include "core/results/sweep/sweep.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/size_paths.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"

#include <QRectF>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <string>

class QPainter;

namespace rooflight {

/// A picture that is painted in whatever size it is given, and the numbers behind it.
struct SessionFigure {
    QString name; ///< for screen readers and files
    std::function<void(QPainter &painter, const QRectF &area, const ChartStyle &style)> paint;
    std::function<std::string()> table; ///< CSV; may be empty
};

// Each figure shares the result that it shows, and reads it when it is painted.

[[nodiscard]] SessionFigure methodsFigure(Part<MethodComparison> comparison);
[[nodiscard]] SessionFigure interleavedFigure(Part<InterleavedLatency> interleaved);
[[nodiscard]] SessionFigure sweepFigure(Part<BatchSweep> sweep);
/// \p tail shows the run at p99 instead of the one at the median.
[[nodiscard]] SessionFigure pipelineFigure(Part<PipelineLatency> pipeline, bool tail);
[[nodiscard]] SessionFigure remediesFigure(Part<Remedies> remedies);
/// Bandwidth by footprint.
[[nodiscard]] SessionFigure footprintFigure(const JudgedSession &judged);
/// Histogram, share of the runs, and each call in order, of the whole model.
[[nodiscard]] SessionFigure latencyFigure(Part<ModelLatency> latency);

/// Size of a figure in a file, in logical pixels.
inline constexpr QSize figureSize(1000, 640);

/// The format follows the file's ending: png, svg, pdf or csv. \p scale is the pixels of a PNG per logical pixel.
/// Writes the file whole or not at all. Errors: OutputFile.
[[nodiscard]] Result<void> writeFigure(const QString &path, const SessionFigure &figure, const QSize &size,
                                       double scale, const ChartStyle &style);

// Pictures of times, for the window and for files. Titles are data: shown as they are.

/// The curve says which share of the runs took at most so long. Lines mark the median, p95 and p99.
void paintCumulative(QPainter &painter, const QRectF &area, const QString &title, const SampleSet &samples,
                     const ChartStyle &style);

/// Each call's time in order, from the very first; the warm-up shaded, and a ring around the sample at \p marked.
void paintOverTime(QPainter &painter, const QRectF &area, const QString &title, const SampleSet &samples,
                   const ChartStyle &style, std::optional<std::size_t> marked = {});

/// A box for each method that was used: quartiles, median, whiskers from p1 to p99 as far as known; calls without a
/// warm-up beside it.
void paintMethods(QPainter &painter, const QRectF &area, const MethodComparison &comparison, const ChartStyle &style);

/// A box for each variant, and how it compares with the first.
void paintInterleaved(QPainter &painter, const QRectF &area, const InterleavedLatency &interleaved,
                      const ChartStyle &style);

/// Throughput over batch above, latency and memory below; best, knee and the largest marked.
void paintSweep(QPainter &painter, const QRectF &area, const BatchSweep &sweep, const ChartStyle &style);

/// When each stage ran: the run nearest to the median, or the one nearest to p99, in both modes.
void paintPipeline(QPainter &painter, const QRectF &area, const PipelineLatency &pipeline, bool tail,
                   const ChartStyle &style);

/// A point with its interval for each remedy and combination that was timed, against the model as it is.
void paintRemedies(QPainter &painter, const QRectF &area, const Remedies &remedies, const ChartStyle &style);

/// Bandwidth against footprint: the curves with their measured points, and the operators that memory limits.
void paintFootprints(QPainter &painter, const QRectF &area, const JudgedSession &judged, const ChartStyle &style);

/// A text instead of a picture.
void paintText(QPainter &painter, const QRectF &area, const QString &text, const ChartStyle &style);

/// A heat map of the share of the roof over the sizes of a sweep, the last axis from left to right: measured sizes
/// filled, predicted ones hollow with their time at the roof, and a line where arithmetic begins to take longer than
/// memory. \p name is that of the layer.
void paintSizeMap(QPainter &painter, const QRectF &area, const BatchSweep &sweep, const SizePath &path,
                  const QString &name, const ChartStyle &style);

/// The same as a picture, with the numbers of the whole sweep behind it.
[[nodiscard]] SessionFigure sizeMapFigure(Part<BatchSweep> sweep, SizePath path, const QString &name);

/// The map of the whole model in a session; without a value if there are no sizes, or no roofs that judge them.
[[nodiscard]] std::optional<SessionFigure> sizeMapFigure(const Session &session);

// These texts stand beside the figures of the timing benchmarks, in the language of the window.

/// The conclusions of the result, one sentence a line.
template<typename Result> [[nodiscard]] QString conclusionsText(const Result &result)
{
    QStringList lines;
    for (const Phrase &conclusion : conclusionsOf(result))
        lines << displayText(conclusion);
    return lines.join(u'\n');
}

/// The best of them and how to get it; what was not timed, and why.
[[nodiscard]] QString remediesSummary(const Remedies &remedies);

// These texts say why one would measure it. A page shows them while it has no result.

[[nodiscard]] QString methodsPurpose();
[[nodiscard]] QString interleavedPurpose();
[[nodiscard]] QString sweepPurpose();
[[nodiscard]] QString remediesPurpose();
[[nodiscard]] QString pipelinePurpose();

} // namespace rooflight
