// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/layout/labels.h"
#include "ui/style/quantities.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace rooflight {

namespace {

constexpr double outlineMargin = 5; ///< around a mark that is selected
constexpr double starGap = 4; ///< between the star and its text
constexpr int maxSteps = 8; ///< lines of text between the star and its text
constexpr double textGap = 6; ///< between a stop and its text
constexpr double wideTextGap = 16; ///< clear of the ring around a selected mark
constexpr double shortTrail = 40; ///< pixels; such a one lies below that ring

/// Of one that a folded mark stands for, where that is the item; else of the mark.
MemberShare shareOf(const MarkScene &marks, std::size_t mark, const MarkCeiling &ceiling, std::optional<ItemId> item)
{
    const MarkDetails &details = marks.detailsOf(mark);
    for (std::size_t i = 0; item && i < details.shares.size(); ++i) {
        if (details.equal[i] == *item)
            return details.shares[i];
    }
    return { marks.pointOf(mark).verdict.roofFraction, ceiling.value, ceiling.value };
}

/// "34 % of 698 GFLOP/s": the ceiling is not always one of the lines.
QString shareText(const MarkScene &marks, std::size_t mark, const MarkCeiling &ceiling, std::optional<ItemId> item)
{
    const MemberShare own = shareOf(marks, mark, ceiling, item);
    const bool onStrip = marks.mark(mark).onStrip;
    const std::optional<double> &value = onStrip ? own.bytePerSecond : own.flopPerSecond;
    QString share = own.roofFraction ? percentText(*own.roofFraction) : QString();
    if (marks.content().relative || !value)
        return share;
    return ChartsText::tr("%1 of %2").arg(share, quantityText(*value, onStrip ? "B/s" : "FLOP/s"));
}

/// First on the side where the card is not; beside the drop line, else above the roof, else below the mark. On the
/// strip beside the ceiling.
void writeShare(TextSheet &sheet, const MarkScene &marks, std::size_t mark, std::optional<ItemId> item)
{
    const std::optional<MarkCeiling> ceiling = ceilingOf(marks, mark);
    if (!ceiling || !marks.pointOf(mark).verdict.roofFraction || !marks.isShown(mark))
        return;
    const QString text = shareText(marks, mark, *ceiling, item);
    const TextLook look { TextRole::Share, marks.style().strongFont(), marks.style().text(), TextGround::Rounded };
    const QRectF &area = marks.areaOf(mark);
    QRectF box(QPointF(), look.sizeOf(text) + QSizeF(12, 2));
    const QPointF roof = ceiling->at;
    const double side = roof.x() < area.center().x() ? -1 : 1;
    QList<double> heights { roof.y() };
    if (!marks.mark(mark).onStrip) {
        const double middle = std::clamp((marks.centre(mark).y() + roof.y()) / 2, area.top() + box.height(),
                                         area.bottom() - box.height());
        heights = { middle, roof.y() - box.height(), marks.boxOf(mark).bottom() + box.height() };
    }
    QList<QRectF> candidates;
    for (const double y : heights) {
        for (const double direction : { side, -side }) {
            box.moveCenter({ roof.x() + direction * (box.width() / 2 + 5), y });
            candidates << box;
        }
    }
    sheet.write(text, look, candidates, { .area = area });
}

/// Around a mark, the nearest ones first; on the strip to its left and right, in the middle of it.
QList<QRectF> placesAround(const MarkScene &marks, std::size_t mark, const QSizeF &size)
{
    constexpr double gap = 2;
    constexpr int maxRings = 4;
    constexpr std::array directions = { QPointF(-1, -1), QPointF(-1, 1), QPointF(-1, 0), QPointF(0, -1),
                                        QPointF(0, 1),   QPointF(1, -1), QPointF(1, 1),  QPointF(1, 0) };
    const double radius = marks.mark(mark).diameter / 2 + gap;
    const bool isOnStrip = marks.mark(mark).onStrip;
    QPointF middle = marks.centre(mark);
    if (isOnStrip)
        middle.setY(marks.areaOf(mark).center().y());
    QList<QRectF> places;
    for (int ring = 0; ring < maxRings; ++ring) {
        for (const QPointF &direction : directions) {
            const bool isDiagonal = direction.x() != 0 && direction.y() != 0;
            if (isOnStrip && direction.y() != 0)
                continue;
            // On a diagonal the box begins where the circle ends.
            const double reach = isDiagonal ? radius * std::numbers::sqrt2 / 2 : radius;
            QRectF box(QPointF(), size);
            box.moveCenter(middle
                           + QPointF(direction.x() * (reach + (ring + 0.5) * size.width()),
                                     direction.y() * (reach + (ring + 0.5) * size.height())));
            places << box;
        }
    }
    return places;
}

/// Of a mark that the headline names, as near to it as a place is free; nothing if none is.
void writeTag(TextSheet &sheet, const MarkScene &marks, std::size_t mark)
{
    const TextLook look { TextRole::Tag, marks.style().smallFont(), marks.style().ground(), TextGround::Badge };
    const QString text = QString::number(marks.detailsOf(mark).number);
    const QSizeF letters = look.sizeOf(text);
    const QSizeF size(std::max(letters.width() + 6, letters.height()), letters.height());
    sheet.write(text, look, placesAround(marks, mark, size), { .area = marks.areaOf(mark) });
}

void writeTags(TextSheet &sheet, const MarkScene &marks)
{
    for (const std::size_t mark : marks.set.named) {
        if (marks.isShown(mark))
            writeTag(sheet, marks, mark);
    }
}

/// Right of the mark, else left of it; above its middle, else below. Nothing if no such place is free.
void writeCount(TextSheet &sheet, const MarkScene &marks, std::size_t mark)
{
    const TextLook look { TextRole::Count, marks.style().smallFont(), marks.style().text(), TextGround::Plain };
    const QString text = QStringLiteral("×%1").arg(marks.detailsOf(mark).equal.size());
    const QSizeF size = look.sizeOf(text) + QSizeF(1, 0);
    const double radius = marks.mark(mark).diameter / 2;
    const QPointF middle = marks.centre(mark);
    const double aside = radius + outlineMargin + 1; // clear of the outline of a mark that is selected
    const double ascent = QFontMetricsF(look.font).ascent();
    QList<QRectF> candidates;
    for (const double left : { middle.x() + aside, middle.x() - aside - size.width() }) {
        for (const double top : { middle.y() - radius * 0.6 - ascent, middle.y() + radius * 0.6 - 2 })
            candidates << QRectF(QPointF(left, top), size);
    }
    // It may touch the outline.
    sheet.write(text, look, candidates, { .marks = -1, .area = marks.areaOf(mark) });
}

/// Of the folded marks, which show their spreads always.
void writeCounts(TextSheet &sheet, const MarkScene &marks)
{
    if (marks.set.order.size() > maxVectorMarks)
        return;
    std::vector<std::size_t> folded;
    std::ranges::copy_if(marks.set.order, std::back_inserter(folded),
                         [&](std::size_t mark) { return marks.isFolded(mark) && marks.isShown(mark); });
    for (const std::size_t mark : folded) {
        if (const auto line = spreadOf(marks, mark))
            sheet.placer.addText(QRectF(line->p1(), line->p2()).normalized().adjusted(-1, -1, 1, 1));
    }
    for (const std::size_t mark : folded) // the largest ones first
        writeCount(sheet, marks, mark);
}

/// The corners around a star, the lower left one first: percentages of roofs stand on the right of their lines.
std::array<QRectF, 4> cornersOf(const QRectF &star, const QSizeF &size, double away)
{
    const double left = star.left() - starGap - size.width();
    const double right = star.right() + starGap;
    const double below = star.bottom() + away;
    const double above = star.top() - away - size.height();
    return { QRectF(QPointF(left, below), size), QRectF(QPointF(right, below), size),
             QRectF(QPointF(left, above), size), QRectF(QPointF(right, above), size) };
}

/// At the nearest free corner; where none is free at one inside the area.
void writeFused(TextSheet &sheet)
{
    if (!sheet.layout.star)
        return;
    const ChartStyle &style = *sheet.scene.style;
    const QString &text = sheet.scene.fused->text;
    const TextLook look { TextRole::Fusion, style.strongFont(), style.accent(), TextGround::Rounded };
    QRectF star(0, 0, fusedStarDiameter, fusedStarDiameter);
    star.moveCenter(*sheet.layout.star);
    sheet.placer.addText(star);
    const QSizeF size = look.sizeOf(text) + QSizeF(8, 2);
    QList<QRectF> candidates;
    for (int step = 0; step <= maxSteps; ++step) {
        for (const QRectF &box : cornersOf(star, size, step * size.height()))
            candidates << box;
    }
    if (sheet.write(text, look, candidates, { .marks = outlineMargin }))
        return;
    const QRectF &area = sheet.layout.viewports.plane.area;
    const auto inside = std::ranges::find_if(candidates, [&area](const QRectF &box) { return area.contains(box); });
    const QRectF &box = inside == candidates.end() ? candidates.front() : *inside;
    sheet.placer.addText(box);
    sheet.put(text, look, box);
}

/// Above the place, else below it; farther away it would be taken for another one's.
QList<QRectF> placesBeside(QPointF place, const QSizeF &size, double gap, bool prefersRight)
{
    const double side = prefersRight ? 1 : -1;
    const double across = gap + size.width() / 2;
    const double away = 1 + size.height() / 2;
    QList<QRectF> candidates;
    for (const QPointF &by : { QPointF(side * across, -away), QPointF(-side * across, -away), QPointF(0, -away - gap),
                               QPointF(side * across, away), QPointF(-side * across, away), QPointF(0, away + gap) }) {
        QRectF box(QPointF(), size);
        box.moveCenter(place + by);
        candidates << box;
    }
    return candidates;
}

/// The last stop first, as it says most; a text without a free place is left out, and all between the ends of a short
/// trail.
void writeTrail(TextSheet &sheet, const Trail &trail)
{
    if (trail.stops.empty())
        return;
    const Viewport &plane = sheet.layout.viewports.plane;
    const TextLook look { TextRole::Stop, sheet.scene.style->smallFont(), trail.color, TextGround::Plain };
    const QPointF end = plane.toPixel(trail.stops.back().place);
    const bool isShort = std::ranges::all_of(trail.stops, [&](const Trail::Stop &stop) {
        return QLineF(plane.toPixel(stop.place), end).length() < shortTrail;
    });
    QList<QRectF> dots;
    for (const Trail::Stop &stop : trail.stops) {
        if (stop.hasDot)
            dots << QRectF(plane.toPixel(stop.place) - QPointF(trailDotRadius, trailDotRadius),
                           2 * QSizeF(trailDotRadius, trailDotRadius));
    }
    const Clearance clearance { .beside = 4, .others = dots }; // else two numbers are read as one
    for (std::size_t i = 0; i < trail.stops.size(); ++i) {
        const Trail::Stop &stop = trail.stops[(i + trail.stops.size() - 1) % trail.stops.size()];
        const bool isLast = i == 0; // the way comes from the other side
        const bool isEnd = i < 2;
        if (stop.text.isEmpty() || (isShort && !isEnd))
            continue;
        const QSizeF size = look.sizeOf(stop.text) + QSizeF(2, 0);
        sheet.write(stop.text, look,
                    placesBeside(plane.toPixel(stop.place), size, isShort ? wideTextGap : textGap, isLast), clearance);
    }
}

} // namespace

void writeMarkTexts(TextSheet &sheet)
{
    const RooflineScene &scene = sheet.scene;
    const MarkScene marks { *scene.marks, sheet.layout.viewports };
    QList<QRectF> boxes = marks.boxes();
    for (const MarkSet *other : scene.otherMarks)
        boxes << MarkScene { *other, sheet.layout.viewports }.boxes();
    for (const QRectF &box : boxes)
        sheet.placer.addMark(box);

    if (scene.focus)
        writeShare(sheet, marks, *scene.focus, scene.focusItem);
    if (scene.hovered && scene.hovered != scene.focus)
        writeShare(sheet, marks, *scene.hovered, std::nullopt);
    writeTags(sheet, marks);
    writeCounts(sheet, marks);
    writeFused(sheet);
    for (const Trail &trail : scene.trails)
        writeTrail(sheet, trail);
}

} // namespace rooflight
