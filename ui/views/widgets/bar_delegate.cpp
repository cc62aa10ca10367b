// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/bar_delegate.h"

#include "ui/style/chart_style.h"

#include <QPainter>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int extraHeight = 5;

} // namespace

void BarDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant fraction = index.data(FractionRole);
    if (fraction.isValid() && !option.state.testFlag(QStyle::State_Selected)) {
        const QVariant own = index.data(ColorRole);
        const ChartStyle style(option.palette, option.font);
        QRect bar = option.rect.adjusted(1, 2, -1, -2);
        bar.setWidth(std::max(1, int(bar.width() * std::clamp(fraction.toDouble(), 0.0, 1.0))));
        style.paintBar(*painter, bar, own.isValid() ? own.value<QColor>() : style.accent());
    }
    QStyledItemDelegate::paint(painter, option, index);
}

QSize BarDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(option.fontMetrics.height() + extraHeight);
    return size;
}

} // namespace rooflight
