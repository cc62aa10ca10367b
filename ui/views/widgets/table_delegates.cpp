// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/table_delegates.h"

#include "ui/models/layer_tree_model.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"
#include "ui/style/sentences.h"
#include "ui/views/widgets/icons.h"

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

namespace {

constexpr int markerBox = 16;
constexpr double markerDiameter = 9;
constexpr double markerEdge = 4; ///< half of it lies inside
constexpr double hoverOpacity = 0.10;
constexpr int rowExtraHeight = 6;
constexpr int cellPadding = 5;

QColor withOpacity(QColor color, double opacity)
{
    color.setAlphaF(float(opacity));
    return color;
}

QPalette::ColorGroup colorGroup(const QStyleOptionViewItem &option)
{
    return option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
}

/// A selected row must not tint the marker, whose colour is the one on the chart: it lies on an edge of the row's text.
QPixmap markerPicture(OperatorFamily family, const QStyleOptionViewItem &option, bool selected)
{
    const ChartStyle style(option.palette, option.font);
    constexpr int oversampling = 2;
    QPixmap pixmap(markerBox * oversampling, markerBox * oversampling);
    pixmap.setDevicePixelRatio(oversampling);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(markerBox / 2.0, markerBox / 2.0);
    const QPainterPath shape = ChartStyle::markerPath(markerShape(family), markerDiameter);
    if (selected)
        painter.strokePath(shape, QPen(option.palette.color(QPalette::HighlightedText), markerEdge));
    painter.setPen(style.markerPen(family));
    painter.setBrush(style.markerBrush(family));
    painter.drawPath(shape);
    return pixmap;
}

} // namespace

LayerDelegate::LayerDelegate(const Selection *selection, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_selection(selection)
{
}

void LayerDelegate::paletteChanged()
{
    m_markers.clear();
}

QIcon LayerDelegate::marker(OperatorFamily family, const QStyleOptionViewItem &option) const
{
    QIcon &icon = m_markers[int(family)];
    if (icon.isNull()) {
        icon.addPixmap(markerPicture(family, option, false), QIcon::Normal);
        icon.addPixmap(markerPicture(family, option, true), QIcon::Selected);
    }
    return icon;
}

void LayerDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (const int number = index.data(LayerTreeModel::NumberRole).toInt(); number > 0) { // as on the chart
        option->text = numberedText(std::size_t(number), option->text);
        option->font.setBold(true);
        option->fontMetrics = QFontMetrics(option->font);
    }
    const QVariant family = index.data(LayerTreeModel::FamilyRole);
    if (family.isValid()) {
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = marker(OperatorFamily(family.toInt()), *option);
        option->decorationSize = QSize(markerBox, markerBox);
    }
    if (columnFact(index.column()) == FactId::RoofFraction && index.data(LayerTreeModel::AboveRoofRole).toBool()) {
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = themedIcon(QStringLiteral("warning"), option->palette);
        option->decorationSize = QSize(markerBox, markerBox);
    }
}

void LayerDelegate::paintBar(QPainter *painter, const QStyleOptionViewItem &option, double fraction) const
{
    const ChartStyle style(option.palette, option.font);
    QRect bar = option.rect.adjusted(2, 3, -2, -3);
    bar.setWidth(int(bar.width() * fraction));
    style.paintBar(*painter, bar, style.accent());
}

void LayerDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const std::optional<ItemId> hovered = m_selection->hovered();
    if (hovered && !selected && index.data(LayerTreeModel::ItemIdRole).value<ItemId>() == *hovered)
        painter->fillRect(option.rect, withOpacity(option.palette.color(QPalette::Highlight), hoverOpacity));
    const QVariant fraction = index.data(LayerTreeModel::FractionRole);
    if (fraction.isValid() && !selected)
        paintBar(painter, option, fraction.toDouble());
    if (selected)
        painter->fillRect(option.rect, option.palette.brush(colorGroup(option), QPalette::Highlight));
    QStyleOptionViewItem padded = option;
    padded.rect.adjust(cellPadding, 0, -cellPadding, 0);
    QStyledItemDelegate::paint(painter, padded, index);
}

QSize LayerDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    // All rows are equally high; asking the content would cost a search in every row.
    return { 0, qMax(option.fontMetrics.height(), markerBox) + rowExtraHeight };
}

} // namespace rooflight
