// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/session_view.h"
#include "ui/models/unknown_operators.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace rooflight {

class Selection;

/// The operators without a formula and the layers that call them. A row selects its layer.
class UnknownPanel : public QWidget
{
    Q_OBJECT

public:
    explicit UnknownPanel(Selection *selection, QWidget *parent = nullptr);

    static constexpr ResultKinds shownKinds = kindsOf<Analysis, LayerLatencies>;
    void setSession(const SessionView &view);
    /// Whether the formulas of all operators are known.
    [[nodiscard]] bool isEmpty() const { return m_groups.empty(); }

Q_SIGNALS:
    void itemActivated(ItemId item);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();
    void addGroup(const UnknownGroup &group);
    [[nodiscard]] std::vector<ItemId> itemsOf(QTreeWidgetItem *row) const;
    void selectRow(QTreeWidgetItem *row);
    void retranslate();
    void showEmptyText();

    Selection *m_selection;
    QStackedWidget *m_stack;
    QTreeWidget *m_list;
    QLabel *m_empty;
    std::vector<UnknownGroup> m_groups;
    bool m_isCounted = false;
    bool m_holdsOnlyTimes = false;
};

} // namespace rooflight
