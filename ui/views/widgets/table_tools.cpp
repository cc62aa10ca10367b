// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/table_tools.h"

#include "ui/models/layer_filter_proxy.h"
#include "ui/models/layer_tree_model.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSet>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

constexpr int besideText = 44; ///< pixels in a cell: an icon and margins

} // namespace

RoomForNames::RoomForNames(QTreeView *view, QList<int> columns)
    : QObject(view)
    , m_view(view)
    , m_columns(std::move(columns))
{
    view->viewport()->installEventFilter(this);
    takeWidths();
    connect(view->header(), &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_resizing)
            return;
        if (width > 0 && m_columns.contains(column))
            m_given[column] = width; // by hand: it stays so until the rows or the width of the view change
        else
            schedule();
    });
    connect(view, &QTreeView::expanded, this, &RoomForNames::schedule);
    connect(view, &QTreeView::collapsed, this, &RoomForNames::schedule);
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { ask(); });
}

void RoomForNames::takeWidths()
{
    for (const int column : m_columns) {
        if (!m_view->isColumnHidden(column))
            m_given[column] = m_view->columnWidth(column);
    }
    schedule();
}

void RoomForNames::schedule()
{
    m_mayShrink = true;
    ask();
}

void RoomForNames::ask()
{
    if (std::exchange(m_scheduled, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_scheduled = false;
            fit();
            m_mayShrink = false;
        },
        Qt::QueuedConnection);
}

void RoomForNames::withdraw()
{
    for (const int column : m_columns)
        resize(column, m_given[column]);
}

void RoomForNames::fit()
{
    const QHeaderView *header = m_view->header();
    int room = m_view->viewport()->width() - header->length();
    for (const int column : m_columns) {
        if (!header->isSectionHidden(column))
            room += header->sectionSize(column) - m_given[column];
    }
    for (const int column : m_columns) {
        if (header->isSectionHidden(column))
            continue;
        const int least = m_mayShrink ? 0 : header->sectionSize(column) - m_given[column];
        const int wanted = std::max({ 0, least, widthOfNames(column) - m_given[column] });
        const int more = std::clamp(wanted, 0, std::max(0, room));
        room -= more;
        resize(column, m_given[column] + more);
    }
}

int RoomForNames::widthOfNames(int column) const
{
    const int height = m_view->viewport()->height();
    int widest = 0;
    for (QModelIndex row = m_view->indexAt({ 0, 0 }); row.isValid(); row = m_view->indexBelow(row)) {
        const QModelIndex cell = row.siblingAtColumn(column);
        const QRect place = m_view->visualRect(cell);
        if (place.top() >= height)
            break;
        const int indentation = place.left() - m_view->columnViewportPosition(column);
        const int text = m_view->fontMetrics().horizontalAdvance(cell.data().toString());
        widest = std::max(widest, indentation + text + besideText);
    }
    return widest;
}

void RoomForNames::resize(int column, int width)
{
    const QScopedValueRollback guard(m_resizing, true);
    if (m_view->header()->sectionSize(column) != width && !m_view->isColumnHidden(column))
        m_view->header()->resizeSection(column, width);
}

bool RoomForNames::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        schedule();
    return QObject::eventFilter(watched, event);
}

namespace {

QString cellText(const LayerTreeModel &model, const QModelIndex &source, int column)
{
    const QModelIndex index = source.siblingAtColumn(column);
    if (columnFact(column) == FactId::Layer)
        return index.data(LayerTreeModel::WholeNameRole).toString(); // in a sheet nothing stands above it
    if (isNumeric(columnFact(column))) {
        const QVariant value = index.data(LayerTreeModel::SortRole);
        return value.isValid() ? QString::number(value.toDouble(), 'g', 15) : QString();
    }
    return factDisplayText(model.rowData(index), columnFact(column));
}

QString onOneLine(QString text)
{
    for (QChar &character : text) {
        if (character == u'\t' || character == u'\n' || character == u'\r')
            character = u' ';
    }
    return text;
}

} // namespace

QString tableText(const LayerTreeModel &model, const LayerFilterProxy &proxy, QModelIndexList rows,
                  const QList<int> &columns)
{
    QStringList cells;
    for (const int column : columns)
        cells.append(columnCopyTitle(columnFact(column)));
    QString text = cells.join(u'\t') + u'\n';

    const QSet<QModelIndex> wanted(rows.begin(), rows.end());
    const auto walk = [&](auto &&self, const QModelIndex &parent) -> void {
        for (int row = 0; row < proxy.rowCount(parent); ++row) {
            const QModelIndex index = proxy.index(row, 0, parent);
            if (wanted.isEmpty() || wanted.contains(index)) {
                cells.clear();
                for (const int column : columns)
                    cells.append(onOneLine(cellText(model, proxy.mapToSource(index), column)));
                text += cells.join(u'\t') + u'\n';
            }
            self(self, index);
        }
    };
    walk(walk, QModelIndex());
    return text;
}

} // namespace rooflight
