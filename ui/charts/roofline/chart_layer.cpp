// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/chart_layer.h"

namespace ridgepoint {

void ChartLayer::setContent(const RooflineContent *content, const ChartStyle *style)
{
    m_content = content;
    m_style = style;
    update();
}

void ChartLayer::setViewport(const Viewport &viewport)
{
    prepareGeometryChange();
    m_viewport = viewport;
    update();
}

void RoofLayer::setLines(std::vector<RoofLine> lines)
{
    m_lines = std::move(lines);
    update();
}

void RoofLayer::setShowsLaunch(bool shows)
{
    m_showsLaunch = shows;
    update();
}

} // namespace ridgepoint
