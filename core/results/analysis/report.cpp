// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/analysis/report.h"

#include "core/base/count.h"
#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/result_reports.h"
#include "core/report/tables/layer_table.h"
#include "core/report/tables/sample_cells.h"
#include "core/results/inspection/report.h"
#include "core/roofline/item_times.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace rooflight {

namespace {

/// Rounded down: only what is covered wholly is 100 %.
std::string coveredPercent(double share)
{
    return fmt::format("{:.1f} %", std::floor(share * 1000) / 10);
}

struct WorkClass {
    const char *title;
    std::int64_t OperatorWork::*amount;
    int flops; ///< of one
};

constexpr std::array workClasses = {
    WorkClass { QT_TRANSLATE_NOOP("Page", "multiply-add"), &OperatorWork::macs, 2 },
    WorkClass { QT_TRANSLATE_NOOP("Page", "bias"), &OperatorWork::biasAdds, 1 },
    WorkClass { QT_TRANSLATE_NOOP("Page", "elementwise"), &OperatorWork::elementwise, 1 },
    WorkClass { QT_TRANSLATE_NOOP("Page", "transcendental"), &OperatorWork::transcendental, 1 },
    WorkClass { QT_TRANSLATE_NOOP("Page", "reduction"), &OperatorWork::reduction, 1 },
    WorkClass { QT_TRANSLATE_NOOP("Page", "comparison, integer"), &OperatorWork::comparison, 0 },
};

/// Sum of one class over the operators, by element type.
std::map<DType, Count> sumsByType(const Analysis &analysis, const WorkClass &workClass)
{
    std::map<DType, Count> sums;
    for (const Operator &op : analysis.operators) {
        if (const std::int64_t amount = op.work.*workClass.amount; amount > 0)
            sums[op.dtype] += amount;
    }
    return sums;
}

/// Beside the computed bytes: what reached the memory of the GPU.
std::string countedText(const Analysis &analysis)
{
    if (!analysis.counted)
        return {};
    const std::string read = formatBytes(analysis.counted->read);
    const std::string written = formatBytes(analysis.counted->written);
    const std::optional<double> share = countedShare(analysis);
    if (!share)
        return translated(QT_TRANSLATE_NOOP("Page", "%1 read, %2 written in the GPU's memory"), read, written);
    const char *pattern = differsFromCounted(analysis)
        ? QT_TRANSLATE_NOOP("Page",
                            "%1 read, %2 written in the GPU's memory, %3 of the computed bytes: more than 20 % apart")
        : QT_TRANSLATE_NOOP("Page", "%1 read, %2 written in the GPU's memory, %3 of the computed bytes");
    return translated(pattern, read, written, formatPercent(*share));
}

/// Between what the bytes lie that a model of grouped products reads, as its data decide; empty if they are known.
std::string groupedText(const Analysis &analysis)
{
    GroupEstimate sum;
    std::int64_t counted = 0;
    for (const Operator &op : analysis.operators) {
        if (!op.groupEstimate)
            continue;
        counted += op.cost.bytesRead;
        sum.groups += op.groupEstimate->groups;
        sum.expected += op.groupEstimate->expected;
        sum.leastBytesRead += op.groupEstimate->leastBytesRead;
        sum.mostBytesRead += op.groupEstimate->mostBytesRead;
    }
    if (sum.groups == 0)
        return {};
    const std::int64_t others = analysis.totals.cost.bytesRead - counted;
    return translated(
        QT_TRANSLATE_NOOP("Page", "%1 to %2 read, depending on the data: %3 of %4 experts or groups expected"),
        formatBytes(others + sum.leastBytesRead), formatBytes(others + sum.mostBytesRead),
        fmt::format("{:.1f}", sum.expected), formatCount(sum.groups));
}

} // namespace

TableContent noteContent(const Session &session)
{
    std::vector<Cells> rows;
    const bool hasLayers = session.analysis && !session.analysis->layers.empty();
    const std::string type = hasLayers ? session.analysis->layers.front().type : std::string();
    for (const LayerNote &note : session.notes)
        rows.push_back({ { factTitle(FactId::Layer), layerName(note.layer, type) },
                         { QT_TRANSLATE_NOOP("Page", "Note"), note.text } });
    return tableOf(std::move(rows));
}

Facts analysisFacts(const Session &session)
{
    if (!session.analysis)
        return {};
    const Analysis &analysis = *session.analysis;
    const Totals &totals = analysis.totals;
    const bool complete = analysis.unknown.empty();
    Facts facts = { { QT_TRANSLATE_NOOP("Page", "Model"), analysis.model.path },
                    { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(analysis.device) },
                    { factTitle(FactId::Parameters), formatCount(analysis.model.parameters) },
                    { QT_TRANSLATE_NOOP("Page", "Multiply-adds"), formatWork(totals.cost.macs, "MAC", complete) },
                    { QT_TRANSLATE_NOOP("Page", "Work"),
                      translated(QT_TRANSLATE_NOOP("Page", "%1 (convention %2)"),
                                 formatWork(totals.cost.flops, "FLOP", complete), analysis.convention) },
                    { factTitle(FactId::Bytes),
                      translated(QT_TRANSLATE_NOOP("Page", "%1 read, %2 written, at least %3 if fused"),
                                 formatBytes(totals.cost.bytesRead), formatBytes(totals.cost.bytesWritten),
                                 formatBytes(totals.bytesLowerBound)) },
                    { QT_TRANSLATE_NOOP("Page", "Grouped products"), groupedText(analysis) },
                    { QT_TRANSLATE_NOOP("Page", "Counted bytes"), countedText(analysis) },
                    { QT_TRANSLATE_NOOP("Page", "Peak activation memory"),
                      orEmpty(totals.peakActivationBytes, formatBytes) },
                    { QT_TRANSLATE_NOOP("Page", "Coverage"), coverageText(session) } };
    if (analysis.predicted)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Counted"),
                           translated(QT_TRANSLATE_NOOP("Page", "without a run, from the sizes in the file")));
    addTrainingMode(analysis.model, facts);
    for (const ModelInput &input : analysis.inputs)
        facts.emplace_back(factTitle(FactId::InputShapes),
                           translated(QT_TRANSLATE_NOOP("Page", "%1 (%2)"),
                                      fmt::format("{} {} {}", input.name, formatShape(input.tensor.shape),
                                                  translatedName(input.tensor.dtype)),
                                      translatedName(input.source)));
    return facts;
}

std::string coverageText(const Session &session)
{
    if (!session.analysis)
        return {};
    const Coverage coverage = coverageOf(session);
    const std::string operators = formatCount(coverage.operators);
    if (coverage.knownOperators == coverage.operators)
        return translated(QT_TRANSLATE_NOOP("Page", "Formulas cover every operator (%1)."), operators);
    const std::string known = formatCount(coverage.knownOperators);
    const std::string bytes = coveredPercent(coverage.shareOfBytes());
    const std::optional<double> time = coverage.shareOfTime();
    return time ? translated(
               QT_TRANSLATE_NOOP("Page", "Formulas cover %1 of %2 operators, %3 of the bytes and %4 of the time."),
               known, operators, bytes, coveredPercent(*time))
                : translated(QT_TRANSLATE_NOOP("Page", "Formulas cover %1 of %2 operators and %3 of the bytes."), known,
                             operators, bytes);
}

TableContent workContent(const Analysis &analysis)
{
    TableContent table;
    table.columns = { { QT_TRANSLATE_NOOP("Page", "Work") },
                      { .title = factTitle(FactId::Type) },
                      { .title = QT_TRANSLATE_NOOP("Page", "Operations"), .number = true, .rank = 1 },
                      { .title = factTitle(FactId::Flops), .number = true },
                      { .title = factTitle(FactId::Share), .number = true, .rank = 2 } };
    Count allFlops;
    for (const Operator &op : analysis.operators) {
        for (const WorkClass &workClass : workClasses)
            allFlops += Count(op.work.*workClass.amount) * workClass.flops;
    }
    for (const WorkClass &workClass : workClasses) {
        for (const auto &[dtype, amount] : sumsByType(analysis, workClass)) {
            const auto flops = static_cast<double>((amount * workClass.flops).value());
            std::vector<std::string> cells = { translated(workClass.title), translatedName(dtype),
                                               formatCount(amount.value()) };
            if (flops > 0) {
                cells.push_back(formatQuantity(flops, "FLOP"));
                cells.push_back(formatPercent(flops / static_cast<double>(allFlops.value())));
            }
            table.rows.push_back(std::move(cells));
        }
    }
    return table;
}

TableContent unknownOperatorContent(const Analysis &analysis)
{
    const std::string model = layerName({}, analysis.layers.empty() ? std::string() : analysis.layers.front().type);
    std::vector<Cells> rows;
    for (const UnknownOperator &unknown : analysis.unknown) {
        std::vector<std::string> layers = unknown.layers;
        std::ranges::replace(layers, std::string(), model);
        rows.push_back({ { QT_TRANSLATE_NOOP("Page", "Operator of unknown work"), unknown.name },
                         number(factTitle(FactId::Calls), formatCount(unknown.count)),
                         number(factTitle(FactId::Bytes), formatBytes(unknown.bytes)),
                         { QT_TRANSLATE_NOOP("Page", "Layers"), fmt::format("{}", fmt::join(layers, ", ")), 1 } });
    }
    return tableOf(std::move(rows));
}

Facts unfitFormulaFacts(const Analysis &analysis)
{
    Facts facts;
    for (const UnknownOperator &unknown : analysis.unknown) {
        if (!unknown.reason.empty())
            facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Why"),
                               unknown.name + ": " + translated(phraseOf(unknown.reason)));
    }
    return facts;
}

std::string csvOf(const Analysis & /*analysis*/, const JudgedSession &judged)
{
    return layersToCsv(judged);
}

} // namespace rooflight
