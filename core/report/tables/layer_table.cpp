// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/layer_table.h"

#include "core/report/format/csv.h"
#include "core/report/tables/layer_columns.h"

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
};

constexpr std::array textColumns {
    TextColumn { LayerColumn::Layer, "Layer" },
    TextColumn { LayerColumn::Type, "Type", 4 },
    TextColumn { LayerColumn::OutputShapes, "Output", 7 },
    TextColumn { LayerColumn::Parameters, "Parameters", 6 },
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
    return layer.call > 0 ? fmt::format("{} (call {})", label, layer.call + 1) : std::string(label);
}

/// Of LayerColumnNeeds.
unsigned contentOf(const Session &session)
{
    const bool sheet = session.peaks && session.peaks->theoretical;
    return (session.layers ? NeedsTimes : 0U) | (session.peaks ? NeedsRoofs : 0U)
        | (sheet ? NeedsDataSheet : NeedsMeasuredRoofs);
}

/// The columns whose needs are all met.
std::vector<TextColumn> textColumnsOf(const Session &session)
{
    std::vector<TextColumn> columns;
    std::ranges::copy_if(textColumns, std::back_inserter(columns),
                         [content = contentOf(session)](const TextColumn &column) {
                             return (factsOf(column.column).needs & ~content) == 0;
                         });
    return columns;
}

struct LayerRows {
    std::vector<RooflinePoint> points;
    std::vector<LayerRow> rows; ///< point into points
};

/// A row for each layer, named by its path.
LayerRows layerRowsOf(const Session &session)
{
    std::unordered_map<std::int64_t, const Summary *> times;
    if (session.layers) {
        for (const ItemLatency &latency : session.layers->items) {
            if (latency.item.kind == ItemId::Kind::Layer && latency.samples.summary.count > 0)
                times.emplace(latency.item.id, &latency.samples.summary);
        }
    }
    LayerRows result { layerPoints(session), {} };
    for (const RooflinePoint &point : result.points) {
        const Layer &layer = session.analysis->layers[result.rows.size()];
        LayerRow row { .point = &point, .layer = &layer, .name = layer.path };
        if (const auto roof = point.verdict.roof; roof && session.peaks && *roof < session.peaks->roofs.size())
            row.roof = session.peaks->roofs[*roof].name;
        if (const auto found = times.find(layer.id); found != times.end())
            row.times = found->second;
        result.rows.push_back(std::move(row));
    }
    return result;
}

std::string textCell(const LayerRow &row, LayerColumn column)
{
    const bool warn = column == LayerColumn::RoofFraction && row.point->verdict.aboveRoof;
    return layerText(row, column) + (warn ? " (!)" : "");
}

std::vector<std::string> torchstatCells(const TorchstatRow &row, const std::string &path)
{
    return { path,
             shapeCell(row.inputShape),
             shapeCell(row.outputShape),
             numberCell(row.parameters),
             fmt::format("{:.2f}", row.memoryMb),
             numberCell(row.madd),
             numberCell(row.flops),
             numberCell(row.bytesRead),
             numberCell(row.bytesWritten),
             numberCell(row.bytesRead + row.bytesWritten) };
}

} // namespace

std::string_view pathBelowParent(const Layer &layer, const std::vector<Layer> &layers)
{
    const Layer *parent = parentOf(layer, layers);
    std::string_view path = layer.path;
    const std::size_t above = parent ? parent->path.size() : 0;
    if (above > 0 && path.starts_with(parent->path) && path.size() > above + 1 && path[above] == '.')
        path.remove_prefix(above + 1);
    return path;
}

TableContent layerContent(const Session &session)
{
    TableContent table;
    const std::vector<TextColumn> columns = textColumnsOf(session);
    const bool sheet = session.peaks && session.peaks->theoretical;
    for (const TextColumn &column : columns) {
        const bool elsewhere = sheet && column.column == LayerColumn::Time;
        table.columns.push_back(
            { elsewhere ? "Median here" : std::string(column.title), isNumeric(column.column), column.rank });
    }
    if (!session.analysis)
        return table;
    const std::vector<Layer> &layers = session.analysis->layers;
    LayerRows rows = layerRowsOf(session);
    for (LayerRow &row : rows.rows) {
        row.name = treeLabel(*row.layer, layers);
        std::vector<std::string> &cells = table.rows.emplace_back();
        for (const TextColumn &column : columns)
            cells.push_back(textCell(row, column.column));
    }
    table.depths = depthsOf(layers);
    return table;
}

std::string layersToCsv(const Session &session)
{
    const bool measured = session.peaks || session.layers;
    std::vector<LayerColumn> columns;
    std::vector<std::string> header;
    for (const LayerColumn column : layerCsvColumns()) {
        if (measured || factsOf(column).needs == 0) {
            columns.push_back(column);
            header.emplace_back(factsOf(column).csv);
        }
    }
    std::vector<std::vector<std::string>> rows;
    const LayerRows layers = layerRowsOf(session);
    for (const LayerRow &row : layers.rows) {
        std::vector<std::string> &cells = rows.emplace_back();
        for (const LayerColumn column : columns)
            cells.push_back(layerCsvCell(row, column));
    }
    return toCsv(header, rows);
}

std::string torchstatToCsv(const Analysis &analysis)
{
    std::vector<std::vector<std::string>> rows;
    for (const TorchstatRow &row : analysis.torchstat)
        rows.push_back(torchstatCells(row, analysis.layers.at(static_cast<std::size_t>(row.layer)).path));
    return toCsv({ "module_name", "input_shape", "output_shape", "params", "memory_mb", "madd", "flops", "mem_read_b",
                   "mem_write_b", "mem_rw_b" },
                 rows, "\n");
}

} // namespace ridgepoint
