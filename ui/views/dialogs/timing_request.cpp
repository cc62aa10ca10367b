// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/timing_request.h"

#include "ui/settings/settings.h"
#include "ui/views/dialogs/interleave_dialog.h"
#include "ui/views/dialogs/pipeline_dialog.h"
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

} // namespace rooflight
