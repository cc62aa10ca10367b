// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/item_id.h"
#include "core/model/verdict.h"
#include "core/results/roofs/roof_terms.h"

#include <QCollator>
#include <QSortFilterProxyModel>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace rooflight {

class LayerTreeModel;

/// Which layers and operators of a model are shown, in table and chart alike. What is asked for together must all hold.
struct LayerFilter {
    QString text = {}; ///< words that must all occur in path, type or operator
    bool isPattern = false; ///< text is one regular expression
    std::set<Bound> bounds = {}; ///< one of these; empty: any
    bool needsArithmetic = false; ///< without what only moves memory
    int slowest = 0; ///< only this many, those that take most time; 0: any
    double leastShare = 0; ///< of the model's time
    std::optional<MemoryLevel> fitsInto = {}; ///< the largest of its operators touches no more than capacityBytes
    std::int64_t capacityBytes = 0; ///< of fitsInto
    std::set<ItemId> only = {}; ///< these, and what lies in these layers; empty: any

    /// Beside the text.
    [[nodiscard]] bool hasCriteria() const
    {
        return !bounds.empty() || needsArithmetic || slowest > 0 || leastShare > 0 || fitsInto || !only.empty();
    }
    [[nodiscard]] bool isEmpty() const { return text.isEmpty() && !hasCriteria(); }

    bool operator==(const LayerFilter &) const = default;
};

/// Sorts the layer table by raw numbers, what is not known last in both directions, and text in natural order.
/// Filters by a LayerFilter; what stands above or below a match stays visible. The criteria beside the text are asked
/// of what stands on the chart, and of operators if it is about their bound.
class LayerFilterProxy : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit LayerFilterProxy(LayerTreeModel *model, QObject *parent = nullptr);

    void setFilter(const LayerFilter &filter);
    [[nodiscard]] const LayerFilter &filter() const { return m_filter; }
    void setFilterText(const QString &text);
    /// Empty unless the text is a regular expression that is none: where it goes wrong.
    [[nodiscard]] QString patternError() const { return m_patternError; }
    /// Rows that match themselves; all of them without a filter.
    [[nodiscard]] int matchCount() const;
    /// These rows' items, and the layers on the chart that call the operators among them; without a value: all.
    [[nodiscard]] std::optional<std::set<ItemId>> matchingItems() const;
    /// The one to go to: the first whose path has the text; types such as Conv2d have the names of other layers in
    /// them.
    [[nodiscard]] std::optional<ItemId> bestMatch();
    /// Asks the criteria again, of new times and verdicts.
    void refresh();

Q_SIGNALS:
    void matchCountChanged();

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    using TextTest = std::function<bool(const QString &)>;

    void match();
    void countMatches();
    [[nodiscard]] TextTest textTest();
    /// The time of the last of the slowest that are wanted; 0 if any are.
    [[nodiscard]] double shortestTime() const;
    [[nodiscard]] bool meetsCriteria(int row, double shortestNs) const;

    LayerTreeModel *m_model;
    LayerFilter m_filter;
    QString m_patternError;
    QCollator m_collator;
    std::vector<bool> m_matching; ///< by row number; empty without a filter
    std::vector<bool> m_shown; ///< by row number; empty: everything is shown
    int m_matches = 0;
};

} // namespace rooflight
