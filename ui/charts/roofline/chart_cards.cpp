// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roofline_chart_private.h"

#include "core/report/format/format.h"
#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/mark_layer.h"
#include "ui/charts/roofline/roofline_plot.h"
#include "ui/charts/roofline/roofline_view.h"
#include "ui/models/layer_columns.h"
#include "ui/style/quantities.h"

#include <cmath>

namespace rooflight {

namespace {

/// Paths are drawn only where the axes are FLOP/byte and FLOP/s.
std::vector<CardRow> stopRows(const Trail::Stop &stop)
{
    std::vector<CardRow> rows;
    rows.push_back(
        { factTitleText(FactId::Intensity), QString::fromStdString(formatIntensity(std::pow(10, stop.place.x()))) });
    rows.push_back({ factTitleText(stop.isMeasured ? FactId::Achieved : FactId::Attainable),
                     quantityText(std::pow(10, stop.place.y()), "FLOP/s") });
    if (stop.timeNs > 0)
        rows.push_back(
            { factTitleText(stop.isMeasured ? FactId::Time : FactId::TimeAtRoof), durationText(stop.timeNs) });
    return rows;
}

} // namespace

ChartCards::ChartCards(QWidget *chart, RooflineView *view, RooflinePlot *plot)
    : m_chart(chart)
    , m_view(view)
    , m_plot(plot)
{
}

ChartCards::~ChartCards()
{
    delete m_card;
}

void ChartCards::setStyle(const ChartStyle &style)
{
    if (m_card)
        m_card->setStyle(style);
}

HoverCard &ChartCards::card()
{
    if (!m_card) {
        m_card = new HoverCard(m_chart->window());
        m_card->setStyle(ChartStyle(m_chart->palette(), m_chart->font()));
    }
    return *m_card;
}

void ChartCards::showPoint(std::size_t mark, const QString &session)
{
    const RooflineContent &content = m_plot->content();
    card().setPoint(content, content.marks[mark].point, m_plot->marks().countAtSamePlace(mark) - 1, session);
    card().showBeside(m_view, m_view->centreOf(mark).toPoint());
}

void ChartCards::showOverlay(const RooflineOverlay &overlay, OverlayMark mark)
{
    card().setPoint(*overlay.content, overlay.content->marks[mark.mark].point, 0, overlay.name);
    card().showBeside(m_view, m_view->mapFromScene(m_plot->mapToScene(m_plot->overlays().centre(mark))));
}

void ChartCards::showStop(TrailStop stop)
{
    const Trail &trail = m_plot->trails().trails()[stop.trail];
    const Trail::Stop &at = trail.stops[stop.stop];
    card().setRows(trail.name, at.title, stopRows(at));
    card().showBeside(m_view, m_view->mapFromScene(m_plot->mapToScene(m_plot->trails().centre(stop))));
}

void ChartCards::hide()
{
    if (m_card)
        m_card->hide();
}

const HoverCard *ChartCards::shown() const
{
    return m_card && m_card->isVisible() ? m_card.data() : nullptr;
}

} // namespace rooflight
