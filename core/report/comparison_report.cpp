// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/comparison_report.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/record/json_writer.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/html_page.h"
#include "core/report/format/names.h"
#include "core/report/format/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace rooflight {

namespace {

std::string differenceText(const SettingDifference &difference)
{
    std::array values { difference.before, difference.after };
    if (const auto &executions = difference.executions)
        std::ranges::transform(*executions, values.begin(), translatedName<Execution>);
    if (const auto &devices = difference.devices)
        std::ranges::transform(*devices, values.begin(), translatedName<Device>);
    return translated(QT_TRANSLATE_NOOP("Page", "%1: %2 before, %3 after."), translatedName(difference.setting),
                      values.front(), values.back());
}

/// In the order in which they are shown.
constexpr EnumNames<Change, 7> countTitles = { {
    { Change::Faster, QT_TRANSLATE_NOOP("Page", "Layers faster") },
    { Change::Slower, QT_TRANSLATE_NOOP("Page", "Layers slower") },
    { Change::Same, QT_TRANSLATE_NOOP("Page", "Layers same") },
    { Change::Unclear, QT_TRANSLATE_NOOP("Page", "Layers unclear") },
    { Change::Added, QT_TRANSLATE_NOOP("Page", "Layers added") },
    { Change::Removed, QT_TRANSLATE_NOOP("Page", "Layers removed") },
    { Change::Unmeasured, QT_TRANSLATE_NOOP("Page", "Layers unmeasured") },
} };

TableContent layerContent(const SessionComparison &comparison)
{
    std::vector<Cells> rows;
    for (const LayerChange *layer : largestChangeFirst(comparison)) {
        const TimeChange &time = layer->time;
        rows.push_back(
            { { factTitle(FactId::Layer), layerName(*layer) },
              { factTitle(FactId::Type), layer->type, 3 },
              number(QT_TRANSLATE_NOOP("Page", "Before"), orEmpty(time.beforeNs, formatDuration)),
              number(QT_TRANSLATE_NOOP("Page", "After"), orEmpty(time.afterNs, formatDuration)),
              number(QT_TRANSLATE_NOOP("Page", "Difference"), orEmpty(time.differenceNs(), formatDifference), 1),
              number(QT_TRANSLATE_NOOP("Page", "Ratio"), orEmpty(time.ratio, formatRounded), 2),
              { QT_TRANSLATE_NOOP("Page", "Verdict"), translatedName(time.change) },
              { QT_TRANSLATE_NOOP("Page", "Work"),
                layer->workChanged() ? translated(QT_TRANSLATE_NOOP("Page", "changed")) : "", 4 } });
    }
    return tableOf(std::move(rows));
}

Facts comparisonFacts(const SessionComparison &comparison)
{
    Facts facts;
    for (const SettingDifference &difference : comparison.differences)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Differs"), differenceText(difference));
    for (const Caution caution : comparison.cautions)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Caution"), translatedName(caution));
    const TimeChange &model = comparison.model;
    if (model.ratio)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Whole model"),
                           translated(QT_TRANSLATE_NOOP("Page", "%1 before, %2 after: %3 (%4)"),
                                      formatDuration(*model.beforeNs), formatDuration(*model.afterNs),
                                      translatedName(model.change), formatRounded(*model.ratio)));
    for (const auto &[change, title] : countTitles) {
        const auto count =
            std::ranges::count(comparison.layers, change, [](const LayerChange &layer) { return layer.time.change; });
        if (count > 0)
            facts.emplace_back(title.data(), formatCount(count));
    }
    return facts;
}

} // namespace

static void fields(JsonWriter &archive, const TimeChange &time)
{
    archive("before_ns", time.beforeNs);
    archive("after_ns", time.afterNs);
    archive("ratio", time.ratio);
    archive("ratio_interval", time.ratioInterval);
    archive("verdict", time.change);
}

static void fields(JsonWriter &archive, const LayerChange &layer)
{
    archive("path", layer.path);
    archive("call", layer.call);
    archive("type", layer.type);
    archive("leaf", layer.leaf);
    fields(archive, layer.time);
    archive("flops_before", layer.flopsBefore);
    archive("flops_after", layer.flopsAfter);
    archive("bytes_before", layer.bytesBefore);
    archive("bytes_after", layer.bytesAfter);
}

static void fields(JsonWriter &archive, const SessionComparison &comparison)
{
    std::vector<std::string> cautions;
    std::ranges::transform(comparison.cautions, std::back_inserter(cautions),
                           [](Caution caution) { return toEnglish(namePhrase(caution)); });
    archive("format", "rooflight.comparison");
    archive("version", 1);
    archive("differences", differenceTexts(comparison));
    archive("cautions", cautions);
    archive("disturbed_by", comparison.disturbedBy);
    archive("model", comparison.model);
    archive("layers", comparison.layers);
}

std::vector<std::string> differenceTexts(const SessionComparison &comparison)
{
    std::vector<std::string> texts;
    std::ranges::transform(comparison.differences, std::back_inserter(texts), differenceText);
    return texts;
}

std::vector<std::string> comparisonNotes(const SessionComparison &comparison)
{
    std::vector<std::string> notes = differenceTexts(comparison);
    for (const Caution caution : comparison.cautions)
        notes.push_back(translatedName(caution));
    return notes;
}

std::string comparisonText(const SessionComparison &comparison, int width)
{
    return layOut(comparisonSections(comparison), width);
}

std::string comparisonTitle(std::string_view before, std::string_view after)
{
    return translated(QT_TRANSLATE_NOOP("Page", "%1 compared with %2 – Rooflight"), fileNameOf(after),
                      fileNameOf(before));
}

std::vector<Section> comparisonSections(const SessionComparison &comparison)
{
    return { { .facts = comparisonFacts(comparison) },
             { .title = QT_TRANSLATE_NOOP("Page", "Layers"), .table = layerContent(comparison) } };
}

std::string comparisonToHtml(const SessionComparison &comparison, std::string_view before, std::string_view after,
                             const ReportLanguage &language)
{
    const LanguageScope scope(language);
    return htmlPage(comparisonTitle(before, after), toHtml(comparisonSections(comparison)));
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
    std::string text;
    JsonWriter(text, JsonLayout::Indented).write(comparison);
    return text + '\n';
}

} // namespace rooflight
