// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/dialog_fields.h"

#include <QCheckBox>
#include <QComboBox>
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

QList<DialogField> fieldsOf(const QWidget &dialog)
{
    QList<DialogField> fields;
    for (QWidget *widget : dialog.findChildren<QWidget *>()) {
        DialogField field;
        const QWidget *found = fieldOf(widget, field.name);
        if (!found)
            continue;
        const auto *list = qobject_cast<const QComboBox *>(found);
        for (int choice = 0; list && choice < list->count(); ++choice)
            field.choices += list->itemText(choice) + u' ';
        fields.append(field);
    }
    return fields;
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
