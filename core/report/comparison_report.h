// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/language.h"
#include "core/report/format/text_layout.h"
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

} // namespace rooflight
