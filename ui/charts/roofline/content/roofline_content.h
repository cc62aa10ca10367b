// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/enum_names.h"
#include "core/roofline/equal_blocks.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/scaled_time.h"
#include "ui/charts/roofline/content/chart_points.h"
#include "ui/charts/roofline/content/roofline_frame.h"
#include "ui/style/chart_style.h"

#include <QColor>
#include <QPointF>
#include <QString>

#include <array>
#include <compare>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace rooflight {

/// A layer or operator on the plane.
struct Mark {
    std::size_t point = 0; ///< index into RooflineContent::points
    double x = 0; ///< log10 FLOP/byte; on the strip log10 byte/s
    double y = 0; ///< log10 FLOP/s
    double diameter = 0; ///< pixels; its square grows with the share of time
    bool timed = false; ///< else it stands where its roof would let it be
    bool onStrip = false; ///< does no arithmetic: has a bandwidth, but no place under the roofs
    bool grounded = false; ///< has neither time nor roof: stands at the lower edge
    QPointF shift = {}; ///< what its own place was moved by, if all stand relative to their roofs
};

/// How one of those that a folded point stands for stands to its roof.
struct MemberShare {
    std::optional<double> roofFraction;
    std::optional<double> flopPerSecond; ///< that its roof allows
    std::optional<double> bytePerSecond; ///< the same of what does no arithmetic
};

/// What the card shows that a RooflinePoint does not hold.
struct MarkDetails {
    std::vector<Shape> inputShapes;
    std::vector<Shape> outputShapes;
    std::optional<double> p10Ns;
    std::optional<double> p90Ns;
    std::optional<double> earlierNs; ///< time in the session to compare with
    std::vector<ItemId> equal; ///< all that a folded point stands for; empty for one by itself
    std::vector<MemberShare> shares; ///< one for each of these
    std::optional<double> fastestNs; ///< of these; absent unless all were timed
    std::optional<double> slowestNs;
    std::size_t number = 0; ///< its place among what the headline names, from 1 on; 0: it does not
};

/// A compute and a memory roof, which meet in a ridge.
struct RidgePair {
    std::size_t computeRoof = 0;
    std::size_t memoryRoof = 0;

    auto operator<=>(const RidgePair &) const = default;
};

/// Everything that the roofline shows of a session, without any pixels.
struct RooflineContent {
    Part<DeviceRoofs> peaks; ///< holds `roofs`
    std::span<const Roof> roofs;
    bool theoretical = false; ///< of a data sheet: nothing was measured on the device
    std::string device; ///< name of the device of the roofs
    std::optional<AskedChange> change; ///< of the model: it is not as it was measured
    std::optional<std::size_t> launchRoof; ///< the overhead of every run, if it was measured
    std::set<std::size_t> judging; ///< roofs that a verdict refers to, and those of the ridge
    std::set<std::size_t> slopes; ///< of each memory level the one that the device's threads reach
    std::optional<RidgePair> ridge; ///< of the model: Platform
    std::set<RidgePair> otherRidges; ///< of the other pairs that judge a point
    ChartPoints points;
    std::vector<MarkDetails> details; ///< one a point
    std::vector<Mark> marks; ///< in order of points; what has no place is left out
    std::vector<std::optional<Mark>> earlier; ///< one a mark: its place in the session to compare with; empty: none
    std::vector<std::int64_t> layerParents; ///< by layer id
    std::vector<std::int64_t> operatorLayers; ///< by operator id
    Frame frame; ///< whole decades around roofs and marks
    std::array<double, 2> stripRange = { 6, 12 }; ///< log10 byte/s, whole decades
    bool hasStrip = false;
    bool relative = false; ///< places on the plane are shares of the roofs that judge each point

    [[nodiscard]] bool empty() const { return points.empty() && roofs.empty(); }
    /// True when the item is one of these, or lies inside one of these layers.
    [[nodiscard]] bool isWithin(ItemId item, const std::set<ItemId> &items) const;
    /// The model itself.
    [[nodiscard]] bool isWhole(ItemId item) const;
    /// The layer that calls an operator, whose point stands for its operators unless layers lie below it; a layer
    /// itself.
    [[nodiscard]] ItemId callerOf(ItemId item) const;
};

/// True for a finite value above zero, which a logarithmic axis can show.
[[nodiscard]] bool isPositive(std::optional<double> value);

/// True for a roof that the plane can show: compute or memory, with a value.
[[nodiscard]] bool isDrawable(const Roof &roof);

/// Which points at the same place of equal blocks are one.
struct Folding {
    bool folds = false;
    std::set<ItemId> opened = {}; ///< the first of those that stay by themselves
};

[[nodiscard]] RooflineContent rooflineContent(const JudgedSession &judged, const Folding &folding = {});

/// Whether memory limits every judged point left of a ridge at log10 \p ridgeX, and arithmetic every one right of it.
[[nodiscard]] bool agreesWithZones(const RooflineContent &content, double ridgeX);

/// The corner of the roofs that are drawn; at the origin if all stands relative to it. Only with a ridge.
[[nodiscard]] QPointF ridgePlace(const RooflineContent &content);

/// Place of the corner of a compute and a memory roof.
[[nodiscard]] QPointF ridgeOf(const Roof &compute, const Roof &memory);

/// Moves every point so that the corner of the two roofs that judge it lies at the origin: to the right stands its
/// intensity over that of the corner, upwards its performance over the compute roof. Points of different devices and
/// precisions then share one pair of roofs. A point that no pair judges takes that of the ridge; content without a
/// ridge stays as it is. The strip stays, too: bandwidths can be compared as they are.
void makeRelative(RooflineContent &content);

/// By which a place that no point judges moves there.
[[nodiscard]] QPointF relativeShift(const RooflineContent &content);

/// What the colour of a mark says. Its shape always is its family's.
enum class ColorBy { Family, Bound, Time, Gain, Depth, ElementType, Memory, Session };

/// Names as on the command line.
template<>
inline constexpr auto enumNames<ColorBy> = EnumNames<ColorBy, 8> { {
    { ColorBy::Family, "kind" },
    { ColorBy::Bound, "bound" },
    { ColorBy::Time, "time" },
    { ColorBy::Gain, "could-save" },
    { ColorBy::Depth, "depth" },
    { ColorBy::ElementType, "type" },
    { ColorBy::Memory, "cache" },
    { ColorBy::Session, "session" },
} };

[[nodiscard]] QString displayName(ColorBy coloring); ///< "Bound"

/// A colour and what it stands for.
struct ColorKey {
    QColor color;
    QString text;
};

/// The colours of the marks, and their key; the key of families is empty, as their markers are in the legend.
struct MarkColors {
    std::vector<QColor> colors; ///< one a mark
    std::vector<ColorKey> key;
};

[[nodiscard]] MarkColors markColors(const RooflineContent &content, const ChartStyle &style, ColorBy coloring);

} // namespace rooflight
