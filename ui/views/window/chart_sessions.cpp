// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/chart_sessions.h"

#include "core/record/session_file.h"
#include "core/roofline/point.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/settings/settings.h"
#include "ui/views/dialogs/folder_dialog.h"
#include "ui/views/panels/sessions_panel.h"
#include "ui/views/widgets/error_text.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/session_comparer.h"
#include "ui/views/window/session_tabs.h"
#include "ui/views/window/workbench.h"
#include "ui/worker/file_kind.h"
#include "ui/worker/session_controller.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

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

namespace {

QString messageKey()
{
    return QStringLiteral("sessions");
}

} // namespace

ChartSessions::ChartSessions(SessionController *controller, Workbench *workbench, SessionComparer *comparer,
                             Settings *settings, MessageBar *messages, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_workbench(workbench)
    , m_comparer(comparer)
    , m_settings(settings)
    , m_messages(messages)
    , m_window(window)
{
    connect(controller, &SessionController::sessionLeaving, this, &ChartSessions::takeLateResults);
    connect(controller, &SessionController::sessionReplaced, this, &ChartSessions::followSession);
    connect(controller, &SessionController::measuredKept, this, &ChartSessions::setFile);
    connect(&m_shelf, &SessionShelf::changed, this, [this] { m_workbench->setOthers(m_shelf.sessions()); });
    connect(&m_shelf, &SessionShelf::failed, this, &ChartSessions::showError);
    connect(&m_shelf, &SessionShelf::added, this, [this](const QString &path) {
        m_settings->addRecentFile(path);
        m_workbench->showSessions();
    });
    connectPanel();
}

void ChartSessions::connectPanel()
{
    const SessionsPanel *panel = m_workbench->sessionsPanel();
    connect(panel, &SessionsPanel::addRequested, this, &ChartSessions::choose);
    connect(panel, &SessionsPanel::keepRequested, this, &ChartSessions::keep);
    connect(panel, &SessionsPanel::showRequested, this, &ChartSessions::show);
    connect(panel, &SessionsPanel::compareRequested, this, &ChartSessions::compare);
    connect(panel, &SessionsPanel::removeRequested, this, &ChartSessions::remove);
    // A tab bar must not lose a tab while it says that one was chosen.
    const SessionTabs *tabs = m_workbench->tabs();
    connect(tabs, &SessionTabs::showRequested, this, &ChartSessions::show, Qt::QueuedConnection);
    connect(tabs, &SessionTabs::removeRequested, this, &ChartSessions::remove, Qt::QueuedConnection);
    connect(panel, &SessionsPanel::onChartChanged, &m_shelf, &SessionShelf::setOnChart, Qt::QueuedConnection);
}

/// A session that was pinned, or left for another, may have been measured on, saved or kept since.
void ChartSessions::takeLateResults()
{
    const OtherSession now = shownOne();
    const auto update = [this, &now](std::optional<OtherSession> &session) {
        if (session) {
            session->path = m_file;
            session->session = now.session;
            session->facts = now.facts;
        }
    };
    update(m_leaving);
    if (m_baselineIsShown)
        update(m_baseline);
}

void ChartSessions::followSession()
{
    const QString path = m_controller->path();
    m_workbench->setName(QFileInfo(path).completeBaseName());
    const bool isOther = path != m_shownPath;
    const bool baselineWasShown = std::exchange(
        m_baselineIsShown, isOther && m_baseline && !m_baseline->path.isEmpty() && path == m_baseline->path);
    if (isOther) {
        const bool measuredAgain = path == m_shownModel; // of a saved session
        // What was asked for may have failed, or was tried again before it came.
        std::optional<OtherSession> leaving = std::exchange(m_leaving, std::nullopt);
        if (leaving && QFileInfo(path).absoluteFilePath() == m_leavingFor) {
            if (const auto index = m_shelf.find(path))
                m_shelf.remove(*index);
            if (!baselineWasShown)
                m_shelf.put(*std::move(leaving));
        } else if (!measuredAgain) {
            m_shelf.clear();
        }
        m_shownPath = path;
        m_shownModel = m_controller->modelPath();
    }
    // What an earlier window left behind is moved or deleted when it is left.
    m_file = pathKindOf(path) == PathKind::Session && !UnsavedSession::isUnsaved(path) ? path : QString();
    compareWithBaseline();
}

/// It joins the others when something else is shown.
void ChartSessions::compareWithBaseline()
{
    if (!m_baseline || m_baselineIsShown)
        return;
    if (std::ranges::none_of(m_shelf.sessions(), &OtherSession::isBaseline))
        m_shelf.put(*m_baseline);
    m_comparer->compareWithSession(*m_baseline->session, m_baseline->name, false);
}

void ChartSessions::setPinned(bool pinned)
{
    const bool had = m_baseline.has_value();
    m_baseline.reset();
    m_shelf.forgetBaseline();
    if (pinned && m_controller->session().analysis) {
        m_baseline = shownOne();
        m_baseline->isBaseline = true;
        m_baseline->path = m_file;
    }
    m_baselineIsShown = m_baseline.has_value();
    if (had)
        m_comparer->end();
    m_workbench->setBaseline(m_baseline ? m_baseline->name : QString());
    Q_EMIT pinnedChanged(m_baseline.has_value());
}

void ChartSessions::remove(std::size_t index)
{
    if (index < m_shelf.sessions().size() && m_shelf.sessions()[index].isBaseline)
        setPinned(false);
    m_shelf.remove(index);
}

void ChartSessions::choose()
{
    const QString purpose = QStringLiteral("open");
    const QStringList paths =
        QFileDialog::getOpenFileNames(m_window, tr("Add to the Chart"), m_settings->lastFolder(purpose),
                                      tr("Models and sessions (%1);;All files (*)").arg(modelPatterns().join(u' ')));
    if (paths.isEmpty())
        return;
    m_settings->setLastFolder(purpose, QFileInfo(paths.constFirst()).path());
    add(paths);
}

void ChartSessions::add(const QStringList &paths)
{
    m_messages->dismiss(messageKey());
    QStringList sessions;
    QStringList models;
    for (const QString &path : paths)
        (pathKindOf(path) == PathKind::Session ? sessions : models).append(path);
    if (!sessions.isEmpty())
        m_shelf.add(sessions);
    if (models.size() > 1)
        m_messages->show({ Message::Severity::Information,
                           tr("One model is measured at a time: add the others when %1 is done.")
                               .arg(QFileInfo(models.constFirst()).fileName()),
                           {},
                           messageKey(),
                           {},
                           {} });
    if (!models.isEmpty())
        leaveFor(models.constFirst());
}

/// What is shown stays beside what takes its place.
void ChartSessions::leaveFor(const QString &path)
{
    m_leaving = shownOne();
    m_leavingFor = QFileInfo(path).absoluteFilePath();
    Q_EMIT openRequested(path);
}

void ChartSessions::startOver(const QString &shown, const QStringList &others)
{
    m_shelf.clear();
    m_leaving.reset();
    m_shownPath = QFileInfo(shown).absoluteFilePath();
    m_shelf.add(others);
}

OtherSession ChartSessions::shownOne() const
{
    OtherSession other;
    const QString path = m_controller->path();
    other.name = QFileInfo(path).completeBaseName();
    other.session = std::make_shared<const Session>(m_controller->session());
    other.facts = m_workbench->facts();
    return other;
}

void ChartSessions::keep()
{
    keepAs(QFileInfo(m_controller->path()).completeBaseName());
}

void ChartSessions::keepAs(const QString &name)
{
    OtherSession kept = shownOne();
    kept.name = name;
    m_shelf.put(std::move(kept));
    m_workbench->showSessions();
}

void ChartSessions::show(std::size_t other)
{
    if (other >= m_shelf.sessions().size())
        return; // it went meanwhile
    leaveFor(m_shelf.sessions()[other].path);
}

void ChartSessions::stay()
{
    m_leaving.reset();
    m_workbench->setName(QFileInfo(m_controller->path()).completeBaseName());
}

void ChartSessions::compare(std::size_t other)
{
    const OtherSession &session = m_shelf.sessions()[other];
    m_comparer->compareWithSession(*session.session, session.path.isEmpty() ? session.name : session.path);
}

void ChartSessions::showError(const Error &error, const QString &path)
{
    const QString sentence = error.code == ErrorCode::Damaged
        ? tr("“%1” is not a saved session, or it is damaged.").arg(QFileInfo(path).fileName())
        : errorSentence(error, path);
    m_messages->show({ Message::Severity::Error, sentence, errorDetails(error), messageKey(), {}, {} });
}

} // namespace rooflight
