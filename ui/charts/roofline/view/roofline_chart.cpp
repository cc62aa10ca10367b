// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/view/roofline_chart.h"

#include "core/results/session.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/family_legend.h"
#include "ui/charts/roofline/view/roofline_chart_private.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace rooflight {

namespace {

constexpr double zoomInFactor = 0.7;

} // namespace

RooflineChart::RooflineChart(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this, selection))
{
    connect(d->view, &RooflineView::escaped, this, [this] { d->actions->box->setChecked(false); });
    connect(d->view, &RooflineView::resized, this, &RooflineChart::planeChanged);
    connect(d->view, &RooflineView::frameChanged, this, [this] {
        d->showCard(std::nullopt);
        d->updateActions();
    });
    connect(d->view, &RooflineView::markHovered, this, [this](std::optional<std::size_t> mark) { d->showCard(mark); });
    connect(d->view, &RooflineView::overlayHovered, this, [this](std::size_t overlay, std::size_t mark) {
        d->cards.showOverlay(d->drawn.overlays()[overlay], { overlay, mark });
    });
    connect(d->view, &RooflineView::stopHovered, this, [this](std::size_t trail, std::size_t stop) {
        d->cards.showStop({ trail, stop });
    });
    connect(d->view, &RooflineView::markFocused, this, [this](std::size_t mark) { d->showCard(mark); });
    connect(d->view, &RooflineView::markActivated, this,
            [this](std::size_t mark) { Q_EMIT itemActivated(d->plot->itemOf(mark)); });
    connect(d->legend, &FamilyLegend::hiddenFamiliesChanged, this, [this] { d->applyFilter(); });
    connect(d->view, &RooflineView::roofClicked, this, &RooflineChart::roofActivated);
    connect(selection, &Selection::hoveredChanged, this, [this] { d->applySelection(); });
    connect(selection, &Selection::selectedChanged, this, [this] { d->applySelection(); });
    connect(selection, &Selection::selectedChanged, this, [this] { d->describe(); });
    d->applyStyle();
    d->updateEmptyText();
    d->showContent({}, false);
}

RooflineChart::~RooflineChart() = default;

const std::set<std::size_t> &RooflineChart::visibleRoofs() const
{
    return d->plot->visibleRoofs();
}

void RooflineChart::setEarlier(const std::optional<JudgedSession> &earlier)
{
    d->earlier = earlier ? earlierMarks(*earlier) : EarlierMarks();
    d->actions->fold->setEnabled(d->earlier.empty()); // each point has a place of its own in the earlier session
}

void RooflineChart::setOthers(const QString &name, std::vector<ChartSession> others)
{
    d->name = name;
    if (others == d->others)
        return;
    const bool hadOthers = !d->others.empty();
    d->others = std::move(others);
    const bool hasOthers = !d->others.empty();
    const ColorBy coloring = d->actions->coloring();
    if (hasOthers && !hadOthers && coloring == ColorBy::Family)
        d->actions->setColoring(ColorBy::Session);
    else if (hadOthers && !hasOthers && coloring == ColorBy::Session)
        d->actions->setColoring(ColorBy::Family);
}

void RooflineChart::setSession(const SessionView &view)
{
    const Session &session = view.session();
    const std::string model = session.analysis ? session.analysis->model.sha256 + session.analysis->model.path : "";
    const bool sameModel = model == d->model;
    d->model = model;
    d->visibility = view.choices().visibility;
    d->timesOnly = holdsOnlyTimes(session);
    d->updateEmptyText();
    if (!sameModel)
        d->folding.opened.clear();
    const Folding wanted = folding();
    RooflineContent content = rooflineContent(view.judged(), wanted);
    if (!d->earlier.empty())
        placeEarlier(content, d->earlier);
    const bool relative = d->actions->relative->isChecked() && content.ridge;
    const bool wasRelative = d->plot->content().relative;
    if (relative)
        makeRelative(content);
    d->drawn.make(d->others, wanted.folds, relative);
    makeRoom(content, d->drawn.overlays());
    if (!relative)
        makeRoom(content, d->paths);
    d->showContent(std::move(content), sameModel && relative == wasRelative);
}

void RooflineChart::setFusion(const std::optional<Fusion> &fusion)
{
    d->plot->setFusion(fusion);
}

void RooflineChart::setTrail(std::optional<Trail> trail)
{
    d->plot->setTrail(std::move(trail));
}

Folding RooflineChart::folding() const
{
    return d->earlier.empty() ? d->folding : Folding();
}

const std::optional<Trail> &RooflineChart::trail() const
{
    return d->plot->trail();
}

void RooflineChart::setPaths(std::vector<Trail> paths)
{
    d->paths = std::move(paths);
}

void RooflineChart::setVisibleItems(std::optional<std::set<ItemId>> items)
{
    d->visibleItems = std::move(items);
    d->applyFilter();
}

Frame RooflineChart::frame() const
{
    return d->plot->frame();
}

bool RooflineChart::isZoomed() const
{
    return !nearlyEqual(d->plot->frame(), d->plot->content().frame);
}

void RooflineChart::setFrame(const Frame &frame)
{
    d->plot->setFrame(frame);
    d->updateActions();
}

const RooflinePlot &RooflineChart::plot() const
{
    return *d->plot;
}

QList<QAction *> RooflineChart::viewActions() const
{
    return d->actions->all();
}

ChartActions *RooflineChart::actions() const
{
    return d->actions;
}

void RooflineChart::setToolBar(QWidget *toolBar)
{
    d->head->addWidget(toolBar, 0, Qt::AlignTop);
}

void RooflineChart::setTopRow(QWidget *row)
{
    d->topRow = row;
    dynamic_cast<QVBoxLayout *>(d->head->parentWidget()->layout())->insertWidget(0, row);
}

void RooflineChart::setNamedAbove(const QStringList &sessions)
{
    if (std::exchange(d->namedAbove, sessions) == sessions)
        return;
    d->showKey();
    d->showLegend();
}

void RooflineChart::unfold(ItemId item)
{
    if (const auto mark = d->plot->markOf(item)) {
        d->folding.opened.insert(d->plot->itemsOf(*mark).front());
        Q_EMIT foldingChanged(d->folding.folds);
    }
}

void RooflineChart::copyCard()
{
    const std::optional<ItemId> item = d->selection->focus();
    const auto mark = item ? d->plot->markOf(d->plot->content().callerOf(*item)) : std::nullopt;
    if (mark)
        QGuiApplication::clipboard()->setText(cardText(d->plot->content(), d->plot->content().marks[*mark].point));
}

void RooflineChart::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu;
    const auto mark = event->reason() == QContextMenuEvent::Mouse
        ? d->view->markAt(d->view->mapFrom(this, event->pos()))
        : d->selection->focus() ? d->plot->markOf(*d->selection->focus())
                                : std::nullopt;
    if (mark) {
        const ItemId item = d->plot->itemOf(*mark);
        if (!d->selection->selected().contains(item))
            d->view->selectMark(*mark, false);
        connect(menu.addAction(tr("Show in the &Table")), &QAction::triggered, this,
                [this, item] { Q_EMIT itemActivated(item); });
        const auto count = d->plot->itemsOf(*mark).size();
        if (count > 1)
            connect(menu.addAction(tr("E&xpand These %1").arg(count)), &QAction::triggered, this,
                    [this, item] { unfold(item); });
        menu.addAction(d->actions->copyCard);
        menu.addSeparator();
    }
    d->actions->addTo(menu);
    menu.exec(event->globalPos());
}

QRect RooflineChart::plane() const
{
    if (d->plot->content().empty())
        return {};
    const QRectF area = d->plot->mapRectToScene(d->plot->viewport().area);
    return d->view->mapFromScene(area).boundingRect().translated(d->view->mapTo(this, QPoint()));
}

int RooflineChart::heightAroundPlane() const
{
    const int top = d->topRow && !d->topRow->isHidden() ? d->topRow->height() : 0;
    return top + d->head->geometry().height() + d->view->height() - plane().height();
}

QSize RooflineChart::sizeHint() const
{
    return { 760, 520 };
}

QSize RooflineChart::minimumSizeHint() const
{
    return { 240, 110 };
}

void RooflineChart::zoomIn()
{
    d->view->zoomBy(zoomInFactor);
}

void RooflineChart::zoomOut()
{
    d->view->zoomBy(1 / zoomInFactor);
}

void RooflineChart::fit()
{
    d->view->fit();
}

void RooflineChart::undoZoom()
{
    d->view->undoZoom();
}

void RooflineChart::redoZoom()
{
    d->view->redoZoom();
}

void RooflineChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    d->showLegend();
}

void RooflineChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        d->applyStyle();
    else if (event->type() == QEvent::LanguageChange)
        d->retranslate();
}

} // namespace rooflight
