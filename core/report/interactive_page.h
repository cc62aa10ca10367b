// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/language.h"
#include "core/report/session_report.h"

namespace ridgepoint {

/// The page of sessionToHtml() with a chart that zooms, pans and shows the numbers of each point, and tables that sort
/// and filter. One file that needs nothing else: its one script is named by its hash, so nothing else in it runs, and
/// may load nothing. `chartSvg` is shown where scripts are switched off. All fixed texts, those of the script too, are
/// in \p language; what is data stays: names of layers, and sentences that the worker wrote.
[[nodiscard]] std::string sessionToInteractiveHtml(const Session &session, std::string_view chartSvg = {},
                                                   const ReportLanguage &language = {},
                                                   OperatorTable operators = OperatorTable::OfOneLayer);

} // namespace ridgepoint
