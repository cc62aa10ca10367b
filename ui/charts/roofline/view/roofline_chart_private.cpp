// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/view/roofline_chart_private.h"

#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/family_legend.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"
#include "ui/style/sentences.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rooflight {

RooflineChart::Private::Private(RooflineChart *chart, Selection *shared)
    : q(chart)
    , selection(shared)
    , plot(new RooflinePlot(ChartStyle(chart->palette(), chart->font())))
    , view(new RooflineView(plot, shared))
    , legend(new FamilyLegend)
    , emptyText(new QLabel)
    , pages(new QStackedWidget)
    , cards(chart, view, plot)
    , actions(new ChartActions(chart))
    , head(new QHBoxLayout)
{
    emptyText->setAlignment(Qt::AlignCenter);
    emptyText->setWordWrap(true);
    emptyText->setTextFormat(Qt::PlainText);
    emptyText->setMargin(24);

    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(legend, 1);
    layout->addLayout(head);
    layout->addWidget(view, 1);
    pages->addWidget(emptyText);
    pages->addWidget(content);

    auto *outer = new QVBoxLayout(q);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(pages);
    q->setFocusProxy(view);
    connectActions();
    retranslate();
}

void RooflineChart::Private::connectActions()
{
    const auto run = [this](QAction *action, void (RooflineChart::*slot)()) {
        connect(action, &QAction::triggered, q, slot);
    };
    run(actions->zoomIn, &RooflineChart::zoomIn);
    run(actions->zoomOut, &RooflineChart::zoomOut);
    run(actions->fit, &RooflineChart::fit);
    run(actions->undo, &RooflineChart::undoZoom);
    run(actions->redo, &RooflineChart::redoZoom);
    run(actions->roofs, &RooflineChart::roofsRequested);
    run(actions->copyCard, &RooflineChart::copyCard);
    run(actions->copyChart, &RooflineChart::copyRequested);
    connect(actions->box, &QAction::toggled, q, [this](bool on) { view->setBoxZoom(on); });
    connect(actions->fused, &QAction::toggled, q, [this](bool on) { plot->setShowsFused(on); });
    connect(actions->perCycle, &QAction::toggled, q, [this](bool on) { plot->setPerCycle(on); });
    connect(actions->relative, &QAction::toggled, q, &RooflineChart::relativeChanged);
    connect(actions->fold, &QAction::toggled, q, [this](bool on) {
        folding = { .folds = on };
        Q_EMIT q->foldingChanged(on);
    });
    connect(actions, &ChartActions::coloringChosen, q, [this](ColorBy coloring) {
        plot->setColoring(coloring);
        showKey();
        showLegend();
    });
}

void RooflineChart::Private::retranslate()
{
    actions->retranslate();
    view->setAccessibleName(RooflineChart::tr("Roofline chart"));
    updateEmptyText();
    applyStyle(); // the axes have titles
    legend->setContent(plot->content(), plot->overlays().overlays());
    showKey();
    showLegend();
    summary = chartSummary(plot->content());
    describe();
}

void RooflineChart::Private::applyStyle()
{
    const ChartStyle style(q->palette(), q->font());
    plot->setStyle(style);
    view->setBackgroundBrush(style.ground());
    legend->setStyle(style);
    showKey();
    cards.setStyle(style);
    QPalette palette = emptyText->palette();
    palette.setColor(QPalette::WindowText, style.mutedText());
    emptyText->setPalette(palette);
    applyFilter();
    applySelection();
}

void RooflineChart::Private::showLegend()
{
    const std::optional<Roof> launch = plot->drawnLaunchRoof();
    legend->setLaunchNote(launch ? shortLaunchLabel(*launch) : QString(), launch ? launchLabel(*launch) : QString());
    constexpr int lowest = 420; // of a chart that has room for two rows
    legend->setMostRows(q->height() < lowest ? 1 : 2);
    const int beside = head->sizeHint().width() - (legend->isHidden() ? 0 : legend->sizeHint().width());
    // Without a key the colours say nothing.
    legend->setVisible(legend->hasKey() || legend->fits(q->width() - beside - head->spacing()));
}

void RooflineChart::Private::showKey()
{
    std::vector<ColorKey> key = plot->colorKey();
    std::erase_if(key, [this](const ColorKey &entry) { return namedAbove.contains(entry.text); });
    legend->setColorKey(key, !plot->colorKey().empty());
}

void RooflineChart::Private::applyFilter()
{
    plot->setFilter(visibleItems, legend->hiddenFamilies());
}

void RooflineChart::Private::applySelection()
{
    plot->setHighlights(selection->selected(), selection->hovered(), selection->focus());
}

void RooflineChart::Private::describe()
{
    const auto mark = selection->focus() ? plot->markOf(*selection->focus()) : std::nullopt;
    const QString card = mark ? cardText(plot->content(), plot->content().marks[*mark].point) + u'\n' : QString();
    view->setAccessibleDescription(card + summary);
}

void RooflineChart::Private::updateEmptyText()
{
    emptyText->setText(
        timesOnly
            ? onlyTimesSentence()
            : RooflineChart::tr("Open a model or a saved session to see its layers under the roofs of the machine."));
}

void RooflineChart::Private::showContent(RooflineContent content, bool keepZoom)
{
    const bool wasZoomed = !nearlyEqual(plot->frame(), plot->content().frame);
    const Frame before = plot->frame();
    cards.hide();
    plot->setContent(std::move(content));
    plot->setVisibleRoofs(roofsToDraw(plot->content(), visibility));
    plot->setOverlays(name, drawn.overlays());
    plot->setPaths(paths);
    const bool placeExists = plot->limits().contains({ before.left, before.bottom })
        && plot->limits().contains({ before.right, before.top });
    if (keepZoom && wasZoomed && placeExists)
        plot->setFrame(before);
    else
        view->forgetZoom();
    legend->setContent(plot->content(), plot->overlays().overlays());
    showKey();
    showLegend();
    actions->perCycle->setEnabled(plot->clockHz().has_value());
    pages->setCurrentIndex(plot->content().empty() ? 0 : 1);
    summary = chartSummary(plot->content());
    describe();
    applyFilter();
    applySelection();
    updateActions();
    Q_EMIT q->planeChanged();
}

void RooflineChart::Private::showCard(std::optional<std::size_t> mark)
{
    if (mark)
        cards.showPoint(*mark, others.empty() ? QString() : name);
    else
        cards.hide();
}

void RooflineChart::Private::updateActions()
{
    actions->undo->setEnabled(view->canUndo());
    actions->redo->setEnabled(view->canRedo());
}

} // namespace rooflight
