// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>

#include <vector>

namespace ridgepoint {

class LayerTreeModel;

/// Sorts the layer table by raw numbers, what is not known last in both directions, and text in natural order.
/// Filters by words that must all occur; what stands above or below a match stays visible.
class LayerFilterProxy : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit LayerFilterProxy(LayerTreeModel *model, QObject *parent = nullptr);

    void setFilterText(const QString &text);
    [[nodiscard]] QString filterText() const { return m_text; }
    /// Rows that match themselves; all of them without a filter.
    [[nodiscard]] int matchCount() const;

Q_SIGNALS:
    void matchCountChanged();

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    void match();

    LayerTreeModel *m_model;
    QString m_text;
    QCollator m_collator;
    std::vector<bool> m_shown; ///< by row number; empty: everything is shown
    int m_matches = 0;
};

} // namespace ridgepoint
