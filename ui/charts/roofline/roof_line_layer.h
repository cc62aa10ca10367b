// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/chart_layer.h"
#include "ui/charts/roofline/roofline_overlay.h"

#include <vector>

namespace ridgepoint {

/// The lines of the roofs and the ridge, beneath the marks; their names are RoofLabelLayer's.
class RoofLineLayer : public RoofLayer
{
public:
    using RoofLayer::RoofLayer;

    /// Roofs of other sessions.
    void setNamedLines(std::vector<NamedLine> lines);

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintRidge(QPainter &painter) const;

    std::vector<NamedLine> m_namedLines;
};

} // namespace ridgepoint
