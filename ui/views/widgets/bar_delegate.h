// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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

} // namespace rooflight
