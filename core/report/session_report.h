// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/comparison_report.h"
#include "core/report/format/language.h"
#include "core/report/page_charts.h"
#include "core/roofline/judged_session.h"

#include <functional>
#include <string>
#include <string_view>

namespace rooflight {

/// When the operators have a table: of a model of one layer it is what its layer table is of others.
enum class OperatorTable { OfOneLayer, Always };
[[nodiscard]] bool hasOperatorTable(const Analysis &analysis, OperatorTable operators);

/// All tables of a session as text for a terminal, what the inspection found only if asked for. No line is wider
/// than `width` columns (0: no limit).
[[nodiscard]] std::string sessionToText(const JudgedSession &judged, bool withInspection, int width,
                                        OperatorTable operators = OperatorTable::OfOneLayer);

/// The part of it that experiments on operators brought.
[[nodiscard]] std::string explanationText(const JudgedSession &judged, int width);

[[nodiscard]] std::string reportTitle(const Session &session);
/// The markup of a page: \p chart makes what stands in the place of the picture; empty: the picture itself.
[[nodiscard]] std::string reportBody(const JudgedSession &judged, std::string_view chartSvg, OperatorTable operators,
                                     const std::function<std::string(std::string_view picture)> &chart = {});

/// The session as one HTML page that needs nothing else: tables for people, light or dark as the reader's system is.
/// `chartSvg`, when not empty, is a picture of the chart; it is embedded as an image, so nothing in it runs.
[[nodiscard]] std::string sessionToHtml(const JudgedSession &judged, std::string_view chartSvg = {},
                                        OperatorTable operators = OperatorTable::OfOneLayer);

/// The page of sessionToHtml() with a chart that zooms, pans and shows the numbers of each point, a histogram of the
/// runs of what is selected, and tables that sort and filter. One file that needs nothing else: its one script is named
/// by its hash, so nothing else in it runs, and may load nothing. `chartSvg` is shown if scripts are switched off.
/// All fixed texts, those of the script too, are in \p language; what is data stays: names of layers, and sentences
/// that the worker wrote. With \p compared the page says what changed since: in a table, in the histogram, and on the
/// chart. It is left out if the earlier session has no analysis. The chart shows the sessions \p beside, too; all
/// else is of the one.
[[nodiscard]] std::string sessionToInteractiveHtml(const JudgedSession &judged, std::string_view chartSvg = {},
                                                   const ReportLanguage &language = {},
                                                   OperatorTable operators = OperatorTable::OfOneLayer,
                                                   const PageComparison *compared = nullptr,
                                                   const PageSessions &beside = {});

/// The interactive page of \p after with its comparison, or comparisonToHtml() if one of the two has no analysis.
[[nodiscard]] std::string comparisonToInteractiveHtml(const JudgedSession &after, const PageComparison &compared,
                                                      std::string_view chartSvg = {},
                                                      const ReportLanguage &language = {});

} // namespace rooflight
