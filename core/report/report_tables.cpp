// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/report_tables.h"

#include "core/report/cost_tables.h"
#include "core/report/format.h"

#include <fmt/format.h>

namespace ridgepoint {

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
