// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/mark_scene.h"

#include <algorithm>
#include <numeric>

namespace rooflight {

MarkSet::MarkSet(const RooflineContent *shown, const ChartStyle *drawn)
    : content(shown)
    , style(drawn)
    , places(placesOf(shown->marks))
    , order(shown->marks.size())
    , visible(shown->marks.size(), true)
{
    for (const Mark &mark : shown->marks)
        colors.push_back(drawn->familyColor(shown->points[mark.point].family));
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::stable_sort(order, std::greater(), [shown](std::size_t mark) { return shown->marks[mark].diameter; });
}

QList<QRectF> MarkScene::boxes() const
{
    constexpr std::size_t most = 500;
    QList<QRectF> boxes;
    if (set.order.size() > maxVectorMarks)
        return boxes;
    std::vector<MarkPlace> places;
    std::vector<std::size_t> marks;
    for (const std::size_t index : set.order) {
        if (!isShown(index))
            continue;
        places.push_back(set.places[index]);
        marks.push_back(index);
    }
    if (marks.size() <= most) {
        for (const std::size_t index : marks)
            boxes << boxOf(index);
    } else {
        for (const std::uint32_t place : detailFor(places, viewports, most).places)
            boxes << boxOf(marks[place]);
    }
    return boxes;
}

} // namespace rooflight
