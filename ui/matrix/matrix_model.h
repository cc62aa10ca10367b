// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QAbstractTableModel>

#include "core/matrix/table/matrix_file.h"
#include "core/matrix/table/matrix_table.h"

#include <QDialog>

class QTableWidget;

namespace rooflight {

/// The cells of a matrix for views: a line a model and input, a column a target and execution.
class MatrixModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        SparklineRole = Qt::UserRole + 1, ///< QList<double>
        ShareRole, ///< of the roof, 0 to 1; invalid: not known
        OutlierRole, ///< bool
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setIndex(MatrixIndex index);
    [[nodiscard]] const MatrixTable &table() const { return m_table; }
    [[nodiscard]] const std::vector<MatrixRow> &rows() const { return m_index.rows; }
    /// What stands in a cell; nullptr for one that the plan leaves out.
    [[nodiscard]] const MatrixRow *rowAt(const QModelIndex &cell) const;
    [[nodiscard]] bool hasOutlier(int line) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &cell, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString textOf(const MatrixRow &row, const std::optional<CellDeviation> &deviation) const;
    [[nodiscard]] QString toolTipOf(const MatrixRow &row, const std::optional<CellDeviation> &deviation) const;

    MatrixIndex m_index;
    MatrixTable m_table;
};

/// What changes from one column of a matrix to another, model by model, the largest ratio first.
class ChangeTable : public QDialog
{
    Q_OBJECT

public:
    ChangeTable(const MatrixModel &matrix, std::size_t before, std::size_t after, QWidget *parent = nullptr);

    [[nodiscard]] const std::vector<ColumnChange> &changes() const { return m_changes; }

Q_SIGNALS:
    /// Rows of the matrix whose sessions are to be compared.
    void comparisonRequested(std::size_t before, std::size_t after);

private:
    void fill(const MatrixModel &matrix, QTableWidget &table);

    std::vector<ColumnChange> m_changes;
};

} // namespace rooflight
