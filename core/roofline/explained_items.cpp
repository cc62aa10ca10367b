// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/explained_items.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rooflight {

namespace {

JudgedBound judgedBound(const RooflinePoint &point, const Session &session)
{
    JudgedBound judged { point.verdict.bound, false, point.verdict.roofFraction.value_or(0),
                         session.explanation->device.isCuda() };
    if (const std::optional<std::size_t> slope = point.verdict.memoryRoof; slope && session.peaks) {
        const MemoryLimit *limit = session.peaks->roofs[*slope].memory();
        judged.byCache = limit && !(limit->level == MemoryLevel::Dram);
    }
    return judged;
}

bool isEqual(const Operator &a, const Operator &b)
{
    return a.name == b.name && a.dtype == b.dtype && a.inputShapes == b.inputShapes && a.outputShapes == b.outputShapes;
}

bool isBelow(const Analysis &analysis, std::int64_t layer, std::int64_t ancestor)
{
    for (; exists(layer, analysis.layers.size()); layer = analysis.layers[static_cast<std::size_t>(layer)].parent) {
        if (layer == ancestor)
            return true;
    }
    return false;
}

/// By its time, or where nothing was timed by its time at the roofs; nothing where it has no operator but views.
std::optional<std::int64_t> longestBelow(const JudgedSession &judged, std::int64_t layer)
{
    const Analysis &analysis = *judged.session().analysis;
    const RooflinePoint *longest = nullptr;
    const auto timesOf = [](const RooflinePoint &point) {
        return std::pair { point.timeNs.value_or(0), point.timeAtRoofNs.value_or(0) };
    };
    for (const RooflinePoint &point : judged.operators()) {
        const Operator &op = analysis.operators[static_cast<std::size_t>(point.item.id)];
        if (op.family != OperatorFamily::View && isBelow(analysis, op.layer, layer)
            && (!longest || timesOf(point) > timesOf(*longest)))
            longest = &point;
    }
    return longest ? std::optional(longest->item.id) : std::nullopt;
}

} // namespace

std::vector<ExplainedItem> explainedItems(const JudgedSession &judged)
{
    const Session &session = judged.session();
    std::vector<ExplainedItem> items;
    if (!session.explanation || !session.analysis)
        return items;
    const Analysis &analysis = *session.analysis;
    for (const ExplainedOperator &explained : session.explanation->operators) {
        if (!exists(explained.id, analysis.operators.size()))
            continue;
        const Operator &op = analysis.operators[static_cast<std::size_t>(explained.id)];
        if (!exists(op.layer, analysis.layers.size()))
            continue;
        const RooflinePoint &point = judged.at({ ItemId::Kind::Operator, explained.id });
        const TrialControl control = controlOf(*session.explanation, explained);
        items.push_back({ &explained, &op, &analysis.layers[static_cast<std::size_t>(op.layer)], &point, control,
                          proofOf(explained, control, judgedBound(point, session), session.explanation->threads) });
    }
    return items;
}

std::vector<std::pair<ItemId, ProvenFinding>> findingsOf(const JudgedSession &judged)
{
    constexpr double mostOfIt = 0.5;
    std::vector<std::pair<ItemId, ProvenFinding>> findings;
    for (const ExplainedItem &item : explainedItems(judged)) {
        if (!item.experiments->failure.empty())
            continue;
        ProvenFinding finding { item.proof.proven, {} };
        if (!item.proof.causes.empty())
            finding.cause = item.proof.causes.front();
        findings.emplace_back(item.point->item, finding);
        const std::vector<Layer> &layers = judged.session().analysis->layers;
        const double timeNs = item.point->timeNs.value_or(0);
        for (std::int64_t id = item.op->layer; exists(id, layers.size());
             id = layers[static_cast<std::size_t>(id)].parent) {
            const ItemId layer { ItemId::Kind::Layer, id };
            const std::optional<double> &layerNs = judged.at(layer).timeNs;
            if (!layerNs || timeNs <= mostOfIt * *layerNs)
                break;
            findings.emplace_back(layer, finding);
        }
    }
    return findings;
}

std::vector<std::int64_t> operatorsToExplain(const JudgedSession &judged, std::size_t count)
{
    std::vector<const RooflinePoint *> timed;
    for (const RankedGroup &group : judged.answer().ranking) {
        const ItemId first = group.first.item;
        const std::optional<std::int64_t> op =
            first.kind == ItemId::Kind::Layer ? longestBelow(judged, first.id) : std::optional(first.id);
        if (op)
            timed.push_back(&judged.at({ ItemId::Kind::Operator, *op }));
    }
    const auto ranked = static_cast<std::ptrdiff_t>(timed.size());
    for (const RooflinePoint &point : judged.operators()) {
        if (point.timeNs && point.family != OperatorFamily::View)
            timed.push_back(&point);
    }
    // Without roofs nothing is ranked: then those that take longest.
    std::ranges::stable_sort(
        timed.begin() + ranked, timed.end(), std::ranges::greater {},
        [](const RooflinePoint *point) { return point->timeToGainNs ? *point->timeToGainNs : *point->timeNs; });
    std::vector<std::int64_t> chosen;
    const std::vector<Operator> *operators =
        judged.session().analysis ? &judged.session().analysis->operators : nullptr;
    for (const RooflinePoint *point : timed) {
        const auto at = [operators](std::int64_t id) -> const Operator & {
            return (*operators)[static_cast<std::size_t>(id)];
        };
        const bool known =
            std::ranges::any_of(chosen, [&](std::int64_t other) { return isEqual(at(point->item.id), at(other)); });
        if (!known && chosen.size() < count)
            chosen.push_back(point->item.id);
    }
    return chosen;
}

namespace {

std::vector<std::string> pathsOf(const std::vector<Layer> &layers)
{
    std::vector<std::string> paths;
    std::ranges::transform(layers, std::back_inserter(paths), &Layer::path);
    return paths;
}

constexpr const char *whereToFindPaths = "Take a path from the table that rooflight-cli layers prints.";

} // namespace

Result<std::int64_t> layerOfPath(const Analysis &analysis, const std::string &path)
{
    const auto layer = std::ranges::find(analysis.layers, path, &Layer::path);
    if (layer != analysis.layers.end())
        return layer->id;
    return Error { ErrorCode::CommandLine,
                   fmt::format("The model has no layer \"{}\".{}", path, didYouMean(path, pathsOf(analysis.layers))),
                   whereToFindPaths };
}

Result<std::vector<std::int64_t>> operatorsOfLayers(const JudgedSession &judged, const std::vector<std::string> &paths)
{
    std::vector<std::int64_t> chosen;
    for (const std::string &path : paths) {
        const Result<std::int64_t> layer = layerOfPath(*judged.session().analysis, path);
        if (!layer.ok())
            return layer.error();
        const std::optional<std::int64_t> longest = longestBelow(judged, layer.value());
        if (!longest)
            return Error { ErrorCode::CommandLine, fmt::format("The layer \"{}\" calls no operator.", path),
                           whereToFindPaths };
        chosen.push_back(*longest);
    }
    return chosen;
}

std::vector<std::int64_t> operatorsOfItems(const JudgedSession &judged, const std::set<ItemId> &items)
{
    std::vector<std::int64_t> chosen;
    if (!judged.session().analysis)
        return chosen;
    for (const ItemId &item : items) {
        const std::optional<std::int64_t> op =
            item.kind == ItemId::Kind::Layer ? longestBelow(judged, item.id) : std::optional(item.id);
        if (op && std::ranges::find(chosen, *op) == chosen.end())
            chosen.push_back(*op);
    }
    return chosen;
}

} // namespace rooflight
