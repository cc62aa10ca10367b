// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/fusion.h"
#include "ui/charts/roofline/mark_colors.h"
#include "ui/charts/roofline/overlay_marks.h"
#include "ui/charts/roofline/roof_lines.h"
#include "ui/charts/roofline/roofline_content.h"
#include "ui/charts/roofline/roofline_frame.h"
#include "ui/charts/roofline/trail_layer.h"
#include "ui/style/chart_style.h"

#include <QChart>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace ridgepoint {

class AxisLayer;
class MarkLayer;
class RoofGroundLayer;
class RoofLabelLayer;
class RoofLineLayer;
class StripLayer;

/// The roofline as a graphics item: axes, roofs and marks for one frame, no interaction. Shown by RooflineView and
/// painted into reports.
class RooflinePlot : public QChart
{
public:
    explicit RooflinePlot(const ChartStyle &style);
    ~RooflinePlot() override;

    void setContent(RooflineContent content);
    [[nodiscard]] const RooflineContent &content() const { return m_content; }
    /// Other sessions around the main one, which is called so beside them.
    void setOverlays(const QString &mainName, std::vector<RooflineOverlay> overlays);
    [[nodiscard]] const OverlayMarks &overlays() const { return m_overlays; }
    /// A way across the plane, beside those to the other sessions.
    void setTrail(std::optional<Trail> trail);
    [[nodiscard]] const std::optional<Trail> &trail() const { return m_trail; }
    /// Ways of layers as sizes grow, beneath the others.
    void setPaths(std::vector<Trail> paths);
    [[nodiscard]] const TrailLayer &trails() const { return *m_trails; }
    void setStyle(const ChartStyle &style);

    void setFrame(const Frame &frame);
    [[nodiscard]] const Frame &frame() const { return m_viewport.frame; }
    [[nodiscard]] const Viewport &viewport() const { return m_viewport; }
    /// How far the frame may go: whole decades around what there is, and one decade more.
    [[nodiscard]] Frame limits() const { return grown(m_content.frame, 1); }

    void setVisibleRoofs(std::set<std::size_t> roofs);
    [[nodiscard]] const std::set<std::size_t> &visibleRoofs() const { return m_visibleRoofs; }
    /// The roof whose line passes by a place in pixels; the nearest of several.
    [[nodiscard]] std::optional<std::size_t> roofAt(QPointF pixel) const;
    void setColoring(ColorBy coloring);
    [[nodiscard]] const std::vector<ColorKey> &colorKey() const { return m_colorKey; }
    void setShowsFused(bool shows);
    void setFusion(const std::optional<Fusion> &fusion);
    /// Performance in FLOP for each cycle of the clock at which the compute roof was measured; false where it is not
    /// known.
    bool setPerCycle(bool perCycle);
    void setFilter(const std::optional<std::set<ItemId>> &items, const std::set<OperatorFamily> &hiddenFamilies);
    void setHighlights(const std::set<ItemId> &selected, std::optional<ItemId> hovered, std::optional<ItemId> focus);

    [[nodiscard]] const MarkLayer &marks() const { return *m_marks; }
    /// Draws all marks now, for a screen of this ratio; else some stand for many until the chart has been still for a
    /// moment.
    void finish(double devicePixelRatio);
    /// Of a mark of this item; without a value when it has no place on the chart.
    [[nodiscard]] std::optional<std::size_t> markOf(ItemId item) const;
    /// Of the first point of this name.
    [[nodiscard]] std::optional<std::size_t> markLabelled(const std::string &label) const;
    [[nodiscard]] ItemId itemOf(std::size_t mark) const;
    /// All that a folded mark stands for; else the one.
    [[nodiscard]] std::vector<ItemId> itemsOf(std::size_t mark) const;
    /// Of the roof that the ridge is drawn for.
    [[nodiscard]] std::optional<double> clockHz() const;
    /// What the axes say now, left to right and bottom to top.
    [[nodiscard]] std::vector<QString> intensityLabels() const;
    [[nodiscard]] std::vector<QString> performanceLabels() const;

protected:
    void resizeEvent(QGraphicsSceneResizeEvent *event) override;

private:
    void placeAreas();
    void applyStyle();
    void updateLines();
    void updateFrame();
    void updateColors();
    void showOverlayRoofs();
    void showObstacles();
    void findMarks();
    /// From the selected points to those of the same name in the other sessions.
    void updateTrails();
    /// Its own mark, or that of the layer that calls it.
    [[nodiscard]] std::optional<std::size_t> markAbout(ItemId item) const;
    void updateAxes();
    [[nodiscard]] std::size_t marksOnStrip() const; ///< of all sessions

    ChartStyle m_style;
    RooflineContent m_content;
    Viewport m_viewport;
    Viewport m_stripViewport;
    std::set<std::size_t> m_visibleRoofs;
    std::vector<bool> m_visible; ///< one a mark: whether the filter lets it through
    std::map<ItemId, std::size_t> m_markOf; ///< of each that a mark stands for
    std::map<std::string, std::size_t> m_markLabelled; ///< only with overlays
    ColorBy m_coloring = ColorBy::Family;
    std::vector<ColorKey> m_colorKey;
    bool m_perCycle = false;
    std::vector<RoofLine> m_lines;
    AxisLayer *m_axes = nullptr;
    RoofGroundLayer *m_ground = nullptr;
    RoofLineLayer *m_roofLines = nullptr;
    RoofLabelLayer *m_labels = nullptr;
    StripLayer *m_strip = nullptr;
    MarkLayer *m_marks = nullptr;
    TrailLayer *m_trails = nullptr;
    TrailTextLayer *m_trailTexts = nullptr;
    OverlayMarks m_overlays;
    QString m_mainName;
    std::vector<std::size_t> m_highlighted; ///< marks, few
    std::optional<Trail> m_trail;
    std::vector<Trail> m_paths;
};

} // namespace ridgepoint
