// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/point.h"
#include "core/roofline/what_if.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

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

/// One item of a session at any batch. The constructor copies the item with all below it, the costly part for a large
/// session: make one for both questions.
class ItemAtBatches
{
public:
    /// Whatever else \p change changes applies at every batch.
    ItemAtBatches(const Session &session, ItemId item, WhatIf change);

    /// At these batches, in their order; those without a place under the roofs are left out.
    [[nodiscard]] std::vector<BatchPlace> path(const std::vector<double> &batches) const;

    /// Where the item turns compute-bound along \p path, else if its bound changes for the first time; nothing if
    /// it stays what it is. Exact to one item: between the last place before and the first place after, it is the
    /// smallest batch with that bound by the same prediction, provided it stays so from there on. \p path is from
    /// path(), batches ascending.
    [[nodiscard]] std::optional<BatchTurn> turn(const std::vector<BatchPlace> &path) const;

private:
    [[nodiscard]] RooflinePoint pointAt(double batch) const;

    Session m_session; ///< without an analysis if the whole one has none
    ItemId m_item;
    WhatIf m_change;
    std::int64_t m_observedBatch = 1;
};

} // namespace rooflight
