// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/names.h"
#include "core/report/format/phrase.h"
#include "core/report/format/text_layout.h"
#include "core/report/tables/sample_cells.h"
#include "core/results/result_kinds.h"
#include "core/roofline/judged_session.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rooflight {

using Sections = std::vector<Section>;

// Of plain results, from their numbers.

/// What a person may want to know beside the device.
template<PlainResult Body> [[nodiscard]] Facts numbersOf(const Body &result)
{
    Facts facts;
    for (const auto &number : ResultTraits<Body>::numbers)
        facts.emplace_back(number.title, formatNumber(result.*number.value, number.unit));
    return facts;
}

template<PlainResult Body> [[nodiscard]] Sections sectionsOf(const Body &result, const JudgedSession & /*judged*/)
{
    Facts facts = numbersOf(result);
    facts.insert(facts.begin(), { QT_TRANSLATE_NOOP("Page", "Device"), translatedName(result.device) });
    return { { .title = ResultTraits<Body>::title, .facts = std::move(facts) } };
}

/// One row.
template<PlainResult Body> [[nodiscard]] std::string csvOf(const Body &result)
{
    return csvRows(std::vector { result }, [](const Body &each) {
        CsvCells cells;
        for (const auto &number : ResultTraits<Body>::numbers)
            cells.emplace_back(number.key, numberCell(each.*number.value));
        return cells;
    });
}

// What text, HTML and CSV say of one result. Each other kind's are in core/results/<kind>/report.cpp; a kind without
// them does not compile.

[[nodiscard]] Facts factsOf(const DeviceRoofs &roofs);
[[nodiscard]] Facts factsOf(const ModelLatency &latency);
[[nodiscard]] Facts factsOf(const BatchSweep &sweep);

/// One row a batch size, or a size of the inputs, that was tried.
[[nodiscard]] TableContent contentOf(const BatchSweep &sweep);
/// The kernels of a run with the operators that launched them, those that take longest first, at most fifty. No rows
/// if none were listed.
[[nodiscard]] TableContent kernelContent(const Session &session);

[[nodiscard]] Sections sectionsOf(const Inspection &inspection, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const DeviceRoofs &roofs, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const ModelLatency &latency, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const LayerLatencies &layers, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const InterleavedLatency &latency, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const MethodComparison &methods, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const BatchSweep &sweep, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const PipelineLatency &pipeline, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const Remedies &remedies, const JudgedSession &judged);
[[nodiscard]] Sections sectionsOf(const Explanation &explanation, const JudgedSession &judged);

// What a result shows, a sentence each: below its table in text and HTML, and beside its figure in the window.

[[nodiscard]] std::vector<Phrase> conclusionsOf(const InterleavedLatency &latency);
[[nodiscard]] std::vector<Phrase> conclusionsOf(const MethodComparison &methods);
[[nodiscard]] std::vector<Phrase> conclusionsOf(const BatchSweep &sweep);
[[nodiscard]] std::vector<Phrase> conclusionsOf(const PipelineLatency &pipeline);

/// What distinguishes a variant from the first: "resnet18.pt, frozen", or "frozen" if the file is the same.
[[nodiscard]] Phrase namePhrase(const LatencyVariant &variant, const InterleavedLatency &latency);
/// How its time compares with the first's: "25 % less time (95 % interval: 20 % to 30 %)".
[[nodiscard]] Phrase comparisonPhrase(const LatencyVariant &variant, const InterleavedLatency &latency);

// As RFC 4180, columns as in docs/reference/csv.md. Numbers in the C locale, times in nanoseconds.

/// One row a module.
[[nodiscard]] std::string csvOf(const Inspection &inspection);
/// One row a layer.
[[nodiscard]] std::string csvOf(const Analysis &analysis, const JudgedSession &judged);
/// One row a roof.
[[nodiscard]] std::string csvOf(const DeviceRoofs &roofs);
/// One row a call, from the very first.
[[nodiscard]] std::string csvOf(const ModelLatency &latency);
/// One row a variant.
[[nodiscard]] std::string csvOf(const InterleavedLatency &latency);
/// One row a method.
[[nodiscard]] std::string csvOf(const MethodComparison &methods);
/// One row a batch size that was tried; of a sweep along axes one a size, with the axes in the first columns.
[[nodiscard]] std::string csvOf(const BatchSweep &sweep);
/// One row a stage and mode, and one for the end-to-end time of each mode.
[[nodiscard]] std::string csvOf(const PipelineLatency &pipeline);
/// One row for each remedy, then one for each combination; rows that were not timed say why.
[[nodiscard]] std::string csvOf(const Remedies &remedies);
/// One row for each experiment on an operator.
[[nodiscard]] std::string csvOf(const Explanation &explanation, const JudgedSession &judged);

/// The sections of all results that a session holds, in text and HTML: but for the file, the analysis and the roofs,
/// which are the page around them.
[[nodiscard]] Sections resultSections(const JudgedSession &judged);

/// What a session is about as a table: the first of these kinds that it holds, in an order of its own. Nothing if it
/// holds none that has a table.
[[nodiscard]] std::optional<std::string> resultToCsv(const JudgedSession &judged, ResultKinds kinds);

/// The same of a session that is shown, whatever command it is of.
[[nodiscard]] std::optional<std::string> sessionToCsv(const JudgedSession &judged);

} // namespace rooflight
