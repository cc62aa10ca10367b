// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/table_text.h"

#include "ui/models/layer_filter_proxy.h"
#include "ui/models/layer_tree_model.h"

#include <QSet>

namespace rooflight {

namespace {

QString cellText(const LayerTreeModel &model, const QModelIndex &source, int column)
{
    const QModelIndex index = source.siblingAtColumn(column);
    if (columnFact(column) == FactId::Layer)
        return index.data(LayerTreeModel::WholeNameRole).toString(); // in a sheet nothing stands above it
    if (isNumeric(columnFact(column))) {
        const QVariant value = index.data(LayerTreeModel::SortRole);
        return value.isValid() ? QString::number(value.toDouble(), 'g', 15) : QString();
    }
    return factDisplayText(model.rowData(index), columnFact(column));
}

QString onOneLine(QString text)
{
    for (QChar &character : text) {
        if (character == u'\t' || character == u'\n' || character == u'\r')
            character = u' ';
    }
    return text;
}

} // namespace

QString tableText(const LayerTreeModel &model, const LayerFilterProxy &proxy, QModelIndexList rows,
                  const QList<int> &columns)
{
    QStringList cells;
    for (const int column : columns)
        cells.append(columnCopyTitle(columnFact(column)));
    QString text = cells.join(u'\t') + u'\n';

    const QSet<QModelIndex> wanted(rows.begin(), rows.end());
    const auto walk = [&](auto &&self, const QModelIndex &parent) -> void {
        for (int row = 0; row < proxy.rowCount(parent); ++row) {
            const QModelIndex index = proxy.index(row, 0, parent);
            if (wanted.isEmpty() || wanted.contains(index)) {
                cells.clear();
                for (const int column : columns)
                    cells.append(onOneLine(cellText(model, proxy.mapToSource(index), column)));
                text += cells.join(u'\t') + u'\n';
            }
            self(self, index);
        }
    };
    walk(walk, QModelIndex());
    return text;
}

} // namespace rooflight
