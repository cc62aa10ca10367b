// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/samples.h"
#include "ui/style/chart_style.h"

#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace rooflight {

class PlotFrame;

/// A row of a plot of boxes: quartiles, median, whiskers from p1 to p99 as far as they are known.
struct BoxRow {
    QString name;
    const Summary *summary = nullptr;
    bool accented = false;
    std::optional<double> diamondNs; ///< another figure of the same row
    QString note; ///< below the box, if there is room
};

/// Axes, and a box for each row.
void paintBoxRows(QPainter &painter, PlotFrame &frame, const std::vector<BoxRow> &rows, const ChartStyle &style);

} // namespace rooflight
