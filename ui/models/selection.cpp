// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/selection.h"

namespace ridgepoint {

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
    if (!extend) {
        setSelected({ item }, item);
        return;
    }
    std::set<ItemId> items = m_selected;
    if (items.erase(item) == 0) {
        items.insert(item);
        setSelected(items, item);
    } else {
        setSelected(items, m_focus == item ? std::nullopt : m_focus);
    }
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

} // namespace ridgepoint
