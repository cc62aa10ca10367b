// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"
#include "ui/settings/settings.h"

#include <QDialog>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QTabWidget;

namespace rooflight {

/// How the model is executed, timed and counted: what the command line sets by --precision, --memory-format, --tf32,
/// --executor, --caches, --warmup, --runs, --seconds, --memory-limit, --convention, --batch-dim, --step,
/// --max-batch and --count-bytes.
class ExecutionForm : public QWidget
{
    Q_OBJECT

public:
    explicit ExecutionForm(const MeasureOptions &options, QWidget *parent = nullptr);

    /// Sets what stands here, and leaves the rest.
    void apply(MeasureOptions &options) const;

private:
    void addExecution();
    void addTiming(const MeasureOptions &options);
    void addCounting(const MeasureOptions &options);

    QComboBox *m_precision;
    QComboBox *m_memoryFormat;
    QComboBox *m_tf32;
    QComboBox *m_executor;
    QComboBox *m_caches;
    QSpinBox *m_warmup;
    QSpinBox *m_runs;
    QDoubleSpinBox *m_seconds;
    QDoubleSpinBox *m_memory;
    QComboBox *m_convention;
    QLineEdit *m_batchDimension;
    QSpinBox *m_step;
    QSpinBox *m_maximumBatch;
    QCheckBox *m_countBytes;
};

class InputTable;

/// How the file is to be measured: inputs and batch, machine, execution and timing, operators of the person's own.
class OptionsDialog : public QDialog
{
    Q_OBJECT

public:
    /// The inspection of the file says which inputs it wants; the worker's hello which devices there are.
    OptionsDialog(const QString &path, const MeasureOptions &options, const Part<Inspection> &inspection,
                  const Part<Analysis> &analysis, const std::vector<Device> &devices, QWidget *parent = nullptr);

    [[nodiscard]] MeasureOptions options() const;

    /// Says above all else why the last options did not do.
    void showProblem(const QString &problem);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void addInputs();
    void addMachine(const MeasureOptions &options, const std::vector<Device> &devices);
    void addExecution();
    void addOperators();
    void addPage(QWidget *content, const QString &title);
    [[nodiscard]] QWidget *librariesRow();
    [[nodiscard]] QWidget *formulasRow();
    void addButtons();
    void addPageKeys();
    void alignLabels();
    [[nodiscard]] static QString argumentsText(const Part<Inspection> &inspection, const Part<Analysis> &analysis);
    [[nodiscard]] static QStringList usedInputs(const Part<Inspection> &inspection, const Part<Analysis> &analysis);

    InputTable *m_inputs;
    QLabel *m_arguments;
    QSpinBox *m_batch;
    QComboBox *m_device;
    QSpinBox *m_threads;
    QComboBox *m_effort;
    QPlainTextEdit *m_libraries;
    QLineEdit *m_formulas;
    QTabWidget *m_tabs;
    ExecutionForm *m_execution;
};

} // namespace rooflight
