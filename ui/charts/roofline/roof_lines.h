// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_content.h"
#include "ui/models/roof_choices.h"

#include <QLineF>
#include <QPointF>

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

} // namespace rooflight
