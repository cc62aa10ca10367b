// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/plot/placer.h"

#include <QTransform>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rooflight {

namespace {

constexpr double endMargin = 10; // between a name and the end of its line
constexpr double lineGap = 3; // between a line and its name
constexpr double nameGap = 4; // around names, at their sides
constexpr double sameLine = 1.5; // lines less apart are seen as one
constexpr int placesOnLine = 20;
constexpr Clearance ofNames { .marks = 2, .beside = nameGap };

std::pair<double, double> spanAlong(const QPolygonF &outline, QPointF direction)
{
    const auto along = [direction](QPointF corner) { return QPointF::dotProduct(corner, direction); };
    const auto [low, high] = std::ranges::minmax(outline, {}, along);
    return { along(low), along(high) };
}

/// Whether the direction of a side of the first separates two convex outlines.
bool isApartFromASide(const QPolygonF &first, const QPolygonF &second)
{
    constexpr double touching = 1e-6;
    for (qsizetype i = 0; i + 1 < first.size(); ++i) {
        const QPointF side = first[i + 1] - first[i];
        const QPointF across(side.y(), -side.x());
        const auto [low, high] = spanAlong(first, across);
        const auto [otherLow, otherHigh] = spanAlong(second, across);
        if (high <= otherLow + touching || otherHigh <= low + touching)
            return true;
    }
    return false;
}

/// Outlines that only touch do not.
bool overlap(const QPolygonF &first, const QPolygonF &second)
{
    return first.boundingRect().intersects(second.boundingRect()) && !isApartFromASide(first, second)
        && !isApartFromASide(second, first);
}

bool crosses(const QPolygonF &outline, const QLineF &line)
{
    for (qsizetype i = 0; i + 1 < outline.size(); ++i) {
        if (QLineF(outline[i], outline[i + 1]).intersects(line, nullptr) == QLineF::BoundedIntersection)
            return true;
    }
    return outline.containsPoint(line.center(), Qt::OddEvenFill);
}

bool isParallel(const QLineF &one, const QLineF &other)
{
    constexpr double degrees = 1; // on a flat chart slopes are nearly level, and cross a level line all the same
    const double between = std::fmod(std::abs(one.angle() - other.angle()), 180);
    return std::min(between, 180 - between) < degrees;
}

} // namespace

QPolygonF TextPlace::outline(double beside, double above) const
{
    const QPolygonF corners(box.adjusted(-beside, -above, beside, above)); // closed
    return angleDegrees == 0 ? corners.translated(anchor)
                             : QTransform().translate(anchor.x(), anchor.y()).rotate(angleDegrees).map(corners);
}

bool Placer::isFree(const QRectF &box, const Clearance &clearance) const
{
    return isFree(TextPlace { .anchor = {}, .box = box }, clearance);
}

bool Placer::isFree(const TextPlace &place, const Clearance &clearance, const QLineF &own) const
{
    const QRectF &area = clearance.area.isEmpty() ? m_area : clearance.area;
    if (!area.contains(place.outline().boundingRect()))
        return false;
    const QPolygonF amongTexts = place.outline(clearance.beside, clearance.above);
    const QPolygonF amongMarks = place.outline(clearance.marks, clearance.marks);
    const auto covers = [](const QPolygonF &outline) {
        return [&outline](const QRectF &box) {
            return outline.boundingRect().intersects(box) && overlap(outline, QPolygonF(box));
        };
    };
    if (std::ranges::any_of(m_texts, [&](const QPolygonF &text) { return overlap(amongTexts, text); })
        || std::ranges::any_of(m_marks, covers(amongMarks))
        || std::ranges::any_of(clearance.others, covers(amongTexts)))
        return false;
    if (!clearance.lines)
        return true;
    const QPolygonF amongLines = place.outline(*clearance.lines, *clearance.lines);
    return std::ranges::none_of(m_lines, [&](const QLineF &line) { return line != own && crosses(amongLines, line); });
}

std::optional<QRectF> Placer::place(std::span<const QRectF> candidates, const Clearance &clearance)
{
    for (const QRectF &box : candidates) {
        if (!isFree(box, clearance))
            continue;
        addText(box);
        return box;
    }
    return std::nullopt;
}

/// A name that another line runs through, between it and its own line, or as near to it as that would be taken for that
/// line's name.
bool Placer::isTakenForAnothers(TextPlace place, const QLineF &own) const
{
    // All up to its own line, and on its other side twice that gap.
    if (place.box.bottom() < 0)
        place.box.adjust(0, -2 * lineGap, 0, lineGap - sameLine);
    else if (place.box.top() > 0)
        place.box.adjust(0, sameLine - lineGap, 0, 2 * lineGap);
    const QPolygonF outline = place.outline();
    return std::ranges::any_of(
        m_lines, [&](const QLineF &line) { return line != own && isParallel(line, own) && crosses(outline, line); });
}

std::optional<TextPlace> Placer::findAlong(const LineName &name, qsizetype text, bool mayCoverLines) const
{
    const QLineF &line = name.line;
    const QSizeF size = name.sizes[text];
    const double room = line.length() - size.width() - 2 * endMargin;
    if (room < 0)
        return std::nullopt;
    Clearance clearance = ofNames;
    if (!mayCoverLines)
        clearance.lines = 0;
    const QPointF direction = (line.p2() - line.p1()) / line.length();
    const QRectF above({ 0, -size.height() - lineGap }, size);
    const QRectF below({ 0, lineGap }, size);
    const QRectF across({ 0, -size.height() / 2 }, size);
    for (int step = 0; step <= placesOnLine; ++step) {
        const double part = static_cast<double>(step) / placesOnLine;
        const double share = name.prefersEnd ? 1 - part : std::fmod(0.45 + part, 1.0);
        const QPointF anchor = line.p1() + direction * (endMargin + room * share);
        for (const QRectF &box : { above, below, across }) {
            if (box == across && !mayCoverLines)
                continue; // its own line would run through it
            const TextPlace place { anchor, -line.angle(), box, text, mayCoverLines };
            if (isFree(place, clearance, line) && !isTakenForAnothers(place, line))
                return place;
        }
    }
    return std::nullopt;
}

std::optional<TextPlace> Placer::placeAlong(const LineName &name)
{
    const qsizetype usual = name.sizes.size() - name.lastResorts;
    for (const auto &[from, to] : { std::pair(qsizetype(0), usual), std::pair(usual, name.sizes.size()) }) {
        for (const bool mayCoverLines : { false, true }) {
            for (qsizetype text = from; text < to; ++text) {
                if (const auto place = findAlong(name, text, mayCoverLines)) {
                    addText(place->outline(nameGap));
                    return place;
                }
            }
        }
    }
    return std::nullopt;
}

std::optional<QRectF> Placer::placeAnywhere(const QSizeF &size)
{
    constexpr double margin = 8;
    constexpr int steps = 16;
    const Clearance clearance { .marks = ofNames.marks, .beside = margin, .above = 1, .lines = 1 };
    const double across = m_area.width() - size.width() - 2 * margin;
    const double down = m_area.height() - size.height() - 2 * margin;
    if (across < 0 || down < 0)
        return std::nullopt;
    QList<QRectF> candidates;
    for (int up = 0; up <= steps; ++up) {
        for (int left = 0; left <= steps; ++left)
            candidates << QRectF(QPointF(m_area.left() + margin + across * (steps - left) / steps,
                                         m_area.top() + margin + down * (steps - up) / steps),
                                 size);
    }
    return place(candidates, clearance);
}

} // namespace rooflight
