// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roof_line_layer.h"

#include <QPainter>

#include <algorithm>

namespace ridgepoint {

void RoofLineLayer::setNamedLines(std::vector<NamedLine> lines)
{
    m_namedLines = std::move(lines);
    update();
}

void RoofLineLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    painter->setClipRect(m_viewport.area);
    painter->setRenderHint(QPainter::Antialiasing);
    // Cut to the frame: the dashes of a whole line would be far more.
    const Frame frame = grown(m_viewport.frame, 0.01);
    for (const RoofLine &line : m_lines) {
        const Roof &roof = m_content->roofs[line.roof];
        const auto part = visiblePart(line, frame);
        if (!part)
            continue;
        painter->setPen(line.theoretical || m_content->theoretical
                            ? m_style->theoreticalPen(roof)
                            : m_style->roofPen(roof, m_content->judging.contains(line.roof)));
        painter->drawLine(m_viewport.toPixel(*part));
    }
    for (const NamedLine &named : m_namedLines) {
        const auto part = visiblePart({ .roof = 0, .from = named.line.p1(), .to = named.line.p2() }, frame);
        if (!part)
            continue;
        painter->setPen(QPen(named.color, 1.4));
        painter->drawLine(m_viewport.toPixel(*part));
    }
    paintRidge(*painter);
    painter->restore();
}

void RoofLineLayer::paintRidge(QPainter &painter) const
{
    const std::optional<QPointF> ridge = shownRidge(*m_content, m_viewport.frame);
    if (!ridge)
        return;
    const QPointF corner = m_viewport.toPixel(*ridge);
    painter.setPen(m_style->ridgePen());
    painter.drawLine(QPointF(corner.x(), std::max(corner.y(), m_viewport.area.top())),
                     QPointF(corner.x(), m_viewport.area.bottom()));
    painter.setPen(QPen(m_style->text(), 1.5));
    painter.setBrush(m_style->ground());
    painter.drawEllipse(corner, 4, 4);
}

} // namespace ridgepoint
