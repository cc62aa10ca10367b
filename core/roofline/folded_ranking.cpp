// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/folded_ranking.h"

#include <algorithm>
#include <functional>
#include <map>

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

} // namespace rooflight
