// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/enter_key.h"

#include <QApplication>
#include <QKeyEvent>
#include <QToolButton>

namespace rooflight {

namespace {

class EnterKey : public QObject
{
public:
    explicit EnterKey(QWidget *window)
        : QObject(window)
        , m_window(window)
    {
        qApp->installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress)
            return false;
        const auto *key = static_cast<const QKeyEvent *>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        auto *button = isEnter ? qobject_cast<QAbstractButton *>(watched) : nullptr;
        if (!button || button->window() != m_window || button->isCheckable() || !button->isEnabled())
            return false;
        auto *tool = qobject_cast<QToolButton *>(button);
        if (tool && tool->menu() && tool->popupMode() == QToolButton::InstantPopup)
            tool->showMenu();
        else
            button->click();
        return true;
    }

private:
    QWidget *m_window;
};

} // namespace

void pressWithEnter(QWidget *window)
{
    new EnterKey(window);
}

} // namespace rooflight
