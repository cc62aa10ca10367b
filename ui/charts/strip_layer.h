// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline_content.h"
#include "ui/charts/roofline_frame.h"
#include "ui/style/chart_style.h"

#include <QGraphicsItem>

namespace ridgepoint {

/// The short axis beneath the plane for what does no arithmetic: achieved bandwidth beside the memory roofs.
class StripLayer : public QGraphicsItem
{
public:
    explicit StripLayer(QGraphicsItem *parent);

    void setScene(const RooflineContent *content, const ChartStyle *style);
    void setViewport(const Viewport &viewport);

    /// Pixels that the strip takes beneath the axis of the plane; 0 when there is nothing to show.
    [[nodiscard]] static double heightFor(const RooflineContent &content, const ChartStyle &style);
    /// Part of that which holds the marks.
    [[nodiscard]] static QRectF markArea(const QRectF &whole, const ChartStyle &style);

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintRoofs(QPainter *painter) const;

    const RooflineContent *m_content = nullptr;
    const ChartStyle *m_style = nullptr;
    Viewport m_viewport;
};

} // namespace ridgepoint
