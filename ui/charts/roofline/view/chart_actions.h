// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QAction>
#include <QList>

#include "ui/charts/roofline/content/roofline_content.h"

#include <array>

class QMenu;
class QWidget;

namespace rooflight {

/// What can be done with the roofline, for menus and tool bars. Shortcuts work while the chart has the focus, that of
/// the folding in the whole window.
class ChartActions : public QObject
{
    Q_OBJECT

public:
    explicit ChartActions(QWidget *chart);

    [[nodiscard]] QList<QAction *> all() const { return m_all; }
    /// All but what is about one point.
    void addTo(QMenu &menu);
    void retranslate();
    [[nodiscard]] ColorBy coloring() const;
    /// Sets the coloring as if the user had chosen it.
    void setColoring(ColorBy coloring);

    QAction *zoomIn;
    QAction *zoomOut;
    QAction *fit;
    QAction *undo;
    QAction *redo;
    QAction *box;
    QAction *fold;
    QAction *fused;
    QAction *perCycle;
    QAction *relative;
    QAction *roofs;
    QAction *copyChart;
    QAction *copyCard;

Q_SIGNALS:
    void coloringChosen(rooflight::ColorBy coloring);

private:
    QAction *add(const QList<QKeySequence> &shortcuts, bool checkable = false);

    QWidget *m_chart;
    QList<QAction *> m_all;
    QMenu *m_colors;
    std::array<QAction *, enumNames<ColorBy>.size()> m_colorings = {}; ///< in their order
};

} // namespace rooflight
