// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/comparison_report.h"

#include "core/record/object_text.h"
#include "core/report/csv.h"
#include "core/report/csv_cell.h"
#include "core/report/format.h"
#include "core/report/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

std::string timeText(const std::optional<double> &timeNs)
{
    return timeNs ? formatDuration(*timeNs) : std::string();
}

double differenceNs(const TimeChange &time)
{
    return time.afterNs.value_or(0) - time.beforeNs.value_or(0);
}

std::string differenceText(const TimeChange &time)
{
    if (!time.beforeNs && !time.afterNs)
        return {};
    const double differs = differenceNs(time);
    return (differs < 0 ? "-" : "+") + formatDuration(std::abs(differs));
}

std::string ratioText(const TimeChange &time)
{
    return time.ratio ? fmt::format("{:.3f}", *time.ratio) : std::string();
}

std::string workText(const LayerChange &layer)
{
    const bool same = layer.flopsBefore == layer.flopsAfter && layer.bytesBefore == layer.bytesAfter;
    const bool both = layer.time.change != Change::Added && layer.time.change != Change::Removed;
    return both && !same ? "changed" : "";
}

std::string layerText(const LayerChange &layer)
{
    const std::string path = layer.path.empty() ? "(model)" : layer.path;
    return layer.call > 0 ? fmt::format("{} #{}", path, layer.call + 1) : path;
}

TableContent layerContent(const SessionComparison &comparison)
{
    std::vector<const LayerChange *> layers;
    for (const LayerChange &layer : comparison.layers)
        layers.push_back(&layer);
    std::ranges::stable_sort(layers, std::greater(),
                             [](const LayerChange *layer) { return std::abs(differenceNs(layer->time)); });
    TableContent table;
    table.columns = { { .title = "Layer" },
                      { .title = "Type", .rank = 3 },
                      { .title = "Before", .number = true },
                      { .title = "After", .number = true },
                      { .title = "Difference", .number = true, .rank = 1 },
                      { .title = "Ratio", .number = true, .rank = 2 },
                      { .title = "Verdict" },
                      { .title = "Work", .rank = 4 } };
    for (const LayerChange *layer : layers)
        table.rows.push_back({ layerText(*layer), layer->type, timeText(layer->time.beforeNs),
                               timeText(layer->time.afterNs), differenceText(layer->time), ratioText(layer->time),
                               std::string(name(layer->time.change)), workText(*layer) });
    return table;
}

Facts comparisonFacts(const SessionComparison &comparison)
{
    Facts facts;
    for (const std::string &difference : comparison.differences)
        facts.emplace_back("Differs", difference);
    const TimeChange &model = comparison.model;
    if (model.ratio)
        facts.emplace_back("Whole model",
                           fmt::format("{} before, {} after: {} ({})", formatDuration(*model.beforeNs),
                                       formatDuration(*model.afterNs), name(model.change), ratioText(model)));
    for (const Change change : { Change::Faster, Change::Slower, Change::Same, Change::Unclear, Change::Added,
                                 Change::Removed, Change::Unmeasured }) {
        const auto count = std::ranges::count_if(
            comparison.layers, [change](const LayerChange &layer) { return layer.time.change == change; });
        if (count > 0)
            facts.emplace_back(fmt::format("Layers {}", name(change)), formatCount(count));
    }
    return facts;
}

OutJson toJson(const TimeChange &time)
{
    return { { "before_ns", orNull(time.beforeNs) },
             { "after_ns", orNull(time.afterNs) },
             { "ratio", orNull(time.ratio) },
             { "verdict", name(time.change) } };
}

} // namespace

std::string comparisonText(const SessionComparison &comparison, int width)
{
    const std::string facts = layOut(comparisonFacts(comparison), width);
    const TableContent layers = layerContent(comparison);
    return layers.rows.empty() ? facts : facts + '\n' + layOut(layers, width);
}

std::string comparisonToCsv(const SessionComparison &comparison)
{
    std::vector<std::vector<std::string>> rows;
    for (const LayerChange &layer : comparison.layers)
        rows.push_back({ layer.path, layer.type, numberCell(layer.call), std::string(name(layer.time.change)),
                         numberCell(layer.time.beforeNs), numberCell(layer.time.afterNs), numberCell(layer.time.ratio),
                         numberCell(layer.flopsBefore), numberCell(layer.flopsAfter), numberCell(layer.bytesBefore),
                         numberCell(layer.bytesAfter) });
    return toCsv({ "layer", "type", "call", "verdict", "latency_median_before_ns", "latency_median_after_ns", "ratio",
                   "flops_before", "flops_after", "bytes_before", "bytes_after" },
                 rows);
}

std::string comparisonToJson(const SessionComparison &comparison)
{
    OutJson json { { "format", "ridgepoint.comparison" }, { "version", 1 } };
    json["differences"] = comparison.differences;
    json["model"] = toJson(comparison.model);
    json["layers"] = OutJson::array();
    for (const LayerChange &layer : comparison.layers) {
        OutJson entry {
            { "path", layer.path }, { "call", layer.call }, { "type", layer.type }, { "leaf", layer.leaf }
        };
        entry.update(toJson(layer.time));
        entry["flops_before"] = layer.flopsBefore;
        entry["flops_after"] = layer.flopsAfter;
        entry["bytes_before"] = layer.bytesBefore;
        entry["bytes_after"] = layer.bytesAfter;
        json["layers"].push_back(std::move(entry));
    }
    return toText(json, JsonLayout::Indented) + '\n';
}

} // namespace ridgepoint
