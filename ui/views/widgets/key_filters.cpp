// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/key_filters.h"

#include <QAbstractItemView>
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

class FirstKey : public QObject
{
public:
    explicit FirstKey(QAbstractItemView *view)
        : QObject(view)
        , m_view(view)
    {
        view->installEventFilter(this);
    }

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress || !m_view->model() || m_view->selectionModel()->hasSelection())
            return false;
        const auto *key = static_cast<const QKeyEvent *>(event);
        const bool isArrow = key->key() == Qt::Key_Up || key->key() == Qt::Key_Down;
        if (!isArrow || (key->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
            return false;
        const QModelIndex current = m_view->currentIndex();
        const QModelIndex row = current.isValid() ? current : m_view->model()->index(0, 0);
        if (!row.isValid())
            return false;
        m_view->selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_view->scrollTo(row);
        return true;
    }

private:
    QAbstractItemView *m_view;
};

} // namespace

void pressWithEnter(QWidget *window)
{
    new EnterKey(window);
}

void selectWithFirstKey(QAbstractItemView *view)
{
    new FirstKey(view);
}

} // namespace rooflight
