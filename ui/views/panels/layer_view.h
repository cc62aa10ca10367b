// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/equal_blocks.h"
#include "core/roofline/judged_session.h"
#include "ui/models/layer_filter_proxy.h"
#include "ui/models/session_view.h"

#include <QWidget>

#include <optional>
#include <set>
#include <vector>

class QAction;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace rooflight {

class FilterBar;
class LayerDelegate;
class LayerFilterProxy;
class LayerTreeModel;
class RoomForNames;
class Selection;

/// The layer table with its search box. Pointing and selecting go through the shared selection.
class LayerView : public QWidget
{
    Q_OBJECT

public:
    explicit LayerView(Selection *selection, QWidget *parent = nullptr);
    ~LayerView() override;

    static constexpr ResultKinds shownKinds = judgedKinds;
    void setSession(const SessionView &view);
    /// Opens what is above the item, scrolls to it and gives the table the focus.
    void reveal(ItemId item);
    void focusSearch();
    /// Puts an entry into the menu of the filter.
    void addEntry(QAction *entry);
    /// A sentence above the table, about what is selected; empty for none.
    void setNote(const QString &note);
    /// One row for equal blocks.
    void setFolded(bool folded);

    [[nodiscard]] const LayerFilter &filter() const;
    void setFilter(const LayerFilter &filter);
    /// What matches it; without a value: all.
    [[nodiscard]] std::optional<std::set<ItemId>> matchingItems() const;

    /// The selected rows, all of them when none is selected, as tab-separated raw numbers with a header.
    [[nodiscard]] QString selectedText() const;
    void copySelection() const;

    /// Order, widths and visibility of the columns, and the sorting.
    [[nodiscard]] QByteArray saveLayout() const;
    bool restoreLayout(const QByteArray &state);
    void resetLayout();

Q_SIGNALS:
    /// The details of the item in focus are wanted.
    void detailsRequested();
    /// The filter, or what matches it.
    void filterChanged();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void buildTable();
    void addRowActions();
    /// What stands in place of the rows if the filter lets none through.
    QWidget *emptyPage();
    void connectSelection();
    void connectFilter();
    /// From the search box to the first row that it found, unless one of them is selected.
    void goToMatch();
    void applyFilter();
    void showCapacities(const Session &session);
    template<typename Change> void changeRows(Change change);
    void expandRows();
    void setFlat(bool flat);
    void showColumnMenu(const QPoint &position);
    void takeSelection();
    /// The item's own row, or the folded one that stands for it if all of these are selected.
    [[nodiscard]] QModelIndex rowOf(ItemId item) const;
    void showSelection();
    void retranslate();
    void showMatches();
    void showFirstRow();
    void setWhatIf(bool whatIf);
    void showWhatIfColumn();
    /// Without times, work is what there is to see.
    void showWorkUnlessTimed(bool isTimed);

    Selection *m_selection;
    LayerTreeModel *m_model;
    LayerFilterProxy *m_proxy;
    LayerDelegate *m_delegate;
    RoomForNames *m_room = nullptr;
    QTreeView *m_tree;
    FilterBar *m_filterBar;
    QStackedWidget *m_pages; ///< the table, or that nothing matches
    QLabel *m_nothing = nullptr;
    QLabel *m_note;
    QPushButton *m_clearFilter;
    QAction *m_flat; ///< in the menu of the filter
    bool m_whatIf = false; ///< the session is under the roofs of another device
    bool m_showsWork = false; ///< only because there are no times
    bool m_synchronizing = false; ///< a change of the selection is being passed on, in either direction
};

} // namespace rooflight
