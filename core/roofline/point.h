// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/results/roofs/roofs.h"
#include "core/results/session.h"
#include "core/roofline/operator_proof.h"
#include "core/roofline/verdict.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rooflight {

/// One layer or operator, ready to be drawn or listed.
struct RooflinePoint {
    ItemId item;
    std::string label; ///< path, or path and operator name; " #2" for the second of one name, and so on
    OperatorFamily family = OperatorFamily::Other;
    DType dtype = DType::Unknown;
    bool known = true; ///< false: it holds operators without a formula
    Cost cost; ///< FLOPs under the convention of the analysis: they describe, and judge nothing
    std::int64_t flops = 0; ///< under the default convention: these judge
    std::int64_t operators = 0; ///< that a layer's verdict is the sum of; 1 for an operator
    std::int64_t workingSetBytes = 0; ///< distinct memory of an operator; of a layer that of its largest operator
    std::optional<double> arithmeticIntensity; ///< flops per byte; absent without bytes; 0 for zero-FLOP items
    std::optional<double>
        fusedIntensity; ///< of a layer: flops per byte of its lower bound, as if all inside were fused
    std::optional<double> timeNs; ///< of a bare run, on the device that was measured: ItemTimes
    std::optional<double> instrumentedNs; ///< median of its own times in the instrumented runs
    std::optional<double> timeAtRoofNs; ///< shortest that the roofs allow; of a layer the sum over its operators
    std::optional<double> achievedFlopPerSecond; ///< absent under the roofs of a data sheet, as is the next
    std::optional<double> achievedBytePerSecond;
    std::optional<double> timeShare; ///< of the run: timeNs / the median of the bare model
    std::optional<double> selfTimeShare; ///< of a layer: without the layers below it
    std::optional<double> timeToGainNs; ///< time - time at its roof; never negative
    Verdict verdict;
    std::shared_ptr<const ProvenFinding> finding; ///< of experiments; null: none were made on it, as on most
    std::optional<double> kernelsNs; ///< own time of its kernels on a GPU; decides what limits it
    std::optional<double> betweenKernelsNs; ///< on a GPU: its part of the time between kernels; timeNs is both together
};

/// True for the items that the chart shows: layers without layers below them, and operators that a layer with
/// layers below it calls itself. Together they cover the model once. Views (no bytes) are left out. A model of one
/// layer (frozen or functional) is shown by its operators.
[[nodiscard]] std::vector<ItemId> chartItems(const Analysis &analysis);

/// All layers and all operators of a session, judged by its roofs.
class SessionPoints
{
public:
    SessionPoints() = default;
    /// Works with whatever the session holds so far; empty without an analysis.
    explicit SessionPoints(const Session &session);

    /// Nothing happens for an item that the analysis does not hold.
    void setFinding(ItemId item, ProvenFinding finding);

    /// By position in the analysis.
    [[nodiscard]] const std::vector<RooflinePoint> &layers() const { return m_layers; }
    [[nodiscard]] const std::vector<RooflinePoint> &operators() const { return m_operators; }
    /// An empty point for an item that the analysis does not hold.
    [[nodiscard]] const RooflinePoint &at(ItemId item) const;
    [[nodiscard]] std::vector<RooflinePoint> of(const std::vector<ItemId> &items) const;
    /// These items, those that take most time first, or would take most at their roofs if they were not timed.
    [[nodiscard]] std::vector<const RooflinePoint *> slowest(const std::vector<ItemId> &items) const;

private:
    std::vector<RooflinePoint> m_layers;
    std::vector<RooflinePoint> m_operators;
};

/// Where the roofs let an item stand on the chart, FLOP/s: what is attainable, but not above the arithmetic roof that
/// judges it. Multiply-adds with zeros, as in padding, count as FLOPs and take no time: with them more is attainable.
[[nodiscard]] std::optional<double> drawnAtRoof(const RooflinePoint &point, std::span<const Roof> roofs);
/// The same under the roofs of a session.
[[nodiscard]] std::optional<double> drawnAtRoof(const RooflinePoint &point, const Session &session);

/// Why a point may be above the roof that its verdict names, the likeliest first: what is known of roof and point
/// speaks for each of them. Empty for a point that is not above its roof, never for one that is.
[[nodiscard]] std::vector<AboveRoofCause> aboveRoofCauses(const RooflinePoint &point, const DeviceRoofs &peaks);

} // namespace rooflight
