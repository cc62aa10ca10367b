// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/comparison_report.h"
#include "core/report/format/language.h"
#include "core/report/page_points.h"
#include "core/report/session_report.h"

namespace rooflight {

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
