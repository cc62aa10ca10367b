// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/report_page.h"

#include "core/report/format/format.h"
#include "core/report/headline.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/charts/figures/histogram_painter.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/models/layer_columns.h"
#include "ui/style/display_names.h"

#include <QFileInfo>
#include <QPainter>
#include <QTextOption>

#include <algorithm>
#include <cmath>
#include <set>

namespace rooflight {

namespace {

constexpr double gap = 12;
constexpr double rooflineShare = 0.64; // of the width
constexpr double leastRooflineHeight = 220;
constexpr std::size_t leastRows = 3; // fewer are no table
constexpr double leastLayerWidth = 110;
constexpr double headlineShare = 0.16; // of the height, at most
constexpr double rowPadding = 5;
constexpr std::size_t maxRows = 10;
constexpr std::size_t roofColumn = 6; // of the table: where a point above its roof is flagged

QString fromStd(const std::string &text)
{
    return QString::fromStdString(text);
}

/// A time that can be added and compared; one that is not known or no number counts as none.
double timeOf(const RooflinePoint &point)
{
    return point.timeNs && std::isfinite(*point.timeNs) ? *point.timeNs : 0;
}

QString withoutBreaks(QString text)
{
    std::replace_if(
        text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; }, u' ');
    return text;
}

} // namespace

ReportPage::ReportPage(QPainter &painter, const QRectF &area, const JudgedSession &judged, const ChartStyle &style,
                       const ChartChoices &choices)
    : m_painter(painter)
    , m_area(area)
    , m_judged(judged)
    , m_session(judged.session())
    , m_style(style)
    , m_choices(choices)
    , m_points(judged.chartPoints())
    , m_summary(judged.summary())
    , m_timed(std::any_of(m_points.begin(), m_points.end(), [](const auto &point) { return point.timeNs.has_value(); }))
{
}

void ReportPage::paint()
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.fillRect(m_area, m_style.ground());
    const double margin = std::min(m_area.width(), m_area.height()) * 0.03;
    m_area.adjust(margin, margin, -margin, -margin);
    paintHeader();
    paintFooter();

    const PageShares shares = sharesOf(needs());
    const QRectF charts(m_area.left(), m_area.top(), m_area.width(), m_area.height() - shares.tableHeight - gap);
    const double rooflineWidth = charts.width() * rooflineShare;
    paintRoofline({ charts.left(), charts.top(), rooflineWidth, charts.height() - familyHeight() });
    paintFamilies({ charts.left(), charts.bottom() - familyHeight(), rooflineWidth, familyHeight() });
    paintBeside(
        { charts.left() + rooflineWidth + gap, charts.top(), charts.width() - rooflineWidth - gap, charts.height() },
        shares);
    if (shares.rows > 0)
        paintTable({ m_area.left(), m_area.bottom() - shares.tableHeight, m_area.width(), shares.tableHeight });
    m_painter.restore();
}

/// Latency above what limits the time.
void ReportPage::paintBeside(const QRectF &area, const PageShares &shares)
{
    const double bounds = shares.hasBounds ? boundsHeight() : 0;
    const double latencyHeight = shares.hasLatency ? area.height() - (bounds > 0 ? bounds + gap : 0) : 0;
    if (shares.hasLatency)
        paintLatency({ area.left(), area.top(), area.width(), latencyHeight });
    if (shares.hasBounds)
        paintBounds(area.adjusted(8, shares.hasLatency ? latencyHeight + gap : 0, 0, 0));
}

PageNeeds ReportPage::needs() const
{
    return { .height = m_area.height(),
             .gap = gap,
             .roofline = leastRooflineHeight + familyHeight(),
             .latency = leastHistogramHeight(m_area.width() * (1 - rooflineShare) - gap, latencySamples(),
                                             latencyPicture(), m_style),
             .bounds = m_timed && m_summary.sharesOfTime ? boundsHeight() : 0,
             .tableHead = QFontMetricsF(m_style.strongFont()).height() + 4 + rowHeight(),
             .tableRow = rowHeight(),
             .rows = std::min(m_points.size(), maxRows),
             .leastRows = leastRows };
}

double ReportPage::rowHeight() const
{
    return QFontMetricsF(m_style.smallFont()).height() + rowPadding;
}

double ReportPage::familyHeight() const
{
    return QFontMetricsF(m_style.smallFont()).height() + gap;
}

double ReportPage::boundsHeight() const
{
    return QFontMetricsF(m_style.strongFont()).height() + 6
        + rowHeight() * static_cast<double>(m_summary.bounds.size());
}

double ReportPage::line(const QRectF &area, double y, const QFont &font, const QColor &color, const QString &text)
{
    const QFontMetricsF metrics(font);
    m_painter.setFont(font);
    m_painter.setPen(color);
    m_painter.drawText(QRectF(area.left(), y, area.width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                       metrics.elidedText(withoutBreaks(text), Qt::ElideMiddle, area.width()));
    return y + metrics.height();
}

QString ReportPage::modelLine() const
{
    if (!m_session.analysis)
        return ReportText::tr("No model: only the machine was measured");
    const Analysis &analysis = *m_session.analysis;
    const Cost &cost = analysis.totals.cost;
    const bool complete = analysis.unknown.empty();
    return ReportText::tr("%1 · %2 parameters · %3 · %4 · convention %5")
        .arg(displayName(analysis.model.form), fromStd(formatCount(analysis.model.parameters)),
             fromStd(formatWork(cost.macs, "MAC", complete)), fromStd(formatWork(cost.flops, "FLOP", complete)),
             fromStd(analysis.convention));
}

QString ReportPage::deviceLine() const
{
    Device device;
    if (m_session.latency)
        device = m_session.latency->device;
    else if (m_session.peaks)
        device = m_session.peaks->device;
    else if (m_session.analysis)
        device = m_session.analysis->device;
    if (m_session.hello.host.empty())
        return displayName(device);
    return ReportText::tr("%1 · host %2 · %3")
        .arg(displayName(device), fromStd(m_session.hello.host), fromStd(m_session.hello.created));
}

void ReportPage::paintHeader()
{
    const QString name = m_session.analysis ? QFileInfo(fromStd(m_session.analysis->model.path)).fileName()
                                            : ReportText::tr("Roofs of this machine");
    double y = line(m_area, m_area.top(), m_style.titleFont(), m_style.text(), name) + 2;
    y = line(m_area, y, m_style.textFont(), m_style.text(), modelLine());
    y = line(m_area, y, m_style.textFont(), m_style.mutedText(), deviceLine());
    y = paintHeadline(y);
    m_area.setTop(y + gap);
}

double ReportPage::paintHeadline(double y)
{
    QTextOption wrapped;
    wrapped.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_painter.setFont(m_style.textFont());
    m_painter.setPen(m_style.text());
    std::vector<Phrase> sentences = headline(m_judged).sentences;
    QString text;
    QRectF area;
    do {
        text = withoutBreaks(displayText(sentences));
        area = m_painter.boundingRect(QRectF(m_area.left(), y + rowPadding, m_area.width(), m_area.height()), text,
                                      wrapped);
        if (!sentences.empty())
            sentences.pop_back();
    } while (area.height() > m_area.height() * headlineShare && !sentences.empty());
    if (text.isEmpty() || area.height() > m_area.height() * headlineShare)
        return y;
    m_painter.drawText(QRectF(area.topLeft(), QSizeF(m_area.width(), area.height())), text, wrapped);
    return area.bottom();
}

void ReportPage::paintRoofline(const QRectF &area)
{
    ChartPicture({}, m_judged, {}, m_style, m_choices).paint(m_painter, area);
}

void ReportPage::paintFamilies(const QRectF &area)
{
    std::set<OperatorFamily> families;
    for (const RooflinePoint &point : m_points)
        families.insert(point.family);
    const QFontMetricsF metrics(m_style.smallFont());
    m_painter.setFont(m_style.smallFont());
    double x = area.left() + 8;
    for (const OperatorFamily family : families) {
        const QString text = displayName(family);
        const double width = metrics.horizontalAdvance(text);
        if (x + width + 16 > area.right())
            break;
        m_painter.setPen(m_style.markerPen(family));
        m_painter.setBrush(m_style.markerBrush(family));
        m_painter.drawPath(ChartStyle::markerPath(markerShape(family), 10).translated(x + 5, area.center().y()));
        m_painter.setPen(m_style.text());
        m_painter.drawText(QRectF(x + 16, area.top(), width + 2, area.height()), Qt::AlignLeft | Qt::AlignVCenter,
                           text);
        x += width + 28;
    }
    m_painter.setPen(m_style.mutedText());
    const QString note = m_timed ? ReportText::tr("Area: share of time") : ReportText::tr("Hollow: not timed");
    if (x + metrics.horizontalAdvance(note) < area.right())
        m_painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, note);
}

void ReportPage::paintLatency(const QRectF &area)
{
    paintHistogram(m_painter, area, latencySamples(), latencyPicture(), m_style);
}

const SampleSet &ReportPage::latencySamples() const
{
    static const SampleSet none;
    return m_session.latency ? m_session.latency->samples : none;
}

HistogramPicture ReportPage::latencyPicture()
{
    HistogramPicture picture;
    picture.title = ReportText::tr("Latency of the model");
    return picture;
}

void ReportPage::paintBounds(const QRectF &area)
{
    if (!m_summary.sharesOfTime)
        return;
    double y = line(area, area.top(), m_style.strongFont(), m_style.text(), ReportText::tr("What limits the time")) + 6;
    const QFontMetricsF metrics(m_style.smallFont());
    double nameWidth = 0;
    for (const BoundShare &share : m_summary.bounds)
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(displayName(share.bound)) + gap);
    const double shareWidth = metrics.horizontalAdvance(QStringLiteral("<0.1 %")) + gap;
    m_painter.setFont(m_style.smallFont());
    for (const BoundShare &share : m_summary.bounds) {
        const QRectF row(area.left(), y, area.width(), metrics.height());
        m_painter.setPen(m_style.text());
        m_painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, displayName(share.bound));
        m_painter.drawText(QRectF(row.left() + nameWidth, y, shareWidth - gap, row.height()),
                           Qt::AlignRight | Qt::AlignVCenter, fromStd(formatPercent(share.share)));
        paintBar(row.adjusted(nameWidth + shareWidth, 2, 0, -2), share.share);
        y += row.height() + rowPadding;
    }
}

void ReportPage::paintBar(const QRectF &area, double share)
{
    QColor color = m_style.accent();
    color.setAlphaF(0.2F);
    m_painter.fillRect(area, color);
    color.setAlphaF(0.8F);
    m_painter.fillRect(QRectF(area.topLeft(), QSizeF(area.width() * share, area.height())), color);
}

double ReportPage::weight(const RooflinePoint &point) const
{
    if (!m_timed)
        return static_cast<double>(point.cost.flops);
    return m_summary.sharesOfTime ? point.timeShare.value_or(0) : timeOf(point);
}

std::vector<RooflinePoint> ReportPage::leadingPoints() const
{
    std::vector<RooflinePoint> points = m_points;
    std::stable_sort(points.begin(), points.end(),
                     [this](const auto &a, const auto &b) { return weight(a) > weight(b); });
    points.resize(std::min(points.size(), maxRows));
    return points;
}

std::vector<ReportPage::Column> ReportPage::columnsFor(double width) const
{
    const double number = QFontMetricsF(m_style.smallFont()).horizontalAdvance(QStringLiteral("888.88 GFLOP/s")) + 14;
    std::vector<Column> columns {
        { factTitleText(FactId::Layer), 0, Qt::AlignLeft, 0, 0 },
        { factTitleText(FactId::Share), 1.5 * number, Qt::AlignLeft, 1, 0 },
        { factTitleText(FactId::Time), 0.8 * number, Qt::AlignRight, 2, 0 },
        { factTitleText(FactId::Flops), number, Qt::AlignRight, 3, 3 },
        { factTitleText(FactId::Intensity), number, Qt::AlignRight, 4, 4 },
        { factTitleText(FactId::Achieved), number, Qt::AlignRight, 5, 2 },
        { factTitleText(FactId::RoofFraction), 0.9 * number, Qt::AlignRight, roofColumn, 0 },
        { factTitleText(FactId::Bound), 1.3 * number, Qt::AlignLeft, roofColumn + 1, 1 },
    };
    const auto left = [&columns, width] {
        double fixed = 0;
        for (const Column &column : columns)
            fixed += column.width + gap;
        return width - fixed;
    };
    while (left() < leastLayerWidth) {
        const auto leastWanted = std::ranges::max_element(columns, {}, &Column::rank);
        if (leastWanted->rank == 0)
            break;
        columns.erase(leastWanted);
    }
    columns.front().width = std::max(leastLayerWidth, left());
    return columns;
}

void ReportPage::paintTable(const QRectF &area)
{
    const QString title =
        m_timed ? ReportText::tr("Layers that take most time") : ReportText::tr("Layers that do most work (not timed)");
    const double top = line(area, area.top(), m_style.strongFont(), m_style.text(), title) + 4;

    const std::vector<Column> columns = columnsFor(area.width());
    QRectF row(area.left(), top, area.width(), rowHeight());
    m_painter.setFont(m_style.smallFont());
    double x = row.left();
    for (const Column &column : columns) {
        m_painter.setPen(m_style.mutedText());
        m_painter.drawText(QRectF(x, row.top(), column.width, rowHeight()), int(column.alignment | Qt::AlignVCenter),
                           column.title);
        x += column.width + gap;
    }
    m_painter.setPen(m_style.gridPen());
    m_painter.drawLine(row.bottomLeft(), row.bottomRight());

    const std::vector<RooflinePoint> points = leadingPoints();
    const double largest = points.empty() ? 0 : weight(points.front());
    for (const RooflinePoint &point : points) {
        row.translate(0, rowHeight());
        if (row.bottom() > area.bottom() + 1)
            break;
        paintTableRow(row, columns, point, largest > 0 ? weight(point) / largest : 0);
    }
}

void ReportPage::paintTableRow(const QRectF &row, const std::vector<Column> &columns, const RooflinePoint &point,
                               double relativeWeight)
{
    const QFontMetricsF metrics(m_style.smallFont());
    const bool works = point.cost.flops > 0;
    QString achieved;
    if (works && point.achievedFlopPerSecond)
        achieved = fromStd(formatQuantity(*point.achievedFlopPerSecond, "FLOP/s"));
    else if (point.achievedBytePerSecond)
        achieved = fromStd(formatQuantity(*point.achievedBytePerSecond, "B/s"));
    const double allFlops = m_session.analysis ? static_cast<double>(m_session.analysis->totals.cost.flops) : 0;
    const std::optional<double> workShare =
        allFlops > 0 ? std::optional(static_cast<double>(point.cost.flops) / allFlops) : std::nullopt;
    const std::optional<double> share = m_timed ? point.timeShare : workShare;
    const QString fraction =
        point.verdict.roofFraction ? fromStd(formatPercent(*point.verdict.roofFraction)) : QString();
    const QString texts[] = {
        fromStd(point.label),
        share ? fromStd(formatPercent(*share)) : QString(),
        point.timeNs ? fromStd(formatDuration(*point.timeNs)) : QString(),
        fromStd(formatWork(point.cost.flops, "FLOP", point.known)),
        point.arithmeticIntensity ? fromStd(formatIntensity(*point.arithmeticIntensity)) : QString(),
        achieved,
        point.verdict.aboveRoof ? ReportText::tr("above: %1").arg(fraction) : fraction,
        displayName(point.verdict.bound),
    };
    double x = row.left();
    for (const Column &column : columns) {
        QRectF cell(x, row.top(), column.width, row.height());
        x += column.width + gap;
        if (column.field == 0) {
            m_painter.setPen(m_style.markerPen(point.family));
            m_painter.setBrush(m_style.markerBrush(point.family));
            m_painter.drawPath(
                ChartStyle::markerPath(markerShape(point.family), 9).translated(cell.left() + 6, cell.center().y()));
            cell.setLeft(cell.left() + 18);
        } else if (column.field == 1) {
            const double textWidth = metrics.horizontalAdvance(QStringLiteral("<0.1 %")) + 8;
            paintBar(cell.adjusted(textWidth, 4, 0, -4), relativeWeight);
        }
        const bool warns = column.field == roofColumn && point.verdict.aboveRoof;
        m_painter.setPen(warns ? m_style.warning() : m_style.text());
        m_painter.drawText(cell, int(column.alignment | Qt::AlignVCenter),
                           metrics.elidedText(withoutBreaks(texts[column.field]), Qt::ElideMiddle, cell.width()));
    }
}

QString ReportPage::roofsLine() const
{
    if (!m_session.peaks)
        return ReportText::tr("Rooflight %1 · roofs were not measured").arg(QStringLiteral(ROOFLIGHT_VERSION));
    const DeviceRoofs &peaks = *m_session.peaks;
    if (peaks.theoretical) {
        return ReportText::tr("Rooflight %1 · roofs of %2 from data sheets: theoretical, nothing was measured on it")
            .arg(QStringLiteral(ROOFLIGHT_VERSION), fromStd(peaks.device.name));
    }
    const Effort effort = fromName<Effort>(peaks.effort).value_or(Effort::Normal);
    const bool isHeldLong = std::ranges::any_of(peaks.roofs, [](const Roof &roof) { return roof.isSustained(); });
    const QString text = isHeldLong
        ? ReportText::tr("Rooflight %1 · roofs measured on this device by microbenchmarks, %2, effort: %3 · dashed: "
                         "theoretical · bands: 95 % interval, below flat roofs down to what is held for long")
        : ReportText::tr("Rooflight %1 · roofs measured on this device by microbenchmarks, %2, effort: %3 · dashed: "
                         "theoretical · bands: 95 % interval");
    return text.arg(QStringLiteral(ROOFLIGHT_VERSION), fromStd(peaks.measuredAt), displayName(effort));
}

void ReportPage::paintFooter()
{
    const QFontMetricsF metrics(m_style.smallFont());
    const double y = m_area.bottom() - metrics.height();
    m_painter.setPen(m_style.gridPen());
    m_painter.drawLine(QPointF(m_area.left(), y - 4), QPointF(m_area.right(), y - 4));
    line(m_area, y, m_style.smallFont(), m_style.mutedText(), roofsLine());
    m_area.setBottom(y - gap);
}

} // namespace rooflight
