// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/histogram_chart.h"

#include "ui/charts/figures/histogram_painter.h"
#include "ui/style/chart_style.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rooflight {

HistogramChart::HistogramChart(QWidget *parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Latency histogram"));
    updateDescription();
}

void HistogramChart::setSamples(const QString &title, const SampleSet &samples)
{
    m_title = title;
    if (samples != m_samples)
        m_rangeNs.reset();
    m_samples = samples;
    updateDescription();
    update();
}

void HistogramChart::setOthers(std::vector<NamedSamples> others)
{
    m_others = std::move(others);
    updateDescription();
    update();
}

void HistogramChart::setMarked(std::optional<double> timeNs, const QString &name)
{
    m_markedNs = timeNs;
    m_markName = name;
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
    return { 160, 210 };
}

void HistogramChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    HistogramPicture shown = picture();
    shown.pointerX = m_drag ? std::nullopt : m_pointerX;
    shown.draggedX = m_drag;
    paintHistogram(painter, rect(), m_samples, shown, ChartStyle(palette(), font()));
}

HistogramPicture HistogramChart::picture() const
{
    return { .title = m_title,
             .logarithmicCounts = m_logarithmicCounts,
             .logarithmicTime = m_logarithmicTime,
             .rangeNs = m_rangeNs,
             .showsFlags = false, // the panel says them below
             .others = m_others,
             .markedNs = m_markedNs,
             .markName = m_markName };
}

void HistogramChart::setLogarithmicTime(bool logarithmic)
{
    m_logarithmicTime = logarithmic;
    update();
}

void HistogramChart::setRange(std::optional<std::array<double, 2>> rangeNs)
{
    m_rangeNs = rangeNs;
    updateDescription();
    update();
}

void HistogramChart::zoomRange(double factor)
{
    const Summary &summary = m_samples.summary;
    if (summary.count < 2)
        return;
    const std::array<double, 2> now = m_rangeNs.value_or(std::array { summary.minNs, summary.maxNs });
    const double low = summary.medianNs - (summary.medianNs - now[0]) * factor;
    const double high = summary.medianNs + (now[1] - summary.medianNs) * factor;
    if (low <= summary.minNs && high >= summary.maxNs)
        setRange(std::nullopt);
    else
        setRange(std::array { std::max(low, summary.minNs), std::min(high, summary.maxNs) });
}

void HistogramChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && m_samples.summary.count > 1)
        m_drag = { event->position().x(), event->position().x() };
}

void HistogramChart::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_drag)
        return;
    const std::array<double, 2> pixels = *std::exchange(m_drag, std::nullopt);
    constexpr double smallestDrag = 6;
    if (std::abs(pixels[1] - pixels[0]) >= smallestDrag)
        setRange(timesBetween(rect(), m_samples, picture(), ChartStyle(palette(), font()), pixels));
    else
        update();
}

void HistogramChart::mouseDoubleClickEvent(QMouseEvent *)
{
    setRange(std::nullopt);
}

void HistogramChart::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_rangeNs)
        setRange(std::nullopt);
    else if (event->key() == Qt::Key_Plus)
        zoomRange(0.5);
    else if (event->key() == Qt::Key_Minus)
        zoomRange(2);
    else
        QWidget::keyPressEvent(event);
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
    if (m_drag)
        (*m_drag)[1] = event->position().x();
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
    QAction *time = menu.addAction(tr("Logarithmic time"));
    time->setCheckable(true);
    time->setChecked(m_logarithmicTime);
    connect(time, &QAction::toggled, this, &HistogramChart::setLogarithmicTime);
    QAction *whole = menu.addAction(tr("The whole range (Esc)"));
    whole->setEnabled(m_rangeNs.has_value());
    connect(whole, &QAction::triggered, this, [this] { setRange(std::nullopt); });
    menu.exec(event->globalPos());
}

void HistogramChart::updateDescription()
{
    const Summary &summary = m_samples.summary;
    if (summary.count == 0) {
        setAccessibleDescription(tr("No timed runs yet."));
        return;
    }
    const auto described = [](const QString &title, const Summary &times) {
        return tr("%1: runs %2, median %3, from %4 to %5.")
            .arg(title, countText(times.count), durationText(times.medianNs), durationText(times.minNs),
                 durationText(times.maxNs));
    };
    QStringList sentences { described(m_title, summary) };
    for (const NamedSamples &other : m_others)
        sentences.append(described(other.title, other.samples.summary));
    if (m_markedNs)
        sentences.append(m_markName + QStringLiteral(": ") + durationText(*m_markedNs));
    setAccessibleDescription(joinedSentences(sentences));
}

} // namespace rooflight
