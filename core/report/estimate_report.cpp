// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/estimate_report.h"

#include "core/base/translation_mark.h"
#include "core/record/common_fields.h"
#include "core/record/json_writer.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <optional>

namespace rooflight {

namespace {

std::string methodText(const Estimate &estimate)
{
    if (!estimate.medianNs)
        return translated(
            QT_TRANSLATE_NOOP("Page", "nothing: it is unknown how close the other device comes to its roofs"));
    return estimate.method == EstimateMethod::Replayed
        ? translated(QT_TRANSLATE_NOOP(
            "Page", "a few runs in the new way; its operators, called alone, say where the time goes"))
        : translated(QT_TRANSLATE_NOOP("Page",
                                       "its work: compute-bound parts keep their share of the roof, bandwidth-bound "
                                       "parts grow with their bytes, underutilized parts grow with their FLOPs"));
}

std::string expectedText(const Estimate &estimate)
{
    if (!estimate.medianNs)
        return {};
    const auto &[low, high] = estimate.intervalNs;
    return translated(QT_TRANSLATE_NOOP("Page", "%1 (%2 to %3)"), formatDuration(*estimate.medianNs),
                      formatDuration(low), formatDuration(high));
}

Cells rowOf(const LayerEstimate &layer)
{
    return { { factTitle(FactId::Layer), layerName(layer.path, layer.type) },
             number(QT_TRANSLATE_NOOP("Page", "As it is"), orEmpty(layer.hereNs, formatDuration), 2),
             number(QT_TRANSLATE_NOOP("Page", "Expected"), orEmpty(layer.medianNs, formatDuration)),
             number(QT_TRANSLATE_NOOP("Page", "At its roofs"), orEmpty(layer.limitNs, formatDuration), 1) };
}

struct ModelHere {
    std::optional<double> medianNs;
};

struct ModelThere {
    const Estimate &estimate;
};

struct EstimateDocument {
    const Estimate &estimate;
    const Session &there;
};

void fields(JsonWriter &archive, const ModelHere &here)
{
    archive("median_ns", here.medianNs);
}

void fields(JsonWriter &archive, const ModelThere &there)
{
    const Estimate &estimate = there.estimate;
    archive("median_ns", estimate.medianNs);
    archive("interval", estimate.medianNs ? std::optional(estimate.intervalNs) : std::nullopt);
    archive("limit_ns", estimate.limitNs);
    archive("macs", estimate.macs);
    archive("flops", estimate.flops);
    archive("bytes_read", estimate.bytesRead);
    archive("bytes_written", estimate.bytesWritten);
}

} // namespace

static void fields(JsonWriter &archive, const LayerEstimate &layer)
{
    archive("id", layer.id);
    archive("path", layer.path);
    archive("here_ns", layer.hereNs);
    archive("median_ns", layer.medianNs);
    archive("limit_ns", layer.limitNs);
}

namespace {

void fields(JsonWriter &archive, const EstimateDocument &document)
{
    const Estimate &estimate = document.estimate;
    archive("format", "rooflight.estimate");
    archive("version", 1);
    archive("model", document.there.analysis->model.path);
    archive("device", document.there.peaks ? document.there.peaks->device : document.there.analysis->device);
    archive("here", ModelHere { estimate.hereNs });
    archive("there", ModelThere { estimate });
    archive("method", estimate.medianNs ? std::optional(OpenEnum<EstimateMethod>(estimate.method)) : std::nullopt);
    archive("layers", estimate.layers);
    archive("disturbed_by", estimate.disturbedBy);
}

} // namespace

Section estimateSection(const Estimate &estimate)
{
    Section section;
    section.title = QT_TRANSLATE_NOOP("Page", "Estimate");
    section.facts = {
        { QT_TRANSLATE_NOOP("Page", "As it is"), orEmpty(estimate.hereNs, formatDuration) },
        { QT_TRANSLATE_NOOP("Page", "Expected"), expectedText(estimate) },
        { QT_TRANSLATE_NOOP("Page", "At its roofs"), orEmpty(estimate.limitNs, formatDuration) },
        { QT_TRANSLATE_NOOP("Page", "Work"), formatQuantity(static_cast<double>(estimate.flops), "FLOP") },
        { factTitle(FactId::Bytes),
          formatQuantity(static_cast<double>(estimate.bytesRead + estimate.bytesWritten), "B") },
        { QT_TRANSLATE_NOOP("Page", "Found by"), methodText(estimate) },
        { QT_TRANSLATE_NOOP("Page", "Remarks"), translated(flagsPhrase(estimate.disturbedBy)) },
    };
    std::vector<Cells> rows;
    for (const LayerEstimate &layer : estimate.layers) {
        if (layer.medianNs || layer.limitNs.value_or(0) > 0)
            rows.push_back(rowOf(layer));
    }
    section.table = tableOf(std::move(rows));
    return section;
}

std::string estimateText(const Estimate &estimate, int width)
{
    return layOut({ estimateSection(estimate) }, width);
}

std::string estimateToJson(const Estimate &estimate, const Session &there)
{
    std::string text;
    JsonWriter(text, JsonLayout::Indented).write(EstimateDocument { estimate, there });
    return text + '\n';
}

} // namespace rooflight
