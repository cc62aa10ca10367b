// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QAbstractTableModel>

#include "core/model/item_id.h"
#include "core/roofline/session_comparison.h"
#include "ui/models/layer_tree_model.h"

#include <QCollator>
#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace rooflight {

enum class ComparisonColumn { Layer, Verdict, Ratio, Percent, Before, After, Difference, Work, Type };

inline constexpr int comparisonColumnCount = int(ComparisonColumn::Type) + 1;

/// The layers of two sessions side by side, those first whose times are furthest apart.
class ComparisonModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// Beside LayerTreeModel::SortRole and ItemIdRole; the item of a layer that is gone is none of the session.
    static constexpr int changeRole = LayerTreeModel::NumberRole + 1; ///< int of Change

    explicit ComparisonModel(QObject *parent = nullptr);

    void setComparison(SessionComparison comparison);
    [[nodiscard]] const SessionComparison &comparison() const { return m_comparison; }
    /// The layer in the second session; nothing for one that is gone.
    [[nodiscard]] std::optional<ItemId> itemAt(int row) const;
    [[nodiscard]] const LayerChange &changeAt(int row) const { return *m_rows[std::size_t(row)]; }
    /// The row of a layer of the second session; -1 for none.
    [[nodiscard]] int rowOf(ItemId item) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

private:
    SessionComparison m_comparison;
    std::vector<const LayerChange *> m_rows; ///< into m_comparison
};

/// Sorts by raw numbers, text in natural order; what is not known stands last in both directions.
class ComparisonProxy : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit ComparisonProxy(ComparisonModel *model, QObject *parent = nullptr);

    /// Without layers that hold others, whose times are counted in these again.
    void setOnlyLeaves(bool only);

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    ComparisonModel *m_model;
    bool m_onlyLeaves = false;
    QCollator m_collator;
};

} // namespace rooflight
