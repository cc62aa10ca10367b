// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/inspection/report.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/result_reports.h"
#include "core/report/tables/sample_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rooflight {

namespace {

/// "s77: 1 to 64, 4 when it was exported; input_ids.0"
std::string symbolText(const SizeSymbol &symbol)
{
    const std::string least = std::to_string(symbol.minimum);
    std::string text = symbol.maximum
        ? translated(QT_TRANSLATE_NOOP("Page", "%1: %2 to %3"), symbol.name, least, std::to_string(*symbol.maximum))
        : translated(QT_TRANSLATE_NOOP("Page", "%1: %2 or more"), symbol.name, least);
    if (symbol.sample)
        text =
            translated(QT_TRANSLATE_NOOP("Page", "%1, %2 when it was exported"), text, std::to_string(*symbol.sample));
    return text + fmt::format("; {}", fmt::join(symbol.places, ", "));
}

std::string dangerOf(const CodeFinding &finding)
{
    if (finding.leavesStorage)
        return translated(QT_TRANSLATE_NOOP("Page", "can leave its memory"));
    return finding.touchesFiles ? translated(QT_TRANSLATE_NOOP("Page", "accesses files")) : "";
}

} // namespace

void addTrainingMode(const ModelIdentity &model, Facts &facts)
{
    if (model.trainingMode)
        facts.emplace_back(
            QT_TRANSLATE_NOOP("Page", "Mode"),
            translated(QT_TRANSLATE_NOOP("Page", "training: its code runs dropout or batch statistics in every run")));
}

TableContent moduleContent(const Inspection &inspection)
{
    std::vector<Cells> rows;
    for (const StoredModule &module : inspection.modules)
        rows.push_back({ { QT_TRANSLATE_NOOP("Page", "Module"), layerName(module.path, module.type) },
                         { factTitle(FactId::Type), module.type },
                         number(factTitle(FactId::Parameters), formatCount(module.parameters)),
                         number(QT_TRANSLATE_NOOP("Page", "Buffers"), formatCount(module.buffers), 1) });
    return tableOf(std::move(rows));
}

namespace {

TableContent argumentContent(const Inspection &inspection)
{
    std::vector<Cells> rows;
    for (const StoredArgument &argument : inspection.arguments) {
        std::vector<std::string> traced;
        for (const auto &[place, tensor] : argument.traced)
            traced.push_back(fmt::format("{}{}{} {}", place, place.empty() ? "" : " ", formatShape(tensor.shape),
                                         translatedName(tensor.dtype)));
        rows.push_back({ { QT_TRANSLATE_NOOP("Page", "Argument"), argument.name },
                         { factTitle(FactId::Type), argument.type },
                         { QT_TRANSLATE_NOOP("Page", "In the file"), fmt::format("{}", fmt::join(traced, ", ")) },
                         { QT_TRANSLATE_NOOP("Page", "Default"), argument.defaultValue, 1 } });
    }
    return tableOf(std::move(rows));
}

TableContent findingContent(const Inspection &inspection)
{
    std::vector<Cells> rows;
    for (const CodeFinding &finding : inspection.findings)
        rows.push_back({ { QT_TRANSLATE_NOOP("Page", "Code"), finding.operation },
                         { QT_TRANSLATE_NOOP("Page", "Where"), translated(phraseOf(placeOf(finding))) },
                         { QT_TRANSLATE_NOOP("Page", "When"),
                           translated(finding.runsAtLoad ? QT_TRANSLATE_NOOP("Page", "while loading")
                                                         : QT_TRANSLATE_NOOP("Page", "while running")),
                           2 },
                         { QT_TRANSLATE_NOOP("Page", "Danger"), dangerOf(finding), 1 },
                         { QT_TRANSLATE_NOOP("Page", "Line"), finding.excerpt, 3 } });
    return tableOf(std::move(rows));
}

Facts factsOf(const Inspection &inspection)
{
    const ModelIdentity &model = inspection.model;
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "File"), model.path },
                    { QT_TRANSLATE_NOOP("Page", "Form"), translatedName(model.form) },
                    { QT_TRANSLATE_NOOP("Page", "Size"), formatBytes(inspection.fileBytes) },
                    { std::string("SHA-256"), model.sha256 },
                    { QT_TRANSLATE_NOOP("Page", "Archive version"), inspection.producer },
                    { factTitle(FactId::Parameters),
                      translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"), formatCount(model.parameters),
                                 formatBytes(model.parameterBytes)) },
                    { QT_TRANSLATE_NOOP("Page", "Buffers"), formatBytes(model.bufferBytes) } };
    addTrainingMode(model, facts);
    for (const NeededLibrary &library : inspection.libraries)
        facts.emplace_back(
            QT_TRANSLATE_NOOP("Page", "Needs"),
            translated(QT_TRANSLATE_NOOP("Page", "operators of %1 (%2): %3"), library.nameSpace,
                       fmt::format("{}", fmt::join(library.operators, ", ")),
                       translated(library.found ? QT_TRANSLATE_NOOP("Page", "found")
                                                : QT_TRANSLATE_NOOP("Page", "no library provides them"))));
    for (const SizeSymbol &symbol : inspection.symbols)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Size"), symbolText(symbol));
    if (inspection.needsTrust())
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Trust"),
                           translated(QT_TRANSLATE_NOOP(
                               "Page", "It makes calls that are not known to be safe: it only runs if you trust it.")));
    return facts;
}

} // namespace

std::string csvOf(const Inspection &inspection)
{
    return csvRows(inspection.modules, [](const StoredModule &module) {
        return CsvCells { { "module", module.path },
                          { "type", module.type },
                          { "parameters", numberCell(module.parameters) },
                          { "buffers", numberCell(module.buffers) } };
    });
}

Sections sectionsOf(const Inspection &inspection, const JudgedSession & /*judged*/)
{
    return { { .title = QT_TRANSLATE_NOOP("Page", "File"), .facts = factsOf(inspection) },
             { .title = QT_TRANSLATE_NOOP("Page", "Arguments"), .table = argumentContent(inspection) },
             { .title = QT_TRANSLATE_NOOP("Page", "Code to review"), .table = findingContent(inspection) } };
}

} // namespace rooflight
