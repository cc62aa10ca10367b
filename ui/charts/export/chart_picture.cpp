// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/chart_picture.h"

#include "ui/charts/export/scene_json.h"
#include "ui/charts/roofline/roofline_content.h"
#include "ui/charts/roofline/roofline_plot.h"
#include "ui/charts/roofline/size_trails.h"

#include <QPainter>

namespace rooflight {

ChartPicture::ChartPicture(const QString &name, const JudgedSession &judged, const std::vector<ChartSession> &others,
                           const ChartStyle &style, const ChartChoices &choices)
    : m_plot(new RooflinePlot(style))
{
    m_scene.addItem(m_plot);
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

bool ChartPicture::isEmpty() const
{
    return m_plot->content().empty();
}

void ChartPicture::resize(const QSizeF &size)
{
    m_plot->resize(size);
    m_plot->arrange();
    m_scene.setSceneRect(QRectF(QPointF(), size));
}

void ChartPicture::paint(QPainter &painter, const QRectF &area)
{
    resize(area.size());
    painter.setRenderHint(QPainter::Antialiasing);
    m_scene.render(&painter, area, m_scene.sceneRect());
}

std::string ChartPicture::toJson(const QSizeF &size)
{
    resize(size);
    return sceneToJson(*m_plot);
}

} // namespace rooflight
