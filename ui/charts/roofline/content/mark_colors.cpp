// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/roofline_content.h"

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/models/layer_columns.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace rooflight {

namespace {

/// Points that are alike in something that has no order: a colour for each, the most common first.
MarkColors byName(const RooflineContent &content, const std::function<QString(const RooflinePoint &)> &nameOf,
                  const std::function<QColor(const RooflinePoint &, std::size_t)> &colorOf)
{
    std::map<QString, std::size_t> counts;
    for (const Mark &mark : content.marks) // layers, as the families are counted, of which a folded mark has several
        counts[nameOf(content.points[mark.point])] +=
            std::max<std::size_t>(1, content.details[mark.point].equal.size());
    std::vector<QString> names;
    names.reserve(counts.size());
    for (const auto &[name, count] : counts)
        names.push_back(name);
    std::ranges::stable_sort(names, std::greater(), [&](const QString &name) { return counts[name]; });
    MarkColors colors;
    colors.key.resize(names.size());
    for (const Mark &mark : content.marks) {
        const RooflinePoint &point = content.points[mark.point];
        const auto place = std::ranges::find(names, nameOf(point)) - names.begin();
        const QColor color = colorOf(point, std::size_t(place));
        colors.colors.push_back(color);
        colors.key[std::size_t(place)] = {
            color, QStringLiteral("%1 (%2)").arg(names[std::size_t(place)]).arg(counts[names[std::size_t(place)]])
        };
    }
    return colors;
}

/// Points along something that has an order: from the first to the last colour of the scale.
MarkColors byScale(const RooflineContent &content, const ChartStyle &style,
                   const std::function<double(const RooflinePoint &)> &valueOf,
                   const std::function<QString(double)> &textOf)
{
    double highest = 0;
    for (const Mark &mark : content.marks)
        highest = std::max(highest, valueOf(content.points[mark.point]));
    constexpr double steps = 32; // more cannot be distinguished, and marks of one colour share a picture
    MarkColors colors;
    for (const Mark &mark : content.marks) {
        const double value = valueOf(content.points[mark.point]);
        colors.colors.push_back(style.scaleColor(highest > 0 ? std::round(value / highest * steps) / steps : 0));
    }
    for (const double part : { 0.0, 0.5, 1.0 })
        colors.key.push_back({ style.scaleColor(part), textOf(part * highest) });
    return colors;
}

int depthOf(const RooflineContent &content, const RooflinePoint &point)
{
    const auto id = std::size_t(point.item.id);
    std::int64_t layer = point.item.id;
    int depth = 0;
    if (point.item.kind == ItemId::Kind::Operator) {
        layer = id < content.operatorLayers.size() ? content.operatorLayers[id] : -1;
        depth = 1;
    }
    while (layer > 0 && std::size_t(layer) < content.layerParents.size()) {
        ++depth;
        const std::int64_t parent = content.layerParents[std::size_t(layer)];
        layer = parent < layer ? parent : -1;
    }
    return depth;
}

/// The smallest cache that holds the memory of the point's largest operator.
QString levelOf(const RooflineContent &content, const RooflinePoint &point)
{
    std::map<std::int64_t, MemoryLevel> caches; // by what they hold
    for (const Roof &roof : content.roofs) {
        const auto level = roof.memory() ? roof.memory()->level.value() : std::nullopt;
        if (level && roof.memory()->capacityBytes > 0)
            caches.emplace(roof.memory()->capacityBytes, *level);
    }
    const auto found = point.workingSetBytes > 0 ? caches.lower_bound(point.workingSetBytes) : caches.end();
    if (point.workingSetBytes <= 0)
        return ChartsText::tr("not known");
    return found == caches.end() ? ChartsText::tr("Fits into no cache")
                                 : ChartsText::tr("Fits into %1").arg(inlineName(found->second));
}

} // namespace

QString displayName(ColorBy coloring)
{
    switch (coloring) {
    case ColorBy::Family:
        break;
    case ColorBy::Bound:
        return factTitleText(FactId::Bound);
    case ColorBy::Time:
        return factTitleText(FactId::Time);
    case ColorBy::Gain:
        return factTitleText(FactId::Gain);
    case ColorBy::Depth:
        return ChartsText::tr("Depth");
    case ColorBy::ElementType:
        return factTitleText(FactId::ElementType);
    case ColorBy::Memory:
        return ChartsText::tr("Cache That Holds It");
    case ColorBy::Session:
        return ChartsText::tr("Session");
    }
    return ChartsText::tr("Kind");
}

MarkColors markColors(const RooflineContent &content, const ChartStyle &style, ColorBy coloring)
{
    const auto numbered = [&style](const RooflinePoint &, std::size_t place) { return style.numberedColor(place); };
    switch (coloring) {
    case ColorBy::Family:
        break;
    case ColorBy::Bound:
        return byName(
            content, [](const RooflinePoint &point) { return displayName(point.verdict.bound); },
            [&style](const RooflinePoint &point, std::size_t) { return style.boundColor(point.verdict.bound); });
    case ColorBy::Time:
        return byScale(
            content, style, [](const RooflinePoint &point) { return point.timeNs.value_or(0); },
            [](double value) { return durationText(value); });
    case ColorBy::Gain:
        return byScale(
            content, style, [](const RooflinePoint &point) { return point.timeToGainNs.value_or(0); },
            [](double value) { return durationText(value); });
    case ColorBy::Depth:
        return byScale(
            content, style, [&content](const RooflinePoint &point) { return double(depthOf(content, point)); },
            [](double value) { return ChartsText::tr("depth %1").arg(qRound(value)); });
    case ColorBy::ElementType:
        return byName(
            content, [](const RooflinePoint &point) { return displayName(point.dtype); }, numbered);
    case ColorBy::Memory:
        return byName(
            content, [&content](const RooflinePoint &point) { return levelOf(content, point); }, numbered);
    case ColorBy::Session:
        return { std::vector(content.marks.size(), style.numberedColor(0)), {} };
    }
    MarkColors colors;
    for (const Mark &mark : content.marks)
        colors.colors.push_back(style.familyColor(content.points[mark.point].family));
    return colors;
}

} // namespace rooflight
