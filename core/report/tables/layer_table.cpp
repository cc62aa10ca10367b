// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/layer_table.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/results/analysis/analysis.h"
#include "core/roofline/item_times.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

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

namespace {

/// Null if the operator names no layer.
const Layer *layerOf(const Session &session, const Operator &op)
{
    const std::vector<Layer> &layers = session.analysis->layers;
    const bool exists = op.layer >= 0 && static_cast<std::size_t>(op.layer) < layers.size();
    return exists ? &layers[static_cast<std::size_t>(op.layer)] : nullptr;
}

std::string labelOf(const Layer *layer)
{
    if (!layer)
        return {};
    const std::string path = layerName(layer->path, layer->type);
    return layer->call > 0
        ? translated(QT_TRANSLATE_NOOP("Page", "%1 (call %2)"), path, std::to_string(layer->call + 1))
        : path;
}

} // namespace

TableContent operatorContent(const JudgedSession &judged)
{
    const Session &session = judged.session();
    if (!session.analysis)
        return {};
    const std::vector<FactId> ids = tableFacts(session, ItemId::Kind::Operator);
    std::vector<Cells> rows;
    for (const ItemRow &row : layerRowsOf(judged, ItemId::Kind::Operator)) {
        Cells cells = { { QT_TRANSLATE_NOOP("Page", "Operator"), row.name },
                        { factTitle(FactId::Layer), labelOf(layerOf(session, *row.op)), 1 },
                        { QT_TRANSLATE_NOOP("Page", "Family"), translatedName(row.op->family), 6 } };
        for (const FactId id : ids)
            cells.push_back(tableCell(row, id));
        rows.push_back(std::move(cells));
    }
    TableContent table = tableOf(std::move(rows));
    table.id = "operators";
    return table;
}

std::string operatorsToCsv(const JudgedSession &judged)
{
    const Session &session = judged.session();
    std::vector<FactId> ids = csvFacts(session, ItemId::Kind::Operator);
    std::erase(ids, FactId::ElementType); // which follows the name
    std::vector<std::string> header = { "operator", "name", "layer", "call", "dtype", "family" };
    for (const FactId id : ids)
        header.emplace_back(factOf(id).key);
    const bool hasStopped = session.analysis && session.analysis->totals.cost.isAtLeast();
    if (hasStopped)
        header.emplace_back("at_least");
    std::vector<std::vector<std::string>> rows;
    for (const ItemRow &row : layerRowsOf(judged, ItemId::Kind::Operator)) {
        const Layer *layer = layerOf(session, *row.op);
        std::vector<std::string> &cells =
            rows.emplace_back(std::vector { numberCell(row.op->id), row.op->name, layer ? layer->path : std::string(),
                                            numberCell(layer ? layer->call : 0), factCsv(row, FactId::ElementType),
                                            std::string(name(row.op->family)) });
        for (const FactId id : ids)
            cells.push_back(factCsv(row, id));
        if (hasStopped)
            cells.emplace_back(row.op->cost.isAtLeast() ? "true" : "false");
    }
    return toCsv(header, rows);
}

// Titles of torchstat, in every language. clang-tidy does not see the use of literals.
using std::string_literals::operator""s; // NOLINT(misc-unused-using-decls)

namespace {

constexpr double bytesPerMb = 1024.0 * 1024.0;

const std::string &pathOf(const Session &session, const TorchstatRow &row)
{
    return session.analysis->layers.at(static_cast<std::size_t>(row.layer)).path;
}

/// In percent, one of each row; empty if no layer was timed.
std::vector<std::optional<double>> durationShares(const Session &session)
{
    if (!session.layers)
        return {};
    const ItemTimes times(session);
    std::vector<std::optional<double>> shares;
    double sum = 0;
    for (const TorchstatRow &row : session.analysis->torchstat) {
        const bool isThere = exists(row.layer, times.layers.size());
        shares.push_back(isThere ? times.layers[static_cast<std::size_t>(row.layer)].ns : std::nullopt);
        sum += shares.back().value_or(0);
    }
    for (std::optional<double> &share : shares) {
        if (share)
            *share = sum > 0 ? *share / sum * 100 : 0;
    }
    return shares;
}

std::string twoDecimals(double value)
{
    return fmt::format("{:.2f}", value);
}

std::string roundedAndExact(std::int64_t count, std::string_view unit)
{
    return fmt::format("{} ({})", formatQuantity(static_cast<double>(count), unit), formatCount(count));
}

} // namespace

TableContent torchstatContent(const Session &session)
{
    if (!session.analysis)
        return {};
    const std::vector<std::optional<double>> shares = durationShares(session);
    std::vector<Cells> rows;
    for (const TorchstatRow &row : session.analysis->torchstat) {
        Cells cells = { { "module name"s, pathOf(session, row) },
                        { "input shape"s, shapeCell(row.inputShape), 3 },
                        { "output shape"s, shapeCell(row.outputShape), 2 },
                        number("params"s, formatCount(row.parameters)),
                        number("memory(MB)"s, twoDecimals(row.memoryMb), 1),
                        number("MAdd"s, formatCount(row.madd)),
                        number("Flops"s, formatCount(row.flops)),
                        number("MemRead(B)"s, formatCount(row.bytesRead), 4),
                        number("MemWrite(B)"s, formatCount(row.bytesWritten), 4) };
        if (!shares.empty()) {
            const std::optional<double> &share = shares[rows.size()];
            cells.push_back(number("duration[%]"s, share ? twoDecimals(*share) + "%" : std::string()));
        }
        cells.push_back(number("MemR+W(B)"s, formatCount(row.bytesRead + row.bytesWritten)));
        rows.push_back(std::move(cells));
    }
    return tableOf(std::move(rows));
}

Facts torchstatFacts(const Session &session)
{
    if (!session.analysis || session.analysis->torchstat.empty())
        return {};
    const TorchstatTotals totals = torchstatTotals(session.analysis->torchstat);
    const std::int64_t bytes = totals.bytesRead + totals.bytesWritten;
    return { { "Total params"s, formatCount(totals.parameters) },
             { "Total memory"s, twoDecimals(totals.memoryMb) + " MB" },
             { "Total MAdd"s, roundedAndExact(totals.madd, "MAdd") },
             { "Total Flops"s, roundedAndExact(totals.flops, "Flops") },
             { "Total MemR+W"s,
               fmt::format("{:.2f} MB ({} B)", static_cast<double>(bytes) / bytesPerMb, formatCount(bytes)) } };
}

std::string torchstatRemark(const Session &session)
{
    constexpr std::size_t maxNames = 3;
    std::vector<std::string> names;
    std::size_t unknown = 0;
    for (const TorchstatRow &row : session.analysis ? session.analysis->torchstat : std::vector<TorchstatRow>()) {
        if (!row.known && ++unknown <= maxNames) {
            const Layer &layer = session.analysis->layers.at(static_cast<std::size_t>(row.layer));
            names.push_back(fmt::format("{} ({})", layer.path, layer.type));
        }
    }
    if (unknown == 0)
        return {};
    return fmt::format("torchstat has no formula for {}{}; such a row holds our own count, which the totals leave out.",
                       fmt::join(names, ", "),
                       unknown > maxNames ? fmt::format(" and {} more", unknown - maxNames) : std::string());
}

std::string torchstatToCsv(const Session &session)
{
    std::vector<std::string> header = { "module_name", "input_shape", "output_shape", "params",      "memory_mb",
                                        "madd",        "flops",       "mem_read_b",   "mem_write_b", "mem_rw_b" };
    if (!session.analysis)
        return toCsv(header, {}, "\n");
    const std::vector<std::optional<double>> shares = durationShares(session);
    if (!shares.empty())
        header.emplace_back("duration_percent");
    std::vector<std::vector<std::string>> rows;
    for (const TorchstatRow &row : session.analysis->torchstat) {
        std::vector<std::string> cells = { pathOf(session, row),         shapeCell(row.inputShape),
                                           shapeCell(row.outputShape),   numberCell(row.parameters),
                                           twoDecimals(row.memoryMb),    numberCell(row.madd),
                                           numberCell(row.flops),        numberCell(row.bytesRead),
                                           numberCell(row.bytesWritten), numberCell(row.bytesRead + row.bytesWritten) };
        if (!shares.empty())
            cells.push_back(shares[rows.size()] ? twoDecimals(*shares[rows.size()]) : std::string());
        rows.push_back(std::move(cells));
    }
    return toCsv(header, rows, "\n");
}

} // namespace rooflight
