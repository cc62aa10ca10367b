// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/record_file.h"

#include <QSaveFile>

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

} // namespace rooflight
