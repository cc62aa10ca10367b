// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline_content.h"
#include "ui/charts/roofline_frame.h"
#include "ui/style/chart_style.h"

#include <QGraphicsItem>

#include <vector>

namespace ridgepoint {

/// Fine grid, shaded zones and interval bands, beneath the roofs' lines.
class RoofGroundLayer : public QGraphicsItem
{
public:
    explicit RoofGroundLayer(QGraphicsItem *parent);

    void setScene(const RooflineContent *content, const ChartStyle *style);
    void setLines(std::vector<RoofLine> lines);
    /// Whether launch-bound points have their ceiling: what they would do in a run as short as the launch overhead.
    void setShowsLaunch(bool shows);
    void setViewport(const Viewport &viewport);

    [[nodiscard]] QRectF boundingRect() const override { return m_viewport.area; }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintMinorGrid(QPainter &painter) const;
    void paintZones(QPainter &painter) const;
    void paintIntervals(QPainter &painter) const;
    void paintSustained(QPainter &painter) const;
    void paintLaunchCeilings(QPainter &painter) const;

    const RooflineContent *m_content = nullptr;
    const ChartStyle *m_style = nullptr;
    std::vector<RoofLine> m_lines;
    bool m_showsLaunch = false;
    Viewport m_viewport;
};

/// Names of the roofs along their lines, and the ridge, above the roofs' lines.
class RoofLabelLayer : public QGraphicsItem
{
public:
    explicit RoofLabelLayer(QGraphicsItem *parent);

    void setScene(const RooflineContent *content, const ChartStyle *style);
    void setLines(std::vector<RoofLine> lines);
    void setShowsLaunch(bool shows);
    void setViewport(const Viewport &viewport);

    [[nodiscard]] QRectF boundingRect() const override { return m_viewport.area; }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    struct Obstacles {
        QList<QPolygonF> texts; ///< must never be covered
        QList<QLineF> lines; ///< other roofs: a name over them cannot be read
        QList<QRectF> marks; ///< better left free
    };

    [[nodiscard]] Obstacles obstacles() const;
    void paintCaption(QPainter &painter, Obstacles &taken) const;
    void paintRidge(QPainter &painter, Obstacles &taken) const;
    void paintZoneNames(QPainter &painter, QPointF corner, Obstacles &taken) const;
    void paintLabel(QPainter &painter, const RoofLine &line, Obstacles &taken) const;
    /// True when measured and theoretical line of a roof are too close for a name each.
    [[nodiscard]] bool sharesItsName(const RoofLine &line, double lineHeight) const;

    const RooflineContent *m_content = nullptr;
    const ChartStyle *m_style = nullptr;
    std::vector<RoofLine> m_lines;
    bool m_showsLaunch = false;
    Viewport m_viewport;
};

/// The part of a line that a frame shows; without a value when it passes by.
[[nodiscard]] std::optional<QLineF> visiblePart(const RoofLine &line, const Frame &frame);

} // namespace ridgepoint
