// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "ui/charts/export/page_shares.h"
#include "ui/charts/export/report_picture.h"
#include "ui/charts/figures/histogram_painter.h"
#include "ui/style/chart_style.h"

#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace rooflight {

/// Lays out and paints the page of a report.
class ReportPage
{
public:
    ReportPage(QPainter &painter, const QRectF &area, const JudgedSession &judged, const ChartStyle &style,
               const ChartChoices &choices);

    void paint();

private:
    struct Column {
        QString title;
        double width = 0;
        Qt::Alignment alignment;
        std::size_t field = 0; ///< of a row's texts
        int rank = 0; ///< those of the highest rank are left out where there is no room
    };

    void paintHeader();
    /// Draws the sentences about the model, as many as there is room for; returns where the next line starts.
    double paintHeadline(double y);
    void paintRoofline(const QRectF &area);
    void paintFamilies(const QRectF &area);
    [[nodiscard]] const SampleSet &latencySamples() const;
    [[nodiscard]] static HistogramPicture latencyPicture();
    void paintLatency(const QRectF &area);
    void paintBounds(const QRectF &area);
    void paintBar(const QRectF &area, double share);
    void paintTable(const QRectF &area);
    void paintTableRow(const QRectF &row, const std::vector<Column> &columns, const RooflinePoint &point,
                       double largestWeight);
    void paintFooter();

    [[nodiscard]] PageNeeds needs() const;
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] double familyHeight() const;
    [[nodiscard]] double boundsHeight() const;
    void paintBeside(const QRectF &area, const PageShares &shares);
    [[nodiscard]] std::vector<Column> columnsFor(double width) const;
    [[nodiscard]] double weight(const RooflinePoint &point) const; ///< what the table is ordered by
    [[nodiscard]] std::vector<RooflinePoint> leadingPoints() const;
    [[nodiscard]] QString modelLine() const;
    [[nodiscard]] QString deviceLine() const;
    [[nodiscard]] QString roofsLine() const;
    /// Draws one line of text, shortened to fit; returns where the next line starts.
    double line(const QRectF &area, double y, const QFont &font, const QColor &color, const QString &text);

    QPainter &m_painter;
    QRectF m_area; ///< what is still free
    JudgedSession m_judged;
    Session m_session; ///< of m_judged
    const ChartStyle &m_style;
    const ChartChoices &m_choices;
    std::vector<RooflinePoint> m_points;
    const ModelSummary &m_summary;
    bool m_timed = false;
};

} // namespace rooflight
