// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/model_answer.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace rooflight {

std::vector<RankedGroup> foldedRanking(const std::vector<RankedItem> &ranking, const EqualItems &equal)
{
    std::map<ItemId, RankedGroup> groups;
    for (const RankedItem &ranked : ranking) {
        const ItemId first = equal.firstOf(ranked.item);
        RankedGroup &group = groups.try_emplace(first, RankedGroup { { first, ranked.label, 0 }, {} }).first->second;
        const bool isFirst = ranked.item == first;
        if (isFirst)
            group.first.label = ranked.label;
        group.items.insert(isFirst ? group.items.begin() : group.items.end(), ranked.item);
        group.first.gainNs += ranked.gainNs;
    }
    std::vector<RankedGroup> folded;
    folded.reserve(groups.size());
    for (auto &[first, group] : groups)
        folded.push_back(std::move(group));
    std::ranges::stable_sort(folded, std::greater(), [](const RankedGroup &group) { return group.first.gainNs; });
    return folded;
}

namespace {

constexpr std::size_t maxNamed = 3;
constexpr double leastNamedShare = 0.05; // of the gain

/// The gains of the ranking by part; the largest first.
std::vector<RankedItem> gainsOfParts(const Analysis &analysis, const SessionPoints &points,
                                     const std::vector<RankedItem> &ranking)
{
    std::map<ItemId, double> gains;
    for (const RankedItem &ranked : ranking)
        gains[partOf(analysis, ranked.item)] += ranked.gainNs;
    std::vector<RankedItem> parts;
    parts.reserve(gains.size());
    for (const auto &[item, sumNs] : gains) {
        const RooflinePoint &point = points.at(item);
        const double gainNs = point.timeToGainNs.value_or(0); // 0 if an operator is above its roof
        parts.push_back({ item, point.label, gainNs > 0 ? gainNs : sumNs });
    }
    std::ranges::stable_sort(parts, std::greater(), &RankedItem::gainNs);
    return parts;
}

std::int64_t layerOf(const Analysis &analysis, ItemId item)
{
    return item.kind == ItemId::Kind::Layer ? item.id : analysis.operators[static_cast<std::size_t>(item.id)].layer;
}

void nameLargest(ModelAnswer &answer, const Analysis &analysis, const ModelSummary &summary)
{
    for (const RankedGroup &group : answer.ranking) {
        if (answer.named.size() == maxNamed || group.first.gainNs < leastNamedShare * summary.rankedGainNs)
            break;
        NamedGain &named = answer.named.emplace_back(NamedGain { group, {} });
        for (const ItemId item : group.items) {
            const std::int64_t layer = layerOf(analysis, item);
            if (std::ranges::find(named.layers, layer) == named.layers.end())
                named.layers.push_back(layer);
        }
    }
}

/// What of the ranking is inside of these parts.
void addItems(std::vector<ItemId> &items, const Analysis &analysis, const std::vector<RankedItem> &ranking,
              const std::vector<ItemId> &parts)
{
    for (const RankedItem &ranked : ranking) {
        if (std::ranges::find(parts, partOf(analysis, ranked.item)) != parts.end())
            items.push_back(ranked.item);
    }
}

/// All with something to gain; where no part was timed all operators.
std::vector<ItemId> allItems(const Session &session, const ModelSummary &summary)
{
    std::vector<ItemId> items;
    std::ranges::transform(summary.ranking, std::back_inserter(items), &RankedItem::item);
    if (!items.empty())
        return items;
    for (const Operator &op : session.analysis->operators)
        items.push_back({ ItemId::Kind::Operator, op.id });
    return items;
}

void addPromises(ModelAnswer &answer, const Session &session, const SessionPoints &points, const ModelSummary &summary)
{
    if (!session.peaks || session.peaks->theoretical || !summary.medianNs)
        return;
    const AnswerDoubts doubts(session, points, summary);
    std::vector<ItemId> items;
    for (const NamedGain &named : answer.named) {
        addItems(items, *session.analysis, summary.ranking, named.parts.items);
        answer.promises.push_back(doubts.promise(items));
    }
    if (answer.named.empty()) {
        items = allItems(session, summary);
        if (!summary.ranking.empty())
            answer.promises.push_back(doubts.promise(items));
    }
    answer.withheldBecause = doubts.doubts(items);
}

} // namespace

ItemId partOf(const Analysis &analysis, ItemId item)
{
    if (item.kind == ItemId::Kind::Layer || analysis.layers.size() <= 1)
        return item;
    const std::int64_t layer = analysis.operators[static_cast<std::size_t>(item.id)].layer;
    const bool isLeaf = layer >= 0 && static_cast<std::size_t>(layer) < analysis.layers.size()
        && analysis.layers[static_cast<std::size_t>(layer)].leaf;
    return isLeaf ? ItemId { ItemId::Kind::Layer, layer } : item;
}

ModelAnswer answerOf(const Session &session, const SessionPoints &points, const ModelSummary &summary,
                     const EqualItems &equal)
{
    ModelAnswer answer;
    std::set<std::string> flags(summary.timingFlags.begin(), summary.timingFlags.end());
    flags.insert(summary.roofFlags.begin(), summary.roofFlags.end());
    answer.disturbedBy = { flags.begin(), flags.end() };
    if (!session.analysis)
        return answer;
    answer.parts = gainsOfParts(*session.analysis, points, summary.ranking);
    answer.ranking = foldedRanking(answer.parts, equal);
    nameLargest(answer, *session.analysis, summary);
    if (answer.named.empty() && !answer.ranking.empty() && answer.ranking.front().count() > 1)
        answer.largestEqual = answer.ranking.front();
    addPromises(answer, session, points, summary);
    return answer;
}

} // namespace rooflight
