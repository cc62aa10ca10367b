// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/roofline/judged_session.h"

#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// Several layers and operators together. A sum is absent unless each of them has that figure.
struct JointFigures {
    std::vector<ItemId> items; ///< without what is inside of another one of them, so that nothing counts twice
    Cost cost; ///< under the convention of the analysis
    bool known = true; ///< false: among them are operators without a formula
    std::optional<double> intensity; ///< FLOP per byte, under the default convention; absent without bytes
    std::optional<double> timeNs; ///< sum of the medians
    std::optional<double> timeShare; ///< of the instrumented model
    std::optional<double> timeAtRoofNs;
    std::optional<double> timeToGainNs;
};

[[nodiscard]] JointFigures jointFigures(const JudgedSession &judged, const std::set<ItemId> &items);

} // namespace rooflight
