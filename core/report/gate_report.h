// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/fail_criteria.h"
#include "core/roofline/judged_session.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

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
