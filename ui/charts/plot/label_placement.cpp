// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/plot/label_placement.h"

#include <QTransform>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {

QPolygonF placedOutline(const LabelPlace &place)
{
    return QTransform()
        .translate(place.anchor.x(), place.anchor.y())
        .rotate(place.angleDegrees)
        .map(QPolygonF(place.box));
}

namespace {

constexpr double labelGap = 3; // between a line and its name
constexpr double nameGap = 8; // between names that follow each other
constexpr double sameLine = 1.5; // lines less apart are seen as one
constexpr int placesOnLine = 20;

/// What a place may cover. Texts and marks never.
enum Leniency { Nothing, Lines };

bool crosses(const QPolygonF &box, const QLineF &line)
{
    for (qsizetype i = 0; i < box.size(); ++i) {
        if (QLineF(box[i], box[(i + 1) % box.size()]).intersects(line, nullptr) == QLineF::BoundedIntersection)
            return true;
    }
    return box.containsPoint(line.center(), Qt::OddEvenFill);
}

bool isParallel(const QLineF &one, const QLineF &other)
{
    constexpr double degrees = 1; // on a flat chart slopes are nearly level, and cross a level line all the same
    const double between = std::fmod(std::abs(one.angle() - other.angle()), 180);
    return std::min(between, 180 - between) < degrees;
}

/// The text where it stands, all up to its own line, and on its other side twice that gap.
QPolygonF outlineToLine(LabelPlace place)
{
    QRectF &box = place.box;
    if (box.bottom() < 0)
        box.adjust(0, -2 * labelGap, 0, labelGap - sameLine);
    else if (box.top() > 0)
        box.adjust(0, sameLine - labelGap, 0, 2 * labelGap);
    return placedOutline(place);
}

/// A name that another line runs through, between it and its own line, or as near to it as that would be taken for that
/// line's name.
bool isTakenForAnothers(const LabelPlace &place, const QLineF &own, const QList<QLineF> &lines)
{
    const QPolygonF outline = outlineToLine(place);
    return std::ranges::any_of(
        lines, [&](const QLineF &line) { return line != own && isParallel(line, own) && crosses(outline, line); });
}

bool isFree(const QPolygonF &outline, const QRectF &area, const LabelObstacles &obstacles)
{
    const QRectF bounds = outline.boundingRect();
    const auto coversText = [&outline](const QPolygonF &text) { return text.intersects(outline); };
    const auto coversMark = [&](const QRectF &mark) {
        return bounds.intersects(mark) && outline.intersects(QPolygonF(mark));
    };
    return area.contains(bounds) && std::ranges::none_of(obstacles.texts, coversText)
        && std::ranges::none_of(obstacles.marks, coversMark);
}

/// Its \p own is none.
bool isFreeOfLines(const QPolygonF &outline, const QList<QLineF> &lines, const QLineF &own)
{
    return std::ranges::none_of(lines, [&](const QLineF &line) { return line != own && crosses(outline, line); });
}

std::optional<LabelPlace> placeText(const Label &label, qsizetype text, const QRectF &area,
                                    const LabelObstacles &obstacles, Leniency leniency)
{
    const QLineF &line = label.line;
    const QSizeF size = label.sizes[text];
    const double room = line.length() - size.width() - 2 * labelEndMargin;
    if (room < 0)
        return std::nullopt;
    const QPointF direction = (line.p2() - line.p1()) / line.length();
    const QRectF above({ 0, -size.height() - labelGap }, size);
    const QRectF below({ 0, labelGap }, size);
    const QRectF across({ 0, -size.height() / 2 }, size);
    for (int step = 0; step <= placesOnLine; ++step) {
        const double part = static_cast<double>(step) / placesOnLine;
        const double share = label.preferEnd ? 1 - part : std::fmod(0.45 + part, 1.0);
        const QPointF anchor = line.p1() + direction * (labelEndMargin + room * share);
        for (const QRectF &box : { above, below, across }) {
            if (box == across && leniency == Nothing)
                continue; // its own line would run through it
            const LabelPlace place { anchor, -line.angle(), box, text, leniency == Lines };
            const QPolygonF outline = placedOutline(place);
            if (isFree(outline, area, obstacles) && !isTakenForAnothers(place, line, obstacles.lines)
                && (leniency == Lines || isFreeOfLines(outline, obstacles.lines, line)))
                return place;
        }
    }
    return std::nullopt;
}

std::optional<LabelPlace> placeLabel(const Label &label, const QRectF &area, const LabelObstacles &obstacles)
{
    const qsizetype usual = label.sizes.size() - label.lastResorts;
    for (const auto &[from, to] : { std::pair(qsizetype(0), usual), std::pair(usual, label.sizes.size()) }) {
        for (const Leniency leniency : { Nothing, Lines }) {
            for (qsizetype text = from; text < to; ++text) {
                if (const auto place = placeText(label, text, area, obstacles, leniency))
                    return place;
            }
        }
    }
    return std::nullopt;
}

} // namespace

QPolygonF roomOf(const LabelPlace &place)
{
    LabelPlace withMargin = place;
    withMargin.box.adjust(-nameGap, 0, nameGap, 0);
    return placedOutline(withMargin);
}

std::vector<std::optional<LabelPlace>> placeLabels(const std::vector<Label> &labels, const QRectF &area,
                                                   LabelObstacles obstacles)
{
    std::vector<std::optional<LabelPlace>> places;
    places.reserve(labels.size());
    for (const Label &label : labels) {
        places.push_back(placeLabel(label, area, obstacles));
        if (!places.back())
            continue;
        obstacles.texts << roomOf(*places.back());
    }
    return places;
}

std::optional<QRectF> freePlace(const QSizeF &size, const QRectF &area, const LabelObstacles &obstacles)
{
    constexpr double margin = nameGap;
    constexpr int steps = 16;
    const double across = area.width() - size.width() - 2 * margin;
    const double down = area.height() - size.height() - 2 * margin;
    if (across < 0 || down < 0)
        return std::nullopt;
    for (int up = 0; up <= steps; ++up) {
        for (int left = 0; left <= steps; ++left) {
            const QPointF corner(area.left() + margin + across * (steps - left) / steps,
                                 area.top() + margin + down * (steps - up) / steps);
            const QRectF box(corner, size);
            const QPolygonF outline(box.adjusted(-nameGap, -1, nameGap, 1));
            if (isFree(outline, area, obstacles) && isFreeOfLines(outline, obstacles.lines, {}))
                return box;
        }
    }
    return std::nullopt;
}

} // namespace ridgepoint
