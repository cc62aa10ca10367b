// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roofline_chart.h"

#include "core/model/measured_device.h"
#include "ui/charts/roofline/chart_actions.h"
#include "ui/charts/roofline/chart_text.h"
#include "ui/charts/roofline/earlier_marks.h"
#include "ui/charts/roofline/family_legend.h"
#include "ui/charts/roofline/hover_card.h"
#include "ui/charts/roofline/mark_layer.h"
#include "ui/charts/roofline/relative_content.h"
#include "ui/charts/roofline/roofline_plot.h"
#include "ui/charts/roofline/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ridgepoint {

namespace {

constexpr double zoomInFactor = 0.7;
/// Below this the plot needs all the room.
constexpr int heightForLegend = 290;

} // namespace

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
    void showOverlayCard(OverlayMark mark);
    void makeCard();
    void showCard(std::optional<std::size_t> mark);
    void updateActions();

    RooflineChart *q;
    Selection *selection;
    RooflinePlot *plot;
    RooflineView *view;
    FamilyLegend *legend;
    QLabel *emptyText;
    QString summary; ///< of what the chart shows, for screen readers
    QStackedWidget *pages;
    QPointer<HoverCard> card; ///< child of the window, which may end first
    std::optional<std::set<ItemId>> visibleItems;
    RoofVisibility visibility;
    EarlierMarks earlier;
    QString name; ///< of the session that is shown, among others
    std::vector<ChartSession> others;
    OverlayMaker drawn; ///< the same, ready to be drawn
    std::vector<Trail> paths;
    bool timesOnly = false; ///< the session holds times and no layers
    std::string model; ///< what the zoom belongs to
    Folding folding;
    ChartActions *actions;
    QHBoxLayout *head;
};

RooflineChart::Private::Private(RooflineChart *chart, Selection *shared)
    : q(chart)
    , selection(shared)
    , plot(new RooflinePlot(ChartStyle(chart->palette(), chart->font())))
    , view(new RooflineView(plot, shared))
    , legend(new FamilyLegend)
    , emptyText(new QLabel)
    , pages(new QStackedWidget)
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
    run(actions->copyChart, &RooflineChart::copyChart);
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
        legend->setColorKey(plot->colorKey());
    });
}

void RooflineChart::Private::retranslate()
{
    actions->retranslate();
    view->setAccessibleName(RooflineChart::tr("Roofline chart"));
    updateEmptyText();
    applyStyle(); // the axes have titles
    legend->setContent(plot->content());
    legend->setColorKey(plot->colorKey());
    summary = chartSummary(plot->content());
    describe();
}

void RooflineChart::Private::applyStyle()
{
    const ChartStyle style(q->palette(), q->font());
    plot->setStyle(style);
    view->setBackgroundBrush(style.ground());
    legend->setStyle(style);
    if (card)
        card->setStyle(style);
    QPalette palette = emptyText->palette();
    palette.setColor(QPalette::WindowText, style.mutedText());
    emptyText->setPalette(palette);
    applyFilter();
    applySelection();
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
        timesOnly ? RooflineChart::tr("This session holds no layers, only times of the whole model.")
                  : RooflineChart::tr("Open a TorchScript file or a saved session to see its layers under the roofs of "
                                      "the machine."));
}

void RooflineChart::Private::showContent(RooflineContent content, bool keepZoom)
{
    const bool wasZoomed = !nearlyEqual(plot->frame(), plot->content().frame);
    const Frame before = plot->frame();
    showCard(std::nullopt);
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
    legend->setContent(plot->content());
    legend->setColorKey(plot->colorKey());
    actions->perCycle->setEnabled(plot->clockHz().has_value());
    pages->setCurrentIndex(plot->content().empty() ? 0 : 1);
    summary = chartSummary(plot->content());
    describe();
    applyFilter();
    applySelection();
    updateActions();
}

void RooflineChart::Private::makeCard()
{
    if (card)
        return;
    card = new HoverCard(q->window());
    card->setStyle(ChartStyle(q->palette(), q->font()));
}

void RooflineChart::Private::showCard(std::optional<std::size_t> mark)
{
    if (!mark) {
        if (card)
            card->hide();
        return;
    }
    makeCard();
    card->setPoint(plot->content(), plot->content().marks[*mark].point, plot->marks().countAtSamePlace(*mark) - 1,
                   others.empty() ? QString() : name);
    card->showBeside(view, view->centreOf(*mark).toPoint());
}

void RooflineChart::Private::showOverlayCard(OverlayMark mark)
{
    makeCard();
    const RooflineOverlay &overlay = drawn.overlays()[mark.overlay];
    card->setPoint(*overlay.content, overlay.content->marks[mark.mark].point, 0, overlay.name);
    card->showBeside(view, view->mapFromScene(plot->mapToScene(plot->overlays().centre(mark))));
}

void RooflineChart::Private::updateActions()
{
    actions->undo->setEnabled(view->canUndo());
    actions->redo->setEnabled(view->canRedo());
}

RooflineChart::RooflineChart(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this, selection))
{
    connect(d->view, &RooflineView::escaped, this, [this] { d->actions->box->setChecked(false); });
    connect(d->view, &RooflineView::frameChanged, this, [this] {
        d->showCard(std::nullopt);
        d->updateActions();
    });
    connect(d->view, &RooflineView::markHovered, this, [this](std::optional<std::size_t> mark) { d->showCard(mark); });
    connect(d->view, &RooflineView::overlayHovered, this, [this](std::size_t overlay, std::size_t mark) {
        d->showOverlayCard({ overlay, mark });
    });
    connect(d->view, &RooflineView::markFocused, this, [this](std::size_t mark) { d->showCard(mark); });
    connect(d->view, &RooflineView::markActivated, this,
            [this](std::size_t mark) { Q_EMIT itemActivated(d->plot->itemOf(mark)); });
    connect(d->legend, &FamilyLegend::hiddenFamiliesChanged, this, [this] { d->applyFilter(); });
    connect(d->legend, &FamilyLegend::roofsRequested, this, &RooflineChart::roofsRequested);
    connect(d->view, &RooflineView::roofClicked, this, &RooflineChart::roofActivated);
    connect(selection, &Selection::hoveredChanged, this, [this] { d->applySelection(); });
    connect(selection, &Selection::selectedChanged, this, [this] { d->applySelection(); });
    connect(selection, &Selection::selectedChanged, this, [this] { d->describe(); });
    d->applyStyle();
    d->updateEmptyText();
    d->showContent({}, false);
}

RooflineChart::~RooflineChart()
{
    delete d->card;
}

const std::set<std::size_t> &RooflineChart::visibleRoofs() const
{
    return d->plot->visibleRoofs();
}

void RooflineChart::setEarlier(const Session *earlier)
{
    d->earlier = earlier ? earlierMarks(*earlier) : EarlierMarks();
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

void RooflineChart::setSession(const Session &session, const RoofVisibility &visibility, SharedRoofs roofs,
                               const EqualItems *equal)
{
    const std::string model = session.analysis ? session.analysis->model.sha256 + session.analysis->model.path : "";
    const bool sameModel = model == d->model;
    d->model = model;
    d->visibility = visibility;
    d->timesOnly = !session.analysis && measuredDevice(session);
    d->updateEmptyText();
    if (!sameModel)
        d->folding.opened.clear();
    Folding folding = d->earlier.empty() ? d->folding : Folding();
    folding.equal = equal;
    RooflineContent content = rooflineContent(session, std::move(roofs), folding);
    if (!d->earlier.empty())
        placeEarlier(content, d->earlier);
    const bool relative = d->actions->relative->isChecked() && content.ridge;
    const bool wasRelative = d->plot->content().relative;
    if (relative)
        makeRelative(content);
    d->drawn.make(d->others, folding.folds, relative);
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

RooflineChart::Mode RooflineChart::mode() const
{
    return d->view->boxZoom() ? Mode::BoxZoom : Mode::Pan;
}

void RooflineChart::setMode(Mode mode)
{
    d->actions->box->setChecked(mode == Mode::BoxZoom);
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

void RooflineChart::unfold(ItemId item)
{
    if (const auto mark = d->plot->markOf(item)) {
        d->folding.opened.insert(d->plot->itemsOf(*mark).front());
        Q_EMIT foldingChanged(d->folding.folds);
    }
}

void RooflineChart::copyChart()
{
    d->plot->finish(d->view->devicePixelRatioF());
    QGuiApplication::clipboard()->setPixmap(d->pages->currentWidget()->grab());
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
            connect(menu.addAction(tr("&Unfold These %1").arg(count)), &QAction::triggered, this,
                    [this, item] { unfold(item); });
        menu.addAction(d->actions->copyCard);
        menu.addSeparator();
    }
    d->actions->addTo(menu);
    menu.exec(event->globalPos());
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
    d->legend->setVisible(height() >= heightForLegend);
}

void RooflineChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        d->applyStyle();
    else if (event->type() == QEvent::LanguageChange)
        d->retranslate();
}

} // namespace ridgepoint
