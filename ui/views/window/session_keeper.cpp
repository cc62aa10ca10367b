// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/session_keeper.h"

#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/note_editor.h"
#include "ui/views/widgets/icons.h"
#include "ui/views/window/workbench.h"
#include "ui/worker/session_controller.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace rooflight {

namespace {

void dress(QMessageBox &box)
{
    constexpr int iconSize = 40;
    box.setIconPixmap(themedIcon(QStringLiteral("warning"), box.palette()).pixmap(iconSize));
    box.setTextFormat(Qt::PlainText);
    box.button(QMessageBox::Cancel)->setText(SessionKeeper::tr("Cancel"));
}

} // namespace

SessionKeeper::SessionKeeper(SessionController *controller, Workbench *workbench, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_workbench(workbench)
    , m_window(window)
{
    connect(workbench->details()->notes(), &NoteEditor::edited, this, &SessionKeeper::take);
    connect(controller, &SessionController::sessionReplaced, this, &SessionKeeper::followSession);
    connect(controller, &SessionController::unsavedTimesChanged, this, &SessionKeeper::showState);
}

void SessionKeeper::take(const QString &layer, const QString &text)
{
    m_controller->setNote(layer.toStdString(), text.toStdString());
    m_hasSavedNotes = false;
    showState();
}

void SessionKeeper::followSession()
{
    m_workbench->details()->notes()->setNotes(m_controller->session().notes);
    const bool isMeasuredAgain = m_path == m_controller->path() && !m_controller->session().notes.empty();
    m_path = m_controller->path();
    if (!isMeasuredAgain)
        m_hasSavedNotes = true;
    showState();
}

void SessionKeeper::setSaved()
{
    m_hasSavedNotes = true;
    showState();
}

bool SessionKeeper::isSaved() const
{
    return m_hasSavedNotes && !m_controller->hasUnsavedTimes();
}

void SessionKeeper::showState()
{
    m_window->setWindowModified(!isSaved());
}

QString SessionKeeper::question() const
{
    const QString name = QFileInfo(m_controller->path()).fileName();
    if (m_hasSavedNotes)
        return tr("The measurements of “%1” are not saved. Save the session?").arg(name);
    if (m_controller->hasUnsavedTimes())
        return tr("The measurements of “%1” and its notes are not saved. Save the session?").arg(name);
    return tr("The notes on this session are not saved. Save the session with them?");
}

bool SessionKeeper::mayLeave()
{
    if (isSaved())
        return true;
    QMessageBox box(QMessageBox::Question, tr("Unsaved Session"), question(),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    dress(box);
    box.button(QMessageBox::Save)->setText(tr("&Save"));
    box.button(QMessageBox::Discard)->setText(tr("&Discard"));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        Q_EMIT saveRequested();
        return isSaved();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

bool SessionKeeper::mayDelete(qsizetype measurements)
{
    QMessageBox box(
        QMessageBox::Question, tr("Unsaved Measurements"),
        tr("Measurements that were not saved: %1. Delete them, and forget the recent files?").arg(measurements),
        QMessageBox::Yes | QMessageBox::Cancel, m_window);
    dress(box);
    box.button(QMessageBox::Yes)->setText(tr("&Delete"));
    box.setDefaultButton(QMessageBox::Cancel);
    return box.exec() == QMessageBox::Yes;
}

} // namespace rooflight
