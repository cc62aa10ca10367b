// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/first_key.h"

#include <QAbstractItemView>
#include <QKeyEvent>

namespace rooflight {

namespace {

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

void selectWithFirstKey(QAbstractItemView *view)
{
    new FirstKey(view);
}

} // namespace rooflight
