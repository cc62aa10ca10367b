// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/sample_strip.h"

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/style/chart_style.h"
#include "ui/style/sentences.h"

#include <QPainter>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int stripHeight = 72;
constexpr double margin = 8;
constexpr double dotDiameter = 4;
constexpr double air = 0.1; // of the range, above and below

} // namespace

SampleStrip::SampleStrip(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SampleStrip::setRoof(const Roof &roof)
{
    m_roof = roof;
    setAccessibleName(tr("Repetitions of the measurement"));
    setAccessibleDescription(samplesSummary(roof));
    setToolTip(samplesSummary(roof));
    update();
}

QSize SampleStrip::sizeHint() const
{
    return { 200, stripHeight + captionHeight() };
}

int SampleStrip::captionHeight() const
{
    return fontMetrics().height();
}

void SampleStrip::paintCaption(QPainter &painter, const ChartStyle &style) const
{
    QStringList lengths = { tr("Repetitions · line: the roof"), tr("Repetitions") };
    if (m_roof.interval[1] > m_roof.interval[0])
        lengths.prepend(tr("Repetitions · line: the roof · band: 95 % interval"));
    const QString caption = textOfLengths(lengths);
    const QRectF line(margin, margin / 2, width() - 2 * margin, captionHeight());
    painter.setFont(style.smallFont());
    painter.setPen(style.mutedText());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(caption, Qt::ElideRight, int(line.width())));
}

void SampleStrip::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), style.ground());
    if (m_roof.samples.empty())
        return;
    const auto ends = std::minmax({ m_roof.interval[0], m_roof.interval[1], m_roof.value });
    double low = ends.first;
    double high = ends.second;
    if (low <= 0)
        low = m_roof.value;
    for (const double sample : m_roof.samples) {
        low = std::min(low, sample);
        high = std::max(high, sample);
    }
    const double room = std::max((high - low) * air, high * 1e-6);
    low -= room;
    high += room;
    const QRectF area = QRectF(rect()).adjusted(margin, margin + captionHeight(), -margin, -margin);
    paintCaption(painter, style);
    const auto y = [&](double value) { return area.bottom() - (value - low) / (high - low) * area.height(); };

    if (m_roof.interval[1] > m_roof.interval[0]) {
        painter.fillRect(
            QRectF(QPointF(area.left(), y(m_roof.interval[1])), QPointF(area.right(), y(m_roof.interval[0]))),
            style.intervalBrush(m_roof.kind()));
    }
    painter.setPen(QPen(style.roofColor(m_roof), 1.5));
    painter.drawLine(QPointF(area.left(), y(m_roof.value)), QPointF(area.right(), y(m_roof.value)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.text());
    const double step = area.width() / static_cast<double>(m_roof.samples.size());
    for (std::size_t i = 0; i < m_roof.samples.size(); ++i)
        painter.drawEllipse(QPointF(area.left() + (static_cast<double>(i) + 0.5) * step, y(m_roof.samples[i])),
                            dotDiameter / 2, dotDiameter / 2);
}

} // namespace rooflight
