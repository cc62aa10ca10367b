// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figures/session_figures.h"

#include "core/report/result_reports.h"
#include "ui/charts/plot/placer.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <map>
#include <utility>

namespace rooflight {

namespace {

constexpr double mapMargin = 8;
constexpr double gap = 4;
constexpr QSizeF largestCell(260, 136);
constexpr double cellGap = 3;
constexpr double ridgeWidth = 3;

struct SizeMapText {
    Q_DECLARE_TR_FUNCTIONS(SizeMap)
};

/// Columns are sizes of the last axis, rows of the first one where there are two.
class SizeMapPainter
{
public:
    SizeMapPainter(QPainter &painter, const QRectF &area, const BatchSweep &sweep, const SizePath &path,
                   const ChartStyle &style)
        : m_painter(painter)
        , m_area(area)
        , m_sweep(sweep)
        , m_style(style)
        , m_metrics(style.smallFont())
        , m_columnAxis(sweep.axes.size() - 1)
        , m_hasRows(sweep.axes.size() > 1)
    {
        for (const SizePoint &point : sweep.sizes) {
            addTo(m_columns, sizeOn(sweep, m_columnAxis, point));
            addTo(m_rows, m_hasRows ? sizeOn(sweep, 0, point) : 0);
            m_points[placeOf(point)] = &point;
        }
        std::ranges::sort(m_columns);
        std::ranges::sort(m_rows, std::greater()); // small ones at the bottom, as on an axis
        for (const SizeStep &step : path.steps)
            m_steps[placeOf(sweep.sizes[step.size])] = &step;
    }

    void paint()
    {
        findRidges();
        paintLegend();
        layOut();
        paintAxes();
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            for (std::size_t column = 0; column < m_columns.size(); ++column)
                paintCell(row, column);
        }
        paintRidges();
    }

private:
    struct Ridge {
        std::size_t row = 0;
        std::size_t column = 0;
        bool isRight = true;
    };
    using Place = std::pair<std::int64_t, std::int64_t>; ///< row and column, as sizes

    static void addTo(std::vector<std::int64_t> &sizes, std::int64_t size)
    {
        if (std::ranges::find(sizes, size) == sizes.end())
            sizes.push_back(size);
    }

    [[nodiscard]] Place placeOf(const SizePoint &point) const
    {
        return { m_hasRows ? sizeOn(m_sweep, 0, point) : 0, sizeOn(m_sweep, m_columnAxis, point) };
    }

    [[nodiscard]] const SizeStep *stepAt(std::size_t row, std::size_t column) const
    {
        const auto found = m_steps.find({ m_rows[row], m_columns[column] });
        return found == m_steps.end() || found->second->atRoofNs <= 0 ? nullptr : found->second;
    }

    [[nodiscard]] QString axisName(std::size_t axis) const { return QString::fromStdString(m_sweep.axes[axis].name); }

    void paintLegend();
    void layOut();
    void paintAxes();
    void paintCell(std::size_t row, std::size_t column);
    void paintTexts(const QRectF &cell, const QString &upper, const QString &lower, const QColor &color);
    void findRidges();
    void paintRidges();

    [[nodiscard]] QRectF cellAt(std::size_t row, std::size_t column) const
    {
        return { m_map.left() + double(column) * m_cell.width(), m_map.top() + double(row) * m_cell.height(),
                 m_cell.width(), m_cell.height() };
    }

    QPainter &m_painter;
    QRectF m_area;
    const BatchSweep &m_sweep;
    const ChartStyle &m_style;
    QFontMetricsF m_metrics;
    std::size_t m_columnAxis;
    bool m_hasRows;
    std::vector<std::int64_t> m_columns;
    std::vector<std::int64_t> m_rows;
    std::map<Place, const SizePoint *> m_points;
    std::map<Place, const SizeStep *> m_steps;
    QList<Ridge> m_ridges;
    QRectF m_map;
    QSizeF m_cell;
};

/// A scale, and what hollow cells and the line mean; each only where it is there.
void SizeMapPainter::paintLegend()
{
    const double height = m_metrics.height();
    double x = m_area.left() + mapMargin;
    const double y = m_area.top() + gap;
    const auto text = [&](const QString &words) {
        const double width = m_metrics.horizontalAdvance(words);
        m_painter.setPen(m_style.text());
        m_painter.drawText(QRectF(x, y, width + 2, height), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += width + 4 * gap;
    };
    m_painter.setFont(m_style.smallFont());
    const auto isMeasured = [](const auto &step) { return step.second->timeNs.has_value(); };
    if (std::ranges::any_of(m_steps, isMeasured)) {
        constexpr double width = 72;
        for (int i = 0; i < int(width); ++i)
            m_painter.fillRect(QRectF(x + i, y + 2, 1.5, height - 4), m_style.scaleColor(i / width));
        x += width + gap;
        text(SizeMapText::tr("share of the roof, 0 to 100 %"));
    }
    if (!std::ranges::all_of(m_steps, isMeasured)) {
        m_painter.setPen(QPen(m_style.mutedText(), 1, Qt::DashLine));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(QRectF(x, y + 2, 18, height - 4), 2, 2);
        x += 18 + gap;
        text(SizeMapText::tr("not measured: time at the roof"));
    }
    if (!m_ridges.isEmpty()) {
        m_painter.setPen(QPen(m_style.text(), ridgeWidth));
        m_painter.drawLine(QPointF(x, y + height / 2), QPointF(x + 18, y + height / 2));
        x += 18 + gap;
        text(SizeMapText::tr("ridge"));
    }
    m_area.setTop(y + height + 2 * gap);
}

void SizeMapPainter::layOut()
{
    double left = mapMargin;
    if (m_hasRows) {
        double widest = 0;
        for (const std::int64_t size : m_rows)
            widest = std::max(widest, m_metrics.horizontalAdvance(countText(size)));
        left += m_metrics.height() + gap + widest + gap;
    }
    const double below = 2 * m_metrics.height() + 3 * gap;
    const QSizeF room(m_area.width() - left - mapMargin, m_area.height() - below);
    m_cell = QSizeF(std::min(largestCell.width(), room.width() / double(m_columns.size())),
                    std::min(largestCell.height(), room.height() / double(m_rows.size())));
    m_map = QRectF(m_area.left() + left, m_area.top(), m_cell.width() * double(m_columns.size()),
                   m_cell.height() * double(m_rows.size()));
}

void SizeMapPainter::paintAxes()
{
    m_painter.setPen(m_style.text());
    Placer numbers({ m_area.left(), m_map.bottom(), m_area.width(), m_metrics.height() + 2 * gap });
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        const QString text = countText(m_columns[column]);
        QRectF box(0, m_map.bottom() + gap, m_metrics.horizontalAdvance(text) + 2, m_metrics.height());
        box.moveCenter({ cellAt(0, column).center().x(), box.center().y() });
        if (!numbers.place({ &box, 1 }, { .beside = gap }))
            continue; // it would run into another one
        m_painter.drawText(box, Qt::AlignCenter, text);
    }
    const QRectF title(m_map.left(), m_map.bottom() + gap + m_metrics.height(), m_map.width(),
                       m_metrics.height() + gap);
    m_painter.drawText(title, Qt::AlignCenter,
                       m_metrics.elidedText(axisName(m_columnAxis), Qt::ElideRight, title.width()));
    if (!m_hasRows)
        return;
    // Where rows are lower than a number only some of them can have theirs.
    const auto step = std::max<std::size_t>(1, std::size_t(std::ceil(m_metrics.height() / m_cell.height())));
    for (std::size_t row = 0; row < m_rows.size(); row += step) {
        const QRectF cell = cellAt(row, 0);
        const QRectF box(m_area.left(), cell.center().y() - m_metrics.height() / 2, m_map.left() - m_area.left() - gap,
                         m_metrics.height());
        m_painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, countText(m_rows[row]));
    }
    m_painter.save();
    m_painter.translate(m_area.left() + mapMargin, m_map.bottom());
    m_painter.rotate(-90);
    m_painter.drawText(QRectF(0, 0, m_map.height(), m_metrics.height()), Qt::AlignCenter,
                       m_metrics.elidedText(axisName(0), Qt::ElideRight, m_map.height()));
    m_painter.restore();
}

void SizeMapPainter::paintTexts(const QRectF &cell, const QString &upper, const QString &lower, const QColor &color)
{
    const QFontMetricsF strong(m_style.strongFont());
    const bool hasUpper = strong.horizontalAdvance(upper) <= cell.width() - 2 && strong.height() <= cell.height();
    const bool hasLower = !lower.isEmpty() && m_metrics.horizontalAdvance(lower) <= cell.width() - 2
        && strong.height() + m_metrics.height() <= cell.height();
    m_painter.setPen(color);
    double y = cell.center().y() - (strong.height() + (hasLower ? m_metrics.height() : 0)) / 2;
    if (hasUpper) {
        m_painter.setFont(m_style.strongFont());
        m_painter.drawText(QRectF(cell.left(), y, cell.width(), strong.height()), Qt::AlignCenter, upper);
    }
    y += strong.height();
    m_painter.setFont(m_style.smallFont());
    if (hasUpper && hasLower)
        m_painter.drawText(QRectF(cell.left(), y, cell.width(), m_metrics.height()), Qt::AlignCenter, lower);
}

void SizeMapPainter::paintCell(std::size_t row, std::size_t column)
{
    const QRectF cell = cellAt(row, column).adjusted(cellGap / 2, cellGap / 2, -cellGap / 2, -cellGap / 2);
    const SizeStep *step = stepAt(row, column);
    if (!step) {
        const auto found = m_points.find({ m_rows[row], m_columns[column] });
        m_painter.setPen(QPen(m_style.gridPen().color(), 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(cell, 2, 2);
        if (found != m_points.end() && !found->second->reason.empty())
            paintTexts(cell, QStringLiteral("×"), SizeMapText::tr("does not run"), m_style.mutedText());
        return;
    }
    const std::optional<double> share = step->roofFraction();
    if (!share) {
        m_painter.setPen(QPen(m_style.mutedText(), 1, Qt::DashLine));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(cell, 2, 2);
        paintTexts(cell, QStringLiteral("≥ ") + durationText(step->atRoofNs), QString(), m_style.mutedText());
        return;
    }
    const QColor color = m_style.scaleColor(*share);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawRoundedRect(cell, 2, 2);
    const bool dark = ChartStyle::contrast(color, Qt::white) > ChartStyle::contrast(color, Qt::black);
    paintTexts(cell, percentText(*share), durationText(*step->timeNs), dark ? QColor(Qt::white) : QColor(Qt::black));
}

/// Sides of adjacent cells that lie on two sides of their ridges: cell, and whether it is the right side.
void SizeMapPainter::findRidges()
{
    const auto differ = [](const SizeStep *first, const SizeStep *second) {
        return first && second && first->isComputeBound() != second->isComputeBound();
    };
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const SizeStep *step = stepAt(row, column);
            if (column + 1 < m_columns.size() && differ(step, stepAt(row, column + 1)))
                m_ridges.push_back({ row, column, true });
            if (row + 1 < m_rows.size() && differ(step, stepAt(row + 1, column)))
                m_ridges.push_back({ row, column, false });
        }
    }
}

void SizeMapPainter::paintRidges()
{
    m_painter.setPen(QPen(m_style.text(), ridgeWidth, Qt::SolidLine, Qt::RoundCap));
    for (const Ridge &ridge : m_ridges) {
        const QRectF cell = cellAt(ridge.row, ridge.column);
        m_painter.drawLine(ridge.isRight ? cell.topRight() : cell.bottomLeft(), cell.bottomRight());
    }
}

} // namespace

void paintSizeMap(QPainter &painter, const QRectF &area, const BatchSweep &sweep, const SizePath &path,
                  const QString &name, const ChartStyle &style)
{
    PlotFrame frame(painter, area, style);
    frame.paintHeader(name, QString());
    const double header = QFontMetricsF(style.strongFont()).height() + 6 + gap;
    SizeMapPainter(painter, area.adjusted(0, header, 0, 0), sweep, path, style).paint();
}

SessionFigure sizeMapFigure(Part<BatchSweep> sweep, SizePath path, const QString &name)
{
    return { SizeMapText::tr("Sizes"),
             [sweep, path = std::move(path), name](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                 paintSizeMap(painter, area, *sweep, path, name, style);
             },
             [sweep] { return csvOf(*sweep); } };
}

std::optional<SessionFigure> sizeMapFigure(const Session &session)
{
    std::vector<SizePath> paths = sizePaths(session);
    const auto isJudged = [](const SizeStep &step) { return step.atRoofNs > 0; };
    if (paths.empty() || !std::ranges::any_of(paths.front().steps, isJudged))
        return std::nullopt;
    return sizeMapFigure(session.sweep, std::move(paths.front()), SizeMapText::tr("Whole model"));
}

} // namespace rooflight
