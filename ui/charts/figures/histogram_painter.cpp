// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/histogram_painter.h"

#include "core/report/format/format.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/display_names.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {

namespace {

constexpr double gap = 4;
constexpr double labelGap = 5; // between a line and its name
constexpr double tickLength = 4;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Histogram)
};

QString duration(double nanoseconds)
{
    return QString::fromStdString(formatDuration(nanoseconds));
}

QString counted(std::int64_t count)
{
    return QString::fromStdString(formatCount(count));
}

struct StatisticMark {
    ChartStyle::StatisticLine line;
    double valueNs;
    QString text;
};

std::vector<StatisticMark> statisticMarks(const Summary &summary)
{
    std::vector<StatisticMark> marks {
        { ChartStyle::StatisticLine::Median, summary.medianNs, Text::tr("median %1").arg(duration(summary.medianNs)) },
        { ChartStyle::StatisticLine::Mean, summary.meanNs, Text::tr("mean %1").arg(duration(summary.meanNs)) },
    };
    if (const auto p95 = summary.percentile(95))
        marks.push_back({ ChartStyle::StatisticLine::P95, *p95, Text::tr("p95 %1").arg(duration(*p95)) });
    if (const auto p99 = summary.percentile(99))
        marks.push_back({ ChartStyle::StatisticLine::P99, *p99, Text::tr("p99 %1").arg(duration(*p99)) });
    return marks;
}

class Painting
{
public:
    Painting(QPainter &painter, const QRectF &area, const SampleSet &samples, const HistogramPicture &picture,
             const ChartStyle &style);

    void paint();
    [[nodiscard]] std::optional<std::array<double, 2>> timesBetween(const std::array<double, 2> &pixels);

private:
    void paintHeader();
    void paintEmpty();
    void layOut();
    void paintCountAxis();
    void paintTimeAxis();
    void paintBars();
    void paintMedianBand();
    void paintStatistics();
    void paintPointedBar();

    [[nodiscard]] Histogram makeBars() const;
    void paintDragged();
    [[nodiscard]] std::vector<double> timeTicks(int most) const;
    [[nodiscard]] QString timeTitle() const;
    /// Of a bar, in nanoseconds.
    [[nodiscard]] double edgeNs(std::size_t bin) const;
    [[nodiscard]] double xOf(double valueNs) const;
    [[nodiscard]] double yOf(double count) const;

    QPainter &m_painter;
    QRectF m_area;
    QRectF m_plot;
    const SampleSet &m_samples;
    const HistogramPicture &m_picture;
    const ChartStyle &m_style;
    QFontMetricsF m_metrics;
    Histogram m_bars;
    double m_largest = 0;
    std::vector<StatisticMark> m_statistics;
    std::vector<LineLabel> m_labels;
};

Painting::Painting(QPainter &painter, const QRectF &area, const SampleSet &samples, const HistogramPicture &picture,
                   const ChartStyle &style)
    : m_painter(painter)
    , m_area(area)
    , m_samples(samples)
    , m_picture(picture)
    , m_style(style)
    , m_metrics(style.smallFont())
    , m_bars(makeBars())
{
    if (!m_bars.counts.empty())
        m_largest = static_cast<double>(*std::max_element(m_bars.counts.begin(), m_bars.counts.end()));
}

/// On a logarithmic axis bars of log10 of the nanoseconds.
Histogram Painting::makeBars() const
{
    if (!m_picture.logarithmicTime)
        return m_picture.rangeNs
            ? histogramBetween(m_samples.samplesNs, m_picture.rangeNs->front(), m_picture.rangeNs->back())
            : readableHistogram(m_samples);
    std::vector<double> logarithms;
    for (const double sample : m_samples.samplesNs)
        logarithms.push_back(sample > 0 ? std::log10(sample) : std::numeric_limits<double>::quiet_NaN());
    return m_picture.rangeNs
        ? histogramBetween(logarithms, std::log10(m_picture.rangeNs->front()), std::log10(m_picture.rangeNs->back()))
        : histogram(logarithms);
}

double Painting::edgeNs(std::size_t bin) const
{
    return m_picture.logarithmicTime ? std::pow(10.0, m_bars.edge(bin)) : m_bars.edge(bin);
}

std::optional<std::array<double, 2>> Painting::timesBetween(const std::array<double, 2> &pixels)
{
    if (m_largest <= 0)
        return std::nullopt;
    paintHeader(); // the plot begins below it
    layOut();
    const double span = m_bars.binWidth * static_cast<double>(m_bars.counts.size());
    std::array<double, 2> times = {};
    for (std::size_t i = 0; i < 2; ++i) {
        const double share = std::clamp((pixels[i] - m_plot.left()) / m_plot.width(), 0.0, 1.0);
        const double value = m_bars.lowestEdge + share * span;
        times[i] = m_picture.logarithmicTime ? std::pow(10.0, value) : value;
    }
    std::ranges::sort(times);
    return times;
}

void Painting::paintDragged()
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

void Painting::paint()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.fillRect(m_area, m_style.ground());
    paintHeader();
    if (m_largest > 0) {
        layOut();
        paintCountAxis();
        paintMedianBand();
        paintBars();
        paintTimeAxis();
        paintStatistics();
        paintPointedBar();
        paintDragged();
    } else {
        paintEmpty();
    }
    m_painter.restore();
}

void Painting::paintHeader()
{
    const QFontMetricsF strong(m_style.strongFont());
    const QRectF line(m_area.left() + 8, m_area.top() + 6, m_area.width() - 16, strong.height());
    QString note;
    if (m_samples.summary.count > 0)
        note = Text::tr("Runs: %1").arg(counted(m_samples.summary.count));
    const double noteWidth = m_metrics.horizontalAdvance(note) + 8;
    m_painter.setFont(m_style.strongFont());
    m_painter.setPen(m_style.text());
    m_painter.drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter,
        strong.elidedText(QString(m_picture.title).replace(u'\n', u' '), Qt::ElideMiddle, line.width() - noteWidth));
    m_painter.setFont(m_style.smallFont());
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, note);

    QStringList flags;
    if (m_picture.showsFlags)
        flags = flagNames(m_samples.flags);
    if (m_samples.summary.outliers > 0)
        flags << Text::tr("outliers: %1").arg(counted(m_samples.summary.outliers));
    if (m_bars.below > 0)
        flags << Text::tr("left of the axis: %1").arg(counted(m_bars.below));
    if (m_bars.above > 0)
        flags << Text::tr("right of the axis: %1").arg(counted(m_bars.above));
    m_area.setTop(line.bottom() + gap);
    if (flags.isEmpty())
        return;
    const QRectF second(line.left(), line.bottom(), line.width(), m_metrics.height());
    m_painter.drawText(second, Qt::AlignRight | Qt::AlignVCenter,
                       m_metrics.elidedText(flags.join(QStringLiteral(", ")), Qt::ElideRight, second.width()));
    m_area.setTop(second.bottom() + gap);
}

void Painting::paintEmpty()
{
    m_painter.setFont(m_style.textFont());
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(m_area.adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                       Text::tr("No timed runs yet. Time the model, then choose a layer to see how its runs spread."));
}

void Painting::layOut()
{
    const double left = m_metrics.horizontalAdvance(counted(static_cast<std::int64_t>(m_largest))) + tickLength + gap
        + m_metrics.height() + 10;
    const double bottom = 2 * m_metrics.height() + tickLength + 2 * gap + 4;
    m_plot = QRectF(m_area.left() + left, m_area.top(), std::max(10.0, m_area.width() - left - 16), 10);

    m_statistics = statisticMarks(m_samples.summary);
    for (const StatisticMark &mark : m_statistics)
        m_labels.push_back({ xOf(mark.valueNs), m_metrics.horizontalAdvance(mark.text) + 2 * labelGap });
    placeLabels(m_labels, m_plot.left(), m_area.right() - 4);
    int rows = 0;
    for (const LineLabel &label : m_labels)
        rows = std::max(rows, label.row + 1);
    m_plot.setTop(m_area.top() + rows * m_metrics.height() + gap);
    m_plot.setBottom(std::max(m_plot.top() + 10, m_area.bottom() - bottom));
}

double Painting::xOf(double valueNs) const
{
    const double span = m_bars.binWidth * static_cast<double>(m_bars.counts.size());
    const double value = m_picture.logarithmicTime ? std::log10(valueNs) : valueNs;
    return m_plot.left() + (value - m_bars.lowestEdge) / span * m_plot.width();
}

double Painting::yOf(double count) const
{
    // On the logarithmic scale a bar of one sample must still be seen: half a sample is the ground.
    const double share = m_picture.logarithmicCounts
        ? std::log10(std::max(count, 0.5) / 0.5) / std::log10(m_largest * 1.1 / 0.5)
        : count / (m_largest * 1.05);
    return m_plot.bottom() - share * m_plot.height();
}

void Painting::paintCountAxis()
{
    std::vector<double> ticks;
    if (m_picture.logarithmicCounts) {
        for (int decade = 0; std::pow(10.0, decade) <= m_largest; ++decade)
            ticks.push_back(std::pow(10.0, decade));
    } else {
        const int most = std::clamp(static_cast<int>(m_plot.height() / (2.2 * m_metrics.height())), 1, 8);
        const double step = std::max(1.0, niceStep(m_largest, most));
        for (int i = 0; i * step <= m_largest; ++i)
            ticks.push_back(i * step);
    }
    for (const double tick : ticks) {
        const double y = yOf(tick);
        m_painter.setPen(m_style.gridPen());
        m_painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        m_painter.setPen(m_style.text());
        m_painter.drawText(QRectF(m_area.left(), y - m_metrics.height() / 2, m_plot.left() - m_area.left() - gap - 2,
                                  m_metrics.height()),
                           Qt::AlignRight | Qt::AlignVCenter, counted(static_cast<std::int64_t>(tick)));
    }
    m_painter.save();
    m_painter.translate(m_area.left() + 6, m_plot.center().y());
    m_painter.rotate(-90);
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(QRectF(-m_plot.height() / 2, 0, m_plot.height(), m_metrics.height()), Qt::AlignCenter,
                       m_picture.logarithmicCounts ? Text::tr("Runs (logarithmic)") : Text::tr("Runs"));
    m_painter.restore();
}

void Painting::paintTimeAxis()
{
    m_painter.setPen(m_style.axisPen());
    m_painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    const double last = edgeNs(m_bars.counts.size());
    const double widest = m_metrics.horizontalAdvance(duration(last)) + 14;
    QString previous;
    double previousRight = -1;
    for (const double tick : timeTicks(static_cast<int>(m_plot.width() / widest))) {
        const double x = xOf(tick);
        const QString text = duration(tick);
        m_painter.setPen(m_style.axisPen());
        m_painter.drawLine(QPointF(x, m_plot.bottom()), QPointF(x, m_plot.bottom() + tickLength));
        QRectF box(0, m_plot.bottom() + tickLength, m_metrics.horizontalAdvance(text) + 2, m_metrics.height());
        box.moveCenter({ x, box.center().y() });
        if (box.right() > m_area.right())
            box.moveRight(m_area.right());
        // Three digits may be equal for close ticks; the same text twice would be wrong.
        if (text == previous || box.left() < previousRight)
            continue;
        previous = text;
        previousRight = box.right();
        m_painter.setPen(m_style.text());
        m_painter.drawText(box, Qt::AlignCenter, text);
    }
    m_painter.setPen(m_style.mutedText());
    m_painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + tickLength + m_metrics.height() + gap, m_plot.width(),
                              m_metrics.height()),
                       Qt::AlignCenter, timeTitle());
}

std::vector<double> Painting::timeTicks(int most) const
{
    const double low = edgeNs(0);
    const double last = edgeNs(m_bars.counts.size());
    std::vector<double> ticks;
    if (m_picture.logarithmicTime) {
        for (double decade = std::floor(std::log10(low)); decade <= std::log10(last); ++decade) {
            for (const double digit : { 1.0, 2.0, 5.0 }) {
                const double tick = digit * std::pow(10.0, decade);
                if (tick >= low && tick <= last)
                    ticks.push_back(tick);
            }
        }
        if (ticks.size() > 1)
            return ticks;
        ticks.clear();
    }
    const double step = niceStep(last - low, most);
    for (double index = std::ceil(low / step); index * step <= last * (1 + 1e-12); ++index)
        ticks.push_back(index * step);
    return ticks;
}

/// With the rule that made the bars: see histogram().
QString Painting::timeTitle() const
{
    if (m_bars.counts.size() < 2)
        return Text::tr("Latency");
    const QString rule = m_samples.summary.iqrNs > 0 ? Text::tr("Freedman-Diaconis") : Text::tr("Sturges");
    const QString bars = m_picture.logarithmicTime
        ? Text::tr("Latency (logarithmic), bars: %1, %2").arg(QString::number(m_bars.counts.size()), rule)
        : Text::tr("Latency, bars of %1: %2").arg(duration(m_bars.binWidth), rule);
    return m_metrics.horizontalAdvance(bars) <= m_plot.width() ? bars : Text::tr("Latency");
}

void Painting::paintBars()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    QColor fill = m_style.accent();
    fill.setAlphaF(0.75F);
    for (std::size_t bin = 0; bin < m_bars.counts.size(); ++bin) {
        if (m_bars.counts[bin] == 0)
            continue;
        const double left = xOf(edgeNs(bin));
        const double right = xOf(edgeNs(bin + 1));
        const double space = right - left > 4 ? 1 : 0;
        const QRectF bar(QPointF(left, yOf(static_cast<double>(m_bars.counts[bin]))),
                         QPointF(right - space, m_plot.bottom()));
        m_painter.fillRect(bar, fill);
    }
    m_painter.restore();
}

void Painting::paintMedianBand()
{
    const auto &[low, high] = m_samples.summary.medianIntervalNs;
    if (!(high > low))
        return;
    QColor band = m_style.text();
    band.setAlphaF(0.14F);
    m_painter.fillRect(QRectF(QPointF(xOf(low), m_plot.top()), QPointF(xOf(high), m_plot.bottom())).intersected(m_plot),
                       band);
}

void Painting::paintStatistics()
{
    // All lines first: a name may lie across another's line, and hides it there.
    const auto isOutside = [this](const LineLabel &label) {
        return label.lineX < m_plot.left() || label.lineX > m_plot.right();
    };
    const auto bottomOf = [this](const LineLabel &label) {
        return m_plot.top() - gap - label.row * m_metrics.height();
    };
    for (std::size_t i = 0; i < m_statistics.size(); ++i) {
        const LineLabel &label = m_labels[i];
        if (isOutside(label))
            continue;
        m_painter.setPen(m_style.statisticPen(m_statistics[i].line));
        m_painter.drawLine(QPointF(label.lineX, bottomOf(label) - m_metrics.height() / 2),
                           QPointF(label.lineX, m_plot.bottom()));
    }
    for (std::size_t i = 0; i < m_statistics.size(); ++i) {
        const LineLabel &label = m_labels[i];
        if (isOutside(label))
            continue;
        const QRectF box(label.left + labelGap, bottomOf(label) - m_metrics.height(), label.width - 2 * labelGap,
                         m_metrics.height());
        m_painter.fillRect(box.adjusted(-2, 0, 2, 0), m_style.ground());
        m_painter.setPen(m_style.statisticPen(m_statistics[i].line).color());
        m_painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, m_statistics[i].text);
    }
}

void Painting::paintPointedBar()
{
    if (!m_picture.pointerX || *m_picture.pointerX < m_plot.left() || *m_picture.pointerX > m_plot.right())
        return;
    const double share = (*m_picture.pointerX - m_plot.left()) / m_plot.width();
    const auto bins = static_cast<double>(m_bars.counts.size());
    const auto bin = static_cast<std::size_t>(std::clamp(share * bins, 0.0, bins - 1));
    const QString text = Text::tr("%1 to %2, runs: %3")
                             .arg(duration(edgeNs(bin)), duration(edgeNs(bin + 1)), counted(m_bars.counts[bin]));
    const QRectF column(QPointF(xOf(edgeNs(bin)), m_plot.top()), QPointF(xOf(edgeNs(bin + 1)), m_plot.bottom()));
    m_painter.setPen(QPen(m_style.text(), 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(column);
    QRectF box(0, 0, m_metrics.horizontalAdvance(text) + 12, m_metrics.height() + 6);
    box.moveTopLeft({ column.right() + 6, m_plot.top() + 4 });
    if (box.right() > m_plot.right())
        box.moveRight(column.left() - 6);
    box.moveLeft(std::max(box.left(), m_area.left()));
    m_painter.setPen(QPen(m_style.border(), 1));
    m_painter.setBrush(m_style.panel());
    m_painter.drawRoundedRect(box, 4, 4);
    m_painter.setPen(m_style.text());
    m_painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace

std::optional<std::array<double, 2>> timesBetween(const QRectF &area, const SampleSet &samples,
                                                  const HistogramPicture &picture, const ChartStyle &style,
                                                  const std::array<double, 2> &pixels)
{
    QPixmap nothing(1, 1);
    QPainter painter(&nothing);
    return Painting(painter, area, samples, picture, style).timesBetween(pixels);
}

void paintHistogram(QPainter &painter, const QRectF &area, const SampleSet &samples, const HistogramPicture &picture,
                    const ChartStyle &style)
{
    Painting(painter, area, samples, picture, style).paint();
}

} // namespace ridgepoint
