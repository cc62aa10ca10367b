// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/session.h"
#include "core/roofline/point.h"
#include "ui/charts/roofline_frame.h"
#include "ui/models/roof_choices.h"

#include <QPointF>

#include <array>
#include <optional>
#include <set>
#include <vector>

namespace ridgepoint {

/// A layer or operator on the plane.
struct Mark {
    std::size_t point = 0; ///< index into RooflineContent::points
    double x = 0; ///< log10 FLOP/byte; on the strip log10 byte/s
    double y = 0; ///< log10 FLOP/s
    double diameter = 0; ///< pixels; its square grows with the share of time
    bool timed = false; ///< else it stands where its roof would let it be
    bool onStrip = false; ///< does no arithmetic: has a bandwidth, but no place under the roofs
    bool grounded = false; ///< has neither time nor roof: stands at the lower edge
};

/// What the card tells that a RooflinePoint does not hold.
struct MarkDetails {
    std::vector<Shape> inputShapes;
    std::vector<Shape> outputShapes;
    std::optional<double> p10Ns;
    std::optional<double> p90Ns;
    std::int64_t samples = 0;
    std::optional<double> earlierNs; ///< time in the session to compare with
};

/// A straight piece of roof on the plane.
struct RoofLine {
    std::size_t roof = 0; ///< index into RooflineContent::roofs
    QPointF from;
    QPointF to;
    bool theoretical = false;
};

/// The pair of roofs whose corner the zones and the ridge are drawn for.
struct RidgePair {
    std::size_t computeRoof = 0;
    std::size_t memoryRoof = 0;
};

/// Everything that the roofline shows of a session, without any pixels.
struct RooflineContent {
    std::vector<Roof> roofs;
    bool theoretical = false; ///< of a data sheet: nothing was measured on the device
    std::string device; ///< name of the device of the roofs
    std::optional<std::size_t> launchRoof; ///< the overhead of every run, where one was measured
    std::set<std::size_t> judging; ///< roofs that a verdict refers to, and those of the ridge
    std::optional<RidgePair> ridge;
    std::vector<RooflinePoint> points;
    std::vector<MarkDetails> details; ///< one a point
    std::vector<Mark> marks; ///< in order of points; what has no place is left out
    std::vector<std::optional<Mark>> earlier; ///< one a mark: its place in the session to compare with; empty: none
    std::vector<std::int64_t> layerParents; ///< by layer id
    std::vector<std::int64_t> operatorLayers; ///< by operator id
    Frame frame; ///< whole decades around roofs and marks
    std::array<double, 2> stripRange = { 6, 12 }; ///< log10 byte/s, whole decades
    bool hasStrip = false;

    [[nodiscard]] bool empty() const { return points.empty() && roofs.empty(); }
    /// True when the item is one of these, or lies inside one of these layers.
    [[nodiscard]] bool isWithin(ItemId item, const std::set<ItemId> &items) const;
    /// The layer that calls an operator, whose point stands for its operators unless layers lie below it; a layer
    /// itself.
    [[nodiscard]] ItemId callerOf(ItemId item) const;
};

/// True for a roof that the plane can show: compute or memory, with a value.
[[nodiscard]] bool isDrawable(const Roof &roof);

[[nodiscard]] RooflineContent rooflineContent(const Session &session);

/// The roofs to draw unless the person chooses others: those that judge, what they are when held for long, the best of
/// each cache level, and the launch overhead where it limits a point.
[[nodiscard]] std::set<std::size_t> defaultRoofs(const RooflineContent &content);

/// The same with those that the person switched on or off.
[[nodiscard]] std::set<std::size_t> roofsToDraw(const RooflineContent &content, const RoofVisibility &visibility);

/// The lower roof of the same arithmetic that is held for long; without a value for one that is such a roof, or has
/// none.
[[nodiscard]] std::optional<std::size_t> sustainedRoof(const RooflineContent &content, std::size_t burst);

/// Lines of these roofs: slopes end at the highest flat roof, flat roofs begin at the steepest slope.
[[nodiscard]] std::vector<RoofLine> roofLines(const RooflineContent &content, const std::set<std::size_t> &visible);

/// Place of the corner of a compute and a memory roof.
[[nodiscard]] QPointF ridgeOf(double flopPerSecond, double bytePerSecond);

} // namespace ridgepoint
