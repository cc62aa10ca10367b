// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/layer_columns.h"

#include "ui/style/display_names.h"

#include <QCoreApplication>

namespace ridgepoint {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("LayerColumns", text);
}

} // namespace

QList<LayerColumn> layerColumnOrder()
{
    QList<LayerColumn> order;
    for (int column = 0; column < layerColumnCount; ++column) {
        if (column != int(LayerColumn::P95) && column != int(LayerColumn::Spread))
            order.append(LayerColumn(column));
        if (column == int(LayerColumn::Gain))
            order.append({ LayerColumn::P95, LayerColumn::Spread });
    }
    return order;
}

QString columnTitle(LayerColumn column)
{
    return translated(factsOf(column).title);
}

QString columnHelp(LayerColumn column)
{
    return translated(factsOf(column).help);
}

QString columnCopyTitle(LayerColumn column)
{
    const std::string unit(factsOf(column).unit);
    return unit.empty() || unit == "1"
        ? columnTitle(column)
        : QStringLiteral("%1 [%2]").arg(columnTitle(column), QString::fromStdString(unit));
}

QString columnText(const LayerRow &row, LayerColumn column)
{
    switch (column) {
    case LayerColumn::Type:
        if (row.op)
            return displayName(row.op->family);
        break;
    case LayerColumn::Bound:
        return row.point->verdict.bound == Bound::None ? QString() : displayName(row.point->verdict.bound);
    case LayerColumn::ElementType:
        return displayName(row.point->dtype);
    case LayerColumn::Flops:
    case LayerColumn::Macs:
        if (!layerNumber(row, column))
            return QCoreApplication::translate("LayerColumns", "unknown");
        break;
    case LayerColumn::Parameters:
        if (row.layer && row.layer->parameters <= 0)
            return {};
        break;
    case LayerColumn::Calls:
        return row.layer ? QString::number(row.calls) : QString();
    default:
        break;
    }
    return QString::fromStdString(layerText(row, column));
}

} // namespace ridgepoint
