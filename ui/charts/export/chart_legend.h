// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/style/chart_style.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace rooflight {

class RooflinePlot;

/// What the markers and colours of a chart mean, in rows, for a picture. The window has FamilyLegend, with buttons.
class ChartLegend
{
public:
    /// A legend of what the plot shows now: families without a point in sight have no entry. The style must stay.
    ChartLegend(RooflinePlot &plot, const ChartStyle &style);

    [[nodiscard]] double heightFor(double width) const;
    void paint(QPainter &painter, const QRectF &area) const;
    [[nodiscard]] std::vector<QString> texts() const;

private:
    struct Entry {
        std::optional<MarkerShape> shape; ///< none: a square of the colour
        QColor color; ///< not valid: a note without a sign
        QString text;
    };

    [[nodiscard]] double widthOf(const Entry &entry) const;
    /// The upper left corner of each entry.
    [[nodiscard]] std::vector<QPointF> placesFor(double width) const;
    [[nodiscard]] double rowHeight() const;

    const ChartStyle &m_style;
    std::vector<Entry> m_entries;
};

} // namespace rooflight
