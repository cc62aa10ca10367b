// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/layer_filter_proxy.h"

#include "ui/models/layer_tree_model.h"
#include "ui/models/unknown_last.h"

#include <algorithm>
#include <functional>

namespace ridgepoint {

LayerFilterProxy::LayerFilterProxy(LayerTreeModel *model, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
    , m_collator(QLocale(QLocale::English)) // names are code; and the C locale has no numeric order
{
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
    // Connected before the base class connects, so that the matches are new when it asks for them.
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        match();
        Q_EMIT matchCountChanged();
    });
    setSourceModel(model);
    match();
}

void LayerFilterProxy::setFilterText(const QString &text)
{
    const QString simplified = text.simplified();
    if (simplified == m_text)
        return;
    m_text = simplified;
    match();
    invalidateFilter();
    Q_EMIT matchCountChanged();
}

int LayerFilterProxy::matchCount() const
{
    return m_matches;
}

void LayerFilterProxy::match()
{
    m_shown.clear();
    m_matches = m_model->rowTotal();
    if (m_text.isEmpty())
        return;
    const QStringList words = m_text.split(u' ');
    const auto count = std::size_t(m_model->rowTotal());
    m_shown.assign(count, false);
    std::vector<bool> underMatch(count, false);
    m_matches = 0;
    for (std::size_t row = 0; row < count; ++row) {
        const int parent = m_model->parentNumber(int(row));
        const QString text = m_model->searchText(int(row));
        const bool matches = std::all_of(words.begin(), words.end(), [&text](const QString &word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
        m_matches += matches ? 1 : 0;
        underMatch[row] = matches || (parent >= 0 && underMatch[std::size_t(parent)]);
        m_shown[row] = underMatch[row];
        // A row that is shown has shown all above it already.
        for (int above = matches ? parent : -1; above >= 0 && !m_shown[std::size_t(above)];
             above = m_model->parentNumber(above))
            m_shown[std::size_t(above)] = true;
    }
}

bool LayerFilterProxy::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (m_shown.empty())
        return true;
    const QModelIndex index = m_model->index(sourceRow, 0, sourceParent);
    return m_shown[std::size_t(m_model->rowNumber(index))];
}

bool LayerFilterProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const auto column = LayerColumn(left.column());
    const LayerRow leftRow = m_model->rowData(left);
    const LayerRow rightRow = m_model->rowData(right);
    if (isNumeric(column))
        return lessUnknownLast(layerNumber(leftRow, column), layerNumber(rightRow, column), sortOrder(), std::less());
    const auto textOf = [column](const LayerRow &row) {
        const QString text = columnText(row, column);
        return text.isEmpty() ? std::nullopt : std::optional(text);
    };
    return lessUnknownLast(textOf(leftRow), textOf(rightRow), sortOrder(), m_collator);
}

} // namespace ridgepoint
