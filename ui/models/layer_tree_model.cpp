// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/layer_tree_model.h"

#include "core/report/tables/layer_table.h"
#include "core/roofline/item_times.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>

namespace rooflight {

LayerTreeModel::LayerTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
{
}

void LayerTreeModel::setSession(const JudgedSession &judged)
{
    const Session &session = judged.session();
    if (session.analysis == m_analysis && !m_rows.empty()) {
        takePoints(judged);
        computeGroups();
        for (const Row &row : m_rows) {
            if (!row.children.empty()) {
                const QModelIndex parent = indexOf(row.item);
                Q_EMIT dataChanged(index(0, 0, parent),
                                   index(int(row.children.size()) - 1, layerColumnCount() - 1, parent));
            }
        }
        Q_EMIT dataChanged(index(0, 0), index(int(m_top.size()) - 1, layerColumnCount() - 1));
        return;
    }
    beginResetModel();
    m_analysis = session.analysis ? session.analysis : Part(Analysis());
    findChartItems(judged);
    m_allBlocks = judged.equalBlocks();
    foldBlocks();
    countCalls();
    takePoints(judged);
    rebuild();
    endResetModel();
}

void LayerTreeModel::setArrangement(Arrangement arrangement)
{
    if (arrangement == m_arrangement)
        return;
    beginResetModel();
    m_arrangement = arrangement;
    rebuild();
    endResetModel();
}

void LayerTreeModel::setFolded(bool folded)
{
    if (folded == m_isFolded)
        return;
    beginResetModel();
    m_isFolded = folded;
    foldBlocks();
    rebuild();
    endResetModel();
}

void LayerTreeModel::foldBlocks()
{
    m_blocks = m_isFolded ? m_allBlocks : std::vector<EqualBlocks>();
    m_equal = EqualItems(*m_analysis, m_blocks);
    m_blockOfLayer.assign(m_analysis->layers.size(), -1);
    for (std::size_t block = 0; block < m_blocks.size(); ++block) {
        for (const std::int64_t layer : m_blocks[block].layers)
            m_blockOfLayer[std::size_t(layer)] = int(block);
    }
}

void LayerTreeModel::takePoints(const JudgedSession &judged)
{
    m_points = judged.sharedPoints();
    m_headline = headline(judged);
    collectTimes(judged.session());
}

void LayerTreeModel::collectTimes(const Session &session)
{
    m_times.clear();
    if (!session.layers)
        return;
    for (const ItemLatency &latency : session.layers->items) {
        if (latency.samples.summary.count == 0)
            continue;
        if (auto times = tableTimes(session, latency.item, latency.samples.summary, m_points->at(latency.item).timeNs))
            m_times.insert_or_assign(latency.item, std::move(*times));
    }
}

void LayerTreeModel::findChartItems(const JudgedSession &judged)
{
    m_chartItems = judged.chartItems();
    m_layersOnChart.assign(m_analysis->layers.size(), false);
    m_operatorsOnChart.assign(m_analysis->operators.size(), false);
    for (const ItemId item : m_chartItems) {
        std::vector<bool> &flags = item.kind == ItemId::Kind::Layer ? m_layersOnChart : m_operatorsOnChart;
        if (item.id >= 0 && item.id < std::int64_t(flags.size()))
            flags[std::size_t(item.id)] = true;
    }
}

bool LayerTreeModel::isOnChart(int row) const
{
    const ItemId item = m_rows[std::size_t(row)].item;
    if (m_rows[std::size_t(row)].group >= 0)
        return false; // those that it stands for are
    return (item.kind == ItemId::Kind::Layer ? m_layersOnChart : m_operatorsOnChart)[std::size_t(item.id)];
}

bool LayerTreeModel::isOneOf(int row, const std::set<ItemId> &items) const
{
    return m_rows[std::size_t(row)].group < 0 && items.contains(m_rows[std::size_t(row)].item);
}

std::vector<const RooflinePoint *> LayerTreeModel::slowest(std::size_t count) const
{
    std::vector<const RooflinePoint *> points = m_points->slowest(m_chartItems);
    points.resize(std::min(count, points.size()));
    return points;
}

void LayerTreeModel::countCalls()
{
    std::unordered_map<std::string, int> calls;
    for (const Layer &layer : m_analysis->layers)
        ++calls[layer.path];
    m_layerCalls.clear();
    for (const Layer &layer : m_analysis->layers)
        m_layerCalls.push_back(calls[layer.path]);
}

const RooflinePoint &LayerTreeModel::pointOfRow(int number) const
{
    const Row &row = m_rows[std::size_t(number)];
    return row.group < 0 ? m_points->at(row.item) : m_groups[std::size_t(row.group)].folded.point;
}

std::string LayerTreeModel::rowName(const Row &row) const
{
    if (row.group >= 0)
        return m_groups[std::size_t(row.group)].name;
    if (m_arrangement == Arrangement::Flat)
        return m_points->at(row.item).label;
    if (row.item.kind == ItemId::Kind::Operator)
        return m_analysis->operators[std::size_t(row.item.id)].name;
    const Layer &layer = m_analysis->layers[std::size_t(row.item.id)];
    if (layer.path.empty())
        return layerName(layer);
    const std::string name(pathBelowParent(layer, m_analysis->layers));
    return row.calls > 1 ? tr("%1 (call %2)").arg(QString::fromStdString(name)).arg(layer.call + 1).toStdString()
                         : name;
}

QModelIndex LayerTreeModel::indexOf(ItemId item) const
{
    const std::vector<int> &rows = item.kind == ItemId::Kind::Layer ? m_layerRows : m_operatorRows;
    if (item.id < 0 || item.id >= std::int64_t(rows.size()) || rows[std::size_t(item.id)] < 0)
        return {};
    const int number = rows[std::size_t(item.id)];
    return createIndex(m_rows[std::size_t(number)].position, 0, quintptr(number));
}

std::optional<ItemId> LayerTreeModel::itemAt(const QModelIndex &index) const
{
    if (!index.isValid())
        return std::nullopt;
    return m_rows[index.internalId()].item;
}

std::vector<ItemId> LayerTreeModel::itemsAt(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[index.internalId()];
    return row.group < 0 ? std::vector { row.item } : m_groups[std::size_t(row.group)].items;
}

ItemRow LayerTreeModel::rowOfGroup(const Group &group) const
{
    ItemRow data { .point = &group.folded.point, .name = group.name };
    const ItemId first = group.items.front();
    if (first.kind == ItemId::Kind::Layer)
        data.takeLayer(group.layer);
    else
        data.takeOperator(m_analysis->operators[std::size_t(first.id)]);
    const FoldedPoint &folded = group.folded;
    if (folded.medianNs && *folded.medianNs > 0)
        data.spreadOfEqual = (*folded.slowestNs - *folded.fastestNs) / *folded.medianNs;
    return data;
}

ItemRow LayerTreeModel::rowData(const QModelIndex &index) const
{
    const Row &row = m_rows[index.internalId()];
    if (row.group >= 0)
        return rowOfGroup(m_groups[std::size_t(row.group)]);
    ItemRow data { .point = &m_points->at(row.item), .calls = row.calls };
    if (const auto times = m_times.find(row.item); times != m_times.end())
        data.times = &times->second;
    if (columnFact(index.column()) == FactId::Layer)
        data.name = rowName(row);
    if (row.item.kind == ItemId::Kind::Layer)
        data.takeLayer(m_analysis->layers[std::size_t(row.item.id)]);
    else
        data.takeOperator(m_analysis->operators[std::size_t(row.item.id)]);
    return data;
}

QString LayerTreeModel::searchText(int number) const
{
    const ItemId item = m_rows[std::size_t(number)].item;
    if (m_rows[std::size_t(number)].group >= 0)
        return {}; // those that it stands for are found
    if (item.kind == ItemId::Kind::Operator)
        return QString::fromStdString(m_analysis->operators[std::size_t(item.id)].name);
    const Layer &layer = m_analysis->layers[std::size_t(item.id)];
    return QString::fromStdString(layer.path) + u' ' + QString::fromStdString(layer.type);
}

const std::vector<int> &LayerTreeModel::childrenOf(const QModelIndex &parent) const
{
    return parent.isValid() ? m_rows[parent.internalId()].children : m_top;
}

QModelIndex LayerTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= layerColumnCount() || parent.column() > 0)
        return {};
    const std::vector<int> &children = childrenOf(parent);
    if (row >= int(children.size()))
        return {};
    return createIndex(row, column, quintptr(children[std::size_t(row)]));
}

QModelIndex LayerTreeModel::parent(const QModelIndex &child) const
{
    if (!child.isValid())
        return {};
    const int number = m_rows[child.internalId()].parent;
    return number < 0 ? QModelIndex() : createIndex(m_rows[std::size_t(number)].position, 0, quintptr(number));
}

int LayerTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(childrenOf(parent).size());
}

int LayerTreeModel::columnCount(const QModelIndex &) const
{
    return layerColumnCount();
}

QVariant LayerTreeModel::fraction(const RooflinePoint &point, FactId column) const
{
    const bool isTime = column == FactId::Time || column == FactId::Share;
    const std::optional<double> value = isTime ? point.timeShare
        : column == FactId::RoofFraction       ? point.verdict.roofFraction
                                               : std::nullopt;
    return value ? QVariant(std::clamp(*value, 0.0, 1.0)) : QVariant();
}

/// What the bar beside a time is, and what the instrumented runs took.
QString LayerTreeModel::timeHelp(const RooflinePoint &point, bool isOne)
{
    QStringList lines;
    if (point.timeShare)
        lines << factTitleText(FactId::Share) + QStringLiteral(": ") + percentText(*point.timeShare);
    if (point.instrumentedNs && isOne)
        lines << tr("In instrumented runs its median is %1.").arg(durationText(*point.instrumentedNs));
    return lines.join(u'\n');
}

QVariant LayerTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto column = columnFact(index.column());
    const Row &row = m_rows[index.internalId()];
    const ItemId item = row.item;
    const RooflinePoint &point = pointOfRow(int(index.internalId()));
    switch (role) {
    case Qt::DisplayRole:
        return factDisplayText(rowData(index), column);
    case Qt::ToolTipRole:
        if (column == FactId::RoofFraction && point.verdict.aboveRoof)
            return shownAsPlainText(aboveRoofSentence(point));
        if (column == FactId::Time)
            return timeHelp(point, row.group < 0);
        return column == FactId::Layer ? shownAsPlainText(data(index, WholeNameRole).toString()) : QVariant();
    case WholeNameRole:
        return QString::fromStdString(row.group < 0 ? point.label : m_groups[std::size_t(row.group)].name);
    case Qt::TextAlignmentRole:
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: {
        const std::optional<double> value = factNumber(rowData(index), column);
        return value ? QVariant(*value) : QVariant();
    }
    case ItemIdRole:
        return QVariant::fromValue(item);
    case FractionRole:
        return fraction(point, column);
    case FamilyRole:
        return column == FactId::Layer ? QVariant(int(point.family)) : QVariant();
    case AboveRoofRole:
        return point.verdict.aboveRoof;
    case NumberRole: {
        const std::size_t number = column == FactId::Layer ? numberOf(m_headline, item) : 0;
        return number > 0 ? QVariant(int(number)) : QVariant();
    }
    case FoldedRole:
        return row.group < 0 ? QVariant() : QVariant(int(m_groups[std::size_t(row.group)].items.size()));
    default:
        return {};
    }
}

QVariant LayerTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= layerColumnCount())
        return {};
    const auto column = columnFact(section);
    switch (role) {
    case Qt::DisplayRole:
        return factTitleText(column);
    case Qt::ToolTipRole:
        return columnHelp(column);
    case Qt::TextAlignmentRole:
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::InitialSortOrderRole:
        return int(isNumeric(column) ? Qt::DescendingOrder : Qt::AscendingOrder); // the largest is looked for
    default:
        return {};
    }
}

void LayerTreeModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, layerColumnCount() - 1);
    if (!m_top.empty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_top.size()) - 1, layerColumnCount() - 1));
}

} // namespace rooflight
