// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/what_if_history.h"

#include <QKeySequence>
#include <QScopedValueRollback>
#include <QUndoCommand>

#include <utility>

namespace rooflight {

namespace {

constexpr int mostSteps = 200;

} // namespace

class WhatIfHistory::Step : public QUndoCommand
{
public:
    Step(WhatIfHistory *history, const WhatIfChoice &before, const WhatIfChoice &after, int drag)
        : m_history(history)
        , m_before(before)
        , m_after(after)
        , m_drag(drag)
    {
    }

    void undo() override { m_history->showAgain(m_before); }

    void redo() override
    {
        if (std::exchange(m_isMade, true)) // the first time the controls show it already
            m_history->showAgain(m_after);
    }

    [[nodiscard]] int id() const override { return 1; }

    bool mergeWith(const QUndoCommand *command) override
    {
        const auto *next = dynamic_cast<const Step *>(command);
        if (!next || next->m_drag == 0 || next->m_drag != m_drag)
            return false;
        m_after = next->m_after;
        setObsolete(m_after == m_before); // dragged away and back: there is nothing to undo
        return true;
    }

private:
    WhatIfHistory *m_history;
    WhatIfChoice m_before;
    WhatIfChoice m_after;
    int m_drag; ///< 0: no control was held
    bool m_isMade = false;
};

WhatIfHistory::WhatIfHistory(std::function<void(const WhatIfChoice &)> show, QObject *parent)
    : QObject(parent)
    , m_show(std::move(show))
    , m_undo(new QAction(this))
    , m_redo(new QAction(this))
{
    m_stack.setUndoLimit(mostSteps);
    m_undo->setShortcut(QKeySequence(QStringLiteral("Ctrl+Z")));
    m_redo->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+Z")));
    for (QAction *action : { m_undo, m_redo }) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setEnabled(false);
    }
    connect(m_undo, &QAction::triggered, &m_stack, &QUndoStack::undo);
    connect(m_redo, &QAction::triggered, &m_stack, &QUndoStack::redo);
    connect(&m_stack, &QUndoStack::canUndoChanged, m_undo, &QAction::setEnabled);
    connect(&m_stack, &QUndoStack::canRedoChanged, m_redo, &QAction::setEnabled);
    retranslate();
}

WhatIfHistory::~WhatIfHistory()
{
    m_stack.disconnect(); // it says that it is emptied, and who would hear it is being destroyed
}

void WhatIfHistory::take(const WhatIfChoice &choice, bool isHeld)
{
    if (m_shows || choice == m_now)
        return;
    m_stack.push(new Step(this, std::exchange(m_now, choice), choice, isHeld ? m_drag : 0));
}

void WhatIfHistory::startOver(const WhatIfChoice &choice)
{
    m_now = choice;
    m_stack.clear();
}

void WhatIfHistory::showAgain(const WhatIfChoice &choice)
{
    const QScopedValueRollback guard(m_shows, true);
    m_now = choice;
    m_show(choice);
}

void WhatIfHistory::retranslate()
{
    m_undo->setText(tr("Undo the What If"));
    m_redo->setText(tr("Redo the What If"));
}

} // namespace rooflight
