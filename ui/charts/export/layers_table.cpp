// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/layers_table.h"

#include "core/report/format/format.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/models/layer_columns.h"
#include "ui/style/display_names.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double columnGap = 12;
constexpr double leastLayerWidth = 110;
constexpr double tableRowPadding = 5;
constexpr std::size_t maxRows = 10;
constexpr std::size_t roofColumn = 6; // where a point above its roof is flagged

/// A time that can be added and compared; one that is not known or no number counts as none.
double timeOf(const RooflinePoint &point)
{
    return point.timeNs && std::isfinite(*point.timeNs) ? *point.timeNs : 0;
}

} // namespace

LayersTable::LayersTable(const JudgedSession &judged, const ChartStyle &style)
    : m_judged(judged)
    , m_style(style)
    , m_points(judged.chartPoints())
{
    m_timed = std::ranges::any_of(m_points, [](const auto &point) { return point.timeNs.has_value(); });
    std::ranges::stable_sort(m_points, [this](const auto &a, const auto &b) { return weight(a) > weight(b); });
    m_points.resize(std::min(m_points.size(), maxRows));
}

double LayersTable::rowHeight() const
{
    return QFontMetricsF(m_style.smallFont()).height() + tableRowPadding;
}

double LayersTable::headHeight() const
{
    return QFontMetricsF(m_style.strongFont()).height() + 4 + rowHeight();
}

double LayersTable::weight(const RooflinePoint &point) const
{
    if (!m_timed)
        return static_cast<double>(point.cost.flops);
    return m_judged.summary().sharesOfTime ? point.timeShare.value_or(0) : timeOf(point);
}

std::vector<LayersTable::Column> LayersTable::columnsFor(double width) const
{
    const double number = QFontMetricsF(m_style.smallFont()).horizontalAdvance(QStringLiteral("888.88 GFLOP/s")) + 14;
    std::vector<Column> columns {
        { factTitleText(FactId::Layer), 0, Qt::AlignLeft, 0, 0 },
        { factTitleText(FactId::Share), 1.5 * number, Qt::AlignLeft, 1, 1 },
        { factTitleText(FactId::Time), 0.8 * number, Qt::AlignRight, 2, 0 },
        { factTitleText(FactId::Flops), number, Qt::AlignRight, 3, 4 },
        { factTitleText(FactId::Intensity), number, Qt::AlignRight, 4, 5 },
        { factTitleText(FactId::Achieved), number, Qt::AlignRight, 5, 3 },
        { factTitleText(FactId::RoofFraction), 0.9 * number, Qt::AlignRight, roofColumn, 0 },
        { factTitleText(FactId::Bound), 1.3 * number, Qt::AlignLeft, roofColumn + 1, 2 },
    };
    const auto left = [&columns, width] {
        double fixed = 0;
        for (const Column &column : columns)
            fixed += column.width + columnGap;
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

void LayersTable::paint(QPainter &painter, const QRectF &area) const
{
    const QString title =
        m_timed ? ReportText::tr("Layers that take most time") : ReportText::tr("Layers that do most work (not timed)");
    const double top = paintLine(painter, area, area.top(), m_style.strongFont(), m_style.text(), title) + 4;

    const std::vector<Column> columns = columnsFor(area.width());
    QRectF row(area.left(), top, area.width(), rowHeight());
    painter.setFont(m_style.smallFont());
    double x = row.left();
    for (const Column &column : columns) {
        painter.setPen(m_style.mutedText());
        painter.drawText(QRectF(x, row.top(), column.width, rowHeight()), int(column.alignment | Qt::AlignVCenter),
                         column.title);
        x += column.width + columnGap;
    }
    painter.setPen(m_style.gridPen());
    painter.drawLine(row.bottomLeft(), row.bottomRight());

    const double largest = m_points.empty() ? 0 : weight(m_points.front());
    for (const RooflinePoint &point : m_points) {
        row.translate(0, rowHeight());
        if (row.bottom() > area.bottom() + 1)
            break;
        paintRow(painter, row, columns, point, largest > 0 ? weight(point) / largest : 0);
    }
}

std::vector<QString> LayersTable::textsOf(const RooflinePoint &point) const
{
    QString achieved;
    if (point.cost.flops > 0 && point.achievedFlopPerSecond)
        achieved = QString::fromStdString(formatQuantity(*point.achievedFlopPerSecond, "FLOP/s"));
    else if (point.achievedBytePerSecond)
        achieved = QString::fromStdString(formatQuantity(*point.achievedBytePerSecond, "B/s"));
    const auto &analysis = m_judged.session().analysis;
    const double allFlops = analysis ? static_cast<double>(analysis->totals.cost.flops) : 0;
    const std::optional<double> workShare =
        allFlops > 0 ? std::optional(static_cast<double>(point.cost.flops) / allFlops) : std::nullopt;
    const std::optional<double> share = m_timed ? point.timeShare : workShare;
    const QString fraction =
        point.verdict.roofFraction ? QString::fromStdString(formatPercent(*point.verdict.roofFraction)) : QString();
    return {
        QString::fromStdString(point.label),
        share ? QString::fromStdString(formatPercent(*share)) : QString(),
        point.timeNs ? QString::fromStdString(formatDuration(*point.timeNs)) : QString(),
        QString::fromStdString(formatWork(point.cost.flops, "FLOP", point.known)),
        point.arithmeticIntensity ? QString::fromStdString(formatIntensity(*point.arithmeticIntensity)) : QString(),
        achieved,
        point.verdict.aboveRoof ? ReportText::tr("above: %1").arg(fraction) : fraction,
        displayName(point.verdict.bound),
    };
}

void LayersTable::paintRow(QPainter &painter, const QRectF &row, const std::vector<Column> &columns,
                           const RooflinePoint &point, double relativeWeight) const
{
    const QFontMetricsF metrics(m_style.smallFont());
    const std::vector<QString> texts = textsOf(point);
    double x = row.left();
    for (const Column &column : columns) {
        QRectF cell(x, row.top(), column.width, row.height());
        x += column.width + columnGap;
        if (column.field == 0) {
            painter.setPen(m_style.markerPen(point.family));
            painter.setBrush(m_style.markerBrush(point.family));
            painter.drawPath(
                ChartStyle::markerPath(markerShape(point.family), 9).translated(cell.left() + 6, cell.center().y()));
            cell.setLeft(cell.left() + 18);
        } else if (column.field == 1) {
            const double textWidth = metrics.horizontalAdvance(QStringLiteral("<0.1 %")) + 8;
            paintShareBar(painter, cell.adjusted(textWidth, 4, 0, -4), relativeWeight, m_style);
        }
        const bool warns = column.field == roofColumn && point.verdict.aboveRoof;
        painter.setPen(warns ? m_style.warning() : m_style.text());
        painter.drawText(cell, int(column.alignment | Qt::AlignVCenter),
                         metrics.elidedText(withoutBreaks(texts[column.field]), Qt::ElideMiddle, cell.width()));
    }
}

QString withoutBreaks(QString text)
{
    std::replace_if(
        text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; }, u' ');
    return text;
}

double paintLine(QPainter &painter, const QRectF &area, double y, const QFont &font, const QColor &color,
                 const QString &text)
{
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QRectF(area.left(), y, area.width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(withoutBreaks(text), Qt::ElideMiddle, area.width()));
    return y + metrics.height();
}

void paintShareBar(QPainter &painter, const QRectF &area, double share, const ChartStyle &style)
{
    QColor color = style.accent();
    color.setAlphaF(0.2F);
    painter.fillRect(area, color);
    color.setAlphaF(0.8F);
    painter.fillRect(QRectF(area.topLeft(), QSizeF(area.width() * share, area.height())), color);
}

} // namespace rooflight
