// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/fusion.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/layout/roofline_layout.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/charts/roofline/painter/roofline_painter.h"
#include "ui/style/chart_style.h"

#include <QChart>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// The roofline as a graphics item: axes, roofs and marks for one frame, no interaction. Shown by RooflineView and
/// painted into reports. Qt Charts draws axes and roofs, layers of its own draw the rest from one layout, which is made
/// anew when it is first asked for after a change.
class RooflinePlot : public QChart
{
public:
    explicit RooflinePlot(const ChartStyle &style);
    ~RooflinePlot() override;

    /// Shows what another plot shows, in its own style and size: all but what is pointed at.
    void copyFrom(const RooflinePlot &other);
    void setContent(RooflineContent content);
    [[nodiscard]] const RooflineContent &content() const { return m_content; }
    /// Other sessions around the main one, which is called so beside them.
    void setOverlays(const QString &mainName, std::vector<RooflineOverlay> overlays);
    [[nodiscard]] const OverlayMarks &overlays();
    [[nodiscard]] const QString &mainName() const { return m_mainName; }
    /// A way across the plane, beside those to the other sessions.
    void setTrail(std::optional<Trail> trail);
    [[nodiscard]] const std::optional<Trail> &trail() const { return m_trail; }
    /// Ways of layers as sizes grow, beneath the others.
    void setPaths(std::vector<Trail> paths);
    [[nodiscard]] const TrailLayer &trails();
    void setStyle(const ChartStyle &style);

    void setFrame(const Frame &frame);
    [[nodiscard]] const Frame &frame() const { return m_scene.frame; }
    [[nodiscard]] const Viewport &viewport() { return layout().viewports.plane; }
    const RooflineLayout &layout();
    /// What that is the layout of.
    [[nodiscard]] const RooflineScene &shownScene() const { return m_scene; }
    /// How far the frame may go: whole decades around what there is, and one decade more.
    [[nodiscard]] Frame limits() const { return grown(m_content.frame, 1); }

    void setVisibleRoofs(std::set<std::size_t> roofs);
    [[nodiscard]] const std::set<std::size_t> &visibleRoofs() const { return m_visibleRoofs; }
    /// The overhead of every run, while points stand below its ceiling.
    [[nodiscard]] std::optional<Roof> drawnLaunchRoof() const;
    /// The roof whose line passes by a place in pixels; the nearest of several.
    [[nodiscard]] std::optional<std::size_t> roofAt(QPointF pixel);
    void setColoring(ColorBy coloring);
    [[nodiscard]] ColorBy coloring() const { return m_coloring; }
    [[nodiscard]] const std::vector<ColorKey> &colorKey() const { return m_colorKey; }
    void setShowsFused(bool shows);
    void setFusion(const std::optional<Fusion> &fusion);
    /// Performance in FLOP for each cycle of the clock at which the compute roof was measured; false if it is not
    /// known.
    bool setPerCycle(bool perCycle);
    void setFilter(const std::optional<std::set<ItemId>> &items, const std::set<OperatorFamily> &hiddenFamilies);
    void setHighlights(const std::set<ItemId> &selected, std::optional<ItemId> hovered, std::optional<ItemId> focus);

    [[nodiscard]] const MarkLayer &marks();
    /// Brings what Qt Charts draws up to date: before it is painted.
    void arrange();
    /// Draws all marks now, for a screen of this ratio; else some stand for many until the chart has been still for a
    /// moment.
    void finish(double devicePixelRatio);
    /// Index of this item's mark; without a value when the item has no place on the chart.
    [[nodiscard]] std::optional<std::size_t> markOf(ItemId item) const;
    /// Index of the mark of the first point with this name.
    [[nodiscard]] std::optional<std::size_t> markLabelled(const std::string &label) const;
    [[nodiscard]] ItemId itemOf(std::size_t mark) const;
    /// All that a folded mark stands for; else the one.
    [[nodiscard]] std::vector<ItemId> itemsOf(std::size_t mark) const;
    /// Clock of the roof that the ridge is drawn for.
    [[nodiscard]] std::optional<double> clockHz() const { return m_scene.clockHz(); }

protected:
    void resizeEvent(QGraphicsSceneResizeEvent *event) override;

private:
    using PaintLayer = void (*)(QPainter &painter, const RooflineLayout &layout, const ChartStyle &style);
    class Layer;

    void addLayer(double height, PaintLayer paint);
    void applyStyle();
    void updateColors();
    /// What is shown has changed.
    void changed();
    void findMarks();
    /// From the selected points to those of the same name in the other sessions.
    void updateTrails();
    /// Its own mark, or that of the layer that calls it.
    [[nodiscard]] std::optional<std::size_t> markAbout(ItemId item) const;

    ChartStyle m_style;
    RooflineContent m_content;
    RooflineScene m_scene; ///< of that
    std::optional<RooflineLayout> m_layout; ///< of the scene as it is
    bool m_isArranged = false;
    std::set<std::size_t> m_visibleRoofs;
    std::map<ItemId, std::size_t> m_markOf; ///< of each that a mark stands for
    std::map<std::string, std::size_t> m_markLabelled; ///< only with overlays
    ColorBy m_coloring = ColorBy::Family;
    std::vector<ColorKey> m_colorKey;
    PlaneAxes m_axes;
    std::vector<Layer *> m_layers;
    MarkLayer *m_marks = nullptr;
    TrailLayer *m_trails = nullptr;
    OverlayMarks m_overlays;
    QString m_mainName;
    std::vector<std::size_t> m_highlighted; ///< marks, few
    bool m_showsFused = false;
    std::optional<Fusion> m_fusion;
    std::optional<std::set<ItemId>> m_wanted; ///< the items of the filter
    std::set<OperatorFamily> m_hiddenFamilies;
    std::set<ItemId> m_selected;
    std::optional<ItemId> m_focus;
    std::optional<Trail> m_trail;
    std::vector<Trail> m_paths;
};

} // namespace rooflight
