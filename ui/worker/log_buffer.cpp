// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/worker_client.h"

#include <utility>

namespace rooflight {

namespace {

/// A line longer than this is cut: it is no message but a flood.
constexpr qsizetype maximumLineBytes = 4096;

} // namespace

LogBuffer::LogBuffer(qsizetype maximumLines)
    : m_maximumLines(maximumLines)
{
}

QStringList LogBuffer::append(const QByteArray &bytes)
{
    QStringList complete;
    qsizetype start = 0;
    while (true) {
        const qsizetype end = bytes.indexOf('\n', start);
        const QByteArrayView part = QByteArrayView(bytes).sliced(start, (end < 0 ? bytes.size() : end) - start);
        m_unfinished.append(part.first(qMin(part.size(), maximumLineBytes - m_unfinished.size())));
        if (end < 0)
            break;
        complete.append(QString::fromUtf8(m_unfinished));
        m_unfinished.clear();
        start = end + 1;
    }
    m_lines.append(complete);
    drop();
    return complete;
}

void LogBuffer::appendLine(const QString &line)
{
    m_lines.append(line);
    drop();
}

QString LogBuffer::text() const
{
    return lastLines(m_lines.size() + 1).join(u'\n');
}

QStringList LogBuffer::lastLines(qsizetype count) const
{
    QStringList lines = m_lines;
    if (!m_unfinished.isEmpty())
        lines.append(QString::fromUtf8(m_unfinished));
    return lines.mid(qMax<qsizetype>(0, lines.size() - count));
}

void LogBuffer::beginPart()
{
    if (!m_unfinished.isEmpty())
        m_lines.append(QString::fromUtf8(std::exchange(m_unfinished, {})));
    m_partBegin = m_lines.size();
}

QStringList LogBuffer::lastLinesOfPart(qsizetype count) const
{
    const qsizetype unfinished = m_unfinished.isEmpty() ? 0 : 1;
    return lastLines(qMin(count, m_lines.size() - m_partBegin + unfinished));
}

void LogBuffer::drop()
{
    const qsizetype surplus = m_lines.size() - m_maximumLines;
    if (surplus <= 0)
        return;
    m_lines.remove(0, surplus);
    m_partBegin = qMax<qsizetype>(0, m_partBegin - surplus);
}

} // namespace rooflight
