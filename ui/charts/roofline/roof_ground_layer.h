// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/chart_layer.h"

namespace ridgepoint {

/// Fine grid, shaded zones and interval bands, beneath the roofs' lines.
class RoofGroundLayer : public RoofLayer
{
public:
    using RoofLayer::RoofLayer;

    /// Points that are not shown have no ceiling; one flag a mark, none: all are shown.
    void setVisibleMarks(std::vector<bool> visible);
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintMinorGrid(QPainter &painter) const;
    void paintZones(QPainter &painter) const;
    void paintIntervals(QPainter &painter) const;
    void paintSustained(QPainter &painter) const;
    void paintLaunchCeilings(QPainter &painter) const;

    std::vector<bool> m_visibleMarks;
};

} // namespace ridgepoint
