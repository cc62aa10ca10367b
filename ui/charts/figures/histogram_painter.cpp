// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/histogram_painter.h"

#include "ui/charts/figures/histogram_layout.h"
#include "ui/style/quantities.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>

namespace rooflight {

namespace {

class HistogramPainting
{
public:
    HistogramPainting(QPainter &painter, const HistogramLayout &layout)
        : m_painter(painter)
        , m_layout(layout)
        , m_picture(layout.picture)
        , m_style(layout.style)
        , m_metrics(layout.metrics)
        , m_plot(layout.plot)
    {
    }

    void paint();

private:
    void paintHeader();
    void paintEmpty();
    void paintMedianBand();
    void paintBars();
    void paintOthers();
    void paintLegend();
    void paintStatistics();
    void paintMarked();
    void paintPointedBar();
    void paintDragged();

    QPainter &m_painter;
    const HistogramLayout &m_layout;
    const HistogramPicture &m_picture;
    const ChartStyle &m_style;
    const QFontMetricsF &m_metrics;
    const QRectF &m_plot;
};

void HistogramPainting::paintDragged()
{
    if (!m_picture.draggedX)
        return;
    QColor fill = m_style.accent();
    fill.setAlphaF(0.2F);
    m_painter.fillRect(
        QRectF(QPointF(m_picture.draggedX->front(), m_plot.top()), QPointF(m_picture.draggedX->back(), m_plot.bottom()))
            .normalized()
            .intersected(m_plot),
        fill);
}

void HistogramPainting::paint()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.fillRect(m_layout.area, m_style.ground());
    paintHeader();
    if (!m_layout.isEmpty()) {
        paintHistogramAxes(m_painter, m_layout);
        paintMedianBand();
        paintBars();
        paintOthers();
        paintStatistics();
        paintMarked();
        paintPointedBar();
        paintDragged();
    } else {
        paintEmpty();
    }
    m_painter.restore();
}

void HistogramPainting::paintHeader()
{
    const QFontMetricsF strong(m_style.strongFont());
    const QRectF &line = m_layout.title;
    QString note;
    if (m_layout.samples.summary.count > 0)
        note = HistogramText::tr("Runs: %1").arg(countText(m_layout.samples.summary.count));
    const double noteWidth = m_metrics.horizontalAdvance(note) + 8;
    m_painter.setFont(m_style.strongFont());
    m_painter.setPen(m_style.text());
    m_painter.drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter,
        strong.elidedText(QString(m_picture.title).replace(u'\n', u' '), Qt::ElideMiddle, line.width() - noteWidth));
    m_painter.setFont(m_style.smallFont());
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, note);
    m_painter.drawText(m_layout.flagLine, Qt::AlignRight | Qt::AlignVCenter,
                       m_metrics.elidedText(m_layout.flags, Qt::ElideRight, m_layout.flagLine.width()));
    paintLegend();
}

void HistogramPainting::paintEmpty()
{
    m_painter.setFont(m_style.textFont());
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(
        m_layout.below.adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
        HistogramText::tr(
            "No timed runs yet. Time the model, then select a layer to see the distribution of its runs."));
}

void HistogramPainting::paintBars()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    QColor fill = m_style.accent();
    fill.setAlphaF(0.75F);
    for (std::size_t bin = 0; bin < m_layout.bars.counts.size(); ++bin) {
        if (m_layout.bars.counts[bin] == 0)
            continue;
        const double left = m_layout.xOf(m_layout.edgeNs(bin));
        const double right = m_layout.xOf(m_layout.edgeNs(bin + 1));
        const double space = right - left > 4 ? 1 : 0;
        const QRectF bar(QPointF(left, m_layout.yOf(static_cast<double>(m_layout.bars.counts[bin]))),
                         QPointF(right - space, m_plot.bottom()));
        m_painter.fillRect(bar, fill);
    }
    m_painter.restore();
}

void HistogramPainting::paintOthers()
{
    for (std::size_t i = 0; i < m_layout.otherCounts.size(); ++i) {
        const std::vector<double> &counts = m_layout.otherCounts[i];
        QPolygonF outline;
        outline << QPointF(m_layout.xOf(m_layout.edgeNs(0)), m_plot.bottom());
        for (std::size_t bin = 0; bin < counts.size(); ++bin)
            outline << QPointF(m_layout.xOf(m_layout.edgeNs(bin)), m_layout.yOf(counts[bin]))
                    << QPointF(m_layout.xOf(m_layout.edgeNs(bin + 1)), m_layout.yOf(counts[bin]));
        outline << QPointF(m_layout.xOf(m_layout.edgeNs(counts.size())), m_plot.bottom());
        m_painter.setPen(QPen(m_style.numberedColor(i + 1), 1.8));
        m_painter.drawPolyline(outline);
    }
}

/// A line in the colour of each outline, its name beside it.
void HistogramPainting::paintLegend()
{
    for (std::size_t i = 0; i < m_layout.legend.size(); ++i) {
        const LegendEntry &entry = m_layout.legend[i];
        const double middle = entry.sign.center().y();
        m_painter.setPen(QPen(m_style.numberedColor(i + 1), 2.4));
        m_painter.drawLine(QPointF(entry.sign.left(), middle), QPointF(entry.sign.right(), middle));
        m_painter.setPen(m_style.text());
        m_painter.drawText(entry.box, Qt::AlignLeft | Qt::AlignVCenter, entry.text);
    }
}

void HistogramPainting::paintMarked()
{
    if (!m_picture.markedNs)
        return;
    // One that took longer than the axis reaches is marked at its end.
    const double x = std::clamp(m_layout.xOf(*m_picture.markedNs), m_plot.left(), m_plot.right());
    m_painter.setPen(QPen(m_style.warning(), 2));
    m_painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    const QString text = m_picture.markName + QStringLiteral(": ") + durationText(*m_picture.markedNs);
    QRectF box(0, m_plot.top() + 2, m_metrics.horizontalAdvance(text) + 8, m_metrics.height());
    box.moveLeft(x + box.width() + 3 < m_plot.right() ? x + 3 : x - 3 - box.width());
    m_painter.fillRect(box, m_style.ground());
    m_painter.drawText(box, Qt::AlignCenter, text);
}

void HistogramPainting::paintMedianBand()
{
    const auto &[low, high] = m_layout.samples.summary.medianIntervalNs;
    if (!(high > low))
        return;
    QColor band = m_style.text();
    band.setAlphaF(0.14F);
    m_painter.fillRect(QRectF(QPointF(m_layout.xOf(low), m_plot.top()), QPointF(m_layout.xOf(high), m_plot.bottom()))
                           .intersected(m_plot),
                       band);
}

void HistogramPainting::paintStatistics()
{
    // All lines first: a name may lie across another's line, and hides it there.
    const auto isShown = [this](const StatisticMark &mark) {
        return mark.x >= m_plot.left() && mark.x <= m_plot.right();
    };
    for (const StatisticMark &mark : m_layout.statistics) {
        if (!isShown(mark))
            continue;
        m_painter.setPen(m_style.statisticPen(mark.line));
        m_painter.drawLine(QPointF(mark.x, mark.box.center().y()), QPointF(mark.x, m_plot.bottom()));
    }
    for (const StatisticMark &mark : m_layout.statistics) {
        if (!isShown(mark))
            continue;
        m_painter.fillRect(mark.box.adjusted(-2, 0, 2, 0), m_style.ground());
        m_painter.setPen(m_style.statisticPen(mark.line).color());
        m_painter.drawText(mark.box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, mark.text);
    }
}

void HistogramPainting::paintPointedBar()
{
    if (!m_picture.pointerX || *m_picture.pointerX < m_plot.left() || *m_picture.pointerX > m_plot.right())
        return;
    const double share = (*m_picture.pointerX - m_plot.left()) / m_plot.width();
    const auto bins = static_cast<double>(m_layout.bars.counts.size());
    const auto bin = static_cast<std::size_t>(std::clamp(share * bins, 0.0, bins - 1));
    const QString text = HistogramText::tr("%1 to %2, runs: %3")
                             .arg(durationText(m_layout.edgeNs(bin)), durationText(m_layout.edgeNs(bin + 1)),
                                  countText(m_layout.bars.counts[bin]));
    const QRectF column(QPointF(m_layout.xOf(m_layout.edgeNs(bin)), m_plot.top()),
                        QPointF(m_layout.xOf(m_layout.edgeNs(bin + 1)), m_plot.bottom()));
    m_painter.setPen(QPen(m_style.text(), 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(column);
    QRectF box(0, 0, m_metrics.horizontalAdvance(text) + 12, m_metrics.height() + 6);
    box.moveTopLeft({ column.right() + 6, m_plot.top() + 4 });
    if (box.right() > m_plot.right())
        box.moveRight(column.left() - 6);
    box.moveLeft(std::max(box.left(), m_layout.area.left()));
    m_painter.setPen(QPen(m_style.border(), 1));
    m_painter.setBrush(m_style.panel());
    m_painter.drawRoundedRect(box, 4, 4);
    m_painter.setPen(m_style.text());
    m_painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace

double leastHistogramHeight(double width, const SampleSet &samples, const HistogramPicture &picture,
                            const ChartStyle &style)
{
    constexpr double ample = 1000;
    return HistogramLayout({ 0, 0, width, ample }, samples, picture, style).leastHeight();
}

std::optional<std::array<double, 2>> timesBetween(const QRectF &area, const SampleSet &samples,
                                                  const HistogramPicture &picture, const ChartStyle &style,
                                                  const std::array<double, 2> &pixels)
{
    return HistogramLayout(area, samples, picture, style).timesBetween(pixels);
}

void paintHistogram(QPainter &painter, const QRectF &area, const SampleSet &samples, const HistogramPicture &picture,
                    const ChartStyle &style)
{
    HistogramPainting(painter, HistogramLayout(area, samples, picture, style)).paint();
}

} // namespace rooflight
