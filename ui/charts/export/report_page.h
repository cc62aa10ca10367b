// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/charts/export/layers_table.h"
#include "ui/charts/export/page_shares.h"
#include "ui/charts/export/report_picture.h"
#include "ui/charts/figures/histogram_painter.h"
#include "ui/style/chart_style.h"

#include <QRectF>
#include <QString>


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
    void paintHeader();
    /// Draws the sentences about the model, as many as there is room for; returns where the next line starts.
    double paintHeadline(double y);
    [[nodiscard]] const SampleSet &latencySamples() const;
    [[nodiscard]] static HistogramPicture latencyPicture();
    void paintLatency(const QRectF &area);
    void paintBounds(const QRectF &area);
    void paintFooter();

    [[nodiscard]] PageNeeds needs() const;
    [[nodiscard]] double boundsHeight() const;
    void paintBeside(const QRectF &area, const PageShares &shares);
    [[nodiscard]] QString modelLine() const;
    [[nodiscard]] QString deviceLine() const;
    [[nodiscard]] QString roofsLine() const;

    QPainter &m_painter;
    QRectF m_area; ///< what is still free
    JudgedSession m_judged;
    Session m_session; ///< of m_judged
    const ChartStyle &m_style;
    const ModelSummary &m_summary;
    LayersTable m_table;
    ChartPicture m_chart;
};

} // namespace rooflight
