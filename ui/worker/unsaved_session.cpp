// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/unsaved_session.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

/// The file may hold as much again as is kept, and this.
constexpr qint64 slackBytes = qint64(4) * 1024 * 1024;

} // namespace

RecordFile::RecordFile(const QString &path)
    : m_file(path)
{
}

bool RecordFile::append(const QByteArray &line, ResultKinds kind)
{
    if (kind.any()) {
        const auto earlier = std::ranges::find(m_pieces, kind, &Piece::kind);
        if (earlier != m_pieces.end()) {
            m_kept -= earlier->size;
            m_pieces.erase(earlier);
        }
    }
    if (!write(line, kind))
        return false;
    return m_file.size() <= 2 * m_kept + slackBytes || compact();
}

bool RecordFile::copyFrom(const QString &path)
{
    QFile source(path);
    if (!source.open(QIODevice::ReadOnly))
        return failed(source);
    QByteArray content = source.readAll();
    if (!content.isEmpty() && !content.endsWith('\n'))
        content.append('\n');
    return write(content, {});
}

bool RecordFile::open()
{
    // Unbuffered: what was written is the kernel's, and outlives this process.
    if (!m_file.open(QIODevice::ReadWrite | QIODevice::Unbuffered))
        return failed(m_file);
    if (!m_pieces.empty() || m_file.size() == 0)
        return true;
    const qint64 whole = m_file.readAll().lastIndexOf('\n') + 1;
    m_pieces.push_back({ {}, 0, whole });
    m_kept = whole;
    return m_file.resize(whole) || failed(m_file);
}

bool RecordFile::write(const QByteArray &bytes, ResultKinds kind)
{
    if (!m_file.isOpen() && !open())
        return false;
    const qint64 offset = m_file.size();
    if (!m_file.seek(offset) || m_file.write(bytes) != bytes.size())
        return failed(m_file);
    m_pieces.push_back({ kind, offset, bytes.size() });
    m_kept += bytes.size();
    return true;
}

bool RecordFile::compact()
{
    QSaveFile whole(m_file.fileName());
    if (!whole.open(QIODevice::WriteOnly))
        return failed(whole);
    qint64 offset = 0;
    for (Piece &piece : m_pieces) {
        if (!m_file.seek(piece.offset) || whole.write(m_file.read(piece.size)) != piece.size)
            return failed(whole);
        piece.offset = std::exchange(offset, offset + piece.size);
    }
    m_file.close();
    return whole.commit() ? open() : failed(whole);
}

bool RecordFile::failed(const QFileDevice &file)
{
    m_error = file.errorString();
    return false;
}

namespace {

constexpr int daysKept = 30;
constexpr int longestName = 200; ///< in bytes; a file name has at most 255, with the time, a number and the suffix
constexpr int measuredFiles = 20;
constexpr qint64 measuredBytes = qint64(512) << 20;
constexpr int timeoutMs = 1000; ///< with a window that looks at a new folder, for what others have left

QString lockName()
{
    return QStringLiteral("lock");
}

QString suffix()
{
    return QStringLiteral(".ridge");
}

/// The end of a name that is too long goes, by whole characters.
QString shortened(QString name)
{
    QTextBoundaryFinder characters(QTextBoundaryFinder::Grapheme, name);
    characters.toEnd();
    while (QFile::encodeName(name).size() > longestName && characters.toPreviousBoundary() >= 0)
        name.truncate(characters.position());
    return name;
}

/// In this folder, under a name that no other file has.
QString freePath(const QDir &folder, const QString &name)
{
    QString path = folder.filePath(name + suffix());
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = folder.filePath(QStringLiteral("%1 (%2)").arg(name).arg(number) + suffix());
    return path;
}

/// Sessions in a folder, the newest first.
QFileInfoList sessionsIn(const QDir &folder)
{
    return folder.entryInfoList({ u'*' + suffix() }, QDir::Files | QDir::Hidden, QDir::Time);
}

/// The newest stay, as many as there is room for.
void removeOldest(const QDir &folder)
{
    qint64 bytes = 0;
    int files = 0;
    for (const QFileInfo &file : sessionsIn(folder)) {
        bytes += file.size();
        if (++files > measuredFiles || (files > 1 && bytes > measuredBytes))
            QFile::remove(file.filePath());
    }
}

std::unique_ptr<QLockFile> lockOf(const QDir &folder, int waitMs = 0)
{
    auto lock = std::make_unique<QLockFile>(folder.filePath(lockName()));
    lock->setStaleLockTime(0); // only the end of its process makes a lock worthless, not its age
    return lock->tryLock(waitMs) ? std::move(lock) : nullptr;
}

} // namespace

QString UnsavedSession::unsavedFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/unsaved");
}

bool UnsavedSession::isUnsaved(const QString &path)
{
    const QFileInfo folder(QFileInfo(path).absolutePath());
    return path.endsWith(suffix()) && folder.absolutePath() == QFileInfo(unsavedFolder()).absoluteFilePath();
}

QString UnsavedSession::measuredFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/measured");
}

bool UnsavedSession::isMeasured(const QString &path)
{
    return path.endsWith(suffix()) && QFileInfo(path).absolutePath() == QFileInfo(measuredFolder()).absoluteFilePath();
}

QStringList UnsavedSession::keptFiles()
{
    QStringList paths;
    for (const QFileInfo &file : sessionsIn(QDir(measuredFolder())))
        paths.append(file.absoluteFilePath());
    return paths;
}

void UnsavedSession::forgetMeasured(const QStringList &files)
{
    for (const QString &path : files)
        QFile::remove(path);
}

QString UnsavedSession::keepMeasured()
{
    m_writer.waitForDone();
    const bool isWhole = m_file != nullptr;
    m_file.reset();
    const QString place = measuredFolder();
    if (!isWhole || !QDir().mkpath(place))
        return {};
    QFile::setPermissions(place, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QDateTime now = QDateTime::currentDateTime();
    const QString name = shortened(QFileInfo(m_path).completeBaseName()); // an earlier version's may be longer
    QString path = freePath(QDir(place), name + now.toString(QStringLiteral(" yyyy-MM-dd HH.mm")));
    if (!QFile::rename(m_path, path))
        return {};
    removeOldest(QDir(place));
    return path;
}

QStringList UnsavedSession::leftBehind()
{
    QFileInfoList found;
    const QDir all(unsavedFolder());
    for (const QString &name : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QDir folder(all.filePath(name));
        const std::unique_ptr<QLockFile> lock = lockOf(folder);
        if (!lock)
            continue;
        const QFileInfoList sessions = folder.entryInfoList({ u'*' + suffix() }, QDir::Files | QDir::Hidden);
        const QFileInfo newest(sessions.isEmpty() ? folder.absolutePath() : sessions.constFirst().filePath());
        if (newest.lastModified().daysTo(QDateTime::currentDateTime()) > daysKept)
            folder.removeRecursively();
        else if (!sessions.isEmpty() && newest.size() > 0)
            found.append(newest);
    }
    std::ranges::sort(found, std::ranges::greater(), &QFileInfo::lastModified);
    QStringList paths;
    for (const QFileInfo &session : found)
        paths.append(session.absoluteFilePath());
    return paths;
}

std::unique_ptr<UnsavedSession> UnsavedSession::create(const QString &name)
{
    if (!QDir().mkpath(unsavedFolder()))
        return nullptr;
    QTemporaryDir folder(unsavedFolder() + QStringLiteral("/XXXXXX"));
    std::unique_ptr<QLockFile> lock = folder.isValid() ? lockOf(QDir(folder.path()), timeoutMs) : nullptr;
    if (!lock)
        return nullptr;
    folder.setAutoRemove(false);
    return std::unique_ptr<UnsavedSession>(
        new UnsavedSession(folder.filePath(shortened(name) + suffix()), std::move(lock)));
}

std::unique_ptr<UnsavedSession> UnsavedSession::adopt(const QString &path)
{
    std::unique_ptr<QLockFile> lock = isUnsaved(path) ? lockOf(QFileInfo(path).dir()) : nullptr;
    return lock ? std::unique_ptr<UnsavedSession>(new UnsavedSession(path, std::move(lock))) : nullptr;
}

UnsavedSession::UnsavedSession(const QString &path, std::unique_ptr<QLockFile> lock)
    : m_path(path)
    , m_lock(std::move(lock))
    , m_file(std::make_unique<RecordFile>(path))
{
    m_writer.setMaxThreadCount(1);
}

UnsavedSession::~UnsavedSession()
{
    m_writer.clear(); // what waits is not wanted any more
    m_writer.waitForDone();
    m_file.reset();
    m_lock->unlock();
    QFileInfo(m_path).dir().removeRecursively();
}

void UnsavedSession::copyFrom(const QString &session)
{
    m_writer.start([this, session] {
        if (m_file && !m_file->copyFrom(session)) {
            Q_EMIT failed(m_file->errorString());
            m_file.reset();
        }
    });
}

void UnsavedSession::append(const QByteArray &line, ResultKinds kind)
{
    m_writer.start([this, line, kind] {
        if (m_file && !m_file->append(line, kind)) {
            Q_EMIT failed(m_file->errorString());
            m_file.reset();
        }
    });
}

} // namespace rooflight
