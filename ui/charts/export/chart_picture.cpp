// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/chart_picture.h"

#include "core/roofline/explained_items.h"
#include "ui/charts/export/chart_legend.h"
#include "ui/charts/export/scene_json.h"
#include "ui/charts/roofline/roofline_content.h"
#include "ui/charts/roofline/roofline_plot.h"
#include "ui/charts/roofline/size_trails.h"

#include <QPainter>

#include <cmath>

namespace rooflight {

ChartPicture::ChartPicture(const QString &name, const JudgedSession &judged, const std::vector<ChartSession> &others,
                           const ChartStyle &style, const ChartChoices &choices)
    : m_style(style)
    , m_scene(std::make_unique<QGraphicsScene>())
    , m_plot(new RooflinePlot(style))
{
    m_scene->addItem(m_plot);
    RooflineContent content = rooflineContent(judged, { choices.folds, choices.opened });
    std::vector<Trail> paths;
    if (const std::vector<SizePath> sizes = sizePaths(judged.session()); !sizes.empty())
        paths = sizeTrails(*judged.session().sweep, sizes, choices.sizePath, style);
    OverlayMaker drawn;
    drawn.make(others, choices.folds, false);
    makeRoom(content, drawn.overlays());
    makeRoom(content, paths);
    m_plot->setContent(std::move(content));
    m_plot->setVisibleRoofs(roofsToDraw(m_plot->content(), choices.roofs));
    m_plot->setOverlays(name, drawn.overlays());
    if (!others.empty())
        m_plot->setColoring(ColorBy::Session);
    m_plot->setPaths(std::move(paths));
    m_plot->setTrail(choices.batchPath);
    m_plot->setPos(0, 0);
}

ChartPicture::ChartPicture(const RooflinePlot &shown, const ChartStyle &style)
    : m_style(style)
    , m_scene(std::make_unique<QGraphicsScene>())
    , m_plot(new RooflinePlot(style))
{
    m_scene->addItem(m_plot);
    m_plot->copyFrom(shown);
    m_plot->setPos(0, 0);
}

Result<void> ChartPicture::setView(const ChartView &view, const Session &session)
{
    std::set<ItemId> selected;
    for (const std::string &path : view.selected) {
        const Result<std::int64_t> layer = layerOfPath(session.analysis ? *session.analysis : Analysis(), path);
        if (!layer.ok())
            return layer.error();
        selected.insert({ ItemId::Kind::Layer, layer.value() });
    }
    if (view.coloring)
        m_plot->setColoring(*view.coloring);
    m_plot->setFilter(std::nullopt, view.hidden);
    m_plot->setHighlights(selected, std::nullopt, selected.size() == 1 ? std::optional(*selected.begin()) : std::nullopt);
    Frame frame = m_plot->frame();
    if (view.intensity) {
        frame.left = std::log10(view.intensity->front());
        frame.right = std::log10(view.intensity->back());
    }
    if (view.performance) {
        frame.bottom = std::log10(view.performance->front());
        frame.top = std::log10(view.performance->back());
    }
    m_plot->setFrame(frame);
    return {};
}

void ChartPicture::setTransparent(bool isTransparent)
{
    m_plot->setBackgroundVisible(!isTransparent);
}

bool ChartPicture::isEmpty() const
{
    return m_plot->content().empty();
}

void ChartPicture::resize(const QSizeF &size)
{
    m_plot->resize(size);
    m_plot->arrange();
    m_scene->setSceneRect(QRectF(QPointF(), size));
}

void ChartPicture::paint(QPainter &painter, const QRectF &area)
{
    resize(area.size());
    painter.setRenderHint(QPainter::Antialiasing);
    m_scene->render(&painter, area, m_scene->sceneRect());
}

void ChartPicture::paintWithLegend(QPainter &painter, const QRectF &area)
{
    resize(area.size());
    const ChartLegend legend(*m_plot, m_style);
    const double height = legend.heightFor(area.width());
    painter.setRenderHint(QPainter::Antialiasing);
    legend.paint(painter, QRectF(area.topLeft(), QSizeF(area.width(), height)));
    paint(painter, area.adjusted(0, height, 0, 0));
}

std::string ChartPicture::toCsv(const QSizeF &size)
{
    resize(size);
    return sceneToCsv(*m_plot);
}

std::string ChartPicture::toJson(const QSizeF &size)
{
    resize(size);
    return sceneToJson(*m_plot);
}

} // namespace rooflight
