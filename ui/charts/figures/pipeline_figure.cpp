// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/session_figures.h"
#include "ui/charts/plot/plot_frame.h"

#include "ui/style/quantities.h"
#include "ui/style/sentences.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace rooflight {

namespace {

struct PipelineFigureText {
    Q_DECLARE_TR_FUNCTIONS(PipelineFigure)
};

/// Of an axis: its zero has no unit.
QString sinceBegin(double nanoseconds)
{
    return nanoseconds == 0 ? QStringLiteral("0") : tickText(nanoseconds);
}

const std::vector<StageSpan> &runOf(const PipelineMode &mode, bool tail)
{
    return tail ? mode.p99Run : mode.medianRun;
}

double endOf(const std::vector<StageSpan> &run)
{
    double end = 0;
    for (const StageSpan &span : run)
        end = std::max({ end, span.hostEndNs, span.deviceEndNs });
    return end;
}

QString modeTitle(const PipelineMode &mode)
{
    const Summary &summary = mode.endToEnd.summary;
    const QString time = summary.count > 0 ? durationText(summary.medianNs) : QStringLiteral("–");
    return mode.mode == StageSeparation::Synchronized
        ? textOfLengths({ PipelineFigureText::tr("Waiting after each stage: median %1").arg(time),
                          PipelineFigureText::tr("Waiting: median %1").arg(time),
                          PipelineFigureText::tr("Waiting: %1").arg(time) })
        : textOfLengths({ PipelineFigureText::tr("Events only: median %1").arg(time),
                          PipelineFigureText::tr("Events only: %1").arg(time) });
}

/// On the right of its bar, else on the left, else in it.
void paintTime(QPainter &painter, const PlotFrame &frame, const QRectF &bar, double middle, const QString &text,
               const ChartStyle &style)
{
    constexpr double gap = 5;
    QRectF box(QPointF(), frame.metrics().size(0, text));
    box.moveCenter({ bar.center().x(), middle });
    if (bar.right() + box.width() + gap < frame.plot().right())
        box.moveLeft(bar.right() + gap);
    else if (bar.left() - box.width() - gap >= frame.plot().left())
        box.moveRight(bar.left() - gap);
    if (box.intersects(bar))
        painter.fillRect(box, style.groundOfText());
    painter.setPen(style.text());
    painter.drawText(box, Qt::AlignCenter, text);
}

/// Bars of one run: the host's call above, the device's work below where it is apart from it.
void paintRun(QPainter &painter, const PlotFrame &frame, const PipelineLatency &pipeline,
              const std::vector<StageSpan> &run, const ChartStyle &style)
{
    painter.setFont(style.smallFont());
    for (std::size_t i = 0; i < run.size(); ++i) {
        const StageSpan &span = run[i];
        const bool apart = span.deviceBeginNs != span.hostBeginNs || span.deviceEndNs != span.hostEndNs;
        const double height = std::min(frame.rowHeight() * 0.6, 22.0);
        const double top = frame.rowCentre(static_cast<int>(i)) - height / 2;
        const auto bar = [&](double begin, double end, double barTop, double barHeight, const QColor &color) {
            QRectF box(QPointF(frame.x(begin), barTop), QPointF(frame.x(end), barTop + barHeight));
            box.setWidth(std::max(box.width(), 1.0));
            painter.fillRect(box, color);
            return box;
        };
        QColor host = style.mutedText();
        host.setAlphaF(0.55F);
        const QColor device = style.accent();
        QRectF box;
        if (!pipeline.stages[i].isModel)
            box = bar(span.hostBeginNs, span.hostEndNs, top, height, host);
        else if (!apart)
            box = bar(span.hostBeginNs, span.hostEndNs, top, height, device);
        else {
            bar(span.hostBeginNs, span.hostEndNs, top, height / 2, host);
            box = bar(span.deviceBeginNs, span.deviceEndNs, top + height / 2, height / 2, device);
        }
        const QString text = durationText(pipeline.stages[i].isModel && apart ? span.deviceEndNs - span.deviceBeginNs
                                                                              : span.hostEndNs - span.hostBeginNs);
        paintTime(painter, frame, box, frame.rowCentre(static_cast<int>(i)), text, style);
    }
}

} // namespace

void paintPipeline(QPainter &painter, const QRectF &area, const PipelineLatency &pipeline, bool tail,
                   const ChartStyle &style)
{
    QStringList names;
    for (const PipelineStage &stage : pipeline.stages)
        names << QString::fromStdString(stage.name);
    double end = 0;
    for (const PipelineMode &mode : pipeline.modes)
        end = std::max(end, endOf(runOf(mode, tail)));
    if (end <= 0) {
        PlotFrame frame(painter, area, style);
        frame.paintHeader(PipelineFigureText::tr("Pipeline"), QString());
        frame.paintEmpty(tail ? PipelineFigureText::tr("There are too few runs for p99: 100 are needed.")
                              : PipelineFigureText::tr("No run has been measured yet."));
        return;
    }
    const bool beside = area.width() > 2 * area.height();
    const double share = 1 / static_cast<double>(pipeline.modes.size());
    const auto partOf = [&](std::size_t mode) {
        const double begin = static_cast<double>(mode) * share;
        return beside ? QRectF(area.left() + begin * area.width(), area.top(), share * area.width(), area.height())
                      : QRectF(area.left(), area.top() + begin * area.height(), area.width(), share * area.height());
    };
    const QString note =
        tail ? PipelineFigureText::tr("The run at p99") : PipelineFigureText::tr("The run nearest the median");
    bool fits = true; // in all, so that the plots stay side by side
    for (std::size_t i = 0; i < pipeline.modes.size(); ++i)
        fits = fits && PlotFrame(painter, partOf(i), style).headerFits(modeTitle(pipeline.modes[i]), note);
    for (std::size_t i = 0; i < pipeline.modes.size(); ++i) {
        PlotFrame frame(painter, partOf(i), style);
        frame.paintHeader(modeTitle(pipeline.modes[i]), note, !fits);
        const bool last = beside || i + 1 == pipeline.modes.size();
        frame.paintAxes({ last ? PipelineFigureText::tr("Time since the run began") : QString(),
                          0,
                          end * 1.02,
                          false,
                          sinceBegin,
                          {} },
                        {}, names);
        paintRun(painter, frame, pipeline, runOf(pipeline.modes[i], tail), style);
    }
}

} // namespace rooflight
