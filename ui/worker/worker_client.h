// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/record/record.h"

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <optional>

namespace rooflight {

/// The newest lines of a text stream. Old lines are dropped, so a chatty worker cannot fill the memory.
class LogBuffer
{
public:
    explicit LogBuffer(qsizetype maximumLines = 5000);

    /// Adds what arrived, which may end in the middle of a line, and returns the lines that became complete.
    QStringList append(const QByteArray &bytes);
    /// Adds whole lines of our own.
    void appendLine(const QString &line);

    /// What comes from now on is of another program.
    void beginPart();

    [[nodiscard]] QString text() const;
    /// At most `count` lines from the end, including one that is not complete.
    [[nodiscard]] QStringList lastLines(qsizetype count) const;
    /// The same, of the program that runs.
    [[nodiscard]] QStringList lastLinesOfPart(qsizetype count) const;

private:
    void drop();

    QStringList m_lines;
    QByteArray m_unfinished;
    qsizetype m_maximumLines;
    qsizetype m_partBegin = 0; ///< first line of the program that runs
};

/// Limits of a WorkerClient.
struct WorkerLimits {
    /// Bytes that may wait to be read as records; beyond it the worker is given up.
    qsizetype bufferBytes = qsizetype(256) * 1024 * 1024;
    /// From the cancel line to SIGTERM: more than the 2 s that the worker gives a job to end, so that a job that needs
    /// them does not cost the worker.
    std::chrono::milliseconds terminateAfter { 3500 };
    std::chrono::milliseconds killAfter { 6500 }; ///< from the cancel line to SIGKILL
    /// Without a byte from a worker that is at work, which repeats its progress every 10 s; beyond it the worker is
    /// given up.
    std::chrono::milliseconds silence { 60'000 };
    /// Without a byte from a worker that was started, until it says hello. A cluster may keep it waiting that long.
    std::chrono::milliseconds hello { 600'000 };
};

/// One worker process and the conversation with it. At most one request is under way; a new one cancels the old one
/// and is sent when that has ended. Records of any other request are dropped. The process is started again for the
/// next request after it has died. Nothing here blocks, except the destructor, which leaves no process behind.
class WorkerClient : public QObject
{
    Q_OBJECT

public:
    explicit WorkerClient(WorkerLimits limits = {}, QObject *parent = nullptr);
    ~WorkerClient() override;

    /// Program and arguments. Takes effect at the next start.
    void setCommand(const QStringList &command);
    [[nodiscard]] QStringList command() const { return m_command; }

    /// Starts the process ahead of the first request, so that it is warm by then.
    void start();
    /// Ends the process, however it feels, and starts a new one.
    void restart();

    /// Gives the request a number, sends it and returns the number.
    std::int64_t submit(Request request);
    /// Drops a request that waits, and asks the worker to stop the current one: politely, then by signal. finished()
    /// follows.
    void cancel();

    [[nodiscard]] bool isWorking() const { return m_current.has_value() || m_waiting.has_value(); }
    [[nodiscard]] bool isCancelling() const { return m_cancelling; }
    /// What the running worker said about itself.
    [[nodiscard]] const std::optional<Hello> &hello() const { return m_hello; }
    [[nodiscard]] const LogBuffer &log() const { return m_log; }
    /// 0 when no process runs.
    [[nodiscard]] qint64 processId() const;

Q_SIGNALS:
    void helloReceived(const rooflight::Hello &hello);
    /// Every record of the current request, in order, also those that have a signal of their own. The line that it came
    /// in, without its line feed, is valid while the signal is emitted; empty for a record of this program.
    void recordReceived(const rooflight::Record &record, const QByteArray &line = {});
    void progressChanged(const rooflight::Progress &progress);
    void finished(bool partial);
    void failed(const rooflight::Error &error);
    /// The process ended, could not be started, or sent what is not a record; with a request under way or without.
    void workerLost(const rooflight::Error &error, bool duringRequest);
    void workingChanged(bool working);
    /// What the worker writes beside its records.
    void logAppended(const QStringList &lines);
    /// A sentence of this program for the log, about the end of the worker.
    void logNoted(const QString &sentence);

private:
    void launch();
    enum class Ending { Polite, Forced };
    void abandonProcess(Ending ending);
    void send(const ClientMessage &message);
    void sendWaiting();
    void cancelCurrent();
    void handleHello(const Hello &hello);
    void readOutput();
    void readErrors();
    void takeLines();
    void takeRecord(const Record &record, const QByteArray &line);
    void takeEnd(const Record &record, const QByteArray &line);
    void endRequest();
    void handleLoss(const Error &error);
    void note(const std::string &sentence);
    void processEnded();
    void signalProcess(int signal);
    [[nodiscard]] std::string sentenceOfEnd() const;
    [[nodiscard]] std::string place() const;
    [[nodiscard]] Error lostError(const std::string &text) const;
    [[nodiscard]] Error unreachableError(const std::string &text) const;
    [[nodiscard]] Error startError() const;
    [[nodiscard]] Error errorOfNonsense(const Error &problem) const;
    [[nodiscard]] bool wasReached() const;

    WorkerLimits m_limits;
    QStringList m_command;
    QProcess *m_process = nullptr; ///< a child of this object
    QByteArray m_buffer;
    qsizetype m_searched = 0; ///< no line feed before this position
    QTimer m_continue;
    QTimer m_terminate;
    QTimer m_kill;
    QTimer m_silence;
    LogBuffer m_log;
    std::optional<Hello> m_hello;
    bool m_isOtherVersion = false; ///< and the next request is to say so
    std::optional<Request> m_current; ///< sent, not answered
    std::optional<Request> m_waiting; ///< to be sent when the current one has ended
    std::int64_t m_lastNumber = 0;
    bool m_cancelling = false;
};

/// Program and arguments of a command line such as "ssh -T -o BatchMode=yes HOST rooflight-cli serve"; empty for an
/// empty text.
[[nodiscard]] QStringList splitWorkerCommand(const QString &command);

/// `rooflight-cli serve`: beside this program, else in the folder rooflight-cli next to its own, else on PATH.
/// When it is nowhere the bare name is returned, so that starting it fails with a message that names it.
[[nodiscard]] QStringList defaultWorkerCommand(const QString &programFolder);

} // namespace rooflight
