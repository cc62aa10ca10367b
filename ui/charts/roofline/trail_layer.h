// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/chart_layer.h"

#include <QColor>
#include <QPointF>
#include <QString>

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ridgepoint {

/// A way across the plane.
struct Trail {
    struct Stop {
        QPointF place;
        QString text = {}; ///< beside it
        bool isMeasured = false; ///< a filled dot, else a hollow one
        bool hasDot = true; ///< false: a point of the chart stands there
        QString title = {}; ///< of its card: "Batch 32, predicted"; empty: it has none
        double timeNs = 0; ///< of one run; where it is not measured at the roof; 0: not known
    };
    std::vector<Stop> stops; ///< two or more
    QColor color;
    bool isFaint = false; ///< beside others that are looked at
    QString name = {}; ///< whose way it is
};

/// A stop of one of the trails of a layer.
struct TrailStop {
    std::size_t trail = 0;
    std::size_t stop = 0;

    bool operator==(const TrailStop &) const = default;
};

/// Widens the frame so that it holds all stops.
void makeRoom(RooflineContent &content, const std::vector<Trail> &trails);

/// Ways of points across the plane: from session to session, or as a size of the model grows.
class TrailLayer : public ChartLayer
{
public:
    using ChartLayer::ChartLayer;

    void setTrails(std::vector<Trail> trails);
    [[nodiscard]] const std::vector<Trail> &trails() const { return m_trails; }

    /// The boxes of marks and their texts in pixels of the plot, which texts keep clear of; asked whenever these are
    /// placed.
    void setObstacles(std::function<QList<QRectF>()> boxes) { m_obstacles = std::move(boxes); }

    /// Of the way under a pixel, the stop nearest to it that has a card. Ways that are painted later lie above others.
    [[nodiscard]] std::optional<TrailStop> stopAt(QPointF pixel) const;
    [[nodiscard]] QPointF centre(TrailStop stop) const; ///< in pixels of the plot

    [[nodiscard]] QList<QRectF> textBoxes() const; ///< in pixels of the plot
    void paintTexts(QPainter &painter) const;

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    struct PlacedText {
        QRectF box;
        const Trail::Stop *stop;
        QColor color;
    };

    void paintWay(QPainter &painter, const Trail &trail) const;
    void placeTexts(const Trail &trail, const QList<QRectF> &obstacles, std::vector<PlacedText> &placed) const;
    [[nodiscard]] QList<QRectF> dotsOf(const Trail &trail) const;
    [[nodiscard]] std::optional<QRectF> freeBox(QPointF place, const QSizeF &size, double gap, bool preferRight,
                                                const QList<QRectF> &taken) const;
    [[nodiscard]] std::vector<PlacedText> placedTexts() const;

    std::vector<Trail> m_trails;
    std::function<QList<QRectF>()> m_obstacles;
};

/// The texts of the trails, above the points.
class TrailTextLayer : public ChartLayer
{
public:
    /// The trails must stay.
    TrailTextLayer(const TrailLayer *trails, QGraphicsItem *parent)
        : ChartLayer(parent)
        , m_trails(trails)
    {
    }

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    const TrailLayer *m_trails;
};

} // namespace ridgepoint
