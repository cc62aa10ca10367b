// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/equal_blocks.h"
#include "core/roofline/model_summary.h"

#include <cstddef>
#include <vector>

namespace rooflight {

/// What is at the same place of equal blocks, as one.
struct RankedGroup {
    RankedItem first; ///< of them; with the gain of all
    std::vector<ItemId> items; ///< all that were ranked, the first of the equal ones in front

    [[nodiscard]] std::size_t count() const { return items.size(); }
};

/// The largest gain of all together first.
[[nodiscard]] std::vector<RankedGroup> foldedRanking(const std::vector<RankedItem> &ranking, const EqualItems &equal);

} // namespace rooflight
