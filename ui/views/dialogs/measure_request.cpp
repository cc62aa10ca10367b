// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/measure_request.h"

#include "core/model/request_options.h"
#include "ui/settings/settings.h"
#include "ui/views/dialogs/timing_dialogs.h"
#include "ui/views/widgets/help_window.h"

#include <QFile>

namespace rooflight {

namespace {

bool wasAccepted(QDialog &dialog)
{
    HelpWindow::setPage(&dialog, QStringLiteral("benchmarks"));
    return dialog.exec() == QDialog::Accepted;
}

std::string encoded(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

bool chooseVariant(Request &request, const QString &model, Settings *settings, QWidget *parent)
{
    InterleaveDialog dialog(model, settings->lastFolder(QStringLiteral("open")), parent);
    dialog.setVariant(settings->interleavedVariant());
    if (!wasAccepted(dialog))
        return false;
    settings->setInterleavedVariant(dialog.variant());
    request.interleave = { encoded(dialog.variant()) };
    return true;
}

bool choosePipeline(Request &request, const QString &model, Settings *settings, QWidget *parent)
{
    PipelineDialog dialog(model, settings->lastFolder(QStringLiteral("open")), parent);
    dialog.setModels(settings->pipelineModels());
    dialog.setHostWork(settings->pipelineHostWork());
    if (!wasAccepted(dialog))
        return false;
    settings->setPipeline(dialog.models(), dialog.hostWork());
    for (const QString &behind : dialog.models())
        request.pipeline.models.push_back(encoded(behind));
    if (!dialog.hostWork().isEmpty())
        request.pipeline.hostWork = { encoded(dialog.hostWork()) };
    return true;
}

} // namespace

bool completeRequest(Request &request, const QString &model, Settings *settings, QWidget *parent)
{
    if (request.kind == RequestKind::Pipeline)
        return choosePipeline(request, model, settings, parent);
    if (request.kind == RequestKind::Latency)
        return chooseVariant(request, model, settings, parent);
    request.compile = request.kind == RequestKind::Remedies && settings->compilesRemedies();
    return true;
}

Request measureRequest(const MeasureOptions &options)
{
    Request request;
    request.kind = RequestKind::Report;
    for (const QString &input : options.inputs)
        request.inputs.push_back(input.toStdString());
    request.batch = options.batch;
    request.device = options.device.toStdString();
    request.threads = options.threads;
    request.effort = options.effort;
    for (const QString &library : options.libraries)
        request.libraries.push_back(QFile::encodeName(library).toStdString());
    request.formulas = QFile::encodeName(options.formulas).toStdString();
    request.execution = options.execution;
    request.limits = options.limits;
    request.memoryLimitBytes = static_cast<std::int64_t>(option::memoryLimit.inRequest(options.memoryGigabytes));
    request.convention = options.convention;
    for (const QString &dimension : options.batchDimension.split(u' ', Qt::SkipEmptyParts))
        request.batchDimensions.push_back(dimension.toStdString());
    request.countBytes = options.countBytes && options.device.startsWith(u"cuda");
    request.sweep.maximumBatch = options.maximumBatch;
    if (options.sweepStep > 0) {
        request.sweep.search = BatchSearch::Sequential;
        request.sweep.step = options.sweepStep;
    }
    return request;
}

} // namespace rooflight
