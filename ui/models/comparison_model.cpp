// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/comparison_model.h"

#include "core/report/format/format.h"
#include "ui/models/layer_columns.h"
#include "ui/models/unknown_last.h"
#include "ui/models/unknown_operators.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"

#include <algorithm>
#include <array>
#include <functional>

namespace rooflight {

namespace {

struct ColumnFacts {
    const char *title; ///< of a fact: null
    std::optional<double> (*value)(const TimeChange &time) = nullptr; ///< null for a column of text
    std::string (*format)(double value) = nullptr;
    FactId fact = FactId::Layer;
};

constexpr std::array<ColumnFacts, comparisonColumnCount> columns { {
    { .title = nullptr, .fact = FactId::Layer },
    { QT_TRANSLATE_NOOP("rooflight::ComparisonModel", "Verdict") },
    { QT_TRANSLATE_NOOP("rooflight::ComparisonModel", "Ratio"), [](const TimeChange &time) { return time.ratio; },
      formatRounded },
    { QT_TRANSLATE_NOOP("rooflight::ComparisonModel", "Change"),
      [](const TimeChange &time) { return time.ratio ? std::optional(*time.ratio - 1) : std::nullopt; },
      formatPercentChange },
    { QT_TRANSLATE_NOOP("rooflight::ComparisonModel", "Before"), [](const TimeChange &time) { return time.beforeNs; },
      formatDuration },
    { QT_TRANSLATE_NOOP("rooflight::ComparisonModel", "Now"), [](const TimeChange &time) { return time.afterNs; },
      formatDuration },
    { QT_TRANSLATE_NOOP("rooflight::ComparisonModel", "Difference"),
      [](const TimeChange &time) { return time.differenceNs(); }, formatDifference },
    { QT_TRANSLATE_NOOP("rooflight::ComparisonModel", "Work") },
    { .title = nullptr, .fact = FactId::Type },
} };

static_assert(columns.back().fact == FactId::Type, "a row of facts for each column");

bool isNumeric(int column)
{
    return columns[std::size_t(column)].value != nullptr;
}

int alignmentOf(int column)
{
    return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
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
    const ColumnFacts &facts = columns[std::size_t(column)];
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column());
    if (role == LayerTreeModel::ItemIdRole)
        return QVariant::fromValue(ItemId { ItemId::Kind::Layer, layer.after.value_or(-1) });
    if (role == changeRole)
        return int(layer.time.change);
    if (role == LayerTreeModel::SortRole && facts.value) {
        const std::optional<double> value = facts.value(layer.time);
        return value ? QVariant(*value) : QVariant();
    }
    if (role == Qt::ToolTipRole)
        return column == ComparisonColumn::Layer ? QVariant(shownAsPlainText(layerLabel(layer))) : QVariant();
    if (role != Qt::DisplayRole && role != LayerTreeModel::SortRole)
        return {};
    switch (column) {
    case ComparisonColumn::Layer:
        return layerLabel(layer);
    case ComparisonColumn::Verdict:
        return displayName(layer.time.change);
    case ComparisonColumn::Work:
        return layer.workChanged() ? tr("changed") : QString();
    case ComparisonColumn::Type:
        return QString::fromStdString(layer.type);
    default:
        return QString::fromStdString(orEmpty(facts.value(layer.time), facts.format));
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= comparisonColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    const ColumnFacts &column = columns[std::size_t(section)];
    return role == Qt::DisplayRole ? QVariant(column.title ? tr(column.title) : factTitleText(column.fact))
                                   : QVariant();
}

void ComparisonModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, comparisonColumnCount - 1);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, comparisonColumnCount - 1));
}

ComparisonProxy::ComparisonProxy(ComparisonModel *model, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
    , m_collator(QLocale(QLocale::English)) // names are code; and the C locale has no numeric order
{
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
    setSourceModel(model);
}

void ComparisonProxy::setOnlyLeaves(bool only)
{
    m_onlyLeaves = only;
    invalidateFilter();
}

bool ComparisonProxy::filterAcceptsRow(int sourceRow, const QModelIndex &) const
{
    return !m_onlyLeaves || m_model->changeAt(sourceRow).leaf;
}

bool ComparisonProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QVariant leftValue = left.data(LayerTreeModel::SortRole);
    const QVariant rightValue = right.data(LayerTreeModel::SortRole);
    if (isNumeric(left.column())) {
        const auto number = [](const QVariant &value) {
            return value.isValid() ? std::optional(value.toDouble()) : std::nullopt;
        };
        return lessUnknownLast(number(leftValue), number(rightValue), sortOrder(), std::less());
    }
    return m_collator.compare(leftValue.toString(), rightValue.toString()) < 0;
}

} // namespace rooflight
