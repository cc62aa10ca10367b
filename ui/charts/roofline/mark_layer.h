// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/mark_scene.h"

#include <QGraphicsItem>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rooflight {

class BackgroundPicture;
class MarkStamps;
class StampPainter;

/// All points of the chart in one item: a graphics item a point, as QScatterSeries makes, takes minutes for 100,000.
/// On a screen, if there are many, some stand for all until the whole picture is there, which another thread draws.
class MarkLayer : public QGraphicsItem
{
public:
    explicit MarkLayer(QGraphicsItem *parent);
    ~MarkLayer() override;
    Q_DISABLE_COPY_MOVE(MarkLayer)

    /// Clears the selection. Both arguments must outlive the layer.
    void setContent(const RooflineContent *content, const ChartStyle *style);
    [[nodiscard]] const MarkSet &marks() const { return m_marks; }
    void setViewports(const MarkViewports &viewports);
    /// One a mark.
    void setColors(std::vector<QColor> colors);
    /// Whether every layer shows how far to the right it would stand if it were fused, not only those pointed at.
    void setShowsFused(bool shows);
    /// Where what is selected would stand as one operator, in pixels; without a value nowhere.
    void setStar(std::optional<QPointF> star) { m_star = star; }
    /// One flag a mark.
    void setVisible(std::vector<bool> visible);
    void setHighlights(std::vector<bool> selected, std::optional<std::size_t> hovered,
                       std::optional<std::size_t> focus);
    /// One flag a mark: what is inside of something that is selected, which gets an edge and no outline.
    void setParts(const std::vector<bool> &parts);
    [[nodiscard]] const std::vector<std::size_t> &outlined() const { return m_selected; }
    [[nodiscard]] const std::vector<std::size_t> &parts() const { return m_parts; }

    /// Visible marks under a pixel, nearest first; of marks at the same place the uppermost first.
    [[nodiscard]] std::vector<std::size_t> marksAt(QPointF pixel) const;
    /// Marks whose centres lie less than a pixel from that of this one, which is one of them.
    [[nodiscard]] int countAtSamePlace(std::size_t mark) const;
    [[nodiscard]] QPointF centre(std::size_t mark) const { return scene().centre(mark); }
    /// Visible, and inside the part of the plane that is shown.
    [[nodiscard]] bool isShown(std::size_t mark) const { return scene().isShown(mark); }
    [[nodiscard]] bool isVisibleMark(std::size_t mark) const { return m_marks.visible[mark]; }

    /// Boxes of the marks shown, in pixels of the plot; none if there are very many.
    [[nodiscard]] QList<QRectF> markBoxes() const { return scene().boxes(); }

    /// Draws the whole picture now, for a screen of this ratio.
    void finish(double devicePixelRatio);

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    [[nodiscard]] MarkScene scene() const { return { m_marks, m_viewports }; }
    /// They are made again when next requested.
    void dropStamps();
    [[nodiscard]] std::shared_ptr<const MarkStamps> stamps();
    /// Shows whole marks whose centres are shown, even if they reach beyond the axes.
    void paintVectors(QPainter &painter) const;
    void paintMany(QPainter &painter, bool isOnScreen);
    void paintSelected(QPainter &painter, std::size_t mark, const QPen &pen) const;

    MarkSet m_marks;
    MarkViewports m_viewports; ///< in pixels of the plot
    std::optional<QPointF> m_star;
    bool m_showsFused = false;
    std::vector<std::size_t> m_selected; ///< large ones first
    std::vector<std::size_t> m_parts; ///< of what is selected; large ones first
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_focus;
    std::shared_ptr<const MarkStamps> m_stamps; ///< without highlights; null when out of date
    std::unique_ptr<StampPainter> m_stampPainter; ///< of these
    std::unique_ptr<BackgroundPicture> m_whole; ///< of these
};

} // namespace rooflight
