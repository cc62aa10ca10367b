// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/layer_view.h"

#include "ui/models/layer_filter_proxy.h"
#include "ui/models/layer_tree_model.h"
#include "ui/models/selection.h"
#include "ui/views/panels/filter_bar.h"
#include "ui/views/widgets/key_filters.h"
#include "ui/views/widgets/layer_delegate.h"
#include "ui/views/widgets/room_for_names.h"
#include "ui/views/widgets/table_text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace rooflight {

namespace {

/// Beyond this many rows only the upper levels are opened.
constexpr int expandLimit = 3000;
constexpr int shallowDepth = 1;
constexpr int treeColumnMargin = 22;

} // namespace

LayerView::LayerView(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_model(new LayerTreeModel(this))
    , m_proxy(new LayerFilterProxy(m_model, this))
    , m_delegate(new LayerDelegate(selection, this))
    , m_tree(new QTreeView(this))
    , m_filterBar(new FilterBar(this))
    , m_pages(new QStackedWidget(this))
    , m_note(new QLabel(this))
    , m_clearFilter(new QPushButton(this))
    , m_flat(new QAction(this))
{
    build();
    connectFilter();
    connectSelection();
    m_room = new RoomForNames(m_tree, { int(FactId::Layer), int(FactId::Type) });
    resetLayout();
    retranslate();
}

LayerView::~LayerView()
{
    // Children go one by one, and their last signals must not reach what is no longer there.
    m_tree->selectionModel()->disconnect(this);
    m_proxy->disconnect(this);
}

void LayerView::build()
{
    buildTable();
    addRowActions();
    m_flat->setCheckable(true);
    connect(m_flat, &QAction::toggled, this, &LayerView::setFlat);
    m_filterBar->addEntry(m_flat);
    m_note->setObjectName(QStringLiteral("selectionNote"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setContentsMargins(8, 0, 8, 0);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->hide();
    m_pages->addWidget(m_tree);
    m_pages->addWidget(emptyPage());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_filterBar);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_note); // below the rows, which then stay where they are
    setFocusProxy(m_tree);
    selectWithFirstKey(m_tree);
}

void LayerView::buildTable()
{
    m_tree->setModel(m_proxy);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setTextElideMode(Qt::ElideMiddle); // how many equal blocks a row stands for is at its end
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setMouseTracking(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->viewport()->installEventFilter(this);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    QHeaderView *header = m_tree->header();
    header->setSortIndicatorClearable(true);
    header->setSectionsMovable(true);
    header->setStretchLastSection(false);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, &LayerView::showColumnMenu);
}

void LayerView::addRowActions()
{
    auto *copy = new QAction(m_tree);
    copy->setObjectName(QStringLiteral("copyRows"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &LayerView::copySelection);
    auto *details = new QAction(m_tree);
    details->setObjectName(QStringLiteral("showDetails"));
    details->setShortcuts({ QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter) });
    details->setShortcutContext(Qt::WidgetShortcut);
    connect(details, &QAction::triggered, this, &LayerView::detailsRequested);
    m_tree->addActions({ details, copy });
}

QWidget *LayerView::emptyPage()
{
    auto *page = new QWidget(this);
    auto *centred = new QVBoxLayout(page);
    centred->addStretch();
    m_nothing = new QLabel(page);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    centred->addWidget(m_nothing);
    centred->addWidget(m_clearFilter, 0, Qt::AlignCenter);
    centred->addStretch();
    return page;
}

void LayerView::connectFilter()
{
    connect(m_filterBar, &FilterBar::filterChanged, this, &LayerView::applyFilter);
    connect(m_filterBar, &FilterBar::searchFinished, this, &LayerView::goToMatch);
    connect(m_clearFilter, &QPushButton::clicked, this, [this] {
        m_filterBar->clear();
        m_tree->setFocus();
    });
    connect(m_proxy, &LayerFilterProxy::matchCountChanged, this, &LayerView::showMatches);
    // What was sorted for is at the top, not where the table happened to be.
    connect(m_tree->header(), &QHeaderView::sortIndicatorChanged, m_tree, &QAbstractItemView::scrollToTop);
}

void LayerView::connectSelection()
{
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LayerView::takeSelection);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &LayerView::takeSelection);
    connect(m_tree, &QTreeView::entered, this, [this](const QModelIndex &index) {
        m_selection->setHovered(m_model->itemAt(m_proxy->mapToSource(index)));
    });
    connect(m_selection, &Selection::hoveredChanged, m_tree->viewport(), qOverload<>(&QWidget::update));
    connect(m_selection, &Selection::selectedChanged, this, &LayerView::showSelection);
    connect(m_selection, &Selection::selectedChanged, m_filterBar,
            [this] { m_filterBar->setSelected(m_selection->selected()); });
}

template<typename Change> void LayerView::changeRows(Change change)
{
    {
        // Rows that go away take their selection with them; that was not meant.
        const QScopedValueRollback guard(m_synchronizing, true);
        change();
        expandRows();
    }
    showSelection();
    m_room->schedule();
}

void LayerView::applyFilter()
{
    changeRows([this] { m_proxy->setFilter(m_filterBar->filter()); });
    Q_EMIT filterChanged();
}

const LayerFilter &LayerView::filter() const
{
    return m_filterBar->filter();
}

void LayerView::setFilter(const LayerFilter &filter)
{
    m_filterBar->setFilter(filter);
}

std::optional<std::set<ItemId>> LayerView::matchingItems() const
{
    return m_proxy->matchingItems();
}

void LayerView::showCapacities(const Session &session)
{
    LevelCapacities capacities;
    if (session.peaks) {
        for (const Roof &roof : session.peaks->roofs) {
            const MemoryLimit *memory = roof.memory();
            const auto level = memory ? memory->level.value() : std::nullopt;
            if (level && memory->capacityBytes > 0)
                capacities[*level] = std::max(capacities[*level], memory->capacityBytes);
        }
    }
    m_filterBar->setCapacities(capacities);
}

void LayerView::expandRows()
{
    const bool small =
        m_model->rowTotal() <= expandLimit || (!m_proxy->filter().isEmpty() && m_proxy->matchCount() <= expandLimit);
    if (!small) {
        m_tree->expandToDepth(shallowDepth);
        return;
    }
    // Layers are opened; the operators of a layer that has only operators stay folded, except where they are looked
    // for.
    m_tree->expandAll();
    if (!m_proxy->filter().text.isEmpty() || !m_proxy->filter().bounds.empty())
        return;
    const auto foldLeaves = [this](auto &&self, const QModelIndex &parent) -> bool {
        bool hasLayers = false;
        for (int row = 0; row < m_proxy->rowCount(parent); ++row) {
            const QModelIndex child = m_proxy->index(row, 0, parent);
            const ItemId item = child.data(LayerTreeModel::ItemIdRole).value<ItemId>();
            hasLayers = hasLayers || item.kind == ItemId::Kind::Layer;
            const bool isFolded = child.data(LayerTreeModel::FoldedRole).isValid();
            if (m_proxy->hasChildren(child) && (!self(self, child) || isFolded))
                m_tree->collapse(child);
        }
        return hasLayers || !parent.parent().isValid();
    };
    foldLeaves(foldLeaves, QModelIndex());
}

void LayerView::setSession(const SessionView &view)
{
    const Session &session = view.session();
    bool reset = false;
    const QMetaObject::Connection watch =
        connect(m_model, &QAbstractItemModel::modelReset, this, [&reset] { reset = true; });
    {
        const QScopedValueRollback guard(m_synchronizing, true);
        m_model->setSession(view.judged());
    }
    disconnect(watch);
    showCapacities(session);
    if (reset) {
        changeRows([] {});
        showFirstRow();
    } else if (m_proxy->filter().hasCriteria())
        changeRows([this] { m_proxy->refresh(); });
    if (!m_proxy->filter().isEmpty())
        Q_EMIT filterChanged();
    setWhatIf(session.peaks && session.peaks->theoretical);
    showWorkUnlessTimed(!session.analysis || session.layers);
}

/// The details are about the whole model while nothing is selected.
void LayerView::showFirstRow()
{
    if (!m_selection->selected().empty())
        return;
    const QScopedValueRollback guard(m_synchronizing, true);
    m_tree->selectionModel()->setCurrentIndex(m_proxy->index(0, 0), QItemSelectionModel::NoUpdate);
}

void LayerView::setWhatIf(bool whatIf)
{
    if (std::exchange(m_whatIf, whatIf) != whatIf)
        showWhatIfColumn();
}

void LayerView::showWhatIfColumn()
{
    m_tree->setColumnHidden(int(FactId::AtBest), !m_whatIf);
}

void LayerView::showWorkUnlessTimed(bool isTimed)
{
    const bool isChosen = !m_showsWork && !m_tree->isColumnHidden(int(FactId::Flops));
    m_showsWork = !isTimed && !isChosen;
    m_tree->setColumnHidden(int(FactId::Flops), !isChosen && !m_showsWork);
}

void LayerView::setFlat(bool flat)
{
    changeRows([this, flat] {
        m_model->setArrangement(flat ? LayerTreeModel::Arrangement::Flat : LayerTreeModel::Arrangement::Tree);
        m_tree->setRootIsDecorated(!flat);
    });
}

void LayerView::takeSelection()
{
    if (m_synchronizing)
        return;
    const QScopedValueRollback guard(m_synchronizing, true);
    std::set<ItemId> items;
    for (const QModelIndex &index : m_tree->selectionModel()->selectedRows()) {
        const std::vector<ItemId> ofRow = m_model->itemsAt(m_proxy->mapToSource(index));
        items.insert(ofRow.begin(), ofRow.end());
    }
    const auto current = m_model->itemAt(m_proxy->mapToSource(m_tree->currentIndex()));
    m_selection->setSelected(items, current && items.contains(*current) ? current : std::nullopt);
}

void LayerView::showSelection()
{
    if (m_synchronizing)
        return;
    const QScopedValueRollback guard(m_synchronizing, true);
    QItemSelection rows;
    for (const ItemId item : m_selection->selected()) {
        const QModelIndex index = rowOf(item);
        if (index.isValid())
            rows.select(index, index.siblingAtColumn(layerColumnCount() - 1));
    }
    m_tree->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (const auto focus = m_selection->focus()) {
        const QModelIndex index = rowOf(*focus);
        if (index.isValid()) {
            m_tree->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
            m_tree->scrollTo(index);
        }
    }
}

QModelIndex LayerView::rowOf(ItemId item) const
{
    const QModelIndex own = m_model->indexOf(item);
    const std::vector<ItemId> equal = m_model->itemsAt(m_model->parent(own));
    const bool inGroup = m_model->parent(own).data(LayerTreeModel::FoldedRole).isValid();
    const bool all =
        inGroup && std::ranges::all_of(equal, [this](ItemId other) { return m_selection->selected().contains(other); });
    return m_proxy->mapFromSource(all ? m_model->parent(own) : own);
}

void LayerView::setNote(const QString &note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void LayerView::setFolded(bool folded)
{
    changeRows([this, folded] { m_model->setFolded(folded); });
}

void LayerView::reveal(ItemId item)
{
    const QModelIndex index = rowOf(item);
    if (!index.isValid())
        return;
    m_tree->scrollTo(index, QAbstractItemView::PositionAtCenter);
    m_tree->setFocus();
}

void LayerView::focusSearch()
{
    m_filterBar->focusSearch();
}

void LayerView::addEntry(QAction *entry)
{
    m_filterBar->addEntry(entry);
}

QString LayerView::selectedText() const
{
    QList<int> columns;
    for (int visual = 0; visual < layerColumnCount(); ++visual) {
        const int logical = m_tree->header()->logicalIndex(visual);
        if (!m_tree->isColumnHidden(logical))
            columns.append(logical);
    }
    return tableText(*m_model, *m_proxy, m_tree->selectionModel()->selectedRows(), columns);
}

void LayerView::copySelection() const
{
    QApplication::clipboard()->setText(selectedText());
}

QByteArray LayerView::saveLayout() const
{
    m_room->withdraw();
    m_room->schedule();
    if (m_showsWork) // the next session may be timed
        m_tree->setColumnHidden(int(FactId::Flops), true);
    return m_tree->header()->saveState();
}

bool LayerView::restoreLayout(const QByteArray &state)
{
    const bool restored = m_tree->header()->restoreState(state);
    m_room->takeWidths();
    if (!restored)
        resetLayout();
    showWhatIfColumn();
    return restored;
}

void LayerView::resetLayout()
{
    QHeaderView *header = m_tree->header();
    m_tree->setSortingEnabled(false);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    m_tree->setSortingEnabled(true);
    int place = 0;
    for (const int column : layerColumnOrder()) {
        header->moveSection(header->visualIndex(column), place++);
        const ItemFact &facts = factOf(columnFact(column));
        m_tree->setColumnHidden(column, facts.hiddenAtFirst);
        const int text = fontMetrics().horizontalAdvance(QLatin1String(facts.sample));
        const int title = fontMetrics().horizontalAdvance(factTitleText(columnFact(column)));
        const int indentation = column == int(FactId::Layer) ? m_tree->indentation() * 3 : 0;
        header->resizeSection(column, qMax(text, title + fontMetrics().height()) + treeColumnMargin + indentation);
    }
    m_room->takeWidths();
    showWhatIfColumn();
}

void LayerView::showColumnMenu(const QPoint &position)
{
    QMenu menu;
    for (int column = 1; column < layerColumnCount(); ++column) {
        if ((factOf(columnFact(column)).needs & NeedsDataSheet) && !m_whatIf)
            continue;
        QAction *action = menu.addAction(factTitleText(columnFact(column)));
        action->setCheckable(true);
        action->setChecked(!m_tree->isColumnHidden(column));
        connect(action, &QAction::toggled, m_tree,
                [this, column](bool shown) { m_tree->setColumnHidden(column, !shown); });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Reset Columns")), &QAction::triggered, this, &LayerView::resetLayout);
    menu.exec(m_tree->header()->mapToGlobal(position));
}

void LayerView::showMatches()
{
    const bool filtering = !m_proxy->filter().isEmpty();
    m_filterBar->setMatches(filtering ? tr("%1 of %2").arg(m_proxy->matchCount()).arg(m_model->rowTotal()) : QString(),
                            m_proxy->patternError());
    const bool isEmpty = m_model->rowTotal() == 0;
    m_nothing->setText(isEmpty ? tr("This session has no layers.")
                               : tr("No layer and no operator matches the filter."));
    m_clearFilter->setHidden(isEmpty);
    m_pages->setCurrentIndex(isEmpty || (filtering && m_proxy->matchCount() == 0) ? 1 : 0);
}

void LayerView::retranslate()
{
    m_clearFilter->setText(tr("Clear the Filter"));
    m_tree->setAccessibleName(tr("Layers"));
    m_flat->setText(tr("&One List of All Layers"));
    m_tree->findChild<QAction *>(QStringLiteral("copyRows"))->setText(tr("Copy Rows"));
    m_tree->findChild<QAction *>(QStringLiteral("showDetails"))->setText(tr("Show Details"));
    m_model->retranslate();
    showMatches();
}

void LayerView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        m_delegate->paletteChanged();
}

void LayerView::goToMatch()
{
    m_tree->setFocus();
    const std::optional<std::set<ItemId>> items = matchingItems();
    if (!items || items->empty() || (m_selection->focus() && items->contains(*m_selection->focus())))
        return;
    m_selection->select(m_proxy->bestMatch().value_or(*items->begin()));
}

bool LayerView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        m_selection->setHovered(std::nullopt);
    return QWidget::eventFilter(watched, event);
}

} // namespace rooflight
