// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roof_label_layer.h"

#include "ui/charts/roofline/chart_text.h"
#include "ui/style/display_names.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

namespace ridgepoint {

void RoofLabelLayer::setNamedLines(std::vector<NamedLine> lines)
{
    m_namedLines = std::move(lines);
    update();
}

void RoofLabelLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_style->smallFont());

    paintLines(*painter);
    LabelObstacles taken = obstacles();
    if (m_content->theoretical)
        paintWhatIf(*painter, taken);
    paintRidge(*painter, taken);
    paintNames(*painter, taken);
    paintNamedLines(*painter, taken);
    paintCaptions(*painter, taken);
    painter->restore();
}

void RoofLabelLayer::paintLines(QPainter &painter) const
{
    for (const RoofLine &line : m_lines) {
        const Roof &roof = m_content->roofs[line.roof];
        // Cut to the frame: the dashes of the whole line would be far more.
        const auto part = visiblePart(line, grown(m_viewport.frame, 0.01));
        if (!part)
            continue;
        painter.setPen(line.theoretical || m_content->theoretical
                           ? m_style->theoreticalPen(roof)
                           : m_style->roofPen(roof, m_content->judging.contains(line.roof)));
        painter.drawLine(m_viewport.toPixel(part->p1()), m_viewport.toPixel(part->p2()));
    }
}

LabelObstacles RoofLabelLayer::obstacles() const
{
    constexpr std::size_t maxMarks = 500; // among more there is hardly a free place
    LabelObstacles taken;
    for (const RoofLine &line : m_lines) {
        if (const auto part = visiblePart(line, m_viewport.frame))
            taken.lines << QLineF(m_viewport.toPixel(part->p1()), m_viewport.toPixel(part->p2()));
    }
    for (const NamedLine &named : m_namedLines) {
        if (const auto part =
                visiblePart({ .roof = 0, .from = named.line.p1(), .to = named.line.p2() }, m_viewport.frame))
            taken.lines << QLineF(m_viewport.toPixel(part->p1()), m_viewport.toPixel(part->p2()));
    }
    if (m_content->marks.size() > maxMarks)
        return taken;
    for (const Mark &mark : m_content->marks) {
        if (mark.onStrip || mark.grounded)
            continue;
        QRectF box(0, 0, mark.diameter, mark.diameter);
        box.moveCenter(m_viewport.toPixel({ mark.x, mark.y }));
        taken.marks << box;
    }
    return taken;
}

void RoofLabelLayer::paintCaptions(QPainter &painter, LabelObstacles &taken) const
{
    if (!m_showsLaunch)
        return;
    const Roof &roof = m_content->roofs[*m_content->launchRoof];
    paintCaption(painter, { launchLabel(roof), shortLaunchLabel(roof) }, m_style->mutedText(), taken);
}

void RoofLabelLayer::paintCaption(QPainter &painter, const QStringList &texts, const QColor &color,
                                  LabelObstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    for (const QString &text : texts) {
        const auto box = freePlace({ metrics.horizontalAdvance(text), metrics.height() }, m_viewport.area, taken);
        if (!box)
            continue;
        painter.setPen(color);
        painter.drawText(*box, Qt::AlignLeft | Qt::AlignVCenter, text);
        taken.texts << QPolygonF(*box);
        return;
    }
}

/// Nobody may take other roofs for measured ones: where no place is free it covers what is there.
void RoofLabelLayer::paintWhatIf(QPainter &painter, LabelObstacles &taken) const
{
    constexpr double gap = 6;
    const QFontMetricsF metrics(painter.font());
    const QString text = whatIfLabel(*m_content);
    const QRectF box(m_viewport.area.topLeft() + QPointF(gap, gap),
                     QSizeF(metrics.horizontalAdvance(text), metrics.height()));
    painter.fillRect(box, m_style->ground());
    painter.setPen(m_style->warning());
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
    taken.texts << QPolygonF(box);
}

void RoofLabelLayer::paintRidge(QPainter &painter, LabelObstacles &taken) const
{
    if (!m_content->ridge)
        return;
    const QPointF ridge = ridgePlace(*m_content);
    const Frame &frame = m_viewport.frame;
    if (ridge.x() <= frame.left || ridge.x() >= frame.right || ridge.y() <= frame.bottom)
        return;
    const QPointF corner = m_viewport.toPixel(ridge);
    painter.setPen(m_style->ridgePen());
    painter.drawLine(QPointF(corner.x(), std::max(corner.y(), m_viewport.area.top())),
                     QPointF(corner.x(), m_viewport.area.bottom()));
    taken.lines << QLineF(corner, QPointF(corner.x(), m_viewport.area.bottom()));
    painter.setPen(QPen(m_style->text(), 1.5));
    painter.setBrush(m_style->ground());
    painter.drawEllipse(corner, 4, 4);
    taken.texts << QPolygonF(QRectF(corner - QPointF(8, 8), QSizeF(16, 16)));

    const QFontMetricsF metrics(painter.font());
    const QString text = m_content->relative ? relativeRidgeLabel() : ridgeLabel(std::pow(10.0, ridge.x()));
    QRectF box(0, 0, metrics.horizontalAdvance(text), metrics.height());
    box.moveBottomLeft({ corner.x() + 6, m_viewport.area.bottom() - 4 - metrics.height() });
    if (box.right() > m_viewport.area.right())
        box.moveRight(corner.x() - 6);
    painter.setPen(m_style->mutedText());
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
    taken.texts << QPolygonF(box);
    paintZoneNames(painter, corner, taken);
}

void RoofLabelLayer::paintZoneNames(QPainter &painter, QPointF corner, LabelObstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    const auto paintName = [&](Bound bound, RoofKind kind, bool isLeft) {
        const QString name = displayName(bound);
        QRectF box(0, 0, metrics.horizontalAdvance(name), metrics.height());
        box.moveBottomLeft({ isLeft ? corner.x() - 6 - box.width() : corner.x() + 6, m_viewport.area.bottom() - 4 });
        if (!m_viewport.area.contains(box))
            return;
        painter.setPen(m_style->roofColor(kind));
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name);
        taken.texts << QPolygonF(box);
    };
    paintName(Bound::Bandwidth, RoofKind::Memory, true);
    paintName(Bound::Compute, RoofKind::Compute, false);
}

std::vector<RoofLine> RoofLabelLayer::linesByRank() const
{
    // The roofs that judge get the room first, the theoretical ones what is left.
    std::vector<RoofLine> lines = m_lines;
    std::ranges::stable_sort(lines, std::less(), [this](const RoofLine &line) {
        return line.theoretical ? 2 : m_content->judging.contains(line.roof) ? 0 : 1;
    });
    return lines;
}

bool RoofLabelLayer::sharesItsName(const RoofLine &line, double lineHeight) const
{
    return std::any_of(m_lines.begin(), m_lines.end(), [&](const RoofLine &other) {
        return other.roof == line.roof && other.theoretical != line.theoretical
            && std::abs(m_viewport.toPixel(other.from).y() - m_viewport.toPixel(line.from).y()) < lineHeight;
    });
}

QStringList RoofLabelLayer::namesOf(const RoofLine &line, double lineHeight) const
{
    const Roof &roof = m_content->roofs[line.roof];
    if (m_content->relative)
        return { relativeRoofLabel(roof) };
    if (sharesItsName(line, lineHeight))
        return line.theoretical ? QStringList() // the measured one says it
                                : QStringList { roofWithTheoryLabel(roof), roofLabel(roof) };
    return { line.theoretical || m_content->theoretical ? theoreticalRoofLabel(roof) : roofLabel(roof) };
}

void RoofLabelLayer::paintNamedLines(QPainter &painter, LabelObstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    std::vector<Label> labels;
    std::vector<const NamedLine *> shown;
    for (const NamedLine &named : m_namedLines) {
        const auto part = visiblePart({ .roof = 0, .from = named.line.p1(), .to = named.line.p2() }, m_viewport.frame);
        if (!part)
            continue;
        const QLineF pixels(m_viewport.toPixel(part->p1()), m_viewport.toPixel(part->p2()));
        painter.setPen(QPen(named.color, 1.4));
        painter.drawLine(pixels);
        const bool isFlat = named.line.dy() == 0;
        labels.push_back({ pixels, { QSizeF(metrics.horizontalAdvance(named.name), metrics.height()) }, isFlat });
        shown.push_back(&named);
    }
    paintPlaced(painter, placeLabels(labels, m_viewport.area, taken), taken,
                [&shown](std::size_t i, qsizetype) { return std::pair(shown[i]->name, shown[i]->color); });
}

void RoofLabelLayer::paintPlaced(QPainter &painter, const std::vector<std::optional<LabelPlace>> &places,
                                 LabelObstacles &taken,
                                 const std::function<std::pair<QString, QColor>(std::size_t, qsizetype)> &textOf) const
{
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i])
            continue;
        const auto [text, color] = textOf(i, places[i]->text);
        painter.save();
        painter.translate(places[i]->anchor);
        painter.rotate(places[i]->angleDegrees);
        if (places[i]->coversOthers)
            painter.fillRect(places[i]->box, m_style->ground());
        painter.setPen(color);
        painter.drawText(places[i]->box, Qt::AlignLeft | Qt::AlignVCenter, text);
        painter.restore();
        taken.texts << placedOutline(*places[i]);
    }
}

void RoofLabelLayer::paintNames(QPainter &painter, LabelObstacles &taken) const
{
    const QFontMetricsF metrics(painter.font());
    std::vector<Label> labels;
    QList<QStringList> texts;
    std::vector<const Roof *> roofs;
    for (const RoofLine &line : linesByRank()) {
        const auto part = visiblePart(line, m_viewport.frame);
        if (!part)
            continue;
        const QLineF pixels(m_viewport.toPixel(part->p1()), m_viewport.toPixel(part->p2()));
        const QStringList names = namesOf(line, metrics.height());
        if (names.isEmpty())
            continue;
        QList<QSizeF> sizes;
        for (const QString &name : names)
            sizes << QSizeF(metrics.horizontalAdvance(name), metrics.height());
        const Roof &roof = m_content->roofs[line.roof];
        // Flat roofs are named at their right end, slopes in their upper half: away from most points.
        labels.push_back({ pixels, sizes, roof.compute() != nullptr });
        texts << names;
        roofs.push_back(&roof);
    }
    paintPlaced(painter, placeLabels(labels, m_viewport.area, taken), taken, [&](std::size_t i, qsizetype text) {
        return std::pair(texts[qsizetype(i)][text], m_style->roofColor(*roofs[i]));
    });
}

} // namespace ridgepoint
