// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request_options.h"
#include "ui/style/display_names.h"

#include <QComboBox>
#include <QList>
#include <QString>

class QDoubleSpinBox;
class QSpinBox;
class QWidget;

namespace rooflight {

struct DialogField {
    QString name;
    QString choices; ///< what can be chosen in it, where that is a list
};

/// The fields of a dialog in its order: labels with a buddy, and boxes to check.
[[nodiscard]] QList<DialogField> fieldsOf(const QWidget &dialog);
/// Gives the focus to the field that is called so, on whichever page it is.
void focusField(QWidget &dialog, const QString &field);

// Fields for options of a request, with the ranges, choices and help of their table.

/// What --help says of it, in the language of the window.
[[nodiscard]] QString optionHelp(const OptionFacts &option);

/// Below the least number there is one more value: the option is not given.
[[nodiscard]] QSpinBox *countBox(const OptionFacts &option, const QString &notGiven, std::int64_t value,
                                 QWidget *parent);
/// Not given at 0.
[[nodiscard]] QDoubleSpinBox *amountBox(const OptionFacts &option, const QString &notGiven, const QString &unit,
                                        double value, QWidget *parent);

template<NamedEnum Enum> [[nodiscard]] QComboBox *choiceBox(const OptionFacts &option, Enum chosen, QWidget *parent)
{
    auto *box = new QComboBox(parent); // its parent's: NOLINT(cppcoreguidelines-owning-memory)
    for (const auto &[value, identifier] : enumNames<Enum>)
        box->addItem(displayName(value), int(value));
    box->setCurrentIndex(box->findData(int(chosen)));
    box->setToolTip(optionHelp(option));
    return box;
}

template<NamedEnum Enum> [[nodiscard]] Enum chosenIn(const QComboBox *box)
{
    return Enum(box->currentData().toInt());
}

} // namespace rooflight
