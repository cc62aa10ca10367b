// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/chart_layer.h"

#include <QPixmap>

#include <optional>
#include <vector>

namespace ridgepoint {

/// All points of the chart in one item: a graphics item a point, as QScatterSeries makes, takes minutes for 100,000.
class MarkLayer : public ChartLayer
{
public:
    using ChartLayer::ChartLayer;

    void setContent(const RooflineContent *content, const ChartStyle *style) override;
    /// Plane and strip, both in pixels.
    void setViewports(const Viewport &plane, const Viewport &strip);
    /// One a mark.
    void setColors(std::vector<QColor> colors);
    /// Whether every layer shows how far to the right it would stand if it were fused, not only those pointed at.
    void setShowsFused(bool shows);
    /// Where what is selected would stand if it were one operator, and what to write there; without a value nothing.
    void setFused(std::optional<QPointF> place, const QString &text);
    /// One flag a mark.
    void setVisible(std::vector<bool> visible);
    void setHighlights(std::vector<bool> selected, std::optional<std::size_t> hovered,
                       std::optional<std::size_t> focus);

    /// Visible marks under a pixel, nearest first; of marks at the same place the uppermost first.
    [[nodiscard]] std::vector<std::size_t> marksAt(QPointF pixel) const;
    [[nodiscard]] QPointF centre(std::size_t mark) const { return m_centres[mark]; }
    /// Visible, and inside the part of the plane that is shown.
    [[nodiscard]] bool isShown(std::size_t mark) const;
    [[nodiscard]] bool isVisibleMark(std::size_t mark) const { return m_visible[mark]; }

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    [[nodiscard]] const Mark &mark(std::size_t index) const { return m_content->marks[index]; }
    [[nodiscard]] const RooflinePoint &pointOfMark(std::size_t index) const;
    [[nodiscard]] QRectF areaOf(std::size_t index) const;
    void placeMarks();
    void sortBySize();
    void paintVectors(QPainter &painter) const;
    void paintFromCache(QPainter &painter);
    void paintStamps(QPainter &painter, double devicePixelRatio) const;
    void paintMark(QPainter &painter, std::size_t index, const QPen &pen) const;
    void paintOutline(QPainter &painter, std::size_t index, const QPen &pen) const;
    void paintDropLine(QPainter &painter, std::size_t index) const;
    /// How many equal ones a folded mark stands for.
    void paintFusedPlace(QPainter &painter) const;
    void paintCounts(QPainter &painter) const;
    [[nodiscard]] QRectF countBox(std::size_t index) const;
    /// From the intensity of its operators one by one to that of all of them fused.
    void paintFused(QPainter &painter, std::size_t index) const;
    /// Where the mark would stand for the runs at p10 and p90, of equal blocks for the fastest and the slowest.
    void paintSpread(QPainter &painter, std::size_t index) const;
    /// Where the mark stood in the session to compare with, and an arrow from there.
    void paintEarlier(QPainter &painter, std::size_t index) const;
    [[nodiscard]] QPixmap stamp(OperatorFamily family, const QColor &color, bool timed, int diameter,
                                double devicePixelRatio) const;

    Viewport m_strip;
    std::vector<QPointF> m_centres;
    std::vector<std::size_t> m_order; ///< large marks first, so that small ones lie on top
    std::vector<QColor> m_colors;
    bool m_showsFused = false;
    std::optional<QPointF> m_fusedPlace;
    QString m_fusedText;
    std::vector<bool> m_visible;
    std::vector<bool> m_selected;
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_focus;
    QPixmap m_cache; ///< many marks without highlights; null when out of date
};

} // namespace ridgepoint
