// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/measure_commands.h"

#include "core/model/request_options.h"
#include "ui/settings/settings.h"
#include "ui/settings/ssh_hosts.h"
#include "ui/views/dialogs/dialog_fields.h"
#include "ui/views/dialogs/options_dialog.h"
#include "ui/views/dialogs/problem_prompter.h"
#include "ui/views/dialogs/timing_dialogs.h"
#include "ui/views/dialogs/worker_dialog.h"
#include "ui/views/widgets/help_window.h"
#include "ui/worker/session_controller.h"

#include <QFile>

#include <algorithm>

namespace rooflight {

MeasureCommands::MeasureCommands(WorkerClient *worker, SessionController *controller, Settings *settings,
                                 ProblemPrompter *problems, QWidget *window)
    : QObject(window)
    , m_worker(worker)
    , m_controller(controller)
    , m_settings(settings)
    , m_problems(problems)
    , m_window(window)
{
}

QString MeasureCommands::optionsPath() const
{
    // After an error the options are about the file that failed, which may not be the one that is shown.
    return m_controller->requestedPath() == m_controller->path() ? m_controller->modelPath()
                                                                 : m_controller->requestedPath();
}

std::unique_ptr<OptionsDialog> MeasureCommands::makeOptionsDialog() const
{
    const bool shown = m_controller->requestedPath() == m_controller->path();
    const QString path = optionsPath();
    const std::vector<Device> devices = m_worker->hello() ? m_worker->hello()->devices : std::vector<Device>();
    auto dialog =
        std::make_unique<OptionsDialog>(path, m_settings->options(path), m_controller->inspection(),
                                        shown ? m_controller->session().analysis : std::nullopt, devices, m_window);
    HelpWindow::setPage(dialog.get(), QStringLiteral("options"));
    return dialog;
}

QList<DialogField> MeasureCommands::optionFields() const
{
    return fieldsOf(*makeOptionsDialog());
}

void MeasureCommands::chooseOptions(const QString &field)
{
    const QString path = optionsPath();
    const std::unique_ptr<OptionsDialog> dialog = makeOptionsDialog();
    dialog->showProblem(m_problems->optionsProblem());
    if (!field.isEmpty())
        focusField(*dialog, field);
    if (dialog->exec() != QDialog::Accepted)
        return;
    m_settings->setOptions(path, dialog->options());
    measure(path);
}

void MeasureCommands::chooseWorkerCommand()
{
    auto *dialog = new WorkerDialog(m_settings->workerCommand(), sshConfigFile(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    HelpWindow::setPage(dialog, QStringLiteral("log"));
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_settings->setWorkerCommand(dialog->command());
        restartWorker();
    });
    dialog->open();
}

void MeasureCommands::measureAgain()
{
    measure(m_controller->modelPath());
}

void MeasureCommands::measureRoofs()
{
    measure(m_controller->modelPath(), true);
}

void MeasureCommands::measureRoof(const std::string &name)
{
    Request request = measureRequest(m_settings->options(m_controller->modelPath()));
    request.kind = RequestKind::Peaks;
    request.roof = name;
    m_problems->forget();
    m_controller->measureMore(std::move(request));
}

void MeasureCommands::measureLonger(std::int64_t runs)
{
    measure(m_controller->modelPath(), false, runs);
}

void MeasureCommands::measure(const QString &modelPath, bool withRoofs, std::int64_t runs)
{
    m_problems->forget();
    Request request = measureRequest(m_settings->options(modelPath));
    request.remeasure = withRoofs;
    request.limits.runs = std::max(request.limits.runs, runs);
    m_controller->open(modelPath, request);
}

void MeasureCommands::measureMore(RequestKind kind)
{
    Request request = measureRequest(m_settings->options(m_controller->modelPath()));
    request.kind = kind;
    if (!completeRequest(request, m_controller->modelPath(), m_settings, m_window))
        return;
    m_problems->forget();
    Q_EMIT measuringMore(kind);
    m_controller->measureMore(std::move(request));
}

void MeasureCommands::explain(const std::vector<std::int64_t> &operators)
{
    if (operators.empty())
        return;
    Request request = measureRequest(m_settings->options(m_controller->modelPath()));
    request.kind = RequestKind::Explain;
    request.operators = operators;
    request.limits = {}; // those of runs of the model
    m_problems->forget();
    m_controller->measureMore(std::move(request));
}

Request MeasureCommands::requestHere() const
{
    const QString model = m_controller->modelPath();
    Request request = measureRequest(m_settings->options(model));
    request.model = QFile::encodeName(model).toStdString();
    const Request &last = m_controller->lastRequest();
    if (last.model == request.model) { // what a person has agreed to
        request.trust = last.trust;
        request.acceptDamaged = last.acceptDamaged;
        request.unconfined = last.unconfined;
    }
    return request;
}

void MeasureCommands::measureBy(const Request &request)
{
    m_problems->forget();
    m_controller->open(m_controller->modelPath(), request);
}

void MeasureCommands::restartWorker()
{
    m_problems->forget();
    m_worker->setCommand(m_settings->workerProgram());
    m_worker->restart();
}

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
