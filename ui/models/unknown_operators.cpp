// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/unknown_operators.h"

#include "core/roofline/item_times.h"

#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace rooflight {

namespace {

class GroupMaker
{
public:
    explicit GroupMaker(const Session &session);

    void addCall(const Operator &op);
    [[nodiscard]] std::vector<UnknownGroup> take() { return std::move(m_groups); }

private:
    [[nodiscard]] UnknownPlace &placeOf(std::size_t group, std::int64_t layer);

    const Analysis &m_analysis;
    ItemTimes m_times;
    std::vector<UnknownGroup> m_groups;
    std::unordered_map<std::string_view, std::size_t> m_positions; ///< in m_groups, by name
    std::map<std::pair<std::size_t, std::int64_t>, std::size_t> m_places; ///< in places, by group and layer
};

GroupMaker::GroupMaker(const Session &session)
    : m_analysis(*session.analysis)
    , m_times(session)
{
    for (const UnknownOperator &unknown : m_analysis.unknown) {
        m_positions[unknown.name] = m_groups.size();
        UnknownGroup &group = m_groups.emplace_back();
        group.name = QString::fromStdString(unknown.name);
        group.calls = unknown.count;
        group.bytes = unknown.bytes;
        group.reason = unknown.reason;
    }
}

UnknownPlace &GroupMaker::placeOf(std::size_t group, std::int64_t layer)
{
    std::vector<UnknownPlace> &places = m_groups[group].places;
    const auto [position, isNew] = m_places.try_emplace({ group, layer }, places.size());
    if (isNew)
        places.emplace_back().layer = layerLabel(m_analysis.layers[std::size_t(layer)]);
    return places[position->second];
}

void GroupMaker::addCall(const Operator &op)
{
    const auto group = m_positions.find(op.name);
    const bool hasLayer = op.layer >= 0 && op.layer < std::int64_t(m_analysis.layers.size());
    if (op.known || !hasLayer || group == m_positions.end())
        return;
    UnknownPlace &place = placeOf(group->second, op.layer);
    const bool layerHasPoint = m_analysis.layers.size() > 1 && m_analysis.layers[std::size_t(op.layer)].leaf;
    if (!layerHasPoint)
        place.items.push_back({ ItemId::Kind::Operator, op.id });
    else if (place.items.empty())
        place.items.push_back({ ItemId::Kind::Layer, op.layer });
    ++place.calls;
    place.bytes += op.cost.bytes();
    const double timeNs = m_times.operators[std::size_t(op.id)].ns.value_or(0);
    place.timeNs += timeNs;
    m_groups[group->second].timeNs += timeNs;
}

} // namespace

std::vector<UnknownGroup> unknownGroups(const Session &session)
{
    if (!session.analysis)
        return {};
    GroupMaker maker(session);
    for (const Operator &op : session.analysis->operators)
        maker.addCall(op);
    return maker.take();
}

} // namespace rooflight
