// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/session_shelf.h"

#include "core/record/session_file.h"
#include "core/roofline/point.h"

#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <algorithm>

namespace rooflight {

namespace {

Result<OtherSession> readOther(const QString &path)
{
    Result<Session> session = readSession(QFile::encodeName(path).toStdString());
    if (!session.ok())
        return session.error();
    OtherSession other;
    other.path = path;
    other.name = QFileInfo(path).completeBaseName();
    other.facts = factsOf(session.value());
    other.facts.atRoofNs = SessionPoints(session.value()).at({ ItemId::Kind::Layer, 0 }).timeAtRoofNs;
    other.session = std::make_shared<const Session>(std::move(session.value()));
    return other;
}

} // namespace

SessionShelf::SessionShelf(QObject *parent)
    : QObject(parent)
{
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] { take(m_reading.result()); });
}

void SessionShelf::add(const QStringList &paths)
{
    const bool isIdle = m_waiting.isEmpty();
    for (const QString &path : paths)
        m_waiting.append(QFileInfo(path).absoluteFilePath());
    if (isIdle)
        readNext();
}

void SessionShelf::readNext()
{
    if (m_waiting.isEmpty())
        return;
    m_reading.setFuture(QtConcurrent::run(readOther, m_waiting.constFirst()));
}

QString SessionShelf::freeName(const QString &wanted) const
{
    const auto isTaken = [this](const QString &name) {
        return std::ranges::find(m_sessions, name, &OtherSession::name) != m_sessions.end();
    };
    QString name = wanted;
    for (int number = 2; isTaken(name); ++number)
        name = QStringLiteral("%1 (%2)").arg(wanted).arg(number);
    return name;
}

void SessionShelf::take(const Result<OtherSession> &session)
{
    if (m_waiting.isEmpty())
        return; // cleared meanwhile
    const QString path = m_waiting.takeFirst();
    if (!session.ok()) {
        Q_EMIT failed(session.error(), path);
    } else if (const auto index = find(path)) {
        OtherSession &old = m_sessions[*index];
        old.session = session.value().session;
        old.facts = session.value().facts;
        Q_EMIT changed();
    } else {
        put(session.value());
        Q_EMIT added(path);
    }
    readNext();
}

void SessionShelf::put(OtherSession session)
{
    session.name = freeName(session.name);
    m_sessions.push_back(std::move(session));
    Q_EMIT changed();
}

void SessionShelf::remove(std::size_t index)
{
    if (index >= m_sessions.size())
        return; // asked for twice
    m_sessions.erase(m_sessions.begin() + std::ptrdiff_t(index));
    Q_EMIT changed();
}

void SessionShelf::forgetBaseline()
{
    const auto baseline = std::ranges::find(m_sessions, true, &OtherSession::isBaseline);
    if (baseline == m_sessions.end())
        return;
    baseline->isBaseline = false;
    Q_EMIT changed();
}

void SessionShelf::setOnChart(std::size_t index, bool onChart)
{
    if (index >= m_sessions.size() || m_sessions[index].onChart == onChart)
        return; // it went before the click arrived, or is so
    m_sessions[index].onChart = onChart;
    Q_EMIT changed();
}

void SessionShelf::clear()
{
    m_waiting.clear();
    if (m_sessions.empty())
        return;
    m_sessions.clear();
    Q_EMIT changed();
}

std::optional<std::size_t> SessionShelf::find(const QString &path) const
{
    const auto found = std::ranges::find(m_sessions, path, &OtherSession::path);
    return found == m_sessions.end() || path.isEmpty() ? std::nullopt
                                                       : std::optional(std::size_t(found - m_sessions.begin()));
}

} // namespace rooflight
