// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/layer_tree_model.h"

#include "core/report/tables/layer_table.h"
#include "ui/style/display_names.h"

#include <QFileInfo>

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>

namespace ridgepoint {

LayerTreeModel::LayerTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
{
}

void LayerTreeModel::setSession(const Session &session)
{
    if (session.analysis == m_analysis && !m_rows.empty()) {
        computePoints(session);
        for (const Row &row : m_rows) {
            if (!row.children.empty()) {
                const QModelIndex parent = indexOf(row.item);
                Q_EMIT dataChanged(index(0, 0, parent),
                                   index(int(row.children.size()) - 1, layerColumnCount - 1, parent));
            }
        }
        Q_EMIT dataChanged(index(0, 0), index(int(m_top.size()) - 1, layerColumnCount - 1));
        return;
    }
    beginResetModel();
    m_analysis = session.analysis.value_or(Analysis());
    m_chartItems = chartItems(m_analysis);
    countCalls();
    computePoints(session);
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

void LayerTreeModel::computePoints(const Session &session)
{
    m_layerPoints.clear();
    m_operatorPoints.clear();
    if (!session.analysis)
        return;
    m_layerPoints = layerPoints(session);
    m_operatorPoints = operatorPoints(session);
}

void LayerTreeModel::countCalls()
{
    std::unordered_map<std::string, int> calls;
    for (const Layer &layer : m_analysis.layers)
        ++calls[layer.path];
    m_layerCalls.clear();
    for (const Layer &layer : m_analysis.layers)
        m_layerCalls.push_back(calls[layer.path]);
}

int LayerTreeModel::addRow(ItemId item, int parent)
{
    const int number = int(m_rows.size());
    Row row { item, parent, 0, 1, {} };
    std::vector<int> &siblings = parent < 0 ? m_top : m_rows[std::size_t(parent)].children;
    row.position = int(siblings.size());
    siblings.push_back(number);
    if (item.kind == ItemId::Kind::Layer) {
        m_layerRows[std::size_t(item.id)] = number;
        row.calls = m_layerCalls[std::size_t(item.id)];
    } else {
        m_operatorRows[std::size_t(item.id)] = number;
    }
    m_rows.push_back(std::move(row));
    return number;
}

void LayerTreeModel::rebuild()
{
    m_rows.clear();
    m_top.clear();
    m_layerRows.assign(m_analysis.layers.size(), -1);
    m_operatorRows.assign(m_analysis.operators.size(), -1);
    if (m_arrangement == Arrangement::Tree)
        buildTree();
    else
        buildFlat();
}

void LayerTreeModel::buildFlat()
{
    for (const ItemId item : m_chartItems) {
        const auto &rows = item.kind == ItemId::Kind::Layer ? m_layerRows : m_operatorRows;
        if (item.id >= 0 && item.id < std::int64_t(rows.size()))
            addRow(item, -1);
    }
}

void LayerTreeModel::buildTree()
{
    // A layer stands where its first operator runs; one that runs none keeps its place among the layers.
    const std::size_t layerCount = m_analysis.layers.size();
    if (layerCount == 0)
        return;
    const auto parentOf = [this](std::size_t i) {
        const std::int64_t parent = m_analysis.layers[i].parent;
        return parent >= 0 && parent < std::int64_t(i) ? std::size_t(parent) : 0;
    };
    const auto layerOf = [layerCount](const Operator &op) {
        return op.layer >= 0 && op.layer < std::int64_t(layerCount) ? std::size_t(op.layer) : 0;
    };
    std::vector<std::int64_t> first(layerCount, std::numeric_limits<std::int64_t>::max());
    for (const Operator &op : m_analysis.operators)
        first[layerOf(op)] = std::min(first[layerOf(op)], op.id);
    for (std::size_t i = layerCount; i-- > 1;) {
        const std::size_t parent = parentOf(i);
        first[parent] = std::min(first[parent], first[i]);
    }

    struct Child {
        std::int64_t start;
        ItemId item;
    };
    std::vector<std::vector<Child>> children(layerCount);
    for (std::size_t i = 1; i < layerCount; ++i) {
        const std::size_t parent = parentOf(i);
        children[parent].push_back({ first[i], { ItemId::Kind::Layer, std::int64_t(i) } });
    }
    for (std::size_t i = 0; i < m_analysis.operators.size(); ++i) {
        const Operator &op = m_analysis.operators[i];
        if (op.family != OperatorFamily::View)
            children[layerOf(op)].push_back({ op.id, { ItemId::Kind::Operator, std::int64_t(i) } });
    }

    struct Pending {
        ItemId item;
        int parent;
    };
    std::vector<Pending> stack;
    stack.push_back({ { ItemId::Kind::Layer, 0 }, -1 });
    while (!stack.empty()) {
        const Pending next = stack.back();
        stack.pop_back();
        const int row = addRow(next.item, next.parent);
        if (next.item.kind == ItemId::Kind::Operator)
            continue;
        std::vector<Child> &below = children[std::size_t(next.item.id)];
        std::stable_sort(below.begin(), below.end(), [](const Child &a, const Child &b) { return a.start < b.start; });
        for (auto child = below.rbegin(); child != below.rend(); ++child)
            stack.push_back({ child->item, row });
    }
}

const RooflinePoint &LayerTreeModel::pointOfItem(ItemId item) const
{
    return item.kind == ItemId::Kind::Layer ? m_layerPoints[std::size_t(item.id)]
                                            : m_operatorPoints[std::size_t(item.id)];
}

std::string LayerTreeModel::rowName(const Row &row) const
{
    if (m_arrangement == Arrangement::Flat)
        return pointOfItem(row.item).label;
    if (row.item.kind == ItemId::Kind::Operator)
        return m_analysis.operators[std::size_t(row.item.id)].name;
    const Layer &layer = m_analysis.layers[std::size_t(row.item.id)];
    if (layer.path.empty())
        return QFileInfo(QString::fromStdString(m_analysis.model.path)).fileName().toStdString();
    const std::string name(pathBelowParent(layer, m_analysis.layers));
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

LayerRow LayerTreeModel::rowData(const QModelIndex &index) const
{
    const Row &row = m_rows[index.internalId()];
    LayerRow data { .point = &pointOfItem(row.item), .calls = row.calls };
    if (LayerColumn(index.column()) == LayerColumn::Layer)
        data.name = rowName(row);
    if (row.item.kind == ItemId::Kind::Layer)
        data.layer = &m_analysis.layers[std::size_t(row.item.id)];
    else
        data.op = &m_analysis.operators[std::size_t(row.item.id)];
    return data;
}

QString LayerTreeModel::searchText(int number) const
{
    const ItemId item = m_rows[std::size_t(number)].item;
    if (item.kind == ItemId::Kind::Operator)
        return QString::fromStdString(m_analysis.operators[std::size_t(item.id)].name);
    const Layer &layer = m_analysis.layers[std::size_t(item.id)];
    return QString::fromStdString(layer.path) + u' ' + QString::fromStdString(layer.type);
}

const std::vector<int> &LayerTreeModel::childrenOf(const QModelIndex &parent) const
{
    return parent.isValid() ? m_rows[parent.internalId()].children : m_top;
}

QModelIndex LayerTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= layerColumnCount || parent.column() > 0)
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
    return layerColumnCount;
}

QVariant LayerTreeModel::fraction(const RooflinePoint &point, LayerColumn column) const
{
    const std::optional<double> value = column == LayerColumn::Share ? point.timeShare
        : column == LayerColumn::RoofFraction                        ? point.verdict.roofFraction
                                                                     : std::nullopt;
    return value ? QVariant(std::clamp(*value, 0.0, 1.0)) : QVariant();
}

QVariant LayerTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto column = LayerColumn(index.column());
    const ItemId item = m_rows[index.internalId()].item;
    const RooflinePoint &point = pointOfItem(item);
    switch (role) {
    case Qt::DisplayRole:
        return columnText(rowData(index), column);
    case Qt::ToolTipRole:
        if (column == LayerColumn::RoofFraction && point.verdict.aboveRoof)
            return aboveRoofSentence(point);
        return column == LayerColumn::Layer ? QString::fromStdString(point.label) : QVariant();
    case Qt::TextAlignmentRole:
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: {
        const std::optional<double> value = layerNumber(rowData(index), column);
        return value ? QVariant(*value) : QVariant();
    }
    case ItemIdRole:
        return QVariant::fromValue(item);
    case FractionRole:
        return fraction(point, column);
    case FamilyRole:
        return column == LayerColumn::Layer ? QVariant(int(point.family)) : QVariant();
    case AboveRoofRole:
        return point.verdict.aboveRoof;
    default:
        return {};
    }
}

QVariant LayerTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= layerColumnCount)
        return {};
    const auto column = LayerColumn(section);
    switch (role) {
    case Qt::DisplayRole:
        return columnTitle(column);
    case Qt::ToolTipRole:
        return columnHelp(column);
    case Qt::TextAlignmentRole:
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

void LayerTreeModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, layerColumnCount - 1);
    if (!m_top.empty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_top.size()) - 1, layerColumnCount - 1));
}

} // namespace ridgepoint
