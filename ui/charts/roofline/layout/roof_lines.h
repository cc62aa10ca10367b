// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/layout/points.h"
#include "ui/models/roof_choices.h"

#include <QColor>
#include <QLineF>
#include <QPointF>
#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// A straight piece of roof on the plane.
struct RoofLine {
    std::size_t roof = 0; ///< index into RooflineContent::roofs
    QPointF from;
    QPointF to;
    bool theoretical = false;

    [[nodiscard]] QLineF line() const { return { from, to }; }
};

/// The roofs to draw unless the person chooses others: those that judge, what they are when held for long, the best of
/// each cache level, and the launch overhead if it limits a point.
[[nodiscard]] std::set<std::size_t> defaultRoofs(const RooflineContent &content);

/// The same with those that the person switched on or off.
[[nodiscard]] std::set<std::size_t> roofsToDraw(const RooflineContent &content, const RoofVisibility &visibility);

/// The lower roof of the same arithmetic that is held for long; without a value for one that is such a roof, or has
/// none.
[[nodiscard]] std::optional<std::size_t> sustainedRoof(const RooflineContent &content, std::size_t burst);

/// Lines of these roofs: slopes end at the highest flat roof, flat roofs begin at the steepest slope.
[[nodiscard]] std::vector<RoofLine> roofLines(const RooflineContent &content, const std::set<std::size_t> &visible);

/// The part of a line that a frame shows; without a value when it passes by.
[[nodiscard]] std::optional<QLineF> visiblePart(const QLineF &line, const Frame &frame);

/// The corner that the ridge is drawn for, if a frame shows what is below it.
[[nodiscard]] std::optional<QPointF> shownRidge(const RooflineContent &content, const Frame &frame);

/// A line on the plane with a name along it.
struct NamedLine {
    QLineF line;
    QString name; ///< empty: none
    QColor color;
    QString value = {}; ///< the same if there is little room
    const Roof *roof = nullptr; ///< of the overlay
};

/// The pair of roofs of an overlay, named after it; none if all stands relative to them. Those that are
/// drawn for the main session, too, are left out: a model that is run in another way on the same device has the same
/// roofs, but another precision other ones.
[[nodiscard]] std::vector<NamedLine> roofsOf(const RooflineOverlay &overlay, const QColor &color,
                                             const RooflineContent &main);

/// Ceilings of the launch-bound points that are shown: the rates in runs that take only the launch overhead.
struct LaunchCeilings {
    std::vector<MarkPlace> places;
    std::vector<std::size_t> marks; ///< one a place
};

[[nodiscard]] LaunchCeilings launchCeilings(const MarkSet &marks);

} // namespace rooflight
