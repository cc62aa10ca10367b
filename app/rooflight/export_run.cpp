// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "export_run.h"

#include "core/report/what_if_report.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/matrix/matrix_window.h"
#include "ui/style/window_language.h"
#include "ui/views/dialogs/measure_commands.h"
#include "ui/worker/file_kind.h"
#include "ui/worker/session_controller.h"
#include "ui/worker/worker_client.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QTextStream>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

int fail(const Error &error)
{
    const QString text = QString::fromStdString(wholeText(error));
    QTextStream(stderr) << "rooflight: " << text.simplified() << '\n';
    return exitStatus(error);
}

/// Shows what a worker writes beside its records, once it is known to be one: of another program the error says it.
void showWords(WorkerClient &worker)
{
    const auto held = std::make_shared<QStringList>();
    const auto show = [held, &worker] {
        if (!worker.hello())
            return;
        for (const QString &line : std::exchange(*held, {}))
            QTextStream(stderr) << line << '\n';
    };
    QObject::connect(&worker, &WorkerClient::logAppended, &worker, [held, show](const QStringList &lines) {
        held->append(lines);
        show();
    });
    QObject::connect(&worker, &WorkerClient::helloReceived, &worker, show);
}

/// Starts something and waits until it is done; an error when it fails.
template<typename Start> Result<void> await(SessionController &controller, WorkerClient &worker, Start start)
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
    start();
    if (!failure)
        loop.exec();
    if (failure)
        return *failure;
    return {};
}

/// What has to be asked for beside the usual measurements of a model.
std::optional<RequestKind> measurementOf(Figure figure)
{
    if (figure == Figure::Methods)
        return RequestKind::Methods;
    if (figure == Figure::Sweep)
        return RequestKind::Sweep;
    if (figure == Figure::Remedies)
        return RequestKind::Remedies;
    return std::nullopt;
}

/// Of sizes: they stand under roofs, and a session of the sweep alone holds those that were known when it was made.
bool lacksRoofs(const Session &session)
{
    return session.sweep && !session.sweep->axes.empty() && !session.peaks;
}

/// The roofs of this machine, from the cache or measured. A failure is none of its own: what is drawn without them is
/// refused.
void addRoofs(SessionController &controller, WorkerClient &worker, Request request)
{
    const Device &device = controller.session().sweep->device;
    request.kind = RequestKind::Peaks;
    request.device = device.place();
    request.threads = device.threads;
    (void)await(controller, worker, [&] { controller.measureMore(request); });
}

Result<void> openSession(SessionController &controller, WorkerClient &worker, const QString &file,
                         const Arguments &arguments, const Settings &settings)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    const bool isSaved = pathKindOf(path) == PathKind::Session;
    if (arguments.figure == Figure::Interleaved && !isSaved)
        return Error { ErrorCode::CommandLine, "--figure turns needs a saved session: you decide what is interleaved.",
                       "Make one with rooflight-cli latency MODEL --interleave VARIANT --save FILE.ridge." };
    if (arguments.figure == Figure::Pipeline && !isSaved)
        return Error { ErrorCode::CommandLine, "--figure pipeline needs a saved session: a pipeline is several models.",
                       "Make one with rooflight-cli pipeline MODEL MODEL --save FILE.ridge." };
    const Request request = measureRequest(settings.options(path));
    Result<void> opened = await(controller, worker, [&] { controller.open(path, request); });
    const std::optional<RequestKind> more = measurementOf(arguments.figure);
    if (opened.ok() && arguments.figure == Figure::Sweep && lacksRoofs(controller.session()))
        addRoofs(controller, worker, request);
    if (!opened.ok() || isSaved || !more)
        return opened;
    Request again = request;
    again.kind = *more;
    return await(controller, worker, [&] { controller.measureMore(again); });
}

/// What the file holds, or what measuring it gave.
Result<Session> obtainSession(const QString &file, const Arguments &arguments, const Settings &settings)
{
    WorkerClient worker;
    worker.setCommand(settings.workerProgram());
    showWords(worker);
    SessionController controller(&worker);
    controller.setThresholds(settings.verdictThresholds());
    const Result<void> opened = openSession(controller, worker, file, arguments, settings);
    if (opened.ok())
        return controller.session();
    Error error = opened.error();
    if (error.code == ErrorCode::WorkerLost && worker.hello())
        error.hint.clear(); // its last words, which were shown
    return error;
}

bool isTimed(const SampleSet &samples)
{
    return samples.summary.count > 0;
}

/// Whether one of what was to be timed has times.
bool anyTimed(const auto &parts)
{
    return std::ranges::any_of(parts, [](const auto &part) { return isTimed(part.samples); });
}

bool isTimed(const PipelineLatency &pipeline)
{
    return std::ranges::any_of(pipeline.modes, [](const PipelineMode &mode) { return isTimed(mode.endToEnd); });
}

/// Nothing when the session does not hold what the figure shows.
std::optional<SessionFigure> figureOf(const Session &session, Figure figure)
{
    if (figure == Figure::Methods && session.methods && anyTimed(session.methods->methods))
        return methodsFigure(session.methods);
    if (figure == Figure::Sweep && session.sweep && !session.sweep->axes.empty())
        return sizeMapFigure(session);
    if (figure == Figure::Sweep && session.sweep && anyTimed(session.sweep->points))
        return sweepFigure(session.sweep);
    if (figure == Figure::Pipeline && session.pipeline && isTimed(*session.pipeline))
        return pipelineFigure(session.pipeline, false);
    if (figure == Figure::Interleaved && session.interleaved && anyTimed(session.interleaved->variants))
        return interleavedFigure(session.interleaved);
    if (figure == Figure::Remedies && session.remedies && session.remedies->medianNs > 0)
        return remediesFigure(session.remedies);
    if (figure == Figure::Footprints && session.peaks && !session.peaks->curves.empty())
        return footprintFigure(JudgedSession(session));
    if (figure == Figure::Latency && session.latency && isTimed(session.latency->samples))
        return latencyFigure(session.latency);
    return std::nullopt;
}

std::string contentName(Figure figure)
{
    switch (figure) {
    case Figure::Page:
    case Figure::Chart:
    case Figure::Table:
        return "roofs";
    case Figure::Methods:
        return "comparison of timing methods";
    case Figure::Sweep:
        return "sweep of batch sizes";
    case Figure::Pipeline:
        return "pipeline";
    case Figure::Latency:
        return "latency of the whole model";
    case Figure::Interleaved:
        return "interleaved measurement";
    case Figure::Remedies:
        return "remedies";
    case Figure::Footprints:
        return "bandwidth by footprint";
    }
    return {};
}

Result<void> writeTimes(const Arguments &arguments, const Session &session)
{
    const std::optional<SessionFigure> figure = figureOf(session, arguments.figure);
    if (!figure && lacksRoofs(session))
        return Error { ErrorCode::CommandLine,
                       arguments.files.constFirst().toStdString() + " holds no roofs for its sizes to stand under.",
                       "Measure them with rooflight-cli peaks, and the sizes again." };
    if (!figure)
        return Error { ErrorCode::CommandLine,
                       arguments.files.constFirst().toStdString() + " holds no " + contentName(arguments.figure) + '.',
                       arguments.figure == Figure::Footprints
                           ? "It is measured on a CPU only: with rooflight-cli report, unless --effort is quick."
                           : "Measure it with rooflight-cli or in the window, and save the session." };
    const ChartStyle style(paletteOf(arguments.picture.theme), pictureFont());
    return writeFigure(*arguments.exportTo, *figure, arguments.picture.size, arguments.picture.scale, style);
}

/// The name of its file; all of what was typed where another one has the same.
QString nameOf(const QString &file, const std::set<QString> &taken)
{
    const QString name = QFileInfo(file).completeBaseName();
    return taken.contains(name) ? file : name;
}

/// That of --what-if, where the session has layers to change.
std::optional<AskedChange> namedChange(const Arguments &arguments, const Session &session)
{
    return session.analysis ? askedChangeNamed(arguments.whatIf) : std::nullopt;
}

/// The sessions with the chosen roofs or change, each with a name of its own.
std::vector<ChartSession> namedSessions(const Arguments &arguments, const std::vector<Session> &sessions)
{
    // What stands above a CSV file is English.
    const ReportLanguage language = arguments.provenance ? ReportLanguage() : windowLanguage();
    const LanguageScope scope(language);
    std::vector<ChartSession> shown;
    std::set<QString> names;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const QString name = nameOf(arguments.files[qsizetype(i)], names);
        names.insert(name);
        shown.push_back(
            { name, std::make_shared<const Session>(shownIf(sessions[i], arguments.whatIf).value_or(sessions[i])) });
    }
    return shown;
}

/// The first of the sessions among the others.
Result<void> writeChart(const Arguments &arguments, const std::vector<Session> &sessions, const Settings &settings)
{
    std::vector<ChartSession> shown = namedSessions(arguments, sessions);
    const ChartSession main = shown.front();
    shown.erase(shown.begin());
    ChartChoices drawn;
    drawn.folds = settings.foldsEqualBlocks();
    drawn.change = namedChange(arguments, *main.session);
    const JudgedSession judged(*main.session);
    ChartPicture picture(main.name, judged, shown, styleOf(arguments.look), drawn);
    if (picture.isEmpty())
        return Error { ErrorCode::CommandLine,
                       arguments.files.constFirst().toStdString() + " holds no layers and no roofs.",
                       "Measure it with rooflight-cli report or in the window, and save the session." };
    if (const Result<void> viewed = picture.setView(arguments.view, *main.session); !viewed.ok())
        return viewed.error();
    return writeChartFigure(*arguments.exportTo, picture, arguments.figure == Figure::Table ? &judged : nullptr,
                            arguments.look, main.name);
}

Result<void> write(const Arguments &arguments, const std::vector<Session> &sessions, const Settings &settings)
{
    if (isChart(arguments.figure))
        return writeChart(arguments, sessions, settings);
    const Session &session = sessions.front();
    if (arguments.figure != Figure::Page)
        return writeTimes(arguments, session);
    const ExportFormat format =
        arguments.provenance ? ExportFormat::CsvWithProvenance : exportFormatOf(*arguments.exportTo).value();
    PictureOptions picture = arguments.picture;
    picture.chart.folds = settings.foldsEqualBlocks();
    picture.chart.change = namedChange(arguments, session);
    if (isRecord(format))
        return exportSession(*arguments.exportTo, format, JudgedSession(session), picture);
    if (sessions.size() > 1 && !session.analysis)
        return Error { ErrorCode::CommandLine,
                       arguments.files.constFirst().toStdString() + " holds no layers for the others to stand beside.",
                       "Name a session with layers first." };
    std::vector<ChartSession> shown = namedSessions(arguments, sessions);
    const ChartSession main = shown.front();
    shown.erase(shown.begin());
    picture.chart.name = main.name;
    picture.chart.others = std::move(shown);
    return exportSession(*arguments.exportTo, format, JudgedSession(*main.session), picture);
}

/// The window of a matrix is never shown, but has the sizes of its parts.
Result<void> exportMatrix(const Arguments &arguments, Settings &settings)
{
    const ExportFormat format = exportFormatOf(*arguments.exportTo).value();
    if (format != ExportFormat::Csv && format != ExportFormat::Html && format != ExportFormat::Png)
        return Error { ErrorCode::CommandLine, "A matrix is exported as csv, html or png.", "Choose one of these." };
    MatrixWindow window(&settings);
    Result<void> opened = window.open(QFileInfo(arguments.files.constFirst()).absoluteFilePath());
    return opened.ok() ? window.exportTo(*arguments.exportTo) : opened;
}

} // namespace

int runExport(const Arguments &arguments, Settings &settings)
{
    const auto isMatrix = [](const QString &file) { return pathKindOf(file) == PathKind::Matrix; };
    if (std::ranges::any_of(arguments.files, isMatrix)) {
        const Result<void> exported = exportMatrix(arguments, settings);
        return exported.ok() ? 0 : fail(exported.error());
    }
    std::vector<Session> sessions;
    for (const QString &file : arguments.files) {
        Result<Session> session = obtainSession(file, arguments, settings);
        if (!session.ok())
            return fail(session.error());
        sessions.push_back(std::move(session.value()));
    }
    const Result<void> written = write(arguments, sessions, settings);
    return written.ok() ? 0 : fail(written.error());
}

} // namespace rooflight
