// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/language.h"
#include "core/report/format/text_layout.h"
#include "core/roofline/fail_criteria.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/session_comparison.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// What the two were measured with differently, and why the times may not show what a change of the model did: a
/// sentence each.
[[nodiscard]] std::vector<std::string> comparisonNotes(const SessionComparison &comparison);

/// The first of these: what the two were measured with differently.
[[nodiscard]] std::vector<std::string> differenceTexts(const SessionComparison &comparison);

/// Text for people at a terminal: what differs, the whole model, and one row a layer, the largest change in time first.
[[nodiscard]] std::string comparisonText(const SessionComparison &comparison, int width);

/// The title of its pages; the paths are those of the two sessions.
[[nodiscard]] std::string comparisonTitle(std::string_view before, std::string_view after);
/// What its pages consist of: what differs and the whole model, then the table of layers, in the order of
/// largestChangeFirst().
[[nodiscard]] std::vector<Section> comparisonSections(const SessionComparison &comparison);

/// An earlier session beside that of a page, and what changed since; the paths of the two are for the title.
struct PageComparison {
    JudgedSession before;
    const SessionComparison &comparison;
    std::string beforeFile = {};
    std::string afterFile = {};
};

/// The same as a web page, its fixed texts in \p language; the paths of the two sessions are for its title.
[[nodiscard]] std::string comparisonToHtml(const SessionComparison &comparison, std::string_view before,
                                           std::string_view after, const ReportLanguage &language = {});

/// One row a layer as RFC 4180, columns as in docs/reference/csv.md.
[[nodiscard]] std::string comparisonToCsv(const SessionComparison &comparison);

/// One object, `rooflight.comparison`.
[[nodiscard]] std::string comparisonToJson(const SessionComparison &comparison);

/// "slower from 5 %": a criterion in words.
[[nodiscard]] std::string criterionText(const FailCriterion &criterion);

/// What came of it, in one sentence: "6.1 % slower: 10.2 ms before, 10.8 ms after (95 %: +4.8 % to +7.4 %; two runs of
/// the same may differ by 2.5 %).", and in another what to do if that does not decide it.
[[nodiscard]] std::string resultText(const CriterionResult &result);

/// JUnit XML: a test case a criterion, named after the model.
[[nodiscard]] std::string resultsToJunit(const std::vector<CriterionResult> &results, std::string_view model);

/// Bencher Metric Format of a session: the model and its leaf layers, with the interval of each median.
[[nodiscard]] std::string sessionToBmf(const JudgedSession &judged);
/// Bencher Metric Format of interleaved variants, each under its path and execution.
[[nodiscard]] std::string interleavedToBmf(const InterleavedLatency &latency);

/// What changed, for a pull request: the results of the criteria, the whole model, the layers that changed most.
/// GitHub's Markdown; names of layers are data and make no markup.
[[nodiscard]] std::string comparisonToMarkdown(const SessionComparison &comparison,
                                               const std::vector<CriterionResult> &results, std::string_view model);

} // namespace rooflight
