// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineF>
#include <QRectF>

#include <cstddef>
#include <optional>

class QPainter;
class QPen;

namespace ridgepoint {

struct MarkScene;

/// What is drawn of one mark, and around it.
void paintMark(QPainter &painter, const MarkScene &scene, std::size_t mark, const QPen &pen);
/// The mark again, inside a ring of this pen.
void paintOutline(QPainter &painter, const MarkScene &scene, std::size_t mark, const QPen &pen);
/// From the mark to its roof, with its share of it.
void paintDropLine(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// Where paintDropLine() writes the share, clear of all marks; without a value where there is no such place.
[[nodiscard]] std::optional<QRectF> dropLineBox(const MarkScene &scene, std::size_t mark);
/// From the intensity of its operators one by one to that of all of them fused.
void paintFusedInterval(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// Where the mark would stand for the runs at p10 and p90, of equal blocks for the fastest and the slowest.
void paintSpread(QPainter &painter, const MarkScene &scene, std::size_t mark);
/// Its line, cut off at the edges of the area; without a value where there is none.
[[nodiscard]] std::optional<QLineF> spreadOf(const MarkScene &scene, std::size_t mark);
/// Where the mark stood in the session to compare with, and an arrow from there.
void paintEarlier(QPainter &painter, const MarkScene &scene, std::size_t mark);

} // namespace ridgepoint
