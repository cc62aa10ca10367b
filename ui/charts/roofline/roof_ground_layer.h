// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/chart_layer.h"
#include "ui/charts/roofline/level_of_detail.h"

namespace ridgepoint {

/// Fine grid, shaded zones and interval bands, beneath the roofs' lines.
class RoofGroundLayer : public RoofLayer
{
public:
    using RoofLayer::RoofLayer;

    void setContent(const RooflineContent *content, const ChartStyle *style) override;
    /// Points that are not shown have no ceiling; one flag a mark, none: all are shown.
    void setVisibleMarks(const std::vector<bool> &visible);
    /// From the points up to their launch ceilings, in pixels of the plot.
    [[nodiscard]] QList<QLineF> launchStems() const;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintMinorGrid(QPainter &painter) const;
    void paintZones(QPainter &painter) const;
    void paintIntervals(QPainter &painter) const;
    void paintSustained(QPainter &painter) const;
    void paintLaunchCeilings(QPainter &painter) const;
    [[nodiscard]] std::vector<std::uint32_t> ceilingsToPaint() const;

    std::vector<MarkPlace> m_ceilings; ///< of launch-bound points that are shown
    std::vector<std::size_t> m_ceilingMarks; ///< one a ceiling
};

} // namespace ridgepoint
