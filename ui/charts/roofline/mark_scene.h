// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/level_of_detail.h"
#include "ui/style/chart_style.h"

#include <QColor>
#include <QList>
#include <QPointF>
#include <QRectF>

#include <cstddef>
#include <functional>
#include <vector>

namespace ridgepoint {

/// More marks than that are drawn from stamps: a hundred times faster. They have no counts, and cover their spreads.
inline constexpr std::size_t maxVectorMarks = 3000;

/// The marks of a session where they stand now: what is drawn and what keeps clear of them begins with this.
struct MarkScene {
    const RooflineContent *content = nullptr;
    const ChartStyle *style = nullptr;
    MarkViewports viewports; ///< in pixels of the plot
    std::vector<MarkPlace> places; ///< one a mark
    std::vector<std::size_t> order; ///< large marks first, so that small ones lie on top
    std::vector<QColor> colors; ///< one a mark
    std::vector<bool> visible; ///< one a mark
    std::function<QList<QRectF>()> otherBoxes = {}; ///< of the marks of other sessions, in pixels of the plot

    [[nodiscard]] const Mark &mark(std::size_t index) const { return content->marks[index]; }
    [[nodiscard]] const RooflinePoint &pointOf(std::size_t index) const { return content->points[mark(index).point]; }
    [[nodiscard]] const MarkDetails &detailsOf(std::size_t index) const { return content->details[mark(index).point]; }
    [[nodiscard]] QPointF centre(std::size_t index) const { return viewports.toPixel(places[index]); }
    /// Visible, and inside the part of the plane or strip that is shown.
    [[nodiscard]] bool isShown(std::size_t index) const { return visible[index] && viewports.shows(places[index]); }
    [[nodiscard]] QRectF boxOf(std::size_t index) const
    {
        const double diameter = mark(index).diameter;
        return { centre(index) - QPointF(diameter / 2, diameter / 2), QSizeF(diameter, diameter) };
    }
    /// Of the marks shown; none of very many, which leave no free place for texts.
    [[nodiscard]] QList<QRectF> boxes() const;
    /// With those of other sessions: what texts keep clear of.
    [[nodiscard]] QList<QRectF> allBoxes() const;
    /// Of the plane or the strip, where this mark stands.
    [[nodiscard]] const QRectF &areaOf(std::size_t index) const
    {
        return mark(index).onStrip ? viewports.strip.area : viewports.plane.area;
    }
};

} // namespace ridgepoint
