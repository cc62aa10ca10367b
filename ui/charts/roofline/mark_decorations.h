// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineF>
#include <QPen>
#include <QPointF>

#include <cstddef>
#include <optional>

class QPainter;

namespace rooflight {

class ChartStyle;
struct MarkScene;

inline constexpr double fusedStarDiameter = 16; ///< pixels

/// What is drawn of one mark, and around it.
void paintMark(QPainter &painter, const MarkScene &scene, std::size_t mark, const QPen &pen);
/// The mark again, inside a ring of this pen.
void paintOutline(QPainter &painter, const MarkScene &scene, std::size_t mark, const QPen &pen);
/// The roof that judges a mark, where the mark would stand at it: of what must be executed, each operator under its own
/// roof. The share of the roof is the way from there to the mark.
struct MarkCeiling {
    QPointF at; ///< pixels; above the mark, on the strip beside it
    QLineF line; ///< a piece of it
    double value = 0; ///< FLOP/s, on the strip B/s
    QPen pen;
};

/// Without a value if the mark is not judged.
[[nodiscard]] std::optional<MarkCeiling> ceilingOf(const MarkScene &scene, std::size_t mark);
/// From the mark to its ceiling, and that.
void paintDropLine(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// Where what is selected would stand as one operator.
void paintStar(QPainter &painter, QPointF place, const ChartStyle &style);
/// From the intensity of its operators one by one to that of all of them fused.
void paintFusedInterval(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// Where the mark would stand for the runs at p10 and p90, of equal blocks for the fastest and the slowest.
void paintSpread(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// The line of its spread, cut off at the edges of the area; without a value if there is none.
[[nodiscard]] std::optional<QLineF> spreadOf(const MarkScene &scene, std::size_t mark);
/// Where the mark stood in the session to compare with, and an arrow from there.
void paintEarlier(QPainter &painter, const MarkScene &scene, std::size_t mark);

} // namespace rooflight
