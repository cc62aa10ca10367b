// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/layer_filter_proxy.h"

#include "ui/models/layer_tree_model.h"
#include "ui/models/unknown_last.h"

#include <QRegularExpression>

#include <algorithm>

namespace rooflight {

namespace {

/// Measured, or at the roofs where nothing was.
double timeOf(const RooflinePoint &point)
{
    return point.timeNs ? *point.timeNs : point.timeAtRoofNs.value_or(0);
}

} // namespace

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

void LayerFilterProxy::setFilter(const LayerFilter &filter)
{
    LayerFilter wanted = filter;
    if (!wanted.isPattern)
        wanted.text = wanted.text.simplified();
    if (wanted == m_filter)
        return;
    m_filter = wanted;
    refresh();
}

void LayerFilterProxy::setFilterText(const QString &text)
{
    LayerFilter filter = m_filter;
    filter.text = text;
    setFilter(filter);
}

void LayerFilterProxy::refresh()
{
    match();
    invalidateFilter();
    Q_EMIT matchCountChanged();
}

int LayerFilterProxy::matchCount() const
{
    return m_matches;
}

LayerFilterProxy::TextTest LayerFilterProxy::textTest()
{
    m_patternError.clear();
    if (m_filter.text.isEmpty())
        return [](const QString &) { return true; };
    if (m_filter.isPattern) {
        const QRegularExpression pattern(m_filter.text, QRegularExpression::CaseInsensitiveOption);
        if (!pattern.isValid())
            m_patternError = pattern.errorString();
        return [pattern](const QString &text) { return pattern.isValid() && pattern.match(text).hasMatch(); };
    }
    return [words = m_filter.text.split(u' ')](const QString &text) {
        return std::all_of(words.begin(), words.end(),
                           [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
    };
}

double LayerFilterProxy::shortestTime() const
{
    if (m_filter.slowest <= 0)
        return 0;
    const std::vector<const RooflinePoint *> slowest = m_model->slowest(std::size_t(m_filter.slowest));
    return slowest.empty() ? 0 : timeOf(*slowest.back());
}

bool LayerFilterProxy::meetsCriteria(int row, double shortestNs) const
{
    const RooflinePoint &point = m_model->pointOfRow(row);
    const bool onChart = m_model->isOnChart(row);
    const bool onlyBounds = m_filter.slowest == 0 && m_filter.leastShare <= 0;
    if (!onChart && !(onlyBounds && point.item.kind == ItemId::Kind::Operator))
        return false;
    return (m_filter.bounds.empty() || m_filter.bounds.contains(point.verdict.bound))
        && (!m_filter.needsArithmetic || point.cost.flops > 0) && timeOf(point) >= shortestNs
        && (m_filter.leastShare <= 0 || point.timeShare.value_or(0) >= m_filter.leastShare)
        && (!m_filter.fitsInto || point.workingSetBytes <= m_filter.capacityBytes);
}

/// Three passes: what matches itself, what lies below a match, what stands above one. Parents come before children.
void LayerFilterProxy::match()
{
    m_shown.clear();
    m_matching.clear();
    m_patternError.clear();
    m_matches = m_model->rowTotal();
    if (m_filter.isEmpty())
        return;
    const auto count = std::size_t(m_model->rowTotal());
    const TextTest matchesText = textTest();
    const double shortestNs = shortestTime();
    const bool hasCriteria = m_filter.hasCriteria();
    m_matching.assign(count, false);
    m_shown.assign(count, false);
    std::vector<bool> underText(count, false);
    std::vector<bool> wanted(count, false);
    for (std::size_t row = 0; row < count; ++row) {
        const int parent = m_model->parentNumber(int(row));
        const bool inside = parent >= 0 && underText[std::size_t(parent)];
        wanted[row] = m_filter.only.empty() || (parent >= 0 && wanted[std::size_t(parent)])
            || m_model->isOneOf(int(row), m_filter.only);
        const bool named = matchesText(m_model->searchText(int(row)));
        underText[row] = named || inside;
        m_matching[row] = hasCriteria ? underText[row] && wanted[row] && meetsCriteria(int(row), shortestNs) : named;
        const bool belowMatch =
            parent >= 0 && (hasCriteria ? m_matching[std::size_t(parent)] && m_filter.bounds.empty() : inside);
        m_shown[row] = m_matching[row] || belowMatch;
    }
    countMatches();
}

void LayerFilterProxy::countMatches()
{
    m_matches = 0;
    for (std::size_t row = 0; row < m_matching.size(); ++row) {
        if (!m_matching[row])
            continue;
        ++m_matches;
        // A row that is shown has shown all above it already.
        for (int above = m_model->parentNumber(int(row)); above >= 0 && !m_shown[std::size_t(above)];
             above = m_model->parentNumber(above))
            m_shown[std::size_t(above)] = true;
    }
}

std::optional<std::set<ItemId>> LayerFilterProxy::matchingItems() const
{
    if (m_filter.isEmpty())
        return std::nullopt;
    std::set<ItemId> items;
    for (std::size_t row = 0; row < m_matching.size(); ++row) {
        if (!m_matching[row])
            continue;
        items.insert(m_model->pointOfRow(int(row)).item);
        const int parent = m_model->parentNumber(int(row));
        if (parent >= 0 && m_model->isOnChart(parent))
            items.insert(m_model->pointOfRow(parent).item);
    }
    return items;
}

std::optional<ItemId> LayerFilterProxy::bestMatch()
{
    const TextTest matchesText = textTest();
    for (std::size_t row = 0; row < m_matching.size(); ++row) {
        if (!m_matching[row])
            continue;
        const RooflinePoint &point = m_model->pointOfRow(int(row));
        if (point.item.kind == ItemId::Kind::Layer && matchesText(QString::fromStdString(point.label)))
            return point.item;
    }
    const std::optional<std::set<ItemId>> items = matchingItems();
    return items && !items->empty() ? std::optional(*items->begin()) : std::nullopt;
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
    const auto column = columnFact(left.column());
    const ItemRow leftRow = m_model->rowData(left);
    const ItemRow rightRow = m_model->rowData(right);
    if (isNumeric(column))
        return lessUnknownLast(factNumber(leftRow, column), factNumber(rightRow, column), sortOrder(), std::less());
    const auto textOf = [column](const ItemRow &row) {
        const QString text = factDisplayText(row, column);
        return text.isEmpty() ? std::nullopt : std::optional(text);
    };
    return lessUnknownLast(textOf(leftRow), textOf(rightRow), sortOrder(), m_collator);
}

} // namespace rooflight
