// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/layer_table.h"

#include "core/report/format/csv.h"
#include "core/report/format/language.h"
#include "core/report/format/translation_mark.h"
#include "core/report/tables/layer_columns.h"
#include "core/report/tables/translated_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace ridgepoint {

namespace {

/// Deeper trees exist, but no terminal that shows them.
constexpr int deepestIndentation = 16;

struct TextColumn {
    LayerColumn column;
    std::string_view title;
    int rank = 0;
    bool ofOperators = true;
};

constexpr std::array textColumns {
    TextColumn { LayerColumn::Layer, "Layer", 0, false },
    TextColumn { LayerColumn::Type, "Type", 4, false },
    TextColumn { LayerColumn::OutputShapes, "Output", 7 },
    TextColumn { LayerColumn::Parameters, "Parameters", 6, false },
    TextColumn { LayerColumn::Flops, "Work" },
    TextColumn { LayerColumn::Bytes, "Bytes", 3 },
    TextColumn { LayerColumn::Intensity, "Intensity", 1 },
    TextColumn { LayerColumn::Time, "Median" },
    TextColumn { LayerColumn::Share, "Share", 2 },
    TextColumn { LayerColumn::Achieved, "Achieved", 5 },
    TextColumn { LayerColumn::AtBest, "There at best" },
    TextColumn { LayerColumn::RoofFraction, "Of roof" },
    TextColumn { LayerColumn::Bound, "Bound" },
};

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
    const std::string_view label = layer.path.empty() ? layer.type : pathBelowParent(layer, layers);
    return layer.call > 0
        ? translated(QT_TRANSLATE_NOOP("Page", "%1 (call %2)"), std::string(label), std::to_string(layer.call + 1))
        : std::string(label);
}

/// Of LayerColumnNeeds.
unsigned contentOf(const Session &session)
{
    const bool sheet = session.peaks && session.peaks->theoretical;
    return (session.layers ? NeedsTimes : 0U) | (session.peaks ? NeedsRoofs : 0U)
        | (sheet ? NeedsDataSheet : NeedsMeasuredRoofs);
}

/// The columns whose needs are all met.
std::vector<LayerTextColumn> textColumnsOf(const Session &session, bool ofOperators)
{
    const bool sheet = session.peaks && session.peaks->theoretical;
    std::vector<LayerTextColumn> columns;
    for (const TextColumn &column : textColumns) {
        const bool met = (factsOf(column.column).needs & ~contentOf(session)) == 0;
        const bool elsewhere = sheet && column.column == LayerColumn::Time;
        if (met && (column.ofOperators || !ofOperators))
            columns.push_back({ column.column, elsewhere ? "Median here" : std::string(column.title), column.rank });
    }
    return columns;
}

} // namespace

std::vector<LayerRow> layerRowsOf(const JudgedSession &judged, ItemId::Kind kind)
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
    std::vector<LayerRow> rows;
    for (const RooflinePoint &point : ofLayers ? judged.layers() : judged.operators()) {
        const auto index = static_cast<std::size_t>(point.item.id);
        LayerRow row = rowOf(point, session);
        row.layer = ofLayers ? &session.analysis->layers[index] : nullptr;
        row.op = ofLayers ? nullptr : &session.analysis->operators[index];
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

std::vector<LayerTextColumn> operatorTextColumns(const Session &session)
{
    return textColumnsOf(session, true);
}

std::string layerTextCell(const LayerRow &row, LayerColumn column)
{
    const bool warn = column == LayerColumn::RoofFraction && row.point->verdict.aboveRoof;
    if (column == LayerColumn::Bound)
        return translatedName(row.point->verdict.bound);
    return layerText(row, column) + (warn ? " (!)" : "");
}

TableContent layerContent(const JudgedSession &judged)
{
    const Session &session = judged.session();
    TableContent table;
    const std::vector<LayerTextColumn> columns = textColumnsOf(session, false);
    for (const LayerTextColumn &column : columns)
        table.columns.push_back({ column.title, isNumeric(column.column), column.rank });
    if (!session.analysis)
        return table;
    const std::vector<Layer> &layers = session.analysis->layers;
    for (LayerRow &row : layerRowsOf(judged, ItemId::Kind::Layer)) {
        row.name = treeLabel(*row.layer, layers);
        std::vector<std::string> &cells = table.rows.emplace_back();
        for (const LayerTextColumn &column : columns)
            cells.push_back(layerTextCell(row, column.column));
    }
    table.depths = depthsOf(layers);
    table.id = "layers";
    return table;
}

namespace {

/// What was written about a layer; empty where nothing was.
std::string noteAbout(const Session &session, const std::string &path)
{
    const auto note = std::ranges::find(session.notes, path, &LayerNote::layer);
    return note == session.notes.end() ? std::string() : note->text;
}

} // namespace

std::string layersToCsv(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const bool measured = session.peaks || session.layers;
    std::vector<LayerColumn> columns;
    std::vector<std::string> header;
    for (const LayerColumn column : layerCsvColumns()) {
        if (measured || factsOf(column).needs == 0) {
            columns.push_back(column);
            header.emplace_back(factsOf(column).csv);
        }
    }
    const bool hasNotes = !session.notes.empty();
    if (hasNotes)
        header.emplace_back("note");
    std::vector<std::vector<std::string>> rows;
    for (const LayerRow &row : layerRowsOf(judged, ItemId::Kind::Layer)) {
        std::vector<std::string> &cells = rows.emplace_back();
        for (const LayerColumn column : columns)
            cells.push_back(layerCsvCell(row, column));
        if (hasNotes)
            cells.push_back(noteAbout(session, row.layer ? row.layer->path : std::string()));
    }
    return toCsv(header, rows);
}

} // namespace ridgepoint
