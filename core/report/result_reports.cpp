// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include "core/base/translation_mark.h"
#include "core/report/format/language.h"
#include "core/report/latency_csv.h"
#include "core/report/tables/explanation_tables.h"
#include "core/report/tables/latency_tables.h"
#include "core/report/tables/layer_table.h"
#include "core/report/tables/remedy_tables.h"
#include "core/report/tables/report_tables.h"
#include "core/report/tables/size_tables.h"

#include <iterator>
#include <sstream>
#include <tuple>
#include <utility>

namespace rooflight {

namespace {

std::vector<std::string> findingTexts(const MethodComparison &comparison)
{
    std::vector<std::string> texts;
    if (currentLanguage().findings) {
        std::istringstream lines(currentLanguage().findings(comparison));
        for (std::string line; std::getline(lines, line);)
            texts.push_back(line);
        return texts;
    }
    for (const MethodFinding &finding : comparison.findings)
        texts.push_back(finding.text);
    return texts;
}

// The sections of a result: an overload for each kind.

template<typename Body> Sections sectionsOf(const Body & /*result*/, const JudgedSession & /*judged*/)
{
    static_assert(kindsOf<Inspection, Analysis, DeviceRoofs>.has(kindsOf<Body>),
                  "this kind of result has to say which sections it has in text and HTML");
    return {};
}

Sections sectionsOf(const ModelLatency &latency, const JudgedSession & /*judged*/)
{
    return { { .title = QT_TRANSLATE_NOOP("Page", "Latency of the model"), .facts = latencyFacts(latency) } };
}

Sections sectionsOf(const LayerLatencies &layers, const JudgedSession &judged)
{
    return { { .title = QT_TRANSLATE_NOOP("Page", "How the layers were timed"), .facts = layerLatencyFacts(layers) },
             { .title = QT_TRANSLATE_NOOP("Page", "Kernels that take longest"),
               .table = kernelContent(judged.session()) } };
}

Sections sectionsOf(const InterleavedLatency &latency, const JudgedSession & /*judged*/)
{
    return {
        { QT_TRANSLATE_NOOP("Page", "Interleaved runs"), interleavedFacts(latency), interleavedContent(latency), {} }
    };
}

Sections sectionsOf(const MethodComparison &methods, const JudgedSession & /*judged*/)
{
    return { { QT_TRANSLATE_NOOP("Page", "Timing methods side by side"), methodFacts(methods), methodContent(methods),
               findingTexts(methods) } };
}

Sections sectionsOf(const BatchSweep &sweep, const JudgedSession & /*judged*/)
{
    if (sweep.axes.empty())
        return { { QT_TRANSLATE_NOOP("Page", "Batch sizes"), sweepFacts(sweep), sweepContent(sweep), {} } };
    return { { QT_TRANSLATE_NOOP("Page", "Sizes"), sizeFacts(sweep), sizeContent(sweep), {} } };
}

Sections sectionsOf(const PipelineLatency &pipeline, const JudgedSession & /*judged*/)
{
    return { { QT_TRANSLATE_NOOP("Page", "Pipeline"), pipelineFacts(pipeline), pipelineContent(pipeline), {} } };
}

Sections sectionsOf(const Remedies &remedies, const JudgedSession & /*judged*/)
{
    return { { QT_TRANSLATE_NOOP("Page", "Remedies"), remedyFacts(remedies), remedyContent(remedies),
               remedyInstructions(remedies) } };
}

Sections sectionsOf(const Explanation & /*explanation*/, const JudgedSession &judged)
{
    return { explanationSection(judged) };
}

/// The table of a kind of result; null where it has none.
template<typename Body> struct ResultCsv {
    using Result = Body;

    std::string (*toCsv)(const Body &result, const JudgedSession &judged);
};

/// The first that a session holds is what it is about.
constexpr std::tuple csvTables {
    ResultCsv<Analysis> { [](const Analysis &, const JudgedSession &judged) { return layersToCsv(judged); } },
    ResultCsv<InterleavedLatency> {
        [](const InterleavedLatency &latency, const JudgedSession &) { return interleavedToCsv(latency); } },
    ResultCsv<MethodComparison> {
        [](const MethodComparison &methods, const JudgedSession &) { return methodsToCsv(methods); } },
    ResultCsv<BatchSweep> { [](const BatchSweep &sweep, const JudgedSession &) {
        return sweep.axes.empty() ? sweepToCsv(sweep) : sizesToCsv(sweep);
    } },
    ResultCsv<PipelineLatency> {
        [](const PipelineLatency &pipeline, const JudgedSession &) { return pipelineToCsv(pipeline); } },
    ResultCsv<Remedies> { [](const Remedies &remedies, const JudgedSession &) { return remediesToCsv(remedies); } },
    ResultCsv<ModelLatency> { [](const ModelLatency &latency, const JudgedSession &) {
        return samplesToCsv(latency.samples, latency.block);
    } },
    ResultCsv<LayerLatencies> { nullptr }, // columns of the analysis
    ResultCsv<Inspection> {
        [](const Inspection &inspection, const JudgedSession &) { return modulesToCsv(inspection); } },
    ResultCsv<DeviceRoofs> { [](const DeviceRoofs &roofs, const JudgedSession &) { return roofsToCsv(roofs); } },
    ResultCsv<Explanation> {
        [](const Explanation &, const JudgedSession &judged) { return explanationToCsv(judged); } },
};
static_assert(
    []<typename... Tables>(const std::tuple<Tables...> &) { return kindsOf<typename Tables::Result...>; }(csvTables)
        == allKinds,
    "a kind of result has to say whether it has a table");

} // namespace

Sections resultSections(const JudgedSession &judged)
{
    Sections sections;
    forEachResultKind([&](const auto &kind) {
        const auto &part = judged.session().*kind.part;
        if (!part)
            return;
        std::ranges::move(sectionsOf(*part, judged), std::back_inserter(sections));
    });
    return sections;
}

std::optional<std::string> resultToCsv(const JudgedSession &judged, ResultKinds kinds)
{
    std::optional<std::string> csv;
    const auto take = [&]<typename Body>(const ResultCsv<Body> &table) {
        const Part<Body> &part = judged.session().*resultKind<Body>.part;
        if (!csv && part && table.toCsv && kinds.has(kindsOf<Body>))
            csv = table.toCsv(*part, judged);
    };
    std::apply([&take](const auto &...tables) { (take(tables), ...); }, csvTables);
    return csv;
}

} // namespace rooflight
