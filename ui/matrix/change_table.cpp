// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/matrix/change_table.h"

#include "core/report/format/format.h"
#include "ui/matrix/matrix_model.h"
#include "ui/style/chart_style.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

constexpr QSize firstSize(620, 480);

QTableWidgetItem *itemOf(const std::string &text, bool number = true)
{
    auto *item = new QTableWidgetItem(QString::fromStdString(text));
    item->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

} // namespace

ChangeTable::ChangeTable(const MatrixModel &matrix, std::size_t before, std::size_t after, QWidget *parent)
    : QDialog(parent)
    , m_changes(changesBetween(matrix.table(), matrix.rows(), before, after))
{
    const QString first = QString::fromStdString(columnTitle(matrix.table(), before));
    const QString second = QString::fromStdString(columnTitle(matrix.table(), after));
    setWindowTitle(tr("%1 and %2").arg(first, second));
    std::ranges::stable_sort(m_changes, std::greater(), &ColumnChange::ratio);
    auto *table = new QTableWidget(static_cast<int>(m_changes.size()), 4, this);
    table->setHorizontalHeaderLabels({ tr("Model"), first, second, tr("Ratio") });
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    fill(matrix, *table);
    auto *layout = new QVBoxLayout(this);
    auto *hint = new QLabel(
        tr("Bold: the intervals of the medians do not overlap. Double-click to compare the sessions."), this);
    hint->setWordWrap(true);
    layout->addWidget(hint);
    layout->addWidget(table);
    connect(table, &QTableWidget::cellDoubleClicked, this, [this](int row, int) {
        const ColumnChange &change = m_changes[static_cast<std::size_t>(row)];
        Q_EMIT comparisonRequested(change.before, change.after);
    });
    resize(firstSize);
}

void ChangeTable::fill(const MatrixModel &matrix, QTableWidget &table)
{
    for (int row = 0; row < table.rowCount(); ++row) {
        const ColumnChange &change = m_changes[static_cast<std::size_t>(row)];
        const auto median = [&matrix](std::size_t cell) {
            return orEmpty(matrix.rows()[cell].medianNs, formatDuration);
        };
        table.setItem(row, 0, itemOf(lineTitle(matrix.table(), change.line), false));
        table.setItem(row, 1, itemOf(median(change.before)));
        table.setItem(row, 2, itemOf(median(change.after)));
        QTableWidgetItem *ratio = itemOf(formatRounded(change.ratio));
        QFont font = ratio->font();
        font.setBold(change.apart);
        ratio->setFont(font);
        table.setItem(row, 3, ratio);
    }
}

} // namespace rooflight
