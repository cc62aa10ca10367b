// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "export_run.h"

#include "ui/views/measure_request.h"
#include "ui/worker/session_controller.h"
#include "ui/worker/worker_client.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QTextStream>

namespace ridgepoint {

namespace {

int fail(const Error &error)
{
    QTextStream(stderr) << "ridgepoint: " << QString::fromStdString(error.text) << ' '
                        << QString::fromStdString(error.hint).simplified() << '\n';
    return exitStatus(error);
}

/// Opens the file and waits for its session to be complete; an error when it does not become one.
Result<void> obtainSession(SessionController &controller, WorkerClient &worker, const QString &path,
                           const Settings &settings)
{
    QEventLoop loop;
    std::optional<Error> failure;
    const auto stop = [&loop, &failure](const Error &error) {
        failure = error;
        loop.quit();
    };
    QObject::connect(&controller, &SessionController::failed, &loop, stop);
    QObject::connect(&worker, &WorkerClient::workerLost, &loop, stop);
    QObject::connect(&controller, &SessionController::finished, &loop, &QEventLoop::quit);
    QObject::connect(&worker, &WorkerClient::logAppended, &loop,
                     [](const QStringList &lines) { QTextStream(stderr) << lines.join(u'\n') << '\n'; });
    const QString absolute = QFileInfo(path).absoluteFilePath();
    controller.open(absolute, measureRequest(settings.options(absolute)));
    if (!failure)
        loop.exec();
    if (failure)
        return *failure;
    return {};
}

} // namespace

int runExport(const Arguments &arguments, Settings &settings)
{
    WorkerClient worker;
    worker.setCommand(settings.workerProgram());
    SessionController controller(&worker);
    const Result<void> opened = obtainSession(controller, worker, arguments.files.constFirst(), settings);
    if (!opened.ok())
        return fail(opened.error());
    const Result<void> written = exportSession(*arguments.exportTo, exportFormatOf(*arguments.exportTo).value(),
                                               controller.session(), arguments.picture);
    return written.ok() ? 0 : fail(written.error());
}

} // namespace ridgepoint
