// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/worker_client.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace rooflight {

namespace {

/// Time spent on records before the window gets its turn.
constexpr qint64 sliceMs = 20;
constexpr qsizetype linesInHint = 6;
/// Of what could not be reached all its words: those of ssh about a key that has changed are twenty lines.
constexpr qsizetype linesOfUnreached = 40;
constexpr int gracefulEndMs = 300;
constexpr int killedEndMs = 2000;
/// Of ssh when there is no connection, or the program at its far end was killed. No worker of ours ends with it.
constexpr int statusOfLostConnection = 255;

} // namespace

WorkerClient::WorkerClient(WorkerLimits limits, QObject *parent)
    : QObject(parent)
    , m_limits(limits)
{
    for (QTimer *timer : { &m_continue, &m_terminate, &m_kill, &m_silence })
        timer->setSingleShot(true);
    m_terminate.setInterval(limits.terminateAfter);
    m_kill.setInterval(limits.killAfter);
    connect(&m_continue, &QTimer::timeout, this, &WorkerClient::takeLines);
    connect(&m_terminate, &QTimer::timeout, this, [this] { signalProcess(SIGTERM); });
    connect(&m_kill, &QTimer::timeout, this, [this] { signalProcess(SIGKILL); });
    connect(&m_silence, &QTimer::timeout, this, [this] {
        const std::string text = "The worker" + place() + " has said nothing for "
            + std::to_string(m_silence.interval() / 1000) + " s: it stands still, or the connection to it is dead.";
        handleLoss(m_hello ? lostError(text) : unreachableError(text));
    });
}

WorkerClient::~WorkerClient()
{
    abandonProcess(Ending::Polite);
}

void WorkerClient::setCommand(const QStringList &command)
{
    m_command = command;
}

void WorkerClient::start()
{
    if (!m_process)
        launch();
}

void WorkerClient::restart()
{
    const bool wasWorking = isWorking();
    abandonProcess(Ending::Forced);
    m_current.reset();
    m_waiting.reset();
    if (wasWorking)
        Q_EMIT workingChanged(false);
    launch();
}

qint64 WorkerClient::processId() const
{
    return m_process ? m_process->processId() : 0;
}

void WorkerClient::launch()
{
    m_hello.reset();
    m_log.beginPart();
    m_buffer.clear();
    m_searched = 0;
    auto *process = new QProcess(this);
    m_process = process;
    // A group of its own, so that a signal also reaches what the worker has started.
    process->setChildProcessModifier([] { setpgid(0, 0); });
    connect(process, &QProcess::readyReadStandardOutput, this, &WorkerClient::readOutput);
    connect(process, &QProcess::readyReadStandardError, this, &WorkerClient::readErrors);
    connect(process, &QProcess::finished, this, &WorkerClient::processEnded);
    connect(
        process, &QProcess::errorOccurred, this,
        [this, process](QProcess::ProcessError error) {
            if (error != QProcess::FailedToStart || process != m_process)
                return;
            handleLoss(startError());
        },
        Qt::QueuedConnection);
    process->start(m_command.value(0), m_command.mid(1));
    m_silence.start(m_limits.hello);
}

void WorkerClient::abandonProcess(Ending ending)
{
    m_continue.stop();
    m_terminate.stop();
    m_kill.stop();
    m_silence.stop();
    m_cancelling = false;
    if (!m_process)
        return;
    QProcess *process = std::exchange(m_process, nullptr);
    process->disconnect(this);
    process->deleteLater(); // not at once: one of its signals may have led here
    if (process->state() == QProcess::NotRunning)
        return;
    const auto group = pid_t(process->processId());
    process->closeWriteChannel();
    if (ending == Ending::Polite) {
        // An idle worker ends by itself when its requests end; a busy one does not look at them.
        if (!m_current.has_value() && process->waitForFinished(gracefulEndMs))
            return;
        if (group > 0)
            ::kill(-group, SIGTERM);
        if (process->waitForFinished(gracefulEndMs))
            return;
    }
    if (group > 0)
        ::kill(-group, SIGKILL);
    process->waitForFinished(killedEndMs);
}

std::int64_t WorkerClient::submit(Request request)
{
    const bool wasWorking = isWorking();
    request.id = ++m_lastNumber;
    m_waiting = std::move(request);
    start();
    if (m_current.has_value())
        cancelCurrent();
    else
        sendWaiting();
    if (!wasWorking)
        Q_EMIT workingChanged(true);
    return m_lastNumber;
}

void WorkerClient::sendWaiting()
{
    m_current = std::exchange(m_waiting, std::nullopt);
    send(*m_current);
    if (m_hello)
        handleHello(*m_hello);
}

/// What a request under way is to know of its worker.
void WorkerClient::handleHello(const Hello &hello)
{
    m_silence.start(m_limits.silence);
    if (!std::exchange(m_isOtherVersion, false))
        return;
    const std::string text = "The worker" + place() + " is Rooflight " + hello.program + ", and this is "
        + ROOFLIGHT_VERSION + ": what either version does not know is left out.";
    Q_EMIT recordReceived({ m_current->id, Notice { "other_version", text } });
}

void WorkerClient::send(const ClientMessage &message)
{
    m_process->write(QByteArray::fromStdString(encodeMessage(message)));
}

void WorkerClient::cancel()
{
    m_waiting.reset();
    cancelCurrent();
}

void WorkerClient::cancelCurrent()
{
    if (!m_current.has_value() || m_cancelling)
        return;
    m_cancelling = true;
    send(CancelRequest { m_current->id });
    m_terminate.start();
    m_kill.start();
}

void WorkerClient::signalProcess(int signal)
{
    const qint64 id = processId();
    if (id > 0)
        ::kill(-pid_t(id), signal);
}

void WorkerClient::readErrors()
{
    const QStringList lines = m_log.append(m_process->readAllStandardError());
    if (!m_hello && m_silence.isActive())
        m_silence.start(); // srun says that it waits
    if (!lines.isEmpty())
        Q_EMIT logAppended(lines);
}

void WorkerClient::readOutput()
{
    m_buffer.append(m_process->readAllStandardOutput());
    if (m_silence.isActive())
        m_silence.start();
    if (m_buffer.size() > m_limits.bufferBytes) {
        handleLoss(errorOfNonsense(
            { ErrorCode::WorkerLost,
              "The worker sent more than can be read: over " + std::to_string(m_limits.bufferBytes) + " bytes wait.",
              {} }));
        return;
    }
    if (!m_continue.isActive())
        takeLines();
}

void WorkerClient::takeLines()
{
    QElapsedTimer clock;
    clock.start();
    qsizetype start = 0;
    while (true) {
        const qsizetype end = m_buffer.indexOf('\n', std::max(start, m_searched));
        if (end < 0) {
            m_searched = m_buffer.size();
            break;
        }
        const QByteArray line = QByteArray::fromRawData(m_buffer.constData() + start, end - start);
        const Result<Record> record = decode(std::string_view(line.constData(), static_cast<std::size_t>(line.size())));
        start = end + 1;
        m_searched = start;
        const bool isHello = record.ok() && std::holds_alternative<Hello>(record.value().body);
        if (!record.ok() || (!m_hello && !isHello)) {
            handleLoss(errorOfNonsense(record.ok() ? Error() : record.error()));
            return;
        }
        const QProcess *const before = m_process;
        takeRecord(record.value(), line);
        if (m_process != before)
            return; // whoever received the record has ended or replaced this process, and its buffer with it
        if (clock.elapsed() >= sliceMs) {
            m_continue.start(0);
            break;
        }
    }
    m_buffer.remove(0, start);
    m_searched -= start;
}

void WorkerClient::takeRecord(const Record &record, const QByteArray &line)
{
    if (const auto *hello = std::get_if<Hello>(&record.body)) {
        m_hello = *hello;
        m_isOtherVersion = hello->program != ROOFLIGHT_VERSION;
        Q_EMIT helloReceived(*hello);
        m_silence.stop();
        if (m_current)
            handleHello(*hello);
        return;
    }
    if (!m_current.has_value() || record.request != m_current->id)
        return;
    if (std::holds_alternative<Done>(record.body) || std::holds_alternative<Error>(record.body)) {
        takeEnd(record, line);
        return;
    }
    if (const auto *progress = std::get_if<Progress>(&record.body))
        Q_EMIT progressChanged(*progress);
    Q_EMIT recordReceived(record, line);
}

void WorkerClient::takeEnd(const Record &record, const QByteArray &line)
{
    const bool wasReplaced = m_current->id != m_lastNumber;
    endRequest();
    if (m_waiting) {
        sendWaiting();
        return;
    }
    Q_EMIT workingChanged(false);
    if (wasReplaced) { // by a request that was cancelled before it was sent
        Q_EMIT finished(true);
        return;
    }
    Q_EMIT recordReceived(record, line);
    if (const auto *done = std::get_if<Done>(&record.body))
        Q_EMIT finished(done->partial);
    else
        Q_EMIT failed(std::get<Error>(record.body));
}

void WorkerClient::endRequest()
{
    m_current.reset();
    m_cancelling = false;
    m_terminate.stop();
    m_kill.stop();
    m_silence.stop();
}

void WorkerClient::handleLoss(const Error &error)
{
    const bool wasWorking = isWorking();
    abandonProcess(Ending::Forced);
    endRequest();
    m_waiting.reset();
    note(error.text);
    if (wasWorking)
        Q_EMIT workingChanged(false);
    Q_EMIT workerLost(error, wasWorking);
}

void WorkerClient::note(const std::string &sentence)
{
    m_log.appendLine(QString::fromStdString(sentence));
    Q_EMIT logNoted(QString::fromStdString(sentence));
}

void WorkerClient::processEnded()
{
    readErrors();
    m_buffer.append(m_process->readAllStandardOutput());
    // What it said before it ended still counts; the slices must not hold it back.
    const QProcess *const ended = m_process;
    while (m_process == ended && m_buffer.indexOf('\n') >= 0)
        takeLines();
    if (m_process != ended)
        return;

    const bool wasAsked = m_cancelling;
    const bool idle = !m_current.has_value() && m_hello.has_value();
    const std::string end = sentenceOfEnd();
    if (!wasAsked && !idle) {
        handleLoss(wasReached() ? lostError(end) : unreachableError(end));
        return;
    }
    const bool wasWorking = isWorking();
    abandonProcess(Ending::Forced);
    endRequest();
    note(end);
    if (m_waiting.has_value()) {
        launch();
        sendWaiting();
    } else if (wasWorking) {
        Q_EMIT workingChanged(false);
        Q_EMIT finished(true);
    }
}

/// " on HOST" of a worker that has said hello.
std::string WorkerClient::place() const
{
    return m_hello && !m_hello->host.empty() ? " on " + m_hello->host : std::string();
}

/// Once a program has ended: whether it was a worker. What ends by itself before it has said hello is none, or could
/// not start.
bool WorkerClient::wasReached() const
{
    return m_hello || m_process->exitStatus() == QProcess::CrashExit;
}

std::string WorkerClient::sentenceOfEnd() const
{
    const std::string number = std::to_string(m_process->exitCode());
    if (m_process->exitStatus() == QProcess::CrashExit)
        return "The worker ended by signal " + number + ".";
    if (!wasReached())
        return "The worker could not be reached: \"" + m_command.value(0).toStdString() + "\" ended with status "
            + number + ".";
    if (m_process->exitCode() != statusOfLostConnection)
        return "The worker ended with status " + number + ".";
    return "The connection to the worker" + place() + " was cut, or the worker was killed there.";
}

Error WorkerClient::lostError(const std::string &text) const
{
    Error error { ErrorCode::WorkerLost, text, {} };
    const QStringList lines = m_log.lastLines(linesInHint);
    error.hint = lines.isEmpty() ? "Restart the worker and measure again."
                                 : "The last lines that it wrote:\n" + lines.join(u'\n').toStdString();
    return error;
}

Error WorkerClient::unreachableError(const std::string &text) const
{
    const QStringList lines = m_log.lastLinesOfPart(linesOfUnreached);
    const bool isElsewhere = QFileInfo(m_command.value(0)).fileName() == QLatin1String("ssh");
    const std::string hint = isElsewhere ? "Check the host, and that rooflight-cli is installed on it."
                                         : "Name a command that runs rooflight-cli serve.";
    return { ErrorCode::WorkerUnreachable, text,
             lines.isEmpty() ? hint : "It said:\n" + lines.join(u'\n').toStdString() };
}

/// Qt names the system call before the reason.
Error WorkerClient::startError() const
{
    const QString reason = m_process->errorString().section(QStringLiteral(": "), -1);
    return unreachableError("The worker \"" + m_command.value(0).toStdString()
                            + "\" could not be started: " + reason.toStdString() + ".");
}

/// Of what is no record: before the hello, with which each worker begins, another program speaks.
Error WorkerClient::errorOfNonsense(const Error &problem) const
{
    if (problem.code == ErrorCode::FormatVersion)
        return problem;
    return m_hello ? lostError(problem.text)
                   : unreachableError("The program \"" + m_command.value(0).toStdString()
                                      + "\" is not a worker of Rooflight: it does not begin with a worker's hello.");
}

QStringList splitWorkerCommand(const QString &command)
{
    return QProcess::splitCommand(command);
}

QStringList defaultWorkerCommand(const QString &programFolder)
{
    const QString name = QStringLiteral("rooflight-cli");
    const QDir folder(programFolder);
    for (const QString &place : { name, QStringLiteral("../rooflight-cli/") + name }) {
        const QFileInfo file(folder.filePath(place));
        if (file.isFile() && file.isExecutable())
            return { QDir::cleanPath(file.absoluteFilePath()), QStringLiteral("serve") };
    }
    const QString found = QStandardPaths::findExecutable(name);
    return { found.isEmpty() ? name : found, QStringLiteral("serve") };
}

} // namespace rooflight
