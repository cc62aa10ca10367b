// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/model/item_id.h"

#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// What the person points at and has chosen. One object is shared by chart, table and histogram: each reads it and
/// writes it, none talks to another.
class Selection : public QObject
{
    Q_OBJECT

public:
    explicit Selection(QObject *parent = nullptr);

    /// The item under the pointer, in whichever view.
    [[nodiscard]] std::optional<ItemId> hovered() const { return m_hovered; }
    [[nodiscard]] const std::set<ItemId> &selected() const { return m_selected; }
    /// The selected item that details and keyboard steps are about: the one selected last.
    [[nodiscard]] std::optional<ItemId> focus() const { return m_focus; }

    void setHovered(std::optional<ItemId> item);
    /// Selects the item alone. With extend it is added, or taken out again if it was selected.
    void select(ItemId item, bool extend = false);
    /// The same for items that one mark stands for, one at least: all are added, or all taken out if the first is
    /// selected.
    void select(const std::vector<ItemId> &items, bool extend);
    /// Selects exactly these, for views that select ranges; focus is dropped when it is not among them.
    void setSelected(const std::set<ItemId> &items, std::optional<ItemId> focus);
    /// Selects nothing; the hovered item stays.
    void clear();

Q_SIGNALS:
    void hoveredChanged();
    void selectedChanged(); ///< selected() or focus() changed

private:
    std::optional<ItemId> m_hovered;
    std::set<ItemId> m_selected;
    std::optional<ItemId> m_focus;
};

} // namespace rooflight
