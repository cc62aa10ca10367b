// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/matrix/table/matrix_table.h"

#include <QDialog>

class QTableWidget;

namespace rooflight {

class MatrixModel;

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
