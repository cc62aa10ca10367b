// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_layout.h"

#include <vector>

class QCategoryAxis;
class QChart;
class QLineSeries;

namespace rooflight {

/// What Qt Charts draws of the roofline: axes with grid, numbers and titles, and the roofs as series. On decimal
/// logarithms: a QLogValueAxis has ticks at powers of ten alone, none between 2 and 8, and no prefixes of units.
class PlaneAxes
{
public:
    /// Makes the axes of this chart, which owns them.
    explicit PlaneAxes(QChart *chart);

    void setStyle(const ChartStyle &style);
    void show(const RooflineLayout &layout);

private:
    void showRoofs(const std::vector<DrawnLine> &roofs);

    QChart *m_chart;
    QCategoryAxis *m_intensity;
    QCategoryAxis *m_performance;
    std::vector<QLineSeries *> m_roofs; ///< as many as there ever were; those left over are empty
};

} // namespace rooflight
