// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/comparison_report.h"
#include "core/report/headline.h"
#include "core/roofline/judged_session.h"

#include <string>
#include <vector>

namespace rooflight {

// What the chart of a web page draws, for its script: points and roofs, of the session and of others beside it.

/// Another session on the chart of a page.
struct PageSession {
    std::string name;
    JudgedSession judged;
};

/// With any of them the chart's colours say the session, as in the window.
struct PageSessions {
    std::string name = {}; ///< of the session of the page
    std::vector<PageSession> others = {};
};

/// Whether the point stands at its measured rate, not at its roof.
[[nodiscard]] bool isTimedOnPage(const RooflinePoint &point);
/// The points that a logarithmic chart has a place for: under the roofs, or on the strip of items without arithmetic.
[[nodiscard]] std::vector<RooflinePoint> drawnPoints(const JudgedSession &judged);

/// Members of an object: the layer and the operator of an item; -1 for the operator if it is a layer.
[[nodiscard]] std::string itemJson(const Analysis &analysis, ItemId item);
/// Elements of an array: one of drawnPoints() each, with its number in \p said and its place in \p compared.
[[nodiscard]] std::string pointsJson(const JudgedSession &judged, const std::vector<RooflinePoint> &points,
                                     const Headline &said, const PageComparison *compared);
/// Elements of an array: the roofs that judge these points, and those of most of the model.
[[nodiscard]] std::string roofsJson(const JudgedSession &judged, const std::vector<RooflinePoint> &points);
/// Elements of an array: roofs and \p points of the other sessions, drawnPoints() of each.
[[nodiscard]] std::string othersJson(const PageSessions &beside, const std::vector<std::vector<RooflinePoint>> &points);
/// Elements of an array: the names of the sessions, that of the page first.
[[nodiscard]] std::string sessionNamesJson(const PageSessions &beside);
/// Elements of an array: the families whose colours are theirs, in the same order.
[[nodiscard]] std::string sessionColorsJson(const PageSessions &beside);

/// How often which latency was measured, for the script of a page: of the whole model, of each layer that was timed and
/// of those \p operators. Times in nanoseconds; the bars are those of readableHistogram(), with the runs of
/// \p compared, where it is not null, in the same bars. "null" without runs of the whole model.
[[nodiscard]] std::string histogramsJson(const JudgedSession &judged, const std::vector<RooflinePoint> &operators,
                                         const PageComparison *compared);

/// The place if the script draws them; empty without runs of the whole model.
[[nodiscard]] std::string histogramSection(const Session &session);

} // namespace rooflight
