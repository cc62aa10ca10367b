// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/session.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace ridgepoint {

class LayerDelegate;
class LayerFilterProxy;
class LayerTreeModel;
class Selection;

/// The layer table with its search box. Pointing and selecting go through the shared selection.
class LayerView : public QWidget
{
    Q_OBJECT

public:
    explicit LayerView(Selection *selection, QWidget *parent = nullptr);
    ~LayerView() override;

    void setSession(const Session &session);
    /// Opens what is above the item, scrolls to it and gives the table the focus.
    void reveal(ItemId item);
    void focusSearch();
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

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void connectSelection();
    void connectSearch();
    void applyFilter();
    template<typename Change> void changeRows(Change change);
    void expandRows();
    void setFlat(bool flat);
    void showColumnMenu(const QPoint &position);
    void takeSelection();
    void showSelection();
    void retranslate();
    void showIcons();
    void showMatches();
    void setWhatIf(bool whatIf);
    void showWhatIfColumn();

    Selection *m_selection;
    LayerTreeModel *m_model;
    LayerFilterProxy *m_proxy;
    LayerDelegate *m_delegate;
    QTreeView *m_tree;
    QLineEdit *m_search;
    QLabel *m_matches;
    QToolButton *m_flat;
    QTimer m_searchDelay;
    bool m_whatIf = false; ///< the session is under the roofs of another device
    bool m_synchronizing = false; ///< a change of the selection is being passed on, in either direction
};

} // namespace ridgepoint
