// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/option_boxes.h"

#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QSpinBox>

namespace rooflight {

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
