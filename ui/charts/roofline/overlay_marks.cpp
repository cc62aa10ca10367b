// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/overlay_marks.h"

#include "ui/charts/roofline/mark_layer.h"

#include <utility>

namespace rooflight {

OverlayMarks::OverlayMarks(QGraphicsItem *plot, double height)
    : m_plot(plot)
    , m_height(height)
{
}

OverlayMarks::~OverlayMarks() = default;

QColor OverlayMarks::colorOf(std::size_t overlay, const ChartStyle &style)
{
    return style.numberedColor(overlay + 1); // the first one is the main session's
}

void OverlayMarks::setOverlays(std::vector<RooflineOverlay> overlays, const ChartStyle &style)
{
    m_layers.clear();
    m_markOf.clear();
    m_overlays = std::move(overlays);
    for (const RooflineOverlay &overlay : m_overlays) {
        m_layers.push_back(std::make_unique<MarkLayer>(m_plot));
        m_layers.back()->setZValue(m_height);
        auto &markOf = m_markOf.emplace_back();
        for (std::size_t mark = 0; mark < overlay.content->marks.size(); ++mark)
            markOf.emplace(overlay.content->points[overlay.content->marks[mark].point].label, mark);
    }
    setStyle(style);
}

void OverlayMarks::setStyle(const ChartStyle &style)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m_layers[i]->setContent(m_overlays[i].content.get(), &style);
        m_layers[i]->setColors(std::vector(m_overlays[i].content->marks.size(), colorOf(i, style)));
    }
}

void OverlayMarks::setViewports(const MarkViewports &viewports)
{
    for (const auto &layer : m_layers)
        layer->setViewports(viewports);
}

std::vector<const MarkSet *> OverlayMarks::marks() const
{
    std::vector<const MarkSet *> marks;
    for (const auto &layer : m_layers)
        marks.push_back(&layer->marks());
    return marks;
}

void OverlayMarks::finish(double devicePixelRatio)
{
    for (const auto &layer : m_layers)
        layer->finish(devicePixelRatio);
}

void OverlayMarks::setFilter(const std::optional<std::set<std::string>> &labels,
                             const std::set<OperatorFamily> &hiddenFamilies)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const RooflineContent &content = *m_overlays[i].content;
        std::vector<bool> visible(content.marks.size());
        for (std::size_t mark = 0; mark < visible.size(); ++mark) {
            const RooflinePoint &point = content.points[content.marks[mark].point];
            visible[mark] = !hiddenFamilies.contains(point.family) && (!labels || labels->contains(point.label));
        }
        m_layers[i]->setVisible(std::move(visible));
    }
}

void OverlayMarks::setHighlights(const std::set<std::string> &labels)
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        std::vector<bool> flags(m_overlays[i].content->marks.size());
        for (const std::string &label : labels) {
            if (const auto found = m_markOf[i].find(label); found != m_markOf[i].end())
                flags[found->second] = true;
        }
        m_layers[i]->setHighlights(std::move(flags), std::nullopt, std::nullopt);
    }
}

QList<QRectF> OverlayMarks::markBoxes() const
{
    QList<QRectF> boxes;
    for (const auto &layer : m_layers)
        boxes << layer->markBoxes();
    return boxes;
}

std::optional<OverlayMark> OverlayMarks::markAt(QPointF pixel) const
{
    for (std::size_t i = m_layers.size(); i-- > 0;) { // the last one lies on top
        if (const std::vector<std::size_t> found = m_layers[i]->marksAt(pixel); !found.empty())
            return OverlayMark { i, found.front() };
    }
    return std::nullopt;
}

QPointF OverlayMarks::centre(OverlayMark mark) const
{
    return m_layers[mark.overlay]->centre(mark.mark);
}

const RooflinePoint &OverlayMarks::pointOf(OverlayMark mark) const
{
    const RooflineContent &content = *m_overlays[mark.overlay].content;
    return content.points[content.marks[mark.mark].point];
}

std::vector<std::pair<std::size_t, QPointF>> OverlayMarks::placesOf(const std::string &label) const
{
    std::vector<std::pair<std::size_t, QPointF>> places;
    for (std::size_t i = 0; i < m_overlays.size(); ++i) {
        const auto found = m_markOf[i].find(label);
        if (found == m_markOf[i].end())
            continue;
        const Mark &mark = m_overlays[i].content->marks[found->second];
        if (!mark.onStrip && !mark.grounded)
            places.emplace_back(i, QPointF(mark.x, mark.y));
    }
    return places;
}

std::vector<NamedLine> OverlayMarks::roofs(const ChartStyle &style, const RooflineContent &main) const
{
    std::vector<NamedLine> lines;
    for (std::size_t i = 0; i < m_overlays.size(); ++i) {
        for (NamedLine &line : roofsOf(m_overlays[i], colorOf(i, style), main))
            lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace rooflight
