// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/trail.h"
#include "ui/style/chart_style.h"

#include <QGraphicsItem>

#include <optional>
#include <vector>

namespace rooflight {

inline constexpr double trailDotRadius = 3.5; ///< pixels

/// Draws trails and says which one is under the pointer.
class TrailLayer : public QGraphicsItem
{
public:
    /// A layer of these trails, which must outlive it, as must the style.
    TrailLayer(const std::vector<Trail> &trails, const ChartStyle &style, QGraphicsItem *parent)
        : QGraphicsItem(parent)
        , m_trails(trails)
        , m_style(style)
    {
    }

    [[nodiscard]] const std::vector<Trail> &trails() const { return m_trails; }
    void setViewport(const Viewport &viewport);

    /// Of the trail under a pixel, the stop nearest to it that has a card. Trails that are painted later lie above
    /// others.
    [[nodiscard]] std::optional<TrailStop> stopAt(QPointF pixel) const;
    [[nodiscard]] QPointF centre(TrailStop stop) const; ///< in pixels of the plot

    [[nodiscard]] QRectF boundingRect() const override { return m_viewport.area; }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintWay(QPainter &painter, const Trail &trail) const;

    const std::vector<Trail> &m_trails;
    const ChartStyle &m_style;
    Viewport m_viewport;
};

} // namespace rooflight
