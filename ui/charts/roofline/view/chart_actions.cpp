// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/view/chart_actions.h"

#include <QActionGroup>
#include <QMenu>
#include <QWidget>

#include <algorithm>

namespace rooflight {

ChartActions::ChartActions(QWidget *chart)
    : QObject(chart)
    , m_chart(chart)
    , m_colors(new QMenu(chart))
{
    zoomIn = add({ QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal) });
    zoomOut = add({ QKeySequence(Qt::Key_Minus) });
    fit = add({ QKeySequence(Qt::Key_0) });
    undo = add({ QKeySequence(Qt::Key_Backspace) });
    redo = add({ QKeySequence(Qt::SHIFT | Qt::Key_Backspace) });
    roofs = add({ QKeySequence(Qt::Key_R) });
    box = add({ QKeySequence(Qt::Key_B) }, true);
    fold = add({ QKeySequence(Qt::CTRL | Qt::Key_B) }, true);
    fold->setShortcutContext(Qt::WindowShortcut);
    fused = add({ QKeySequence(Qt::Key_I) }, true);
    perCycle = add({ QKeySequence(Qt::Key_Y) }, true);
    relative = add({ QKeySequence(Qt::Key_N) }, true);
    copyCard = add({ QKeySequence(Qt::CTRL | Qt::Key_C) });
    copyChart = add({ QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C) });
    auto *group = new QActionGroup(this);
    for (std::size_t i = 0; i < m_colorings.size(); ++i) {
        m_colorings[i] = m_colors->addAction(QString());
        m_colorings[i]->setCheckable(true);
        m_colorings[i]->setChecked(i == 0);
        group->addAction(m_colorings[i]);
        connect(m_colorings[i], &QAction::triggered, this,
                [this, i] { Q_EMIT coloringChosen(enumNames<ColorBy>[i].first); });
    }
    retranslate();
}

QAction *ChartActions::add(const QList<QKeySequence> &shortcuts, bool checkable)
{
    auto *action = new QAction(this);
    action->setShortcuts(shortcuts);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setCheckable(checkable);
    m_chart->addAction(action);
    m_all << action;
    return action;
}

ColorBy ChartActions::coloring() const
{
    const auto chosen = std::ranges::find_if(m_colorings, &QAction::isChecked);
    return enumNames<ColorBy>[std::size_t(chosen - m_colorings.begin())].first;
}

void ChartActions::setColoring(ColorBy coloring)
{
    const auto &names = enumNames<ColorBy>;
    const auto named = std::ranges::find(names, coloring, [](const auto &entry) { return entry.first; });
    m_colorings[std::size_t(named - names.begin())]->trigger();
}

void ChartActions::addTo(QMenu &menu)
{
    menu.addActions({ zoomIn, zoomOut, fit, box, undo, redo });
    menu.addSeparator();
    menu.addActions({ fold, fused, perCycle, relative });
    menu.addMenu(m_colors);
    menu.addAction(roofs);
    menu.addSeparator();
    menu.addAction(copyChart);
}

void ChartActions::retranslate()
{
    zoomIn->setText(tr("Zoom &In"));
    zoomOut->setText(tr("Zoom &Out"));
    fit->setText(tr("&Fit"));
    undo->setText(tr("Undo &Zoom"));
    redo->setText(tr("&Redo Zoom"));
    roofs->setText(tr("Roof&s…"));
    box->setText(tr("&Box Zoom"));
    box->setToolTip(tr("Drag a box to zoom into it; without this mode, hold Shift"));
    fold->setText(tr("Collapse &Equal Blocks"));
    fold->setToolTip(tr("Show identical blocks as one, on the chart and in the table (Ctrl+B)"));
    fused->setText(tr("Fused I&ntensity"));
    fused->setToolTip(tr("Show the intensity that each layer would have if everything inside it were fused (I)"));
    perCycle->setText(tr("FLOP per C&ycle"));
    relative->setText(tr("Relati&ve to the Roofs"));
    relative->setToolTip(tr("Place every point relative to the ridge of the roofs that judge it: sessions of several "
                            "devices and precisions then share one pair of roofs (N)"));
    copyCard->setText(tr("&Copy the Card"));
    copyChart->setText(tr("Copy the C&hart"));
    m_colors->setTitle(tr("Co&lour By"));
    for (std::size_t i = 0; i < m_colorings.size(); ++i)
        m_colorings[i]->setText(displayName(enumNames<ColorBy>[i].first));
}

} // namespace rooflight
