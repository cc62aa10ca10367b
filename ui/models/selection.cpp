// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/selection.h"

namespace rooflight {

Selection::Selection(QObject *parent)
    : QObject(parent)
{
}

void Selection::setHovered(std::optional<ItemId> item)
{
    if (m_hovered == item)
        return;
    m_hovered = item;
    Q_EMIT hoveredChanged();
}

void Selection::select(ItemId item, bool extend)
{
    select(std::vector<ItemId> { item }, extend);
}

void Selection::select(const std::vector<ItemId> &items, bool extend)
{
    std::set<ItemId> selected = extend ? m_selected : std::set<ItemId>();
    const bool takesOut = selected.contains(items.front());
    for (const ItemId item : items) {
        if (takesOut)
            selected.erase(item);
        else
            selected.insert(item);
    }
    setSelected(selected, takesOut ? m_focus : items.front());
}

void Selection::setSelected(const std::set<ItemId> &items, std::optional<ItemId> focus)
{
    if (focus && !items.contains(*focus))
        focus.reset();
    if (items == m_selected && focus == m_focus)
        return;
    m_selected = items;
    m_focus = focus;
    Q_EMIT selectedChanged();
}

void Selection::clear()
{
    setSelected({}, std::nullopt);
}

} // namespace rooflight
