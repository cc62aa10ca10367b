// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/layer_table.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/csv.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <algorithm>
#include <unordered_map>

namespace rooflight {

namespace {

/// Deeper trees exist, but no terminal that shows them.
constexpr int deepestIndentation = 16;

const Layer *parentOf(const Layer &layer, const std::vector<Layer> &layers)
{
    const bool exists = layer.parent >= 0 && static_cast<std::size_t>(layer.parent) < layers.size();
    return exists ? &layers[static_cast<std::size_t>(layer.parent)] : nullptr;
}

std::vector<int> depthsOf(const std::vector<Layer> &layers)
{
    std::vector<int> depths;
    depths.reserve(layers.size());
    for (const Layer &layer : layers) {
        const bool hasParent = layer.parent >= 0 && static_cast<std::size_t>(layer.parent) < depths.size();
        depths.push_back(hasParent ? depths[static_cast<std::size_t>(layer.parent)] + 1 : 0);
    }
    for (int &depth : depths)
        depth = std::min(depth, deepestIndentation);
    return depths;
}

std::string treeLabel(const Layer &layer, const std::vector<Layer> &layers)
{
    const std::string label = layer.path.empty() ? layerName(layer) : std::string(pathBelowParent(layer, layers));
    return layer.call > 0 ? translated(QT_TRANSLATE_NOOP("Page", "%1 (call %2)"), label, std::to_string(layer.call + 1))
                          : label;
}

} // namespace

std::vector<ItemRow> layerRowsOf(const JudgedSession &judged, ItemId::Kind kind)
{
    const Session &session = judged.session();
    std::unordered_map<std::int64_t, const Summary *> times;
    if (session.layers) {
        for (const ItemLatency &latency : session.layers->items) {
            if (latency.item.kind == kind && latency.samples.summary.count > 0)
                times.emplace(latency.item.id, &latency.samples.summary);
        }
    }
    const bool ofLayers = kind == ItemId::Kind::Layer;
    std::vector<ItemRow> rows;
    for (const RooflinePoint &point : ofLayers ? judged.layers() : judged.operators()) {
        ItemRow row = rowOf(point, session);
        row.name = ofLayers ? row.layer->path : row.op->name;
        if (const auto found = times.find(point.item.id); found != times.end())
            row.times = found->second;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string_view pathBelowParent(const Layer &layer, const std::vector<Layer> &layers)
{
    const Layer *parent = parentOf(layer, layers);
    std::string_view path = layer.path;
    const std::size_t above = parent ? parent->path.size() : 0;
    if (above > 0 && path.starts_with(parent->path) && path.size() > above + 1 && path[above] == '.')
        path.remove_prefix(above + 1);
    return path;
}

std::vector<FactId> tableFacts(const Session &session, ItemId::Kind kind)
{
    std::vector<FactId> ids;
    for (const FactId id : factsIn(InTables)) {
        const bool isOfKind = kind == ItemId::Kind::Layer || !factOf(id).ofLayersOnly;
        if (isOfKind && isMet(id, factNeedsMetBy(session)))
            ids.push_back(id);
    }
    return ids;
}

Cell tableCell(const ItemRow &row, FactId id)
{
    const bool warn = id == FactId::RoofFraction && row.point->verdict.aboveRoof;
    return { factTitle(id), factText(row, id) + (warn ? " (!)" : ""), factOf(id).rank, isNumeric(id) };
}

std::vector<FactId> csvFacts(const Session &session, ItemId::Kind kind)
{
    const bool isMeasured = session.peaks || session.layers;
    std::vector<FactId> ids;
    for (const FactId id : factsIn(InCsv)) {
        const bool isOfKind = kind == ItemId::Kind::Layer || !factOf(id).ofLayersOnly;
        if (isOfKind && (isMeasured || factOf(id).needs == 0))
            ids.push_back(id);
    }
    return ids;
}

TableContent layerContent(const JudgedSession &judged)
{
    const Session &session = judged.session();
    TableContent table;
    const std::vector<FactId> ids = tableFacts(session, ItemId::Kind::Layer);
    for (const FactId id : ids)
        table.columns.push_back({ factTitle(id), isNumeric(id), factOf(id).rank });
    if (!session.analysis)
        return table;
    const std::vector<Layer> &layers = session.analysis->layers;
    for (ItemRow &row : layerRowsOf(judged, ItemId::Kind::Layer)) {
        row.name = treeLabel(*row.layer, layers);
        std::vector<std::string> &cells = table.rows.emplace_back();
        for (const FactId id : ids)
            cells.push_back(tableCell(row, id).text);
    }
    table.depths = depthsOf(layers);
    table.id = "layers";
    return table;
}

namespace {

/// What was written about a layer; empty if nothing was.
std::string noteAbout(const Session &session, const std::string &path)
{
    const auto note = std::ranges::find(session.notes, path, &LayerNote::layer);
    return note == session.notes.end() ? std::string() : note->text;
}

} // namespace

std::string layersToCsv(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const std::vector<FactId> ids = csvFacts(session, ItemId::Kind::Layer);
    std::vector<std::string> header;
    for (const FactId id : ids)
        header.emplace_back(factOf(id).key);
    const bool hasStopped = session.analysis && session.analysis->totals.cost.isAtLeast();
    if (hasStopped)
        header.emplace_back("at_least");
    const bool hasNotes = !session.notes.empty();
    if (hasNotes)
        header.emplace_back("note");
    std::vector<std::vector<std::string>> rows;
    for (const ItemRow &row : layerRowsOf(judged, ItemId::Kind::Layer)) {
        std::vector<std::string> &cells = rows.emplace_back();
        for (const FactId id : ids)
            cells.push_back(factCsv(row, id));
        if (hasStopped)
            cells.emplace_back(row.layer && row.layer->cost.isAtLeast() ? "true" : "false");
        if (hasNotes)
            cells.push_back(noteAbout(session, row.layer ? row.layer->path : std::string()));
    }
    return toCsv(header, rows);
}

} // namespace rooflight
