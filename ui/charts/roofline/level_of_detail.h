// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_content.h"

#include <cstddef>
#include <cstdint>
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

} // namespace rooflight
