// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/folded_marks.h"

#include <map>

namespace rooflight {

namespace {

MemberShare memberShareOf(const RooflinePoint &point)
{
    MemberShare share { point.verdict.roofFraction, point.verdict.attainableFlopPerSecond, {} };
    if (point.achievedBytePerSecond && share.roofFraction.value_or(0) > 0)
        share.bytePerSecond = *point.achievedBytePerSecond / *share.roofFraction;
    return share;
}

} // namespace

void foldEqualPoints(RooflineContent &content, const EqualItems &equal, const std::set<ItemId> &opened)
{
    std::map<ItemId, std::vector<const RooflinePoint *>> groups; // by the first of them
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < content.points.size(); ++i) {
        const ItemId item = content.points[i].item;
        const ItemId first = equal.firstOf(item);
        if (first == item || opened.contains(first))
            kept.push_back(i);
        if (!opened.contains(first))
            groups[first].push_back(&content.points[i]);
    }
    std::vector<RooflinePoint> points;
    std::vector<MarkDetails> details;
    for (const std::size_t i : kept) {
        details.push_back(std::move(content.details[i]));
        const auto group = groups.find(content.points[i].item);
        if (group == groups.end() || group->second.size() < 2) {
            points.push_back(content.points[i]);
            continue;
        }
        const FoldedPoint folded = foldedPoint(group->second);
        points.push_back(folded.point);
        MarkDetails &detail = details.back();
        for (const RooflinePoint *point : group->second) {
            detail.equal.push_back(point->item);
            detail.shares.push_back(memberShareOf(*point));
        }
        detail.fastestNs = folded.fastestNs;
        detail.slowestNs = folded.slowestNs;
    }
    content.points = std::move(points);
    content.details = std::move(details);
}

} // namespace rooflight
