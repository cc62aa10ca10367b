// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/dialog_fields.h"

#include <QCheckBox>
#include <QLabel>
#include <QTabWidget>

namespace rooflight {

namespace {

/// Null for what names no field.
QWidget *fieldOf(QWidget *widget, QString &name)
{
    if (const auto *label = qobject_cast<QLabel *>(widget); label && label->buddy()) {
        name = label->text();
        return label->buddy();
    }
    auto *box = qobject_cast<QCheckBox *>(widget);
    if (box)
        name = box->text();
    return box && !name.isEmpty() ? box : nullptr;
}

void showPageOf(QWidget *field)
{
    for (QWidget *page = field; page; page = page->parentWidget()) {
        QWidget *stack = page->parentWidget();
        auto *tabs = stack ? qobject_cast<QTabWidget *>(stack->parentWidget()) : nullptr;
        if (tabs && tabs->indexOf(page) >= 0)
            tabs->setCurrentWidget(page);
    }
}

} // namespace

QStringList fieldsOf(const QWidget &dialog)
{
    QStringList names;
    for (QWidget *widget : dialog.findChildren<QWidget *>()) {
        QString name;
        if (fieldOf(widget, name))
            names.append(name);
    }
    return names;
}

void focusField(QWidget &dialog, const QString &field)
{
    for (QWidget *widget : dialog.findChildren<QWidget *>()) {
        QString name;
        QWidget *found = fieldOf(widget, name);
        if (!found || name != field)
            continue;
        showPageOf(found);
        found->setFocus(Qt::OtherFocusReason);
        return;
    }
}

} // namespace rooflight
