// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/comparison_report.h"

#include "core/record/json_writer.h"
#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/html_page.h"
#include "core/report/format/text_layout.h"
#include "core/report/format/titles.h"
#include "core/report/format/translation_mark.h"
#include "core/report/tables/translated_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace ridgepoint {

namespace {

constexpr EnumNames<Setting, 6> settingTexts = { {
    { Setting::Model, "Model file" },
    { Setting::Device, "Device" },
    { Setting::Inputs, "Inputs" },
    { Setting::Convention, "Convention" },
    { Setting::Execution, "Execution" },
    { Setting::LibTorch, "LibTorch" },
} };

std::string differenceText(const SettingDifference &difference)
{
    std::array values { difference.before, difference.after };
    if (const auto &executions = difference.executions)
        std::ranges::transform(*executions, values.begin(), translatedExecution);
    if (const auto &devices = difference.devices)
        std::ranges::transform(*devices, values.begin(), translatedDevice);
    return translated(QT_TRANSLATE_NOOP("Page", "%1: %2 before, %3 after."),
                      translatedTitle(nameIn(settingTexts, difference.setting)), values.front(), values.back());
}

constexpr EnumNames<Caution, 3> cautionTexts = { {
    { Caution::OtherWork, QT_TRANSLATE_NOOP("Page", "The inputs differ: the two did not do the same work.") },
    { Caution::SeveralChanges,
      QT_TRANSLATE_NOOP("Page",
                        "More than one setting differs: the times do not show which of them made the difference.") },
    { Caution::Unsteady,
      QT_TRANSLATE_NOOP("Page",
                        "The times of one of the two were noisy or drifted: measure it again on a quieter machine.") },
} };

/// In the order in which they are shown.
constexpr EnumNames<Change, 7> countTitles = { {
    { Change::Faster, "Layers faster" },
    { Change::Slower, "Layers slower" },
    { Change::Same, "Layers same" },
    { Change::Unclear, "Layers unclear" },
    { Change::Added, "Layers added" },
    { Change::Removed, "Layers removed" },
    { Change::Unmeasured, "Layers unmeasured" },
} };

std::string cautionText(Caution caution)
{
    return translated(nameIn(cautionTexts, caution).data());
}

std::string layerText(const LayerChange &layer)
{
    const std::string path = layer.path.empty() ? translated(QT_TRANSLATE_NOOP("Page", "(model)")) : layer.path;
    return layer.call > 0 ? fmt::format("{} #{}", path, layer.call + 1) : path;
}

TableContent layerContent(const SessionComparison &comparison)
{
    std::vector<Cells> rows;
    for (const LayerChange *layer : largestChangeFirst(comparison)) {
        const TimeChange &time = layer->time;
        rows.push_back({ { "Layer", layerText(*layer) },
                         { "Type", layer->type, 3 },
                         number("Before", orEmpty(time.beforeNs, formatDuration)),
                         number("After", orEmpty(time.afterNs, formatDuration)),
                         number("Difference", orEmpty(time.differenceNs(), formatDifference), 1),
                         number("Ratio", orEmpty(time.ratio, formatRounded), 2),
                         { "Verdict", translatedName(name(time.change)) },
                         { "Work", layer->workChanged() ? translated(QT_TRANSLATE_NOOP("Page", "changed")) : "", 4 } });
    }
    return tableOf(std::move(rows));
}

Facts comparisonFacts(const SessionComparison &comparison)
{
    Facts facts;
    for (const SettingDifference &difference : comparison.differences)
        facts.emplace_back("Differs", differenceText(difference));
    for (const Caution caution : comparison.cautions)
        facts.emplace_back("Caution", cautionText(caution));
    const TimeChange &model = comparison.model;
    if (model.ratio)
        facts.emplace_back("Whole model",
                           translated(QT_TRANSLATE_NOOP("Page", "%1 before, %2 after: %3 (%4)"),
                                      formatDuration(*model.beforeNs), formatDuration(*model.afterNs),
                                      translatedName(name(model.change)), formatRounded(*model.ratio)));
    for (const auto &[change, title] : countTitles) {
        const auto count =
            std::ranges::count(comparison.layers, change, [](const LayerChange &layer) { return layer.time.change; });
        if (count > 0)
            facts.emplace_back(title, formatCount(count));
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
    std::vector<std::string_view> cautions;
    std::ranges::transform(comparison.cautions, std::back_inserter(cautions),
                           [](Caution caution) { return nameIn(cautionTexts, caution); });
    archive("format", "ridgepoint.comparison");
    archive("version", 1);
    archive("differences", differenceTexts(comparison));
    archive("cautions", cautions);
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
        notes.push_back(cautionText(caution));
    return notes;
}

std::string comparisonText(const SessionComparison &comparison, int width)
{
    return layOut(comparisonSections(comparison), width);
}

std::string comparisonTitle(std::string_view before, std::string_view after)
{
    const auto fileName = [](std::string_view path) { return std::string(path.substr(path.find_last_of('/') + 1)); };
    return translated(QT_TRANSLATE_NOOP("Page", "%1 compared with %2 – Ridgepoint"), fileName(after), fileName(before));
}

std::vector<Section> comparisonSections(const SessionComparison &comparison)
{
    return { { .facts = comparisonFacts(comparison) }, { .title = "Layers", .table = layerContent(comparison) } };
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

} // namespace ridgepoint
