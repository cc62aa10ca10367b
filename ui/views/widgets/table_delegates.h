// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/analysis/analysis.h"

#include <QHash>
#include <QIcon>
#include <QStyledItemDelegate>

namespace rooflight {

/// Paints a bar behind the text of a cell.
class BarDelegate : public QStyledItemDelegate
{
public:
    enum Role {
        FractionRole = Qt::UserRole + 100, ///< 0 to 1; invalid: no bar
        ColorRole, ///< QColor of the bar; invalid: the highlight of the palette
    };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

class Selection;

/// Cells of the layer table: the chart's marker before the name, bars behind shares, a tint on the row that any view
/// points at, a sign on points above their roof.
class LayerDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit LayerDelegate(const Selection *selection, QObject *parent = nullptr);

    /// Forgets the markers that were drawn for another palette.
    void paletteChanged();

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    [[nodiscard]] QIcon marker(OperatorFamily family, const QStyleOptionViewItem &option) const;
    void paintBar(QPainter *painter, const QStyleOptionViewItem &option, double fraction) const;

    const Selection *m_selection;
    mutable QHash<int, QIcon> m_markers;
};

} // namespace rooflight
