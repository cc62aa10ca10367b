// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/plot/plot_frame.h"

#include "ui/charts/plot/placer.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double gap = 4;
constexpr double margin = 8;
constexpr double tickLength = 4;
constexpr double legendSample = 14;
constexpr double widestRowName = 0.3; ///< of the area

} // namespace

double PlotAxis::position(double value) const
{
    if (!(high > low))
        return 0;
    if (!logarithmic)
        return (value - low) / (high - low);
    return std::log(std::max(value, low) / low) / std::log(high / low);
}

double niceStep(double span, int steps)
{
    const double raw = span / std::max(1, steps);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : { 1.0, 2.0, 5.0 }) {
        if (factor * power >= raw * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

std::vector<double> linearTicks(double low, double high, int most)
{
    std::vector<double> ticks;
    for (int count = std::max(2, most); ticks.size() < 2 && count <= std::max(10, most); ++count) {
        ticks.clear();
        const double step = niceStep(high - low, count);
        for (double index = std::ceil(low / step - 1e-9); index * step <= high * (1 + 1e-12); ++index)
            ticks.push_back(index * step);
    }
    return ticks;
}

PlotFrame::PlotFrame(QPainter &painter, const QRectF &area, const ChartStyle &style)
    : m_painter(painter)
    , m_area(area)
    , m_style(style)
    , m_metrics(style.smallFont())
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, style.ground());
}

QRectF PlotFrame::headerLine() const
{
    const QFontMetricsF strong(m_style.strongFont());
    return { m_area.left() + margin, m_area.top() + 6, m_area.width() - 2 * margin, strong.height() };
}

double PlotFrame::noteWidth(const QString &note) const
{
    return note.isEmpty() ? 0 : m_metrics.horizontalAdvance(note) + margin;
}

bool PlotFrame::headerFits(const QString &title, const QString &note) const
{
    return QFontMetricsF(m_style.strongFont()).horizontalAdvance(title) + noteWidth(note) <= headerLine().width();
}

void PlotFrame::paintHeader(const QString &title, const QString &note, bool noteBelow)
{
    const QFontMetricsF strong(m_style.strongFont());
    const QRectF line = headerLine();
    const double wanted = headerFits(title, note) ? line.width() : line.width() / 2;
    const double beside = noteBelow ? 0 : std::min(noteWidth(note), wanted);
    m_painter.setFont(m_style.strongFont());
    m_painter.setPen(m_style.text());
    m_painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                       strong.elidedText(QString(title).replace(u'\n', u' '), Qt::ElideMiddle, line.width() - beside));
    m_painter.setFont(m_style.smallFont());
    m_painter.setPen(m_style.mutedText());
    const QRectF second(line.left(), line.bottom(), line.width(), m_metrics.height());
    if (noteBelow)
        m_painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
                           m_metrics.elidedText(note, Qt::ElideRight, second.width()));
    else
        m_painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, m_metrics.elidedText(note, Qt::ElideRight, beside));
    m_area.setTop((noteBelow ? second : line).bottom() + gap);
}

void PlotFrame::paintEmpty(const QString &text)
{
    m_painter.setFont(m_style.textFont());
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(m_area.adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
}

double PlotFrame::belowPlot(const PlotAxis &horizontal) const
{
    return (horizontal.text ? m_metrics.height() + tickLength + gap : gap) + gap;
}

int PlotFrame::rowsThatFit() const
{
    PlotAxis withNumbers;
    withNumbers.text = [](double) { return QString(); };
    return std::max(1, int((m_area.height() - gap - belowPlot(withNumbers)) / m_metrics.height()));
}

void PlotFrame::paintAxes(const PlotAxis &horizontal, const PlotAxis &vertical, const QStringList &rowNames)
{
    m_horizontal = horizontal;
    m_vertical = vertical;
    m_rows = static_cast<int>(rowNames.size());
    m_painter.setFont(m_style.smallFont());
    double left = gap;
    for (const QString &name : rowNames)
        left = std::max(left, std::min(m_metrics.horizontalAdvance(name), widestRowName * m_area.width()));
    const double nameWidth = left;
    if (m_vertical.text) {
        for (const double tick : ticksOf(m_vertical, 8))
            left = std::max(left, m_metrics.horizontalAdvance(m_vertical.text(tick)));
        left += m_vertical.title.isEmpty() ? 0 : m_metrics.height() + gap;
    }
    double bottom = belowPlot(m_horizontal);
    const double titleHeight = m_metrics.height() + gap;
    // Rather a name for each row than a title.
    if (m_area.height() - gap - bottom - titleHeight < m_rows * m_metrics.height())
        m_horizontal.title.clear();
    if (!m_horizontal.title.isEmpty())
        bottom += titleHeight;
    m_plot = QRectF(QPointF(m_area.left() + left + 4 * gap, m_area.top() + gap),
                    QPointF(m_area.right() - 2 * margin, m_area.bottom() - bottom));
    if (m_plot.width() < 10)
        m_plot.setWidth(10);
    if (m_plot.height() < 10)
        m_plot.setHeight(10);
    paintVerticalAxis();
    paintHorizontalAxis();
    if (m_rows > 0)
        paintRowNames(rowNames, nameWidth);
}

std::vector<double> PlotFrame::ticksOf(const PlotAxis &axis, int most) const
{
    if (!axis.text || !(axis.high > axis.low))
        return {};
    if (!axis.ticks.empty())
        return axis.ticks;
    std::vector<double> ticks;
    if (axis.logarithmic) {
        const double decades = std::log10(axis.high / axis.low);
        const bool fewDecades = axis.high < 300 * axis.low && 3 * decades <= 1.5 * most;
        for (double decade = std::pow(10.0, std::floor(std::log10(axis.low))); decade <= axis.high; decade *= 10) {
            for (const double factor : { 1.0, 2.0, 5.0 }) {
                const double tick = factor * decade;
                if ((factor == 1 || fewDecades) && tick >= axis.low && tick <= axis.high)
                    ticks.push_back(tick);
            }
        }
        if (ticks.size() >= 2)
            return ticks;
        ticks.clear();
    }
    return linearTicks(axis.low, axis.high, most);
}

void PlotFrame::paintVerticalAxis()
{
    const int most = std::clamp(static_cast<int>(m_plot.height() / (2.2 * m_metrics.height())), 1, 8);
    QString previous;
    Placer numbers(m_area.adjusted(0, -2 * gap, 0, 0)); // the highest one may reach above the plot
    for (const double tick : ticksOf(m_vertical, most)) {
        const double height = y(tick);
        m_painter.setPen(m_style.gridPen());
        m_painter.drawLine(QPointF(m_plot.left(), height), QPointF(m_plot.right(), height));
        const QString text = m_vertical.text(tick);
        const QRectF letters(m_area.left(), height - m_metrics.ascent() / 2, m_plot.left() - m_area.left() - gap,
                             m_metrics.ascent());
        // Three digits may be equal for close ticks.
        if (text == previous || !numbers.place({ &letters, 1 }))
            continue;
        previous = text;
        m_painter.setPen(m_style.text());
        m_painter.drawText(QRectF(m_area.left(), height - m_metrics.height() / 2, m_plot.left() - m_area.left() - gap,
                                  m_metrics.height()),
                           Qt::AlignRight | Qt::AlignVCenter, text);
    }
    // Beside the middle of the plot, and inside the area.
    const double length = std::min(m_metrics.horizontalAdvance(m_vertical.title) + 2, m_area.height());
    const double middle = std::min(m_plot.center().y(), m_area.bottom() - length / 2);
    m_painter.save();
    m_painter.translate(m_area.left() + gap, std::max(middle, m_area.top() + length / 2));
    m_painter.rotate(-90);
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(QRectF(-length / 2, 0, length, m_metrics.height()), Qt::AlignCenter,
                       m_metrics.elidedText(m_vertical.title, Qt::ElideRight, length));
    m_painter.restore();
}

/// The closer ticks are the more digits they may need: those that are chosen are measured once more.
std::vector<double> PlotFrame::horizontalTicks() const
{
    constexpr double between = 18;
    constexpr double leastWidth = 40;
    std::vector<double> ticks = ticksOf(m_horizontal, 1);
    double widest = leastWidth;
    for (int pass = 0; pass < 2; ++pass) {
        for (const double tick : ticks)
            widest = std::max(widest, m_metrics.horizontalAdvance(m_horizontal.text(tick)) + between);
        ticks = ticksOf(m_horizontal, static_cast<int>(m_plot.width() / widest));
    }
    return ticks;
}

void PlotFrame::paintHorizontalAxis()
{
    m_painter.setPen(m_style.axisPen());
    m_painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    Placer numbers(m_area);
    for (const double tick : horizontalTicks()) {
        const QString text = m_horizontal.text(tick);
        QRectF box(0, m_plot.bottom() + tickLength, m_metrics.horizontalAdvance(text) + 2, m_metrics.height());
        box.moveCenter({ x(tick), box.center().y() });
        if (box.right() > m_area.right() - gap)
            box.moveRight(m_area.right() - gap);
        m_painter.setPen(m_style.axisPen());
        m_painter.drawLine(QPointF(x(tick), m_plot.bottom()), QPointF(x(tick), m_plot.bottom() + tickLength));
        if (!numbers.place({ &box, 1 }, { .beside = gap }))
            continue;
        m_painter.setPen(m_style.text());
        m_painter.drawText(box, Qt::AlignCenter, text);
    }
    m_painter.setPen(m_style.mutedText());
    // Below the middle of the plot, and inside the area.
    const double room = m_area.width() - 2 * gap;
    const double titleWidth = std::min(m_metrics.horizontalAdvance(m_horizontal.title) + 2, room);
    const double titleLeft = m_area.left() + gap
        + std::max(0.0, std::min(m_plot.center().x() - titleWidth / 2 - m_area.left() - gap, room - titleWidth));
    m_painter.drawText(QRectF(titleLeft, m_area.bottom() - m_metrics.height() - gap, titleWidth, m_metrics.height()),
                       Qt::AlignCenter, m_metrics.elidedText(m_horizontal.title, Qt::ElideRight, titleWidth));
}

void PlotFrame::paintRowNames(const QStringList &names, double width)
{
    m_painter.setPen(m_style.text());
    // Where rows are lower than a name only some of them can be named.
    const int step = std::max(1, static_cast<int>(std::ceil(m_metrics.height() / rowHeight())));
    for (int row = 0; row < m_rows; row += step) {
        const QRectF box(m_plot.left() - width - 2 * gap, rowCentre(row) - m_metrics.height() / 2, width,
                         m_metrics.height());
        m_painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter,
                           m_metrics.elidedText(QString(names[row]).replace(u'\n', u' '), Qt::ElideMiddle, width));
    }
}

void PlotFrame::paintLegendEntry(const QPointF &topLeft, const QColor &color, const QString &text)
{
    const double middle = topLeft.y() + m_metrics.height() / 2;
    m_painter.setPen(QPen(color, 2.5));
    m_painter.drawLine(QPointF(topLeft.x(), middle), QPointF(topLeft.x() + legendSample, middle));
    m_painter.setPen(m_style.text());
    m_painter.drawText(QRectF(topLeft + QPointF(legendSample + gap, 0),
                              QSizeF(m_metrics.horizontalAdvance(text) + 1, m_metrics.height())),
                       Qt::AlignLeft | Qt::AlignVCenter, text);
}

double PlotFrame::legendEntryWidth(const QString &text) const
{
    return legendSample + gap + m_metrics.horizontalAdvance(text) + 1;
}

void PlotFrame::paintLegend(const std::vector<std::pair<QColor, QString>> &entries)
{
    m_painter.setFont(m_style.smallFont());
    const double begin = m_area.left() + margin;
    QPointF place(begin, m_area.top());
    for (const auto &[color, text] : entries) {
        const double width = legendEntryWidth(text);
        if (place.x() > begin && place.x() + width > m_area.right())
            place = { begin, place.y() + m_metrics.height() };
        paintLegendEntry(place, color, text);
        place.rx() += width + 2 * margin;
    }
    m_area.setTop(place.y() + m_metrics.height() + gap);
}

void PlotFrame::paintLegendHeader(const std::vector<std::pair<QColor, QString>> &entries)
{
    const QRectF line = headerLine();
    double width = margin;
    for (const auto &[color, text] : entries)
        width += legendEntryWidth(text) + 2 * margin;
    if (width - 2 * margin <= m_area.width()) {
        m_area.setTop(line.center().y() - m_metrics.height() / 2);
        paintLegend(entries);
    }
    m_area.setTop(line.bottom() + gap);
}

double PlotFrame::x(double value) const
{
    return m_plot.left() + m_horizontal.position(value) * m_plot.width();
}

double PlotFrame::y(double value) const
{
    return m_plot.bottom() - m_vertical.position(value) * m_plot.height();
}

double PlotFrame::rowHeight() const
{
    return m_plot.height() / std::max(1, m_rows);
}

double PlotFrame::rowCentre(int row) const
{
    return m_plot.top() + (row + 0.5) * rowHeight();
}

} // namespace rooflight
