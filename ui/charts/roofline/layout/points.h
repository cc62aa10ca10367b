// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/style/chart_style.h"

#include <QColor>
#include <QLineF>
#include <QList>
#include <QPen>
#include <QPointF>
#include <QRectF>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rooflight {

/// Where a mark stands, whatever the frame.
struct MarkPlace {
    enum class Area : std::uint8_t { Plane, LowerEdge, Strip };

    QPointF at; ///< log10 FLOP/byte and FLOP/s; on the strip log10 byte/s and 0 to 1 from bottom to top
    double lift = 0; ///< pixels above the lower edge
    Area area = Area::Plane;
    std::uint8_t kind = 0; ///< 0 to 15: each kind is thinned out by itself
};

/// One a mark. Adjacent marks on the strip, which has no second axis, alternate between three lanes.
[[nodiscard]] std::vector<MarkPlace> placesOf(const std::vector<Mark> &marks);

/// Plane and strip, both in pixels.
struct MarkViewports {
    Viewport plane;
    Viewport strip;

    [[nodiscard]] QPointF toPixel(const MarkPlace &place) const;
    [[nodiscard]] bool shows(const MarkPlace &place) const;
    [[nodiscard]] QRectF bounds() const { return plane.area.united(strip.area); }

    bool operator==(const MarkViewports &) const = default;
};

/// Which places stand for all.
struct Thinning {
    double cell = 3; ///< pixels
    bool byKind = false; ///< in each cell one of each kind
    /// Cells are squares of the plane, up to twice as wide: the same places are chosen wherever the plane is moved to.
    bool staysWhileMoved = false;
};

/// Indices of the places that are in view and the first of their cell, in their order. Stops at one more than \p most.
[[nodiscard]] std::vector<std::uint32_t> firstOfCells(std::span<const MarkPlace> places, const MarkViewports &viewports,
                                                      const Thinning &thinning, std::size_t most);

/// What is drawn of many places.
struct Detail {
    std::vector<std::uint32_t> places; ///< indices
    bool isWhole = false; ///< what is left out would lie under what is drawn
};

/// Pixels within which places count as one.
inline constexpr double coveredCell = 3;

/// The whole picture if that takes \p most places or fewer. Else of each kind one in each cell, with the smallest
/// cells that do: each place in view then has one of its kind within \p reach pixels.
[[nodiscard]] Detail detailFor(std::span<const MarkPlace> places, const MarkViewports &viewports, std::size_t most,
                               double *reach = nullptr);

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
    std::vector<std::size_t> named; ///< marks of layers that the headline names: those with a tag

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

/// The roof that judges a mark, where the mark would stand at it: of what must be executed, each operator under its own
/// roof. The share of the roof is the way from there to the mark.
struct MarkCeiling {
    QPointF at; ///< pixels; above the mark, on the strip beside it
    QLineF line; ///< a piece of it
    double value = 0; ///< FLOP/s, on the strip B/s
    QPen pen;
};

/// Without a value if the mark is not judged.
[[nodiscard]] std::optional<MarkCeiling> ceilingOf(const MarkScene &scene, std::size_t mark);

/// The line of its spread, cut off at the edges of the area; without a value if there is none.
[[nodiscard]] std::optional<QLineF> spreadOf(const MarkScene &scene, std::size_t mark);
/// The same as far as it goes.
[[nodiscard]] std::optional<QLineF> wholeSpreadOf(const MarkScene &scene, std::size_t mark);

/// What stands on the plane beside them: the star of what is selected as one operator, and the dots of trails.
inline constexpr double fusedStarDiameter = 16; ///< pixels
inline constexpr double trailDotRadius = 3.5; ///< pixels

} // namespace rooflight
