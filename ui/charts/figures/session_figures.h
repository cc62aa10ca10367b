// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/results/session.h"
#include "core/roofline/judged_session.h"
#include "ui/style/chart_style.h"

#include <QRectF>
#include <QSize>
#include <QString>

#include <functional>
#include <string>

class QPainter;

namespace rooflight {

/// A picture that is painted in whatever size it is given, and the numbers behind it.
struct SessionFigure {
    QString name; ///< for screen readers and files
    std::function<void(QPainter &painter, const QRectF &area, const ChartStyle &style)> paint;
    std::function<std::string()> table; ///< CSV; may be empty
};

// What they show is read when they are painted: they share it.

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

} // namespace rooflight
