// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/comparison_model.h"

#include "core/report/format.h"
#include "ui/models/unknown_last.h"
#include "ui/style/display_names.h"

#include <algorithm>
#include <functional>

namespace ridgepoint {

namespace {

bool isNumeric(ComparisonColumn column)
{
    return column >= ComparisonColumn::Ratio && column <= ComparisonColumn::Difference;
}

std::optional<double> valueOf(const TimeChange &time, ComparisonColumn column)
{
    switch (column) {
    case ComparisonColumn::Before:
        return time.beforeNs;
    case ComparisonColumn::After:
        return time.afterNs;
    case ComparisonColumn::Difference:
        return time.differenceNs();
    case ComparisonColumn::Ratio:
        return time.ratio;
    default:
        return std::nullopt;
    }
}

QString layerName(const LayerChange &layer)
{
    const QString name = QString::fromStdString(layer.path.empty() ? layer.type : layer.path);
    return layer.call > 0 ? QStringLiteral("%1 #%2").arg(name).arg(layer.call + 1) : name;
}

QString numberText(const TimeChange &time, ComparisonColumn column)
{
    const std::optional<double> value = valueOf(time, column);
    const auto format = column == ComparisonColumn::Ratio ? formatRatio
        : column == ComparisonColumn::Difference          ? formatDifference
                                                          : formatDuration;
    return QString::fromStdString(orEmpty(value, format));
}

} // namespace

ComparisonModel::ComparisonModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void ComparisonModel::setComparison(SessionComparison comparison)
{
    if (comparison == m_comparison)
        return;
    beginResetModel();
    m_comparison = std::move(comparison);
    m_rows = largestChangeFirst(m_comparison);
    endResetModel();
}

std::optional<ItemId> ComparisonModel::itemAt(int row) const
{
    const std::optional<std::int64_t> layer = m_rows[std::size_t(row)]->after;
    return layer ? std::optional(ItemId { ItemId::Kind::Layer, *layer }) : std::nullopt;
}

int ComparisonModel::rowOf(ItemId item) const
{
    if (item.kind != ItemId::Kind::Layer)
        return -1;
    const auto found = std::ranges::find(m_rows, std::optional(item.id), &LayerChange::after);
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int ComparisonModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ComparisonModel::columnCount(const QModelIndex &) const
{
    return comparisonColumnCount;
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const LayerChange &layer = *m_rows[std::size_t(index.row())];
    const auto column = ComparisonColumn(index.column());
    if (role == Qt::TextAlignmentRole)
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == LayerTreeModel::ItemIdRole)
        return QVariant::fromValue(ItemId { ItemId::Kind::Layer, layer.after.value_or(-1) });
    if (role == ChangeRole)
        return int(layer.time.change);
    if (role == LayerTreeModel::SortRole && isNumeric(column)) {
        const std::optional<double> value = valueOf(layer.time, column);
        return value ? QVariant(*value) : QVariant();
    }
    if (role == Qt::ToolTipRole)
        return column == ComparisonColumn::Layer ? QVariant(layerName(layer).toHtmlEscaped()) : QVariant();
    if (role != Qt::DisplayRole && role != LayerTreeModel::SortRole)
        return {};
    switch (column) {
    case ComparisonColumn::Layer:
        return layerName(layer);
    case ComparisonColumn::Verdict:
        return displayName(layer.time.change);
    case ComparisonColumn::Work:
        return layer.workChanged() ? tr("changed") : QString();
    case ComparisonColumn::Type:
        return QString::fromStdString(layer.type);
    default:
        return numberText(layer.time, column);
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= comparisonColumnCount)
        return {};
    const auto column = ComparisonColumn(section);
    if (role == Qt::TextAlignmentRole)
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case ComparisonColumn::Layer:
        return tr("Layer");
    case ComparisonColumn::Before:
        return tr("Before");
    case ComparisonColumn::After:
        return tr("Now");
    case ComparisonColumn::Difference:
        return tr("Difference");
    case ComparisonColumn::Ratio:
        return tr("Ratio");
    case ComparisonColumn::Verdict:
        return tr("Verdict");
    case ComparisonColumn::Work:
        return tr("Work");
    case ComparisonColumn::Type:
        break;
    }
    return tr("Type");
}

void ComparisonModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, comparisonColumnCount - 1);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, comparisonColumnCount - 1));
}

ComparisonProxy::ComparisonProxy(ComparisonModel *model, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_collator(QLocale(QLocale::English)) // names are code; and the C locale has no numeric order
{
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
    setSourceModel(model);
}

bool ComparisonProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QVariant leftValue = left.data(LayerTreeModel::SortRole);
    const QVariant rightValue = right.data(LayerTreeModel::SortRole);
    if (isNumeric(ComparisonColumn(left.column()))) {
        const auto number = [](const QVariant &value) {
            return value.isValid() ? std::optional(value.toDouble()) : std::nullopt;
        };
        return lessUnknownLast(number(leftValue), number(rightValue), sortOrder(), std::less());
    }
    return m_collator.compare(leftValue.toString(), rightValue.toString()) < 0;
}

} // namespace ridgepoint
