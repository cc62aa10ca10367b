// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/settings/settings.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

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

} // namespace rooflight
