// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/execution_form.h"

#include "ui/views/dialogs/dialog_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

namespace rooflight {

ExecutionForm::ExecutionForm(const MeasureOptions &options, QWidget *parent)
    : QWidget(parent)
    , m_precision(choiceBox(option::precision, options.execution.precision, this))
    , m_memoryFormat(choiceBox(option::memoryFormat, options.execution.memoryFormat, this))
    , m_tf32(choiceBox(option::tf32, options.execution.tf32, this))
    , m_executor(choiceBox(option::executor, options.execution.executor, this))
    , m_caches(choiceBox(option::caches, options.execution.caches, this))
    , m_convention(new QComboBox(this))
    , m_batchDimension(new QLineEdit(options.batchDimension, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    addExecution();
    addTiming(options);
    addCounting(options);
}

void ExecutionForm::addExecution()
{
    auto *group = new QGroupBox(tr("Execution"), this);
    auto *form = new QFormLayout(group);
    form->addRow(tr("&Precision:"), m_precision);
    form->addRow(tr("Memory &format:"), m_memoryFormat);
    form->addRow(tr("TF&32:"), m_tf32);
    form->addRow(tr("E&xecutor:"), m_executor);
    form->addRow(tr("&Caches:"), m_caches);
    layout()->addWidget(group);
}

void ExecutionForm::addTiming(const MeasureOptions &options)
{
    const int warmup = options.limits.warmup ? int(*options.limits.warmup) : -1;
    m_warmup = countBox(option::warmup, tr("Until the times are steady"), warmup, this);
    m_runs = countBox(option::runs, tr("Until the median is known to 1 %"), int(options.limits.runs), this);
    m_seconds = amountBox(option::seconds, tr("As long as it takes"), tr(" s"), options.limits.seconds, this);
    m_memory = amountBox(option::memoryLimit, tr("Nine tenths of the available memory"), tr(" GB"),
                         options.memoryGigabytes, this);
    auto *group = new QGroupBox(tr("Timing"), this);
    auto *form = new QFormLayout(group);
    form->addRow(tr("&Warm-up runs:"), m_warmup);
    form->addRow(tr("&Runs that count:"), m_runs);
    form->addRow(tr("&Seconds for them:"), m_seconds);
    form->addRow(tr("Memor&y limit:"), m_memory);
    layout()->addWidget(group);
}

void ExecutionForm::addCounting(const MeasureOptions &options)
{
    for (const auto &[convention, text] :
         { std::pair(Convention::Fma2, tr("A multiply-add is two FLOPs")),
           std::pair(Convention::Matrix, tr("Only matrix work, two each")),
           std::pair(Convention::Mac, tr("Only matrix work, one each")),
           std::pair(Convention::Torchstat, tr("As torchstat counts")),
           std::pair(Convention::Thop, tr("As thop counts")), std::pair(Convention::Fvcore, tr("As fvcore counts")) })
        m_convention->addItem(text, int(convention));
    m_convention->setCurrentIndex(m_convention->findData(int(options.convention)));
    m_convention->setToolTip(optionHelp(option::convention));
    m_batchDimension->setToolTip(optionHelp(option::batchDimensions));
    m_batchDimension->setPlaceholderText(tr("Found by running the model; or 0, ids=1, none"));
    m_step = countBox(option::step, tr("Powers of two, then halving"), int(options.sweepStep), this);
    m_maximumBatch = countBox(option::maximumBatch, tr("Until memory runs out"), int(options.maximumBatch), this);
    m_countBytes = new QCheckBox(tr("On a &GPU, also count bytes with its own counters"), this);
    m_countBytes->setToolTip(optionHelp(option::countBytes));
    m_countBytes->setChecked(options.countBytes);
    auto *group = new QGroupBox(tr("Counting and Batches"), this);
    auto *form = new QFormLayout(group);
    form->addRow(tr("C&onvention:"), m_convention);
    form->addRow(tr("Batch &dimension:"), m_batchDimension);
    form->addRow(tr("S&teps of the sweep:"), m_step);
    form->addRow(tr("&Largest batch:"), m_maximumBatch);
    form->addRow(m_countBytes);
    layout()->addWidget(group);
}

void ExecutionForm::apply(MeasureOptions &options) const
{
    options.execution = { chosenIn<Executor>(m_executor), chosenIn<ModelPrecision>(m_precision),
                          chosenIn<MemoryFormat>(m_memoryFormat), chosenIn<Tf32>(m_tf32), chosenIn<Caches>(m_caches) };
    options.limits.warmup = m_warmup->value() < 0 ? std::nullopt : std::optional<std::int64_t>(m_warmup->value());
    options.limits.runs = m_runs->value();
    options.limits.seconds = m_seconds->value();
    options.memoryGigabytes = m_memory->value();
    options.convention = chosenIn<Convention>(m_convention);
    options.batchDimension = m_batchDimension->text().trimmed();
    options.sweepStep = m_step->value();
    options.maximumBatch = m_maximumBatch->value();
    options.countBytes = m_countBytes->isChecked();
}

} // namespace rooflight
