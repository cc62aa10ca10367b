// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/what_if.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ridgepoint {

/// Where one item stands as the batch grows.
struct BatchPlace {
    double batch = 1; ///< as WhatIf::batch
    double intensity = 0; ///< FLOP/byte
    double flopPerSecond = 0; ///< at its roof
    Bound bound = Bound::None; ///< which roof that is
    double timeNs = 0; ///< of one run at its roof
};

/// The batch at which another roof judges an item.
struct BatchTurn {
    Bound from = Bound::None; ///< before that batch
    Bound to = Bound::None;
    std::int64_t batch = 1; ///< items of a run

    bool operator==(const BatchTurn &) const = default;
};

/// At these batches, in their order, whatever else changes; those without a place under the roofs are left out.
[[nodiscard]] std::vector<BatchPlace> batchPath(const Session &session, ItemId item, const WhatIf &change,
                                                const std::vector<double> &batches);

/// Where the item turns compute-bound along its path, else where its bound changes for the first time; nothing where it
/// stays what it is. Exact to one item: between the last place before and the first place after, it is the smallest
/// batch with that bound by the same prediction, provided it stays so from there on. \p path is batchPath() of the same
/// session, item and change, batches ascending.
[[nodiscard]] std::optional<BatchTurn> batchTurn(const Session &session, ItemId item, const WhatIf &change,
                                                 const std::vector<BatchPlace> &path);

} // namespace ridgepoint
