// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/report_tables.h"

#include "core/report/cost_tables.h"
#include "core/report/format.h"
#include "core/roofline/point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

/// Deeper trees exist, but no terminal that shows them.
constexpr int deepestIndentation = 16;

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

/// The part of the path that the tree does not show already.
std::string treeLabel(const Layer &layer, const std::vector<Layer> &layers)
{
    std::string label = layer.path.empty() ? layer.type : layer.path;
    if (layer.parent >= 0 && static_cast<std::size_t>(layer.parent) < layers.size()) {
        const std::string prefix = layers[static_cast<std::size_t>(layer.parent)].path + '.';
        if (layer.path.starts_with(prefix) && layer.path.size() > prefix.size())
            label = layer.path.substr(prefix.size());
    }
    return layer.call > 0 ? fmt::format("{} (call {})", label, layer.call + 1) : label;
}

std::string roofFractionText(const Verdict &verdict)
{
    const std::string text = orEmpty(verdict.roofFraction, formatPercent);
    return verdict.aboveRoof ? text + " (!)" : text;
}

std::vector<std::string> layerCells(const Layer &layer, const std::vector<Layer> &layers, const RooflinePoint &point)
{
    return { treeLabel(layer, layers),
             layer.type,
             formatShapes(layer.outputShapes),
             formatCount(layer.parameters),
             formatWork(point.cost.flops, "FLOP", point.known),
             formatBytes(layer.cost.bytesRead + layer.cost.bytesWritten),
             orEmpty(point.arithmeticIntensity, formatIntensity) };
}

} // namespace

TableContent layerContent(const Session &session)
{
    TableContent table;
    table.columns = { { "Layer" },
                      { .title = "Type", .rank = 4 },
                      { .title = "Output", .rank = 7 },
                      { .title = "Parameters", .number = true, .rank = 6 },
                      { .title = "Work", .number = true },
                      { .title = "Bytes", .number = true, .rank = 3 },
                      { .title = "Intensity", .number = true, .rank = 1 } };
    const bool timed = session.layers.has_value();
    const bool judged = session.peaks.has_value();
    const bool elsewhere = judged && session.peaks->theoretical;
    if (timed) {
        table.columns.push_back({ .title = elsewhere ? "Median here" : "Median", .number = true });
        table.columns.push_back({ .title = "Share", .number = true, .rank = 2 });
    }
    if (timed && !elsewhere)
        table.columns.push_back({ .title = "Achieved", .number = true, .rank = 5 });
    if (elsewhere)
        table.columns.push_back({ .title = "There at best", .number = true });
    else if (timed && judged)
        table.columns.push_back({ .title = "Of roof", .number = true });
    if (judged)
        table.columns.push_back({ "Bound" });
    if (!session.analysis)
        return table;
    const std::vector<Layer> &layers = session.analysis->layers;
    const std::vector<RooflinePoint> points = layerPoints(session);
    for (std::size_t i = 0; i < std::min(points.size(), layers.size()); ++i) {
        const RooflinePoint &point = points[i];
        std::vector<std::string> cells = layerCells(layers[i], layers, point);
        if (timed) {
            cells.push_back(orEmpty(point.timeNs, formatDuration));
            cells.push_back(orEmpty(point.timeShare, formatPercent));
        }
        if (timed && !elsewhere) {
            cells.push_back(
                orEmpty(point.achievedFlopPerSecond, [](double value) { return formatQuantity(value, "FLOP/s"); }));
        }
        if (elsewhere)
            cells.push_back(orEmpty(point.timeAtRoofNs, formatDuration));
        else if (timed && judged)
            cells.push_back(roofFractionText(point.verdict));
        if (judged)
            cells.emplace_back(name(point.verdict.bound));
        table.rows.push_back(std::move(cells));
    }
    table.depths = depthsOf(layers);
    return table;
}

TableContent moduleContent(const Inspection &inspection)
{
    TableContent table;
    table.columns = { { "Module" },
                      { .title = "Type" },
                      { .title = "Parameters", .number = true },
                      { .title = "Buffers", .number = true, .rank = 1 } };
    for (const StoredModule &module : inspection.modules)
        table.rows.push_back({ module.path.empty() ? "(the model)" : module.path, module.type,
                               formatCount(module.parameters), formatCount(module.buffers) });
    return table;
}

TableContent argumentContent(const Inspection &inspection)
{
    TableContent table;
    table.columns = { { "Argument" }, { .title = "Type" }, { .title = "Traced" }, { .title = "Default", .rank = 1 } };
    for (const StoredArgument &argument : inspection.arguments) {
        std::vector<std::string> traced;
        for (const auto &[place, tensor] : argument.traced)
            traced.push_back(fmt::format("{}{}{} {}", place, place.empty() ? "" : " ", formatShape(tensor.shape),
                                         name(tensor.dtype)));
        table.rows.push_back(
            { argument.name, argument.type, fmt::format("{}", fmt::join(traced, ", ")), argument.defaultValue });
    }
    return table;
}

TableContent findingContent(const Inspection &inspection)
{
    TableContent table;
    table.columns = { { "Code" },
                      { .title = "Where" },
                      { .title = "When", .rank = 2 },
                      { .title = "Files", .rank = 1 },
                      { .title = "Line", .rank = 3 } };
    for (const CodeFinding &finding : inspection.findings)
        table.rows.push_back({ finding.operation, fmt::format("{}:{}", finding.record, finding.line),
                               finding.runsAtLoad ? "while loading" : "while running",
                               finding.touchesFiles ? "touches files" : "", finding.excerpt });
    return table;
}

Facts inspectionFacts(const Inspection &inspection)
{
    const ModelIdentity &model = inspection.model;
    Facts facts = { { "File", model.path },
                    { "Form", std::string(name(model.form)) },
                    { "Size", formatBytes(inspection.fileBytes) },
                    { "SHA-256", model.sha256 },
                    { "Archive version", inspection.producer },
                    { "Parameters",
                      fmt::format("{} ({})", formatCount(model.parameters), formatBytes(model.parameterBytes)) },
                    { "Buffers", formatBytes(model.bufferBytes) } };
    for (const NeededLibrary &library : inspection.libraries)
        facts.emplace_back("Needs",
                           fmt::format("operators of {} ({}): {}", library.nameSpace,
                                       fmt::join(library.operators, ", "),
                                       library.found ? "found" : "no library brings them"));
    if (inspection.needsTrust())
        facts.emplace_back("Trust", "Its code touches files: it only runs when you say that you trust it.");
    return facts;
}

Facts analysisFacts(const Session &session)
{
    if (!session.analysis)
        return {};
    const Analysis &analysis = *session.analysis;
    const Totals &totals = analysis.totals;
    const bool complete = analysis.unknown.empty();
    Facts facts = { { "Model", analysis.model.path },
                    { "Device", deviceText(analysis.device) },
                    { "Parameters", formatCount(analysis.model.parameters) },
                    { "Multiply-adds", formatWork(totals.cost.macs, "MAC", complete) },
                    { "Work",
                      fmt::format("{} (convention {})", formatWork(totals.cost.flops, "FLOP", complete),
                                  analysis.convention) },
                    { "Bytes",
                      fmt::format("{} read, {} written, at least {} if fused", formatBytes(totals.cost.bytesRead),
                                  formatBytes(totals.cost.bytesWritten), formatBytes(totals.bytesLowerBound)) },
                    { "Coverage", coverageText(session) } };
    for (const ModelInput &input : analysis.inputs)
        facts.emplace_back("Input",
                           fmt::format("{} {} {} ({})", input.name, formatShape(input.tensor.shape),
                                       name(input.tensor.dtype), name(input.source)));
    return facts;
}

} // namespace ridgepoint
