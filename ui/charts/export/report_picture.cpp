// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/report_picture.h"

#include "core/report/format/format.h"
#include "core/report/headline.h"
#include "core/roofline/judged_session.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/charts/export/layers_table.h"
#include "ui/charts/figures/histogram_painter.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"

#include <QApplication>
#include <QFileInfo>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

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

constexpr double gap = 12;
constexpr double rooflineShare = 0.64; // of the width
constexpr double leastRooflineHeight = 250;
constexpr std::size_t leastRows = 3; // fewer are no table
constexpr double headlineShare = 0.16; // of the height, at most
constexpr double rowPadding = 5;

QString fromStd(const std::string &text)
{
    return QString::fromStdString(text);
}

ReportPage::ReportPage(QPainter &painter, const QRectF &area, const JudgedSession &judged, const ChartStyle &style,
                       const ChartChoices &choices)
    : m_painter(painter)
    , m_area(area)
    , m_judged(judged)
    , m_session(judged.session())
    , m_style(style)
    , m_summary(judged.summary())
    , m_table(judged, style)
    , m_chart(choices.shown ? ChartPicture(*choices.shown, style) : ChartPicture({}, judged, {}, style, choices))
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
    m_chart.paintWithLegend(m_painter, { charts.left(), charts.top(), rooflineWidth, charts.height() });
    paintBeside(
        { charts.left() + rooflineWidth + gap, charts.top(), charts.width() - rooflineWidth - gap, charts.height() },
        shares);
    if (shares.rows > 0)
        m_table.paint(m_painter,
                      { m_area.left(), m_area.bottom() - shares.tableHeight, m_area.width(), shares.tableHeight });
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
             .roofline = leastRooflineHeight,
             .latency = leastHistogramHeight(m_area.width() * (1 - rooflineShare) - gap, latencySamples(),
                                             latencyPicture(), m_style),
             .bounds = m_table.isTimed() && m_summary.sharesOfTime ? boundsHeight() : 0,
             .tableHead = m_table.headHeight(),
             .tableRow = m_table.rowHeight(),
             .rows = m_table.rows(),
             .leastRows = leastRows };
}

double ReportPage::boundsHeight() const
{
    return QFontMetricsF(m_style.strongFont()).height() + 6
        + m_table.rowHeight() * static_cast<double>(m_summary.bounds.size());
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
    double y = paintLine(m_painter, m_area, m_area.top(), m_style.titleFont(), m_style.text(), name) + 2;
    y = paintLine(m_painter, m_area, y, m_style.textFont(), m_style.text(), modelLine());
    y = paintLine(m_painter, m_area, y, m_style.textFont(), m_style.mutedText(), deviceLine());
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
    double y = paintLine(m_painter, area, area.top(), m_style.strongFont(), m_style.text(),
                         ReportText::tr("What limits the time"))
        + 6;
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
        paintShareBar(m_painter, row.adjusted(nameWidth + shareWidth, 2, 0, -2), share.share, m_style);
        y += row.height() + rowPadding;
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
    paintLine(m_painter, m_area, y, m_style.smallFont(), m_style.mutedText(), roofsLine());
    m_area.setBottom(y - gap);
}

constexpr int textPixels = 14;

QString titleOf(const Session &session)
{
    return session.analysis ? QFileInfo(QString::fromStdString(session.analysis->model.path)).fileName()
                            : ReportText::tr("Roofline");
}

} // namespace

void paintReport(QPainter &painter, const QRectF &area, const JudgedSession &judged, Theme theme,
                 const ChartChoices &chart)
{
    const ChartStyle style(paletteOf(theme), pictureFont());
    ReportPage(painter, area, judged, style, chart).paint();
}

PictureContent reportPicture(const JudgedSession &judged, const PictureOptions &options)
{
    return { titleOf(judged.session()), options.size, [&judged, options](QPainter &painter, const QRectF &area) {
                paintReport(painter, area, judged, options.theme, options.chart);
            } };
}

QFont pictureFont()
{
    QFont font = QApplication::font();
    font.setPixelSize(textPixels);
    return font;
}

Result<void> writePng(const QString &path, const JudgedSession &judged, const PictureOptions &options)
{
    return writePngPicture(path, reportPicture(judged, options), options.scale);
}

Result<void> writeSvg(const QString &path, const JudgedSession &judged, const PictureOptions &options)
{
    return writeSvgPicture(path, reportPicture(judged, options));
}

Result<void> writePdf(const QString &path, const JudgedSession &judged, const PictureOptions &options)
{
    return writePdfPicture(path, reportPicture(judged, options));
}

namespace {

double tableHeight(const PageNeeds &needs, std::size_t rows)
{
    return rows > 0 ? needs.tableHead + needs.tableRow * static_cast<double>(rows) : 0;
}

double chartsHeight(const PageNeeds &needs, std::size_t rows)
{
    return needs.height - tableHeight(needs, rows) - needs.gap;
}

/// As many rows as leave the charts their height; 0 if hardly any do.
std::size_t rowsBelow(const PageNeeds &needs, double charts)
{
    std::size_t rows = needs.rows;
    while (rows > 0 && chartsHeight(needs, rows) < charts)
        --rows;
    return rows >= std::min(needs.leastRows, needs.rows) ? rows : 0;
}

} // namespace

PageShares sharesOf(const PageNeeds &needs)
{
    const double beside = needs.latency + (needs.latency > 0 && needs.bounds > 0 ? needs.gap : 0) + needs.bounds;
    PageShares shares;
    shares.rows = rowsBelow(needs, std::max(needs.roofline, beside));
    if (shares.rows == 0)
        shares.rows = rowsBelow(needs, needs.roofline);
    shares.tableHeight = tableHeight(needs, shares.rows);
    const double charts = chartsHeight(needs, shares.rows);
    shares.hasLatency = needs.latency > 0 && charts >= beside;
    shares.hasBounds = needs.bounds > 0 && charts >= needs.bounds;
    return shares;
}

} // namespace rooflight
