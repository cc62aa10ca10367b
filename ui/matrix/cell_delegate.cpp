// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/matrix/cell_delegate.h"

#include "core/matrix/table/matrix_page.h"
#include "ui/matrix/matrix_model.h"
#include "ui/style/chart_style.h"

#include <QPainter>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int sparklineWidth = 64;
constexpr int margin = 6;
constexpr int barHeight = 3;
constexpr int textWidth = 18; ///< in characters

void paintSparkline(QPainter &painter, const QRectF &area, const QList<double> &values, const QColor &color)
{
    QPolygonF line;
    for (const auto &[x, y] : sparklinePoints({ values.begin(), values.end() }, area.width(), area.height()))
        line.append(area.topLeft() + QPointF(x, y));
    painter.setPen(QPen(color, 1));
    painter.drawPolyline(line);
}

} // namespace

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ChartStyle style(option.palette, option.font);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool outlier = index.data(MatrixModel::OutlierRole).toBool();
    const QVariant share = index.data(MatrixModel::ShareRole);
    const QColor text = selected ? option.palette.color(QPalette::HighlightedText)
        : outlier                ? style.warning()
        : share.isValid()        ? style.text()
                                 : style.mutedText();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected)
        painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
    const QRect inside = option.rect.adjusted(margin, 2, -margin, -2);
    painter->setFont(option.font);
    painter->setPen(text);
    painter->drawText(inside.adjusted(0, 0, -sparklineWidth, -barHeight), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data().toString());
    if (share.isValid()) {
        const QRect track(inside.left(), inside.bottom() - barHeight + 1, inside.width(), barHeight);
        painter->fillRect(track, style.border());
        QRect bar = track;
        bar.setWidth(std::max(1, int(bar.width() * std::clamp(share.toDouble(), 0.0, 1.0))));
        painter->fillRect(bar, selected ? text : style.accent());
    }
    const QRectF area(inside.right() - sparklineWidth + margin, inside.top() + 2, sparklineWidth - margin,
                      inside.height() - barHeight - 6);
    paintSparkline(*painter, area, index.data(MatrixModel::SparklineRole).value<QList<double>>(),
                   selected ? text : style.mutedText());
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return { option.fontMetrics.averageCharWidth() * textWidth + sparklineWidth + 3 * margin,
             option.fontMetrics.height() + barHeight + 10 };
}

} // namespace rooflight
