// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/histogram_chart.h"

#include "core/report/format/format.h"
#include "ui/charts/figures/histogram_painter.h"
#include "ui/style/chart_style.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

namespace ridgepoint {

HistogramChart::HistogramChart(QWidget *parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(tr("Latency histogram"));
    updateDescription();
}

void HistogramChart::setSamples(const QString &title, const SampleSet &samples)
{
    m_title = title;
    m_samples = samples;
    updateDescription();
    update();
}

void HistogramChart::clear()
{
    setSamples({}, {});
}

void HistogramChart::setLogarithmicCounts(bool logarithmic)
{
    m_logarithmicCounts = logarithmic;
    update();
}

QSize HistogramChart::sizeHint() const
{
    return { 420, 260 };
}

QSize HistogramChart::minimumSizeHint() const
{
    return { 240, 150 };
}

void HistogramChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintHistogram(painter, rect(), m_samples, { m_title, m_logarithmicCounts, m_pointerX },
                   ChartStyle(palette(), font()));
}

void HistogramChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        update();
}

void HistogramChart::mouseMoveEvent(QMouseEvent *event)
{
    m_pointerX = event->position().x();
    update();
}

void HistogramChart::leaveEvent(QEvent *event)
{
    m_pointerX.reset();
    update();
    QWidget::leaveEvent(event);
}

void HistogramChart::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    QAction *logarithmic = menu.addAction(tr("Logarithmic counts"));
    logarithmic->setCheckable(true);
    logarithmic->setChecked(m_logarithmicCounts);
    connect(logarithmic, &QAction::toggled, this, &HistogramChart::setLogarithmicCounts);
    menu.exec(event->globalPos());
}

void HistogramChart::updateDescription()
{
    const Summary &summary = m_samples.summary;
    if (summary.count == 0) {
        setAccessibleDescription(tr("No timed runs yet."));
        return;
    }
    setAccessibleDescription(tr("%1: runs %2, median %3, from %4 to %5.")
                                 .arg(m_title, QString::fromStdString(formatCount(summary.count)),
                                      QString::fromStdString(formatDuration(summary.medianNs)),
                                      QString::fromStdString(formatDuration(summary.minNs)),
                                      QString::fromStdString(formatDuration(summary.maxNs))));
}

} // namespace ridgepoint
