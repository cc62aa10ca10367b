// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/result_kinds.h"

#include <QByteArray>
#include <QFile>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>

#include <memory>
#include <vector>

namespace rooflight {

/// A file of records that grows line by line, and is written anew without the lines that later ones replace when these
/// are most of it. At any moment the file on disk holds the newest line of each kind that was appended. What is in the
/// file already stays, without a last line that is cut off.
class RecordFile
{
public:
    explicit RecordFile(const QString &path);

    /// A line with its line feed. False with errorString() when it could not be written whole; what was written before
    /// it stays.
    [[nodiscard]] bool append(const QByteArray &line, ResultKinds kind);
    /// Takes the content of another file as it is, at the beginning.
    [[nodiscard]] bool copyFrom(const QString &path);
    [[nodiscard]] QString errorString() const { return m_error; }

private:
    struct Piece {
        ResultKinds kind;
        qint64 offset = 0;
        qint64 size = 0;
    };

    [[nodiscard]] bool open();
    [[nodiscard]] bool write(const QByteArray &bytes, ResultKinds kind);
    [[nodiscard]] bool compact();
    /// False, with the reason kept.
    [[nodiscard]] bool failed(const QFileDevice &file);

    QFile m_file;
    QString m_error;
    std::vector<Piece> m_pieces; ///< what is not replaced, in the order of the file
    qint64 m_kept = 0; ///< bytes of m_pieces
};

/// What was measured and not yet saved, in a file that grows as results arrive: a window that is killed loses none.
/// Each has a folder of its own below unsavedFolder(), with a lock that shows whether its window lives; the folder is
/// removed with this object. Files are written by a thread of their own.
class UnsavedSession : public QObject
{
    Q_OBJECT

public:
    /// NAME.ridge in a new folder. Null if the folder cannot be made.
    [[nodiscard]] static std::unique_ptr<UnsavedSession> create(const QString &name);
    /// Takes over what another process left behind. Null if it is no such file, or another window was faster.
    [[nodiscard]] static std::unique_ptr<UnsavedSession> adopt(const QString &path);
    ~UnsavedSession() override;

    [[nodiscard]] static QString unsavedFolder();
    /// True for a file in a folder of unsavedFolder().
    [[nodiscard]] static bool isUnsaved(const QString &path);
    /// Files of windows that ended without removing them, the newest first.
    [[nodiscard]] static QStringList leftBehind();

    /// Measurements that another took the place of before they were saved: at most 20 files and 512 MiB, of which the
    /// oldest go.
    [[nodiscard]] static QString measuredFolder();
    /// True for a file in measuredFolder().
    [[nodiscard]] static bool isMeasured(const QString &path);
    /// Files in measuredFolder(), the newest first.
    [[nodiscard]] static QStringList keptFiles();
    /// Deletes these of them.
    static void forgetMeasured(const QStringList &files = keptFiles());
    /// Ends it, and moves its file to measuredFolder() under its name and the time. Empty if that fails.
    [[nodiscard]] QString keepMeasured();

    /// Begins with the records of a saved session.
    void copyFrom(const QString &session);
    /// Adds the line of a record, with its line feed. The last one of a kind stands for those before it, which go
    /// when the file has become too long for what is in it.
    void append(const QByteArray &line, ResultKinds kind);

Q_SIGNALS:
    /// Keeping the session failed; nothing more is kept.
    void failed(const QString &reason);

private:
    UnsavedSession(const QString &path, std::unique_ptr<QLockFile> lock);

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<RecordFile> m_file; ///< used by m_writer's thread only
    QThreadPool m_writer; ///< of one thread: what is written keeps its order
};

} // namespace rooflight
