// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roof_lines.h"
#include "ui/charts/roofline/roofline_content.h"
#include "ui/style/chart_style.h"

#include <QGraphicsItem>

#include <vector>

namespace ridgepoint {

/// Base of what is painted beneath or above the lines of the plot.
class ChartLayer : public QGraphicsItem
{
public:
    using QGraphicsItem::QGraphicsItem;

    /// Both belong to the plot, and must stay.
    virtual void setContent(const RooflineContent *content, const ChartStyle *style);
    /// In pixels of the plot.
    void setViewport(const Viewport &viewport);

    [[nodiscard]] QRectF boundingRect() const override { return m_viewport.area; }

protected:
    const RooflineContent *m_content = nullptr;
    const ChartStyle *m_style = nullptr;
    Viewport m_viewport;
};

/// Base of the layers that belong to the lines of the roofs.
class RoofLayer : public ChartLayer
{
public:
    using ChartLayer::ChartLayer;

    void setLines(std::vector<RoofLine> lines);
    /// Whether launch-bound points have their ceiling: their rate in a run that takes only the launch overhead.
    void setShowsLaunch(bool shows);

protected:
    std::vector<RoofLine> m_lines;
    bool m_showsLaunch = false;
};

} // namespace ridgepoint
