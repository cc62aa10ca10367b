// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/samples.h"
#include "core/results/interleaved/interleaved.h"
#include "core/results/methods/methods.h"
#include "core/results/pipeline/pipeline.h"
#include "core/results/remedies/remedies.h"
#include "core/results/sweep/sweep.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/size_paths.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/style/chart_style.h"

#include <QRectF>
#include <QString>

#include <optional>

class QPainter;

namespace rooflight {

// Pictures of times, for the window and for files. Titles are data: shown as they are.

/// Which share of the runs took at most so long; lines at the median, p95 and p99.
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

/// Bandwidth against footprint: the curves with what was measured of them, and the operators that memory limits.
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

} // namespace rooflight
