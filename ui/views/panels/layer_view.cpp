// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/layer_view.h"

#include "ui/models/layer_filter_proxy.h"
#include "ui/models/layer_tree_model.h"
#include "ui/models/selection.h"
#include "ui/views/widgets/icons.h"
#include "ui/views/widgets/layer_delegate.h"
#include "ui/views/widgets/table_text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <chrono>

namespace ridgepoint {

namespace {

constexpr std::chrono::milliseconds searchDelay { 250 };
/// Beyond this many rows only the upper levels are opened.
constexpr int expandLimit = 3000;
constexpr int shallowDepth = 1;
constexpr int columnMargin = 22;

} // namespace

LayerView::LayerView(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_model(new LayerTreeModel(this))
    , m_proxy(new LayerFilterProxy(m_model, this))
    , m_delegate(new LayerDelegate(selection, this))
    , m_tree(new QTreeView(this))
    , m_search(new QLineEdit(this))
    , m_matches(new QLabel(this))
    , m_flat(new QToolButton(this))
{
    build();
    connectSearch();
    connectSelection();
    resetLayout();
    retranslate();
    showIcons();
}

LayerView::~LayerView()
{
    // Children go one by one, and their last signals must not reach what is no longer there.
    m_tree->selectionModel()->disconnect(this);
    m_proxy->disconnect(this);
}

void LayerView::build()
{
    m_tree->setModel(m_proxy);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
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

    m_flat->setCheckable(true);
    m_flat->setAutoRaise(true);
    connect(m_flat, &QToolButton::toggled, this, &LayerView::setFlat);

    auto *line = new QHBoxLayout;
    line->setContentsMargins(6, 6, 6, 0);
    line->addWidget(m_search, 1);
    line->addWidget(m_matches);
    line->addWidget(m_flat);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_tree, 1);
    setFocusProxy(m_tree);
}

void LayerView::connectSearch()
{
    m_search->setClearButtonEnabled(true);
    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(searchDelay);
    connect(m_search, &QLineEdit::textChanged, this, [this] { m_searchDelay.start(); });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        applyFilter();
        m_tree->setFocus();
    });
    connect(&m_searchDelay, &QTimer::timeout, this, &LayerView::applyFilter);
    connect(m_proxy, &LayerFilterProxy::matchCountChanged, this, &LayerView::showMatches);
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
}

template<typename Change> void LayerView::changeRows(Change change)
{
    {
        // Rows that go away take their selection with them; nobody meant that.
        const QScopedValueRollback guard(m_synchronizing, true);
        change();
        expandRows();
    }
    showSelection();
}

void LayerView::applyFilter()
{
    m_searchDelay.stop();
    changeRows([this] { m_proxy->setFilterText(m_search->text()); });
}

void LayerView::expandRows()
{
    const bool small = m_model->rowTotal() <= expandLimit
        || (!m_proxy->filterText().isEmpty() && m_proxy->matchCount() <= expandLimit);
    if (!small) {
        m_tree->expandToDepth(shallowDepth);
        return;
    }
    // Layers are opened; the operators of a layer that has only operators stay folded, except under a search.
    m_tree->expandAll();
    if (!m_proxy->filterText().isEmpty())
        return;
    const auto foldLeaves = [this](auto &&self, const QModelIndex &parent) -> bool {
        bool hasLayers = false;
        for (int row = 0; row < m_proxy->rowCount(parent); ++row) {
            const QModelIndex child = m_proxy->index(row, 0, parent);
            const ItemId item = child.data(LayerTreeModel::ItemIdRole).value<ItemId>();
            hasLayers = hasLayers || item.kind == ItemId::Kind::Layer;
            if (m_proxy->hasChildren(child) && !self(self, child))
                m_tree->collapse(child);
        }
        return hasLayers || !parent.parent().isValid();
    };
    foldLeaves(foldLeaves, QModelIndex());
}

void LayerView::setSession(const Session &session)
{
    bool reset = false;
    const QMetaObject::Connection watch =
        connect(m_model, &QAbstractItemModel::modelReset, this, [&reset] { reset = true; });
    {
        const QScopedValueRollback guard(m_synchronizing, true);
        m_model->setSession(session);
    }
    disconnect(watch);
    if (reset)
        changeRows([] {});
    setWhatIf(session.peaks && session.peaks->theoretical);
}

void LayerView::setWhatIf(bool whatIf)
{
    if (whatIf == m_whatIf)
        return;
    m_whatIf = whatIf;
    showWhatIfColumn();
}

void LayerView::showWhatIfColumn()
{
    m_tree->setColumnHidden(int(LayerColumn::AtBest), !m_whatIf);
}

void LayerView::setFlat(bool flat)
{
    changeRows([this, flat] {
        m_model->setArrangement(flat ? LayerTreeModel::Arrangement::Flat : LayerTreeModel::Arrangement::Tree);
        m_tree->setRootIsDecorated(!flat);
    });
    m_flat->setToolTip(flat ? tr("Show the tree of layers") : tr("Show one list, to sort all layers"));
}

void LayerView::takeSelection()
{
    if (m_synchronizing)
        return;
    const QScopedValueRollback guard(m_synchronizing, true);
    std::set<ItemId> items;
    for (const QModelIndex &index : m_tree->selectionModel()->selectedRows()) {
        if (const auto item = m_model->itemAt(m_proxy->mapToSource(index)))
            items.insert(*item);
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
        const QModelIndex index = m_proxy->mapFromSource(m_model->indexOf(item));
        if (index.isValid())
            rows.select(index, index.siblingAtColumn(layerColumnCount - 1));
    }
    m_tree->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (const auto focus = m_selection->focus()) {
        const QModelIndex index = m_proxy->mapFromSource(m_model->indexOf(*focus));
        if (index.isValid()) {
            m_tree->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
            m_tree->scrollTo(index);
        }
    }
}

void LayerView::reveal(ItemId item)
{
    const QModelIndex index = m_proxy->mapFromSource(m_model->indexOf(item));
    if (!index.isValid())
        return;
    m_tree->scrollTo(index, QAbstractItemView::PositionAtCenter);
    m_tree->setFocus();
}

void LayerView::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

QString LayerView::selectedText() const
{
    QList<int> columns;
    for (int visual = 0; visual < layerColumnCount; ++visual) {
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
    return m_tree->header()->saveState();
}

bool LayerView::restoreLayout(const QByteArray &state)
{
    const bool restored = m_tree->header()->restoreState(state);
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
    for (int column = 0; column < layerColumnCount; ++column) {
        header->moveSection(header->visualIndex(column), column);
        const LayerColumnFacts &facts = factsOf(LayerColumn(column));
        m_tree->setColumnHidden(column, facts.hiddenAtFirst);
        const int text = fontMetrics().horizontalAdvance(QLatin1String(facts.sample));
        const int title = fontMetrics().horizontalAdvance(columnTitle(LayerColumn(column)));
        const int indentation = column == int(LayerColumn::Layer) ? m_tree->indentation() * 3 : 0;
        header->resizeSection(column, qMax(text, title + fontMetrics().height()) + columnMargin + indentation);
    }
    showWhatIfColumn();
}

void LayerView::showColumnMenu(const QPoint &position)
{
    QMenu menu;
    for (int column = 1; column < layerColumnCount; ++column) {
        if ((factsOf(LayerColumn(column)).needs & NeedsDataSheet) && !m_whatIf)
            continue;
        QAction *action = menu.addAction(columnTitle(LayerColumn(column)));
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
    const bool filtering = !m_proxy->filterText().isEmpty();
    m_matches->setText(filtering ? tr("%1 of %2").arg(m_proxy->matchCount()).arg(m_model->rowTotal())
                                 : tr("Rows: %1").arg(m_model->rowTotal()));
}

void LayerView::showIcons()
{
    m_flat->setIcon(themedIcon(QStringLiteral("list"), palette()));
}

void LayerView::retranslate()
{
    m_search->setPlaceholderText(tr("Search layers and operators (Ctrl+F)"));
    m_search->setAccessibleName(tr("Search layers and operators"));
    m_tree->setAccessibleName(tr("Layers"));
    m_flat->setAccessibleName(tr("One list"));
    m_flat->setToolTip(m_flat->isChecked() ? tr("Show the tree of layers") : tr("Show one list, to sort all layers"));
    m_tree->findChild<QAction *>(QStringLiteral("copyRows"))->setText(tr("Copy Rows"));
    m_tree->findChild<QAction *>(QStringLiteral("showDetails"))->setText(tr("Show Details"));
    m_model->retranslate();
    showMatches();
}

void LayerView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::PaletteChange) {
        m_delegate->paletteChanged();
        showIcons();
    }
}

bool LayerView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        m_selection->setHovered(std::nullopt);
    return QWidget::eventFilter(watched, event);
}

} // namespace ridgepoint
