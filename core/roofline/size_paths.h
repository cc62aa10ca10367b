// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/roofs/roofs.h"
#include "core/results/session.h"
#include "core/results/sweep/sweep.h"
#include "core/roofline/point.h"
#include "core/roofline/what_if.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// A layer at one point of a sweep over sizes, under the roofs of a device.
struct SizeStep {
    std::size_t size = 0; ///< index into BatchSweep::sizes
    std::int64_t flops = 0;
    std::int64_t bytes = 0; ///< unfused
    double atRoofNs = 0; ///< shortest that arithmetic and memory allow; 0: nothing judges it
    double atComputeRoofNs = 0; ///< the part of atRoofNs in which arithmetic takes longer than memory
    std::optional<double> timeNs; ///< median; absent if it was not measured

    [[nodiscard]] std::optional<double> intensity() const; ///< FLOP/byte; absent without arithmetic or bytes
    [[nodiscard]] bool isComputeBound() const { return atRoofNs > 0 && 2 * atComputeRoofNs >= atRoofNs; }
    [[nodiscard]] std::optional<double> roofFraction() const; ///< atRoofNs / timeNs
    /// The rate as it was measured, else at its roof; absent without arithmetic.
    [[nodiscard]] std::optional<double> flopPerSecond() const;
};

/// A layer at all sizes at which its work is known.
struct SizePath {
    std::int64_t layer = 0; ///< id in BatchSweep::layers; 0: the model
    std::vector<SizeStep> steps; ///< in order of BatchSweep::sizes
};

/// One a layer, the model first; only the model if the layers are not the same at all sizes. A layer is the sum of
/// what it and the layers below it do themselves, each under its own roofs: all traffic from main memory, launches left
/// out, as neither reuse nor operators of each size are known. Arithmetic that a layer with others below it does itself
/// counts as matrix work if it holds multiply-adds. \p dtypes by layer; Unknown: that of the sweep's execution, as
/// loaded fp32.
[[nodiscard]] std::vector<SizePath> sizePaths(const BatchSweep &sweep, const DeviceRoofs &roofs,
                                              const std::vector<DType> &dtypes = {});

/// The same of the sweep over sizes that a session holds, under its roofs; empty if it holds none, or no roofs.
/// Types are those of its analysis if that is of the same layers. Under roofs of another device, those of a data
/// sheet among them, nothing was measured.
[[nodiscard]] std::vector<SizePath> sizePaths(const Session &session);

/// The value of one of the sweep's axes at one of its sizes.
[[nodiscard]] std::int64_t sizeOn(const BatchSweep &sweep, std::size_t axis, const SizePoint &point);

/// Where a path goes over a ridge from one size to the next larger one.
struct RidgeCrossing {
    std::int64_t layer = 0;
    std::size_t axis = 0; ///< along which sizes grow
    std::int64_t before = 0; ///< the last size on this side
    std::int64_t from = 0; ///< the first on the other one
    std::optional<std::int64_t> other; ///< size on the other axis, if there is one
    bool toCompute = true; ///< from bandwidth-bound to compute-bound; false: back

    bool operator==(const RidgeCrossing &) const = default;
};

/// Along one axis, for each size on the other one; ascending sizes.
[[nodiscard]] std::vector<RidgeCrossing> ridgeCrossings(const BatchSweep &sweep, const SizePath &path,
                                                        std::size_t axis);

/// Layers of one type that do the same work at all sizes, by their positions in \p paths; in order of the first ones.
[[nodiscard]] std::vector<std::vector<std::size_t>> alikePaths(const BatchSweep &sweep,
                                                               const std::vector<SizePath> &paths);

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
