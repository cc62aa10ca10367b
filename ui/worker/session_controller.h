// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/record/record.h"
#include "ui/worker/unsaved_session.h"
#include "ui/worker/worker_client.h"

#include <QFutureWatcher>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace rooflight {

/// The session that is shown, and the request that makes the next one. Results that are shown stay until the first
/// analysis of another request has arrived, so a file that fails to open costs nothing. Records are collected for a few
/// hundredths of a second: the session changes, and changed() is emitted, once for all of them.
/// What has arrived and was not saved is kept on disk, for the case that this process does not live to save it.
class SessionController : public QObject
{
    Q_OBJECT

public:
    explicit SessionController(WorkerClient *client, QObject *parent = nullptr);

    /// Reads a saved session in the background; sends anything else to the worker. The request's model is set to the
    /// path.
    void open(const QString &path, Request request);
    /// Measures something more of the model that is shown: Methods, Sweep or Pipeline. It is added to the session.
    void measureMore(Request request);
    /// Sends the last request once more, with what a person has agreed to.
    void resend(bool trust, bool acceptDamaged);
    /// The same without confinement, if the machine has none.
    void resendUnconfined();
    void cancel();
    /// The session that is shown was written to this file, which becomes path() unless a request is under way.
    void markSaved(const QString &path);
    /// Where one verdict ends and the next begins, in this session and in all that follow: a change of its roofs.
    void setThresholds(const VerdictThresholds &thresholds);
    /// What was measured and not saved leaves the window: measuredKept() says which file holds it from now on, or
    /// noticed() that none does.
    void keepMeasured();
    /// What a person writes about a layer, by its path; an empty text takes the note away.
    void setNote(const std::string &layer, const std::string &text);

    [[nodiscard]] const Session &session() const { return m_session; }
    /// Whether the session has times that were measured and are in no file. Counts alone are soon made again, as is
    /// what was imported.
    [[nodiscard]] bool hasUnsavedTimes() const { return m_hasUnsavedTimes; }
    /// File of the session that is shown; empty before the first.
    [[nodiscard]] QString path() const { return m_path; }
    /// Model file behind the session that is shown: of a saved session the one it was made from.
    [[nodiscard]] QString modelPath() const;
    /// File of the request that was sent last.
    [[nodiscard]] QString requestedPath() const { return m_requestedPath; }
    [[nodiscard]] const Request &lastRequest() const { return m_request; }
    /// The newest of the last request; its stage is empty before there is one.
    [[nodiscard]] const Progress &lastProgress() const { return m_lastProgress; }
    /// What is known of the requested file, which may not be the one that is shown.
    [[nodiscard]] const Part<Inspection> &inspection() const;
    [[nodiscard]] bool isWorking() const { return m_client->isWorking(); }
    /// Whether a saved session is read in the background.
    [[nodiscard]] bool isReading() const { return m_isReading; }
    /// Whether times of the session that is shown are on their way.
    [[nodiscard]] bool isTiming() const;

Q_SIGNALS:
    /// Once for all kinds of results that changed together.
    void changed(rooflight::ResultKinds kinds);
    /// Another session will be shown: session() has all that came of this one. Before changed().
    void sessionLeaving();
    /// Another session is shown than before; after changed().
    void sessionReplaced();
    void unsavedTimesChanged();
    /// What was measured and is not saved is in this file, as UnsavedSession::measuredFolder() says; session() is it
    /// still.
    void measuredKept(const QString &path);
    /// By setNote().
    void notesChanged();
    /// The newest of the progress that was reported since the last one.
    void progressed(const rooflight::Progress &progress);
    void noticed(const rooflight::Notice &notice);
    void finished(bool partial);
    void failed(const rooflight::Error &error);

private:
    void readSaved(const QString &path);
    void dropReading();
    void takeSaved(Result<Session> session);
    void send();
    void takeRecord(const Record &record, const QByteArray &line);
    void collect(const Record &record);
    void replaceSession(Session session);
    void publish();
    void keep(const Record &record, const QByteArray &line);
    void keepIncoming();
    /// Adds a line, with its line feed, to what is on disk of the session that is shown.
    void keepShown(const QByteArray &line, ResultKinds kind);
    void createUnsaved();
    void setHasUnsavedTimes(bool hasUnsavedTimes);

    struct Line {
        QByteArray text;
        ResultKinds kind; ///< replaces the line before it of this kind
    };

    WorkerClient *m_client;
    Session m_session;
    VerdictThresholds m_thresholds;
    Session m_incoming; ///< of the request under way, until its analysis is there
    bool m_receiving = false; ///< m_session is of the request under way
    QString m_path;
    QString m_folder; ///< where a model without one is that the session names
    QString m_requestedPath;
    Request m_request;
    QString m_sentPath; ///< requestedPath() of m_request
    std::int64_t m_first = 0; ///< request of that session: what still arrives of those before is of another one
    bool m_abandoned = false; ///< what still arrives of m_request is dropped: another session was opened meanwhile
    std::vector<Record> m_pending; ///< not yet in m_session
    std::optional<Progress> m_progress; ///< not yet reported
    Progress m_lastProgress;
    QTimer m_publish;
    QFutureWatcher<Result<Session>> m_reading; ///< of a saved session
    bool m_isReading = false; ///< until what was read is shown
    QString m_savedAs; ///< file that holds the session that is shown; empty: none
    std::unique_ptr<UnsavedSession> m_unsaved; ///< what came after that
    bool m_hasUnsavedTimes = false;
    std::vector<Line> m_incomingLines; ///< of m_incoming
};

} // namespace rooflight
