// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_overlay.h"
#include "ui/style/chart_style.h"

#include <QList>
#include <QPointF>
#include <QRectF>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QGraphicsItem;

namespace rooflight {

class MarkLayer;
struct MarkSet;
struct MarkViewports;

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

} // namespace rooflight
