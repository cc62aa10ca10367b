// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/layout/points.h"
#include "ui/charts/roofline/layout/roof_lines.h"
#include "ui/style/chart_style.h"

#include <QGraphicsItem>
#include <QList>
#include <QPointF>
#include <QRectF>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
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

/// A mark of an overlay.
struct OverlayMark {
    std::size_t overlay = 0;
    std::size_t mark = 0;

    bool operator==(const OverlayMark &) const = default;
};

/// The points of all sessions but the main one, a layer each in a colour each. Points of one name belong together.
class OverlayMarks
{
public:
    /// The layers lie on this item, at this height.
    OverlayMarks(QGraphicsItem *plot, double height);
    ~OverlayMarks();

    void setOverlays(std::vector<RooflineOverlay> overlays, const ChartStyle &style);
    [[nodiscard]] const std::vector<RooflineOverlay> &overlays() const { return m_overlays; }
    /// The style must stay.
    void setStyle(const ChartStyle &style);
    void setViewports(const MarkViewports &viewports);
    /// Without labels all are wanted.
    void setFilter(const std::optional<std::set<std::string>> &labels, const std::set<OperatorFamily> &hiddenFamilies);
    void finish(double devicePixelRatio);
    /// Outlines the points of these names.
    void setHighlights(const std::set<std::string> &labels);

    [[nodiscard]] static QColor colorOf(std::size_t overlay, const ChartStyle &style);
    /// Boxes of the marks shown, in pixels of the plot.
    [[nodiscard]] QList<QRectF> markBoxes() const;
    [[nodiscard]] std::vector<const MarkSet *> marks() const; ///< an overlay each
    /// The nearest under a pixel.
    [[nodiscard]] std::optional<OverlayMark> markAt(QPointF pixel) const;
    [[nodiscard]] QPointF centre(OverlayMark mark) const;
    [[nodiscard]] const RooflinePoint &pointOf(OverlayMark mark) const;
    /// Where points of this name stand on the plane, an overlay each.
    [[nodiscard]] std::vector<std::pair<std::size_t, QPointF>> placesOf(const std::string &label) const;
    /// The lines of all roofs that the main session does not have, named.
    [[nodiscard]] std::vector<NamedLine> roofs(const ChartStyle &style, const RooflineContent &main) const;

private:
    QGraphicsItem *m_plot;
    double m_height;
    std::vector<RooflineOverlay> m_overlays;
    std::vector<std::unique_ptr<MarkLayer>> m_layers; ///< one an overlay
    std::vector<std::map<std::string, std::size_t>> m_markOf; ///< by label, one an overlay
};

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
