// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/layer_columns.h"

#include "ui/style/display_names.h"

#include <QCoreApplication>

namespace rooflight {

QString factTitleText(FactId id)
{
    return QCoreApplication::translate("Facts", factOf(id).title);
}

QString factTitleText(const ItemRow &row, FactId id)
{
    return QCoreApplication::translate("Facts", factTitleOf(row, id));
}

QString factDisplayText(const ItemRow &row, FactId id)
{
    return capitalizedText(factPhrase(row, id));
}

int layerColumnCount()
{
    return int(factsIn(InWindow).size());
}

FactId columnFact(int column)
{
    return factsIn(InWindow)[std::size_t(column)];
}

QList<int> layerColumnOrder()
{
    QList<int> order;
    for (int column = 0; column < layerColumnCount(); ++column) {
        if (column != int(FactId::P95) && column != int(FactId::Spread))
            order.append(column);
        if (column == int(FactId::Gain))
            order.append({ int(FactId::P95), int(FactId::Spread) });
    }
    return order;
}

QString columnHelp(FactId column)
{
    return QCoreApplication::translate("Facts", factOf(column).help);
}

QString columnCopyTitle(FactId column)
{
    const std::string unit(factOf(column).unit);
    return unit.empty() || unit == "1"
        ? factTitleText(column)
        : QStringLiteral("%1 [%2]").arg(factTitleText(column), QString::fromStdString(unit));
}

} // namespace rooflight
