// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QMainWindow>

#include "core/base/result.h"
#include "ui/matrix/matrix_model.h"

class QAction;
class QLabel;
class QTableView;

namespace rooflight {

class Settings;

/// A folder that `rooflight-cli matrix` filled: models by targets, a cell's session one click away.
class MatrixWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// The settings must outlive the window.
    explicit MatrixWindow(Settings *settings, QWidget *parent = nullptr);

    /// Errors, which the window says itself: those of readMatrixIndex().
    [[nodiscard]] Result<void> open(const QString &path);
    /// The format follows the file's ending: csv, html or png. Errors: OutputFile.
    [[nodiscard]] Result<void> exportTo(const QString &path) const;

    [[nodiscard]] MatrixModel *model() const { return m_model; }
    [[nodiscard]] QTableView *view() const { return m_view; }
    [[nodiscard]] QAction *compareAction() const { return m_compare; }
    [[nodiscard]] QAction *outliersAction() const { return m_onlyOutliers; }
    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    void sessionRequested(const QString &path);
    void comparisonRequested(const QString &before, const QString &after);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void showLines();
    void updateCompare();
    void openCell(const QModelIndex &cell);
    /// Compares the sessions of two cells, or all models in two columns.
    void compare();
    void showChanges(int before, int after);
    void chooseExport();
    [[nodiscard]] QString sessionPath(const MatrixRow &row) const;
    /// Columns with a selected cell, ascending.
    [[nodiscard]] QList<int> selectedColumns() const;
    [[nodiscard]] Result<void> writePicture(const QString &path) const;

    Settings *m_settings;
    MatrixModel *m_model;
    QTableView *m_view;
    QLabel *m_summary;
    QAction *m_compare;
    QAction *m_onlyOutliers;
    QAction *m_export;
    QAction *m_reload;
    QString m_path; ///< of the index
};

} // namespace rooflight
