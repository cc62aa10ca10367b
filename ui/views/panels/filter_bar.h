// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "ui/models/layer_filter_proxy.h"

#include <QList>
#include <QTimer>

#include <map>

class QAction;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace rooflight {

/// What memory levels hold, in bytes, for the filter that asks what fits into them.
using LevelCapacities = std::map<MemoryLevel, std::int64_t>;

/// One row in which a LayerFilter is made: the search box, a menu of criteria, a chip for each that applies.
class FilterBar : public QWidget
{
    Q_OBJECT

public:
    explicit FilterBar(QWidget *parent = nullptr);

    [[nodiscard]] const LayerFilter &filter() const { return m_filter; }
    /// Shows another filter than the one that was made here; filterChanged() goes out if it differs.
    void setFilter(const LayerFilter &filter);
    void clear();
    void setCapacities(const LevelCapacities &capacities);
    /// What the menu offers to be left alone; empty: nothing.
    void setSelected(const std::set<ItemId> &items);
    /// How many rows match, and what is wrong with the regular expression; empty: nothing.
    void setMatches(const QString &text, const QString &patternError);
    /// Puts an entry at the end of the menu.
    void addEntry(QAction *entry);
    void focusSearch();

Q_SIGNALS:
    void filterChanged();
    /// Return or Down in the search box: on to what was found.
    void searchFinished();

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void fillMenu();
    void addBounds();
    void addSlowest();
    void addShare();
    void addLevels();
    void finish(); ///< the person goes on to the rows
    void takeText();
    void change(const LayerFilter &filter);
    void showChips();
    /// \p without is the filter that remains when the chip is clicked.
    void addChip(const QString &text, const LayerFilter &without);
    void retranslate();
    void showIcons();

    LayerFilter m_filter;
    LevelCapacities m_capacities;
    std::set<ItemId> m_selected;
    QTimer m_searchDelay;
    QHBoxLayout *m_line;
    QHBoxLayout *m_chips;
    QLineEdit *m_search;
    QToolButton *m_criteria;
    QMenu *m_menu;
    QList<QAction *> m_entries;
    QLabel *m_matches;
};

} // namespace rooflight
