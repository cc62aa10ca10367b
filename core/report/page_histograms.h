// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/comparison_report.h"
#include "core/roofline/judged_session.h"

#include <string>
#include <vector>

namespace rooflight {

/// How often which latency was measured, for the script of a page: of the whole model, of each layer that was timed and
/// of those \p operators. Times in nanoseconds; the bars are those of readableHistogram(), with the runs of
/// \p compared, where it is not null, in the same bars. "null" without runs of the whole model.
[[nodiscard]] std::string histogramsJson(const JudgedSession &judged, const std::vector<RooflinePoint> &operators,
                                         const PageComparison *compared);

/// The place if the script draws them; empty without runs of the whole model.
[[nodiscard]] std::string histogramSection(const Session &session);

} // namespace rooflight
