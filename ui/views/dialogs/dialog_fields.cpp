// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/dialog_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSpinBox>
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

QString optionHelp(const OptionFacts &option)
{
    return QCoreApplication::translate("Options", option.help);
}

QSpinBox *countBox(const OptionFacts &option, const QString &notGiven, std::int64_t value, QWidget *parent)
{
    constexpr double mostDigits = 10'000'000; // the width of the box follows them
    auto *box = new QSpinBox(parent);
    box->setRange(int(option.range.least) - 1, int(std::min(option.range.most, mostDigits)));
    box->setSpecialValueText(notGiven);
    box->setValue(int(value));
    box->setToolTip(optionHelp(option));
    return box;
}

QDoubleSpinBox *amountBox(const OptionFacts &option, const QString &notGiven, const QString &unit, double value,
                          QWidget *parent)
{
    constexpr double most = 100'000;
    auto *box = new QDoubleSpinBox(parent);
    box->setRange(0, std::min(option.range.most, most));
    box->setDecimals(1);
    box->setSpecialValueText(notGiven);
    box->setSuffix(unit);
    box->setValue(value);
    box->setToolTip(optionHelp(option));
    return box;
}

} // namespace rooflight
