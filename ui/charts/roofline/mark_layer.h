// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/chart_layer.h"
#include "ui/charts/roofline/level_of_detail.h"

#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

class BackgroundPicture;
class MarkStamps;
class StampPainter;

/// All points of the chart in one item: a graphics item a point, as QScatterSeries makes, takes minutes for 100,000.
/// On a screen, where there are many, some stand for all until the whole picture is there, which another thread draws.
class MarkLayer : public ChartLayer
{
public:
    explicit MarkLayer(QGraphicsItem *parent);
    ~MarkLayer() override;
    Q_DISABLE_COPY_MOVE(MarkLayer)

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
    /// Marks whose centres lie less than a pixel from that of this one, which is one of them.
    [[nodiscard]] int countAtSamePlace(std::size_t mark) const;
    [[nodiscard]] QPointF centre(std::size_t mark) const { return m_viewports.toPixel(m_places[mark]); }
    /// Visible, and inside the part of the plane that is shown.
    [[nodiscard]] bool isShown(std::size_t mark) const;
    [[nodiscard]] bool isVisibleMark(std::size_t mark) const { return m_visible[mark]; }

    /// Draws the whole picture now, for a screen of this ratio.
    void finish(double devicePixelRatio);

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

    /// The texts beside folded marks, in pixels of the plot.
    [[nodiscard]] QList<QRectF> countBoxes() const;

private:
    struct Count {
        std::size_t mark = 0;
        QRectF box;
    };

    [[nodiscard]] const Mark &mark(std::size_t index) const { return m_content->marks[index]; }
    [[nodiscard]] const RooflinePoint &pointOfMark(std::size_t index) const;
    [[nodiscard]] QRectF areaOf(std::size_t index) const;
    void sortBySize();
    /// They are made anew when they are next asked for.
    void dropStamps();
    [[nodiscard]] std::shared_ptr<const MarkStamps> stamps();
    void paintVectors(QPainter &painter) const;
    void paintMany(QPainter &painter, bool isOnScreen);
    void paintMark(QPainter &painter, std::size_t index, const QPen &pen) const;
    void paintOutline(QPainter &painter, std::size_t index, const QPen &pen) const;
    void paintDropLine(QPainter &painter, std::size_t index) const;
    void paintFusedPlace(QPainter &painter) const;
    /// How many equal ones a folded mark stands for. Where each place would cover something it is left to the card.
    void paintCounts(QPainter &painter) const;
    [[nodiscard]] std::vector<Count> counts() const;
    [[nodiscard]] std::optional<QRectF> countBox(std::size_t index, const QList<QRectF> &taken) const;
    /// From the intensity of its operators one by one to that of all of them fused.
    void paintFused(QPainter &painter, std::size_t index) const;
    /// Where the mark would stand for the runs at p10 and p90, of equal blocks for the fastest and the slowest.
    void paintSpread(QPainter &painter, std::size_t index) const;
    /// Where the mark stood in the session to compare with, and an arrow from there.
    void paintEarlier(QPainter &painter, std::size_t index) const;

    MarkViewports m_viewports;
    std::vector<MarkPlace> m_places; ///< one a mark
    std::vector<std::size_t> m_order; ///< large marks first, so that small ones lie on top
    std::vector<QColor> m_colors;
    bool m_showsFused = false;
    std::optional<QPointF> m_fusedPlace;
    QString m_fusedText;
    std::vector<bool> m_visible;
    std::vector<std::size_t> m_selected; ///< large ones first
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_focus;
    std::shared_ptr<const MarkStamps> m_stamps; ///< without highlights; null when out of date
    std::unique_ptr<StampPainter> m_stampPainter; ///< of these
    std::unique_ptr<BackgroundPicture> m_whole; ///< of these
};

} // namespace ridgepoint
