// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "ui/style/chart_style.h"

#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace rooflight {

/// The layers that matter most, in a picture: by time if they were timed, else by work.
class LayersTable
{
public:
    /// Both must stay.
    LayersTable(const JudgedSession &judged, const ChartStyle &style);

    [[nodiscard]] std::size_t rows() const { return m_points.size(); } ///< at most 10
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] double headHeight() const; ///< of the title and the names of the columns
    [[nodiscard]] bool isTimed() const { return m_timed; }
    /// Paints as many rows and columns as have room.
    void paint(QPainter &painter, const QRectF &area) const;

private:
    struct Column {
        QString title;
        double width = 0;
        Qt::Alignment alignment;
        std::size_t field = 0; ///< of a row's texts
        int rank = 0; ///< those of the highest rank are left out if there is no room
    };

    [[nodiscard]] std::vector<Column> columnsFor(double width) const;
    [[nodiscard]] double weight(const RooflinePoint &point) const; ///< what the table is ordered by
    [[nodiscard]] std::vector<QString> textsOf(const RooflinePoint &point) const;
    void paintRow(QPainter &painter, const QRectF &row, const std::vector<Column> &columns, const RooflinePoint &point,
                  double relativeWeight) const;

    JudgedSession m_judged;
    const ChartStyle &m_style;
    bool m_timed = false;
    std::vector<RooflinePoint> m_points; ///< the first first
};

/// Without the control characters that a name may hold.
[[nodiscard]] QString withoutBreaks(QString text);
/// One line of text, shortened to fit; returns where the next line starts.
double paintLine(QPainter &painter, const QRectF &area, double y, const QFont &font, const QColor &color,
                 const QString &text);
/// A bar that is filled up to a share of its width.
void paintShareBar(QPainter &painter, const QRectF &area, double share, const ChartStyle &style);

} // namespace rooflight
