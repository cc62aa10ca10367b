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
    QSizeF size; ///< of the text
    bool preferEnd = false; ///< tries the end of the line first, else the part behind its middle
};

/// What is there before the labels are placed.
struct LabelObstacles {
    QList<QPolygonF> texts; ///< must never be covered
    QList<QLineF> lines; ///< are covered where there is no other place
    QList<QRectF> marks; ///< are covered where only such places are left
};

/// Where a label stands.
struct LabelPlace {
    QPointF anchor; ///< on the line
    double angleDegrees = 0; ///< clockwise around the anchor
    QRectF box; ///< of the text, relative to the anchor, before it is turned
    bool coversOthers = false; ///< other lines or marks lie beneath
};

/// Pixels between a place at either end of a line and the end.
inline constexpr double labelEndMargin = 10;

/// The place of each label, in their order: above or below its line, inside the area, free of the texts and of the
/// labels before it. Without a value for one that has no such place. A label's own line is no obstacle to it.
[[nodiscard]] std::vector<std::optional<LabelPlace>> placeLabels(const std::vector<Label> &labels, const QRectF &area,
                                                                 LabelObstacles obstacles);

} // namespace ridgepoint
