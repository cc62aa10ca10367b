// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/reading_order.h"

#include <QMainWindow>
#include <QTabBar>

#include <algorithm>
#include <map>

namespace rooflight {

namespace {

bool takesTab(const QWidget &widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget.isVisible() && widget.isEnabled()
        && !widget.focusProxy();
}

/// The child of the innermost main window that it lies in.
QWidget *partOf(QWidget *widget)
{
    while (widget->parentWidget() && !qobject_cast<QMainWindow *>(widget->parentWidget()))
        widget = widget->parentWidget();
    return widget;
}

QRect placeOf(const QWidget &widget, const QMainWindow &window)
{
    return { widget.mapTo(&window, QPoint()), widget.size() };
}

/// In rows: what begins above the middle of the first one of a row is of that row.
QList<QWidget *> inRows(QList<QWidget *> widgets, const QMainWindow &window)
{
    const auto top = [&window](const QWidget *widget) { return placeOf(*widget, window).top(); };
    std::ranges::stable_sort(widgets, {}, top);
    for (auto row = widgets.begin(); row != widgets.end();) {
        const int middle = placeOf(**row, window).center().y();
        const auto end = std::find_if(row, widgets.end(), [&](const QWidget *widget) { return top(widget) > middle; });
        const auto next = std::max(end, row + 1);
        std::stable_sort(row, next, [&window](const QWidget *first, const QWidget *second) {
            return placeOf(*first, window).left() < placeOf(*second, window).left();
        });
        row = next;
    }
    return widgets;
}

} // namespace

QList<QWidget *> inReadingOrder(const QMainWindow &window)
{
    std::map<QWidget *, QList<QWidget *>> parts;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->window() != &window || !takesTab(*widget))
            continue;
        QWidget *part = partOf(widget);
        if (!part->visibleRegion().isEmpty()) // else it lies behind a tab
            parts[part].append(widget);
    }
    QList<QWidget *> places;
    for (const auto &[part, widgets] : parts)
        places.append(part);
    std::ranges::sort(places, {}, [&window](const QWidget *part) {
        const QPoint corner = placeOf(*part, window).topLeft();
        return std::pair(corner.y(), corner.x());
    });
    QList<QWidget *> ordered;
    for (QWidget *part : std::as_const(places))
        ordered += inRows(parts[part], window);
    return ordered;
}

} // namespace rooflight
