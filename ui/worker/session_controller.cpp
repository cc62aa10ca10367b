// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/session_controller.h"

#include "core/record/session_file.h"
#include "ui/worker/file_kind.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

namespace rooflight {

namespace {

constexpr std::chrono::milliseconds publishInterval { 60 };

bool holdsTimes(const RecordBody &body)
{
    return std::visit([](const auto &content) { return rooflight::holdsTimes(content); }, body);
}

bool isJsonFile(const QString &path)
{
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
}

} // namespace

SessionController::SessionController(WorkerClient *client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
    m_publish.setSingleShot(true);
    m_publish.setInterval(publishInterval);
    connect(&m_publish, &QTimer::timeout, this, &SessionController::publish);
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        if (!m_reading.isCanceled()) // as the empty future is that takes the place of an earlier one
            takeSaved(m_reading.result());
    });
    connect(client, &WorkerClient::recordReceived, this, &SessionController::takeRecord);
    connect(client, &WorkerClient::workingChanged, this, [this] { m_progress.reset(); });
    // The end of a request that was left is none of the session that took its place, which may still be read.
    connect(client, &WorkerClient::finished, this, [this](bool partial) {
        publish();
        if (!m_abandoned)
            Q_EMIT finished(partial);
    });
    connect(client, &WorkerClient::failed, this, [this](const Error &error) {
        publish();
        if (!m_abandoned)
            Q_EMIT failed(error);
    });
}

void SessionController::open(const QString &path, Request request)
{
    m_requestedPath = path;
    m_incoming = Session();
    m_incomingLines.clear();
    dropReading();
    if (pathKindOf(path) == PathKind::Session) {
        readSaved(path);
        return;
    }
    m_sentPath = path;
    m_request = std::move(request);
    if (isJsonFile(path)) // of PyTorch's profiler
        m_request.kind = RequestKind::Import;
    m_request.model = QFile::encodeName(path).toStdString();
    send();
}

void SessionController::measureMore(Request request)
{
    m_sentPath = m_path;
    m_request = std::move(request);
    m_request.model = QFile::encodeName(modelPath()).toStdString();
    send();
}

void SessionController::readSaved(const QString &path)
{
    publish(); // what has come of the session that is left
    m_receiving = false;
    m_abandoned = true;
    m_isReading = true;
    m_client->cancel();
    // A large session takes a while to parse: not in the thread that paints. Setting another future drops this one.
    m_reading.setFuture(QtConcurrent::run(readSession, QFile::encodeName(path).toStdString()));
}

void SessionController::dropReading()
{
    m_isReading = false;
    m_reading.setFuture({});
}

void SessionController::takeSaved(Result<Session> session)
{
    m_isReading = false;
    if (!session.ok()) {
        Q_EMIT failed(session.error());
        return;
    }
    keepMeasured();
    m_unsaved = UnsavedSession::adopt(m_requestedPath);
    m_savedAs = m_requestedPath;
    setHasUnsavedTimes(m_unsaved && holdsTimes(session.value()));
    replaceSession(std::move(session).value());
    for (const Notice &notice : m_session.notices)
        Q_EMIT noticed(notice);
    Q_EMIT finished(false);
}

void SessionController::resend(bool trust, bool acceptDamaged)
{
    m_request.trust = m_request.trust || trust;
    m_request.acceptDamaged = m_request.acceptDamaged || acceptDamaged;
    send();
}

void SessionController::resendUnconfined()
{
    m_request.unconfined = true;
    send();
}

void SessionController::send()
{
    m_lastProgress = {};
    m_requestedPath = m_sentPath;
    dropReading(); // a session that is still being read would come under the path of this request
    const bool goesOn = m_receiving && !m_abandoned; // with the session that the request before is of
    m_abandoned = false;
    m_incoming = Session();
    m_incomingLines.clear();
    // What adds to a session is of it from the beginning.
    m_receiving = m_request.kind != RequestKind::Report && m_request.kind != RequestKind::Import;
    const std::int64_t number = m_client->submit(m_request);
    if (!goesOn || !m_receiving)
        m_first = number;
}

bool SessionController::isTiming() const
{
    return isWorking() && m_receiving && m_request.kind == RequestKind::Report;
}

void SessionController::cancel()
{
    m_client->cancel();
}

void SessionController::setThresholds(const VerdictThresholds &thresholds)
{
    if (thresholds == m_thresholds)
        return;
    m_thresholds = thresholds;
    m_session.thresholds = thresholds;
    if (m_session.peaks)
        Q_EMIT changed(kindsOf<DeviceRoofs>);
}

void SessionController::setNote(const std::string &layer, const std::string &text)
{
    std::vector<LayerNote> &notes = m_session.notes;
    const auto note = std::ranges::find(notes, layer, &LayerNote::layer);
    if (text.empty() && note != notes.end())
        notes.erase(note);
    else if (note != notes.end())
        note->text = text;
    else if (!text.empty())
        notes.push_back({ layer, text });
    keepShown(QByteArray::fromStdString(encode({ 0, Notes { notes } })), {});
    Q_EMIT notesChanged();
}

QString SessionController::modelPath() const
{
    // A session that names its model without a folder, as the sample does, lies beside it.
    return m_session.analysis ? QDir(m_folder).filePath(QFile::decodeName(m_session.analysis->model.path.c_str()))
                              : m_path;
}

const Part<Inspection> &SessionController::inspection() const
{
    return m_receiving || !m_incoming.inspection ? m_session.inspection : m_incoming.inspection;
}

void SessionController::takeRecord(const Record &record, const QByteArray &line)
{
    if (m_abandoned || record.request < m_first)
        return;
    keep(record, line);
    if (const auto *notice = std::get_if<Notice>(&record.body))
        Q_EMIT noticed(*notice);
    if (m_receiving || std::holds_alternative<Progress>(record.body)) {
        collect(record);
        return;
    }
    apply(m_incoming, record);
    if (!m_incoming.analysis)
        return;
    m_incoming.hello = m_client->hello().value_or(Hello());
    m_receiving = true;
    if (m_session.analysis && m_session.analysis->model.sha256 == m_incoming.analysis->model.sha256)
        m_incoming.notes = m_session.notes; // of the same model, measured again
    keepIncoming();
    setHasUnsavedTimes(holdsTimes(m_incoming) && m_request.kind != RequestKind::Import);
    replaceSession(std::exchange(m_incoming, {}));
}

void SessionController::keep(const Record &record, const QByteArray &line)
{
    if (std::holds_alternative<Progress>(record.body))
        return;
    // Each of these may drop what is of another model.
    const bool dropsOthers = kindsOf<Inspection, Analysis>.has(kindOf(record.body));
    const ResultKinds replaced = dropsOthers ? ResultKinds() : kindOf(record.body);
    QByteArray text = line.isEmpty() ? QByteArray::fromStdString(encode(record)) : line + '\n';
    if (m_receiving && holdsTimes(record.body) && m_request.kind != RequestKind::Import)
        setHasUnsavedTimes(true);
    if (m_receiving)
        keepShown(text, replaced);
    else
        m_incomingLines.push_back({ std::move(text), replaced });
}

void SessionController::keepShown(const QByteArray &line, ResultKinds kind)
{
    if (const QString saved = std::exchange(m_savedAs, {}); !m_unsaved && !saved.isEmpty()) {
        createUnsaved();
        if (m_unsaved)
            m_unsaved->copyFrom(saved);
    }
    if (m_unsaved)
        m_unsaved->append(line, kind);
}

void SessionController::keepIncoming()
{
    keepMeasured();
    m_savedAs.clear();
    createUnsaved();
    const std::vector<Line> lines = std::exchange(m_incomingLines, {});
    keepShown(QByteArray::fromStdString(encode({ 0, m_incoming.hello })), {});
    for (const Line &line : lines)
        keepShown(line.text, line.kind);
    if (!m_incoming.notes.empty())
        keepShown(QByteArray::fromStdString(encode({ 0, Notes { m_incoming.notes } })), {});
}

void SessionController::keepMeasured()
{
    if (!m_unsaved || !m_hasUnsavedTimes)
        return;
    const std::unique_ptr<UnsavedSession> leaving = std::exchange(m_unsaved, nullptr);
    if (const QString path = leaving->keepMeasured(); !path.isEmpty())
        Q_EMIT measuredKept(path);
    else
        Q_EMIT noticed({ "measured_not_kept",
                         "What was measured and not saved is lost: it cannot be kept in "
                             + UnsavedSession::measuredFolder().toStdString() + "." });
}

void SessionController::createUnsaved()
{
    m_unsaved = UnsavedSession::create(QFileInfo(m_requestedPath).completeBaseName());
    const auto warn = [this](const QString &reason) {
        Q_EMIT noticed({ "not_kept",
                         "Results are not protected against a crash: cannot write to "
                             + UnsavedSession::unsavedFolder().toStdString() + " (" + reason.toStdString()
                             + "). Set XDG_DATA_HOME to a folder that you can write to." });
    };
    if (m_unsaved)
        connect(m_unsaved.get(), &UnsavedSession::failed, this, warn);
    else
        warn(QStringLiteral("the folder cannot be made"));
}

void SessionController::markSaved(const QString &path)
{
    m_unsaved.reset();
    m_savedAs = path;
    for (const Record &record : m_pending) // not in that file yet
        keepShown(QByteArray::fromStdString(encode(record)), {});
    setHasUnsavedTimes(m_hasUnsavedTimes
                       && std::ranges::any_of(m_pending, [](const Record &record) { return holdsTimes(record.body); }));
    if (isWorking() || m_isReading)
        return; // what comes of that is of the file that was asked for
    if (m_requestedPath == m_path)
        m_requestedPath = path;
    m_path = path;
}

void SessionController::setHasUnsavedTimes(bool hasUnsavedTimes)
{
    if (std::exchange(m_hasUnsavedTimes, hasUnsavedTimes) != hasUnsavedTimes)
        Q_EMIT unsavedTimesChanged();
}

void SessionController::collect(const Record &record)
{
    if (const auto *progress = std::get_if<Progress>(&record.body)) {
        m_progress = *progress;
        m_lastProgress = *progress;
    } else {
        // Only the newest of a kind stays. Not so inspections and analyses: each may drop what is of another model.
        const bool dropsOthers = kindsOf<Inspection, Analysis>.has(kindOf(record.body));
        const auto sameKind = [&](const Record &earlier) { return earlier.body.index() == record.body.index(); };
        const auto earlier = std::ranges::find_if(m_pending, sameKind);
        if (earlier != m_pending.end() && kindOf(record.body).any() && !dropsOthers) {
            std::rotate(earlier, earlier + 1, m_pending.end());
            m_pending.back() = record; // in the memory of the earlier one
        } else {
            m_pending.push_back(record);
        }
    }
    if (!m_publish.isActive())
        m_publish.start();
}

void SessionController::replaceSession(Session session)
{
    publish();
    Q_EMIT sessionLeaving();
    m_session = std::move(session);
    m_session.thresholds = m_thresholds;
    m_path = m_requestedPath;
    m_folder = QFileInfo(m_path).path();
    Q_EMIT changed(allKinds);
    Q_EMIT sessionReplaced();
}

void SessionController::publish()
{
    m_publish.stop();
    if (const auto progress = std::exchange(m_progress, std::nullopt))
        Q_EMIT progressed(*progress);
    const Session before = m_session;
    for (Record &record : m_pending)
        apply(m_session, std::move(record));
    m_pending.clear();
    if (const ResultKinds kinds = changedKinds(before, m_session); kinds.any())
        Q_EMIT changed(kinds);
}

} // namespace rooflight
