// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/session_comparer.h"

#include "core/base/whole_file.h"
#include "core/record/session_file.h"
#include "core/report/comparison_report.h"
#include "ui/settings/settings.h"
#include "ui/style/save_dialog.h"
#include "ui/views/dialogs/folder_dialog.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/widgets/error_text.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/session_export.h"
#include "ui/views/window/workbench.h"
#include "ui/worker/file_kind.h"
#include "ui/worker/session_controller.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QtConcurrentRun>

namespace rooflight {

namespace {

QString comparisonKey()
{
    return QStringLiteral("comparison");
}

} // namespace

SessionComparer::SessionComparer(SessionController *controller, Workbench *workbench, Settings *settings,
                                 MessageBar *messages, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_workbench(workbench)
    , m_settings(settings)
    , m_messages(messages)
    , m_window(window)
{
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        if (!m_reading.isCanceled()) // as the empty future is that takes the place of an earlier one
            take(m_reading.result());
    });
    connect(controller, &SessionController::sessionReplaced, this, &SessionComparer::followSession);
}

void SessionComparer::followSession()
{
    const QString path = m_controller->path();
    if (path == m_shownPath)
        return;
    const bool measuredAgain = path == m_shownModel; // of a saved session
    if (!measuredAgain)
        end();
    m_shownPath = path;
}

void SessionComparer::choose()
{
    const QString purpose = QStringLiteral("open");
    const QString path =
        QFileDialog::getOpenFileName(m_window, tr("Compare With"), m_settings->lastFolder(purpose),
                                     tr("Models and sessions (%1);;All files (*)").arg(modelPatterns().join(u' ')));
    if (path.isEmpty())
        return;
    m_settings->setLastFolder(purpose, QFileInfo(path).path());
    take(path);
}

void SessionComparer::take(const QString &path)
{
    if (pathKindOf(path) == PathKind::Model)
        Q_EMIT modelChosen(path);
    else
        compareWith(path);
}

void SessionComparer::compareWith(const QString &path)
{
    m_messages->dismiss(comparisonKey());
    m_wantedPath = QFileInfo(path).absoluteFilePath();
    m_shownPath = m_controller->path();
    m_shownModel = m_controller->modelPath();
    // A large session takes a while to parse: not in the thread that paints. Setting another future drops this one.
    m_reading.setFuture(QtConcurrent::run(readSession, QFile::encodeName(m_wantedPath).toStdString()));
}

void SessionComparer::compareWithSession(const Session &session, const QString &name, bool inFront)
{
    m_reading.setFuture({});
    m_messages->dismiss(comparisonKey());
    m_shownPath = m_controller->path();
    m_shownModel = m_controller->modelPath();
    m_path = name;
    m_workbench->compareWith(session, name, inFront);
    Q_EMIT comparingChanged(true);
}

void SessionComparer::take(const Result<Session> &session)
{
    if (!session.ok()) {
        showError(session.error());
        return;
    }
    m_path = m_wantedPath;
    m_settings->addRecentFile(m_path);
    m_workbench->compareWith(session.value(), m_path);
    Q_EMIT comparingChanged(true);
}

void SessionComparer::showError(const Error &error)
{
    const QString sentence = error.code == ErrorCode::Damaged
        ? tr("“%1” is not a saved session, or it is damaged.").arg(QFileInfo(m_wantedPath).fileName())
        : errorSentence(error, m_wantedPath);
    m_messages->show({ Message::Severity::Error, sentence, errorDetails(error), comparisonKey(), {}, {} });
}

void SessionComparer::end()
{
    m_reading.setFuture({});
    m_messages->dismiss(comparisonKey());
    m_workbench->endComparison();
    Q_EMIT comparingChanged(false);
}

void SessionComparer::save()
{
    const QString purpose = QStringLiteral("export");
    const QString path =
        chooseSavePath(m_window, tr("Save the Comparison"),
                       { tr("CSV table (*.csv)"), tr("HTML page (*.html)"), tr("JSON for programs (*.json)") },
                       m_settings->lastFolder(purpose));
    if (path.isEmpty())
        return;
    m_settings->setLastFolder(purpose, QFileInfo(path).path());
    const Result<void> written = saveTo(path);
    if (written.ok())
        Q_EMIT saved(path);
    else
        Q_EMIT failed(written.error(), path);
}

std::optional<PageComparison> SessionComparer::pageComparison() const
{
    const std::optional<JudgedSession> &before = m_workbench->earlier();
    if (!before)
        return std::nullopt;
    return PageComparison { *before, m_workbench->comparison(), m_path.toStdString(), m_shownPath.toStdString() };
}

Result<void> SessionComparer::saveTo(const QString &path) const
{
    const SessionComparison &comparison = m_workbench->comparison();
    const QString suffix = QFileInfo(path).suffix().toLower();
    const std::string file = QFile::encodeName(path).toStdString();
    const std::optional<PageComparison> compared = pageComparison();
    if (suffix == QLatin1String("html") && compared)
        return exportComparison(path, m_workbench->session()->judged(), m_workbench->pictureOptions(), *compared);
    if (suffix == QLatin1String("json"))
        return writeWholeFile(file, comparisonToJson(comparison));
    return writeWholeFile(file, comparisonToCsv(comparison));
}

} // namespace rooflight
