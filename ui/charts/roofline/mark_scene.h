// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/level_of_detail.h"
#include "ui/style/chart_style.h"

#include <QColor>
#include <QList>
#include <QPointF>
#include <QRectF>

#include <cstddef>
#include <vector>

namespace rooflight {

/// More marks than that are drawn from stamps: a hundred times faster. They have no counts, and cover their spreads.
inline constexpr std::size_t maxVectorMarks = 3000;

/// The marks of a session, wherever they are looked at from.
struct MarkSet {
    const RooflineContent *content = nullptr;
    const ChartStyle *style = nullptr;
    std::vector<MarkPlace> places; ///< one a mark
    std::vector<std::size_t> order; ///< large marks first, so that small ones lie on top
    std::vector<QColor> colors; ///< one a mark
    std::vector<bool> visible; ///< one a mark

    MarkSet() = default;
    /// In the colours of their families, all visible. Both must stay.
    MarkSet(const RooflineContent *shown, const ChartStyle *drawn);
};

/// The same where they stand now: what is drawn and what keeps clear of them begins with this.
struct MarkScene {
    const MarkSet &set;
    MarkViewports viewports; ///< in pixels of the plot

    [[nodiscard]] const RooflineContent &content() const { return *set.content; }
    [[nodiscard]] const ChartStyle &style() const { return *set.style; }
    [[nodiscard]] const Mark &mark(std::size_t index) const { return content().marks[index]; }
    [[nodiscard]] const RooflinePoint &pointOf(std::size_t index) const { return content().points[mark(index).point]; }
    [[nodiscard]] const MarkDetails &detailsOf(std::size_t index) const { return content().details[mark(index).point]; }
    [[nodiscard]] QPointF centre(std::size_t index) const { return viewports.toPixel(set.places[index]); }
    /// Visible, and inside the part of the plane or strip that is shown.
    [[nodiscard]] bool isShown(std::size_t index) const
    {
        return set.visible[index] && viewports.shows(set.places[index]);
    }
    [[nodiscard]] bool isFolded(std::size_t index) const { return detailsOf(index).equal.size() > 1; }
    [[nodiscard]] QRectF boxOf(std::size_t index) const
    {
        const double diameter = mark(index).diameter;
        return { centre(index) - QPointF(diameter / 2, diameter / 2), QSizeF(diameter, diameter) };
    }
    /// Boxes of the marks shown, which texts keep clear of. If there are more than some hundred, some stand for all; if
    /// they leave no free place, there are none.
    [[nodiscard]] QList<QRectF> boxes() const;
    /// Area of the plane or of the strip, whichever this mark stands on.
    [[nodiscard]] const QRectF &areaOf(std::size_t index) const
    {
        return mark(index).onStrip ? viewports.strip.area : viewports.plane.area;
    }
};

} // namespace rooflight
