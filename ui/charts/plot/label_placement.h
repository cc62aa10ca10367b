// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineF>
#include <QList>
#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <vector>

namespace ridgepoint {

/// A name that is to stand along a line. All lengths and positions are pixels.
struct Label {
    QLineF line;
    QList<QSizeF> sizes; ///< of the texts that it may show, the best one first
    bool preferEnd = false; ///< tries the end of the line first, else the part behind its middle
    qsizetype lastResorts = 0; ///< how many of the sizes, the last ones, are there only to keep clear of marks
};

/// What is there before the labels are placed.
struct LabelObstacles {
    QList<QPolygonF> texts; ///< are never covered
    QList<QRectF> marks; ///< are never covered
    QList<QLineF> lines; ///< are covered where there is no other place
};

/// Where a label stands.
struct LabelPlace {
    QPointF anchor; ///< on the line
    double angleDegrees = 0; ///< clockwise around the anchor
    QRectF box; ///< of the text, relative to the anchor, before it is turned
    qsizetype text = 0; ///< which of the sizes
    bool coversLines = false; ///< its own or others lie beneath
};

/// The corners of the text where it stands.
[[nodiscard]] QPolygonF placedOutline(const LabelPlace &place);
/// The same with the gap that other names keep beside it.
[[nodiscard]] QPolygonF roomOf(const LabelPlace &place);

/// Pixels between a place at either end of a line and the end.
inline constexpr double labelEndMargin = 10;

/// The place of each label, in their order: above or below its line, else on it, inside the area, free of the texts,
/// the marks and the labels before it. Without a value for one that has no such place.
[[nodiscard]] std::vector<std::optional<LabelPlace>> placeLabels(const std::vector<Label> &labels, const QRectF &area,
                                                                 LabelObstacles obstacles);

/// A free place for a text of this size inside the area, from its lower right corner up and to the left; without a
/// value where texts, lines or marks leave none.
[[nodiscard]] std::optional<QRectF> freePlace(const QSizeF &size, const QRectF &area, const LabelObstacles &obstacles);

} // namespace ridgepoint
