// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/painter/roofline_plot.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QSignalBlocker>

namespace rooflight {

namespace {

void setTicks(QCategoryAxis &axis, const PlaneAxis &shown, double low, double high)
{
    axis.setRange(low, high);
    {
        const QSignalBlocker blocker(&axis); // else each number lays all of them out
        for (const QString &label : axis.categoriesLabels())
            axis.remove(label);
        axis.setStartValue(low);
        for (std::size_t i = 0; i + 1 < shown.ticks.size(); ++i)
            axis.append(shown.ticks[i].label, shown.ticks[i].position);
    }
    if (!shown.ticks.empty())
        axis.append(shown.ticks.back().label, shown.ticks.back().position);
    if (axis.titleText() != shown.title)
        axis.setTitleText(shown.title);
}

} // namespace

PlaneAxes::PlaneAxes(QChart *chart)
    : m_chart(chart)
    , m_intensity(new QCategoryAxis)
    , m_performance(new QCategoryAxis)
{
    chart->addAxis(m_intensity, Qt::AlignBottom);
    chart->addAxis(m_performance, Qt::AlignLeft);
    for (QCategoryAxis *axis : { m_intensity, m_performance }) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
}

void PlaneAxes::setStyle(const ChartStyle &style)
{
    m_chart->setBackgroundBrush(style.ground());
    m_chart->setBackgroundPen(Qt::NoPen);
    for (QCategoryAxis *axis : { m_intensity, m_performance }) {
        axis->setLabelsFont(style.smallFont());
        axis->setLabelsBrush(style.text());
        axis->setTitleFont(style.textFont());
        axis->setTitleBrush(style.text());
        axis->setLinePen(style.axisPen());
        axis->setGridLinePen(style.gridPen());
    }
}

void PlaneAxes::show(const RooflineLayout &layout)
{
    const Viewport &plane = layout.viewports.plane;
    m_chart->setPlotArea(plane.area);
    setTicks(*m_intensity, layout.intensity, plane.frame.left, plane.frame.right);
    setTicks(*m_performance, layout.performance, plane.frame.bottom, plane.frame.top);
    showRoofs(layout.roofs);
    m_chart->layout()->activate(); // now, not after the next frame
}

void PlaneAxes::showRoofs(const std::vector<DrawnLine> &roofs)
{
    while (m_roofs.size() < roofs.size()) {
        m_roofs.push_back(new QLineSeries);
        m_chart->addSeries(m_roofs.back());
        m_roofs.back()->attachAxis(m_intensity);
        m_roofs.back()->attachAxis(m_performance);
    }
    for (std::size_t i = 0; i < m_roofs.size(); ++i) {
        if (i >= roofs.size()) {
            if (m_roofs[i]->count() > 0)
                m_roofs[i]->clear();
            continue;
        }
        if (m_roofs[i]->pen() != roofs[i].pen)
            m_roofs[i]->setPen(roofs[i].pen);
        m_roofs[i]->replace(QList<QPointF> { roofs[i].line.p1(), roofs[i].line.p2() });
    }
}

} // namespace rooflight
