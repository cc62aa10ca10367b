// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// First: moc of Qt 6.4 cannot read <compare>, which our headers bring in, before a Qt header was read.
#include <QString>
#include <QStringList>

#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/view/hover_card.h"
#include "ui/charts/roofline/view/roofline_chart.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

class QHBoxLayout;
class QLabel;
class QStackedWidget;

namespace rooflight {

class ChartActions;
class FamilyLegend;
class RooflinePlot;
class RooflineView;

/// What the chart is made of.
class RooflineChart::Private
{
public:
    Private(RooflineChart *chart, Selection *selection);

    void connectActions();
    void retranslate();
    void applyStyle();
    void applyFilter();
    void applySelection();
    void describe();
    void updateEmptyText();
    void showContent(RooflineContent content, bool keepZoom);
    void showCard(std::optional<std::size_t> mark);
    void updateActions();
    /// The legend is there unless it would take a row from a low plot.
    void showLegend();
    /// What the colours say, but for the sessions that are named above.
    void showKey();

    RooflineChart *q;
    Selection *selection;
    RooflinePlot *plot;
    RooflineView *view;
    FamilyLegend *legend;
    QLabel *emptyText;
    QString summary; ///< of what the chart shows, for screen readers
    QStackedWidget *pages;
    ChartCards cards;
    std::optional<std::set<ItemId>> visibleItems;
    RoofVisibility visibility;
    EarlierMarks earlier;
    QString name; ///< of the session that is shown, among others
    std::vector<ChartSession> others;
    QStringList namedAbove; ///< sessions whose names and colours stand in the row on top
    OverlayMaker drawn; ///< the same, ready to be drawn
    std::vector<Trail> paths;
    bool timesOnly = false; ///< the session holds times and no layers
    std::string model; ///< what the zoom belongs to
    Folding folding;
    ChartActions *actions;
    QHBoxLayout *head;
    QWidget *topRow = nullptr;
};

} // namespace rooflight
