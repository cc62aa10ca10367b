// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How LayerTreeModel arranges its rows.

#include "ui/models/layer_tree_model.h"

#include "core/report/tables/layer_table.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <string>

namespace rooflight {

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
    m_groups.clear();
    m_layerRows.assign(m_analysis->layers.size(), -1);
    m_operatorRows.assign(m_analysis->operators.size(), -1);
    if (m_arrangement == Arrangement::Tree)
        buildTree();
    else
        buildFlat();
    computeGroups();
}

int LayerTreeModel::addGroup(std::vector<ItemId> items, int parent)
{
    const int number = int(m_rows.size());
    Row row { items.front(), parent, 0, 1, {}, int(m_groups.size()) };
    std::vector<int> &siblings = parent < 0 ? m_top : m_rows[std::size_t(parent)].children;
    row.position = int(siblings.size());
    siblings.push_back(number);
    m_rows.push_back(std::move(row));
    m_groups.push_back({ .items = std::move(items) });
    return number;
}

std::string LayerTreeModel::nameOfGroup(const std::vector<ItemId> &items) const
{
    if (items.front().kind == ItemId::Kind::Operator || m_arrangement == Arrangement::Flat)
        return tr("%1 ×%2")
            .arg(QString::fromStdString(m_points->at(items.front()).label))
            .arg(items.size())
            .toStdString();
    const auto nameOf = [this](ItemId item) {
        return std::string(pathBelowParent(m_analysis->layers[std::size_t(item.id)], m_analysis->layers));
    };
    const std::string first = nameOf(items.front());
    const std::string last = nameOf(items.back());
    // "encoder_layer_0 … 11": the last one without what both begin with.
    const auto differs = std::ranges::mismatch(first, last);
    const std::string rest(differs.in2, last.end());
    const QString names = rest.empty()
        ? QString::fromStdString(first)
        : QStringLiteral("%1 … %2").arg(QString::fromStdString(first), QString::fromStdString(rest));
    return tr("%1 ×%2").arg(names).arg(items.size()).toStdString();
}

void LayerTreeModel::computeGroups()
{
    for (Group &group : m_groups) {
        std::vector<const RooflinePoint *> points;
        for (const ItemId item : group.items)
            points.push_back(&m_points->at(item));
        group.folded = foldedPoint(points);
        group.name = nameOfGroup(group.items);
        if (group.items.front().kind != ItemId::Kind::Layer)
            continue;
        group.layer = m_analysis->layers[std::size_t(group.items.front().id)];
        std::int64_t parameters = group.layer.parameters;
        for (std::size_t i = 1; i < group.items.size(); ++i) {
            const Layer &layer = m_analysis->layers[std::size_t(group.items[i].id)];
            // A module that is called again has the same parameters, not more of them.
            parameters += layer.path == group.layer.path ? 0 : layer.parameters;
        }
        group.layer.parameters = parameters;
    }
}

void LayerTreeModel::buildFlat()
{
    const auto exists = [this](ItemId item) {
        const auto &rows = item.kind == ItemId::Kind::Layer ? m_layerRows : m_operatorRows;
        return item.id >= 0 && item.id < std::int64_t(rows.size());
    };
    for (const ItemId item : m_chartItems) {
        if (!exists(item) || m_equal.firstOf(item) != item)
            continue; // it stands below the first of its equals
        const std::span<const ItemId> equal = m_equal.equalTo(item);
        if (equal.size() < 2) {
            addRow(item, -1);
            continue;
        }
        const int group = addGroup({ equal.begin(), equal.end() }, -1);
        for (const ItemId member : equal)
            addRow(member, group);
    }
}

std::vector<LayerTreeModel::Pending> LayerTreeModel::foldedChildren(const std::vector<ItemId> &items, int parent)
{
    std::vector<Pending> children;
    std::set<int> seen;
    for (const ItemId item : items) {
        const int block = item.kind == ItemId::Kind::Layer ? m_blockOfLayer[std::size_t(item.id)] : -1;
        if (block < 0)
            children.push_back({ item, parent });
        else if (seen.insert(block).second)
            children.push_back({ item, parent, block });
    }
    return children;
}

std::vector<std::vector<ItemId>> LayerTreeModel::orderedChildren() const
{
    const std::size_t layerCount = m_analysis->layers.size();
    const auto parentOf = [this](std::size_t i) {
        const std::int64_t parent = m_analysis->layers[i].parent;
        return parent >= 0 && parent < std::int64_t(i) ? std::size_t(parent) : 0;
    };
    const auto layerOf = [layerCount](const Operator &op) {
        return op.layer >= 0 && op.layer < std::int64_t(layerCount) ? std::size_t(op.layer) : 0;
    };
    // A layer stands where its first operator runs; one that runs none keeps its place among the layers.
    std::vector<std::int64_t> first(layerCount, std::numeric_limits<std::int64_t>::max());
    for (const Operator &op : m_analysis->operators)
        first[layerOf(op)] = std::min(first[layerOf(op)], op.id);
    for (std::size_t i = layerCount; i-- > 1;)
        first[parentOf(i)] = std::min(first[parentOf(i)], first[i]);

    std::vector<std::vector<ItemId>> children(layerCount);
    for (std::size_t i = 1; i < layerCount; ++i)
        children[parentOf(i)].push_back({ ItemId::Kind::Layer, std::int64_t(i) });
    for (std::size_t i = 0; i < m_analysis->operators.size(); ++i) {
        const Operator &op = m_analysis->operators[i];
        if (op.family != OperatorFamily::View)
            children[layerOf(op)].push_back({ ItemId::Kind::Operator, std::int64_t(i) });
    }
    const auto start = [&](ItemId item) {
        return item.kind == ItemId::Kind::Layer ? first[std::size_t(item.id)]
                                                : m_analysis->operators[std::size_t(item.id)].id;
    };
    for (std::vector<ItemId> &items : children)
        std::ranges::stable_sort(items, std::less(), start);
    return children;
}

void LayerTreeModel::buildTree()
{
    if (m_analysis->layers.empty())
        return;
    const std::vector<std::vector<ItemId>> children = orderedChildren();
    std::vector<Pending> stack;
    stack.push_back({ { ItemId::Kind::Layer, 0 } });
    const auto pushAll = [&stack](const std::vector<Pending> &all) {
        stack.insert(stack.end(), all.rbegin(), all.rend());
    };
    while (!stack.empty()) {
        const Pending next = stack.back();
        stack.pop_back();
        if (next.group >= 0) {
            pushAll(addBlock(m_blocks[std::size_t(next.group)], next.parent));
            continue;
        }
        const int row = addRow(next.item, next.parent);
        if (next.item.kind == ItemId::Kind::Layer)
            pushAll(foldedChildren(children[std::size_t(next.item.id)], row));
    }
}

std::vector<LayerTreeModel::Pending> LayerTreeModel::addBlock(const EqualBlocks &block, int parent)
{
    std::vector<ItemId> items;
    items.reserve(block.layers.size());
    for (const std::int64_t layer : block.layers)
        items.push_back({ ItemId::Kind::Layer, layer });
    const int row = addGroup(items, parent);
    std::vector<Pending> members;
    members.reserve(items.size());
    for (const ItemId item : items)
        members.push_back({ item, row });
    return members;
}

} // namespace rooflight
