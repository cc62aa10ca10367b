// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/note_keeper.h"

#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/note_editor.h"
#include "ui/views/window/workbench.h"
#include "ui/worker/session_controller.h"

#include <QMessageBox>
#include <QPushButton>

namespace ridgepoint {

NoteKeeper::NoteKeeper(SessionController *controller, Workbench *workbench, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_workbench(workbench)
    , m_window(window)
{
    connect(workbench->details()->notes(), &NoteEditor::edited, this, &NoteKeeper::take);
    connect(controller, &SessionController::sessionReplaced, this, &NoteKeeper::followSession);
}

void NoteKeeper::take(const QString &layer, const QString &text)
{
    m_controller->setNote(layer.toStdString(), text.toStdString());
    m_saved = false;
    m_window->setWindowModified(true);
}

void NoteKeeper::followSession()
{
    m_workbench->details()->notes()->setNotes(m_controller->session().notes);
    const bool isMeasuredAgain = m_path == m_controller->path() && !m_controller->session().notes.empty();
    m_path = m_controller->path();
    if (!isMeasuredAgain)
        setSaved();
}

void NoteKeeper::setSaved()
{
    m_saved = true;
    m_window->setWindowModified(false);
}

bool NoteKeeper::mayLeave()
{
    if (m_saved)
        return true;
    QMessageBox question(QMessageBox::Question, tr("Notes"),
                         tr("The notes on this session are not saved. Save the session with them?"),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    question.button(QMessageBox::Save)->setText(tr("&Save"));
    question.button(QMessageBox::Discard)->setText(tr("&Discard"));
    question.button(QMessageBox::Cancel)->setText(tr("Cancel"));
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
    case QMessageBox::Save:
        Q_EMIT saveRequested();
        return m_saved;
    case QMessageBox::Discard:
        setSaved();
        return true;
    default:
        return false;
    }
}

} // namespace ridgepoint
