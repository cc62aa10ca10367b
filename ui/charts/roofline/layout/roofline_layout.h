// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/enum_names.h"
#include "ui/charts/plot/placer.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/layout/points.h"
#include "ui/charts/roofline/layout/roof_lines.h"
#include "ui/style/chart_style.h"

#include <QFont>
#include <QPen>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace rooflight {

class ChartStyle;
struct RooflineLayout;
struct RooflineScene;
struct TextSheet;

/// Where what is selected would stand as one operator, and what that would come to.
struct FusedMark {
    QPointF place; ///< log10 FLOP/byte and FLOP/s
    QString text;
};

/// A mark on a logarithmic axis whose positions are decimal logarithms.
struct LogTick {
    double position = 0; ///< log10 of the value
    QString label;
};

/// Labels for the part of an axis from low to high (log10): whole decades, then 1-2-5, then even steps, whichever
/// coarsest gives at least two and no more than maximumCount; of those that would nearly touch every other one.
[[nodiscard]] std::vector<LogTick> logTicks(double low, double high, std::string_view unit, int maximumCount);

/// How many of them an axis of this length has room for, two at least.
[[nodiscard]] int tickCount(double pixels, double pixelsPerLabel);

/// Where finer grid lines go: 2..9 of each decade; empty when the decades are too narrow to distinguish them.
[[nodiscard]] std::vector<double> minorTicks(double low, double high, double pixelPerDecade);

/// A value of an axis without its unit, which the axis names: "10 G", "0.5", "200 k", "10⁻⁶".
[[nodiscard]] QString axisNumber(double value, std::string_view unit);

/// All that a layout of the roofline follows from, besides the size of the plot. What it points to must stay.
struct RooflineScene {
    const RooflineContent *content = nullptr;
    const ChartStyle *style = nullptr;
    Frame frame = {}; ///< the part of the plane to be seen
    bool isPerCycle = false; ///< performance in FLOP for each cycle of the clock, if that is known
    std::vector<RoofLine> roofs = {}; ///< those to be drawn
    bool showsLaunch = false; ///< whether the launch ceilings are drawn
    LaunchCeilings ceilings = {};
    std::vector<NamedLine> otherRoofs = {}; ///< of other sessions
    const MarkSet *marks = nullptr;
    std::vector<const MarkSet *> otherMarks = {}; ///< of other sessions
    std::vector<Trail> trails = {};
    std::optional<FusedMark> fused = {};
    std::optional<std::size_t> focus = {}; ///< marks whose share of their roof is written beside their drop lines
    std::optional<std::size_t> hovered = {};
    std::optional<ItemId> focusItem = {}; ///< one of those that the mark in focus stands for, alone

    /// Clock of the roof that the ridge is drawn for, if there is one and places are not relative to it.
    [[nodiscard]] std::optional<double> clockHz() const;
};

/// An axis of the plane.
struct PlaneAxis {
    QString title;
    std::vector<LogTick> ticks; ///< positions on the plane
};

struct FilledArea {
    QPolygonF outline;
    QBrush brush;
    std::optional<Bound> zone = {}; ///< what it says of the points in it; a band along a roof says nothing
};

/// A roof, or the part of it that is in sight.
struct DrawnLine {
    QLineF line;
    QPen pen;
    const Roof *roof = nullptr; ///< one of the scene
    bool theoretical = false;
};

/// What lies under a text, so that it can be read.
enum class TextGround { Bare, Halo, Plain, Rounded, Badge };

/// What a text is about.
enum class TextRole { Share, Tag, Count, Fusion, Stop, WhatIf, Ridge, Zone, Roof, Strip, Hidden };

template<>
inline constexpr auto enumNames<TextRole> = EnumNames<TextRole, 11> { {
    { TextRole::Share, "share" }, ///< of its roof, that a point reaches
    { TextRole::Tag, "tag" }, ///< of a point, its place among what the headline names
    { TextRole::Count, "count" }, ///< of the equal layers that a point stands for
    { TextRole::Fusion, "fusion" }, ///< what it would save
    { TextRole::Stop, "stop" }, ///< of a trail
    { TextRole::WhatIf, "what_if" }, ///< the roofs are not those of this device, or the model is changed
    { TextRole::Ridge, "ridge" },
    { TextRole::Zone, "zone" },
    { TextRole::Roof, "roof" },
    { TextRole::Strip, "strip" }, ///< what the strip shows
    { TextRole::Hidden, "hidden" }, ///< how many points have no place
} };

struct PlacedText {
    TextRole role = TextRole::Roof;
    QString text;
    QFont font;
    QColor color;
    TextGround ground = TextGround::Halo;
    TextPlace place;
};

/// Where all of the roofline goes. In pixels of the plot, but for the roofs, which are on the plane.
struct RooflineLayout {
    MarkViewports viewports; ///< the strip's area is empty if it has no room
    PlaneAxis intensity;
    PlaneAxis performance;
    std::vector<FilledArea> areas; ///< zones and bands, the lower ones first
    QList<QLineF> bandEdges;
    QList<QLineF> minorGrid;
    QList<QLineF> launchStems; ///< from points up to their launch ceilings
    std::vector<DrawnLine> roofs; ///< parts in sight, those of other sessions last; log10 FLOP/byte and FLOP/s
    std::optional<QLineF> ridge; ///< from the corner down to the axis
    QList<QPointF> otherRidges; ///< corners of other pairs of roofs that judge a point
    bool hasZones = false; ///< memory-bound left of the ridge, compute-bound right of it
    std::vector<LogTick> stripTicks; ///< their positions are pixels
    std::vector<DrawnLine> stripRoofs;
    std::optional<QPointF> star; ///< where what is selected would stand as one operator
    std::vector<PlacedText> texts;
};

/// Finds the place of all, without painting.
[[nodiscard]] RooflineLayout layOut(const RooflineScene &scene, const QSizeF &size);

/// Lays out the roofs and their ridges, with what belongs to them: zones, bands of intervals and of what is held for
/// long, launch ceilings. The layout has its viewports.
void layOutRoofs(RooflineLayout &layout, const RooflineScene &scene);

// The low axis beneath the plane for what does no arithmetic: achieved bandwidth beside the memory roofs.

/// Pixels that the strip takes beneath the axis of the plane; 0 when there is nothing to show.
[[nodiscard]] double stripHeight(const RooflineContent &content, const ChartStyle &style);
/// Part of that which holds the marks.
[[nodiscard]] QRectF stripMarkArea(const QRectF &whole, const ChartStyle &style);
/// Lays out the strip's ticks and roofs, if it has room.
void layOutStrip(RooflineLayout &layout, const RooflineScene &scene);
/// What it shows and what its roofs are, inside it, clear of its marks: once these have their places.
void writeStripTexts(TextSheet &sheet);

} // namespace rooflight
