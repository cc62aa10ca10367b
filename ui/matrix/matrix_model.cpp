// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/matrix/matrix_model.h"

#include "core/report/format/format.h"
#include "core/report/format/names.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rooflight {

void MatrixModel::setIndex(MatrixIndex index)
{
    beginResetModel();
    m_index = std::move(index);
    m_table = tableOf(m_index.rows);
    endResetModel();
}

const MatrixRow *MatrixModel::rowAt(const QModelIndex &cell) const
{
    if (!cell.isValid())
        return nullptr;
    const std::optional<std::size_t> &row =
        m_table.cell(static_cast<std::size_t>(cell.row()), static_cast<std::size_t>(cell.column()));
    return row ? &m_index.rows[*row] : nullptr;
}

bool MatrixModel::hasOutlier(int line) const
{
    return std::ranges::any_of(m_table.cells[static_cast<std::size_t>(line)], [this](const auto &row) {
        return row && m_table.deviations[*row] && m_table.deviations[*row]->outlier;
    });
}

int MatrixModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.lines.size());
}

int MatrixModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QString MatrixModel::textOf(const MatrixRow &row, const std::optional<CellDeviation> &deviation) const
{
    if (row.status == CellStatus::Failed)
        return tr("failed");
    if (row.status == CellStatus::Missing)
        return tr("missing");
    QString text = durationOrEmpty(row.medianNs);
    if (!row.disturbedBy.empty())
        text.prepend(QStringLiteral("≈ "));
    if (row.roofShare)
        text += QStringLiteral(" · ") + percentText(*row.roofShare);
    if (deviation && deviation->outlier)
        text += QStringLiteral(" ⚠");
    return text;
}

QString MatrixModel::toolTipOf(const MatrixRow &row, const std::optional<CellDeviation> &deviation) const
{
    if (row.status == CellStatus::Failed)
        return QString::fromStdString(row.reason);
    QStringList lines;
    if (row.medianNs && row.intervalLowNs && row.intervalHighNs)
        lines << tr("Median %1, 95 % interval %2 to %3")
                     .arg(durationText(*row.medianNs), durationText(*row.intervalLowNs),
                          durationText(*row.intervalHighNs));
    if (!row.disturbedBy.empty())
        lines << tr("Disturbed while it was measured (%1)").arg(displayText(flagsPhrase(row.disturbedBy)));
    if (row.roofShare && row.timeAtRoofNs)
        lines << tr("Time at the roof %1: %2 of the median")
                     .arg(durationText(*row.timeAtRoofNs), percentText(*row.roofShare));
    if (deviation)
        lines << tr("%1 times the value expected from its row and column, score %2")
                     .arg(deviation->factor, 0, 'f', 2)
                     .arg(deviation->score, 0, 'f', 1);
    return lines.join(u'\n');
}

QVariant MatrixModel::data(const QModelIndex &cell, int role) const
{
    const MatrixRow *row = rowAt(cell);
    if (!row)
        return {};
    const std::optional<CellDeviation> &deviation =
        m_table.deviations[static_cast<std::size_t>(row - m_index.rows.data())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*row, deviation);
    case Qt::ToolTipRole:
        return shownAsPlainText(toolTipOf(*row, deviation));
    case SparklineRole:
        return QVariant::fromValue(QList<double>(row->sparkline.begin(), row->sparkline.end()));
    case ShareRole:
        return row->roofShare ? QVariant(*row->roofShare) : QVariant();
    case OutlierRole:
        return deviation && deviation->outlier;
    default:
        return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    const auto number = static_cast<std::size_t>(section);
    return QString::fromStdString(orientation == Qt::Vertical ? lineTitle(m_table, number)
                                                              : columnTitle(m_table, number));
}

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
