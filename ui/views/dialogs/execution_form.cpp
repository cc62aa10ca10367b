// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/execution_form.h"

#include "ui/style/display_names.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

namespace rooflight {

namespace {

constexpr int maxRuns = 10'000'000;
constexpr int maxBatch = 1 << 20;
constexpr double maxSeconds = 86'400;
constexpr double maxGigabytes = 100'000;

template<typename Enum> void fill(QComboBox *box, Enum chosen)
{
    for (const auto &[value, identifier] : enumNames<Enum>)
        box->addItem(displayName(value), int(value));
    box->setCurrentIndex(box->findData(int(chosen)));
}

template<typename Enum> Enum chosenIn(const QComboBox *box)
{
    return Enum(box->currentData().toInt());
}

QSpinBox *countBox(int least, int most, const QString &special, int value, QWidget *parent)
{
    auto *box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setSpecialValueText(special);
    box->setValue(value);
    return box;
}

QDoubleSpinBox *amountBox(double most, const QString &special, const QString &unit, double value, QWidget *parent)
{
    auto *box = new QDoubleSpinBox(parent);
    box->setRange(0, most);
    box->setDecimals(1);
    box->setSpecialValueText(special);
    box->setSuffix(unit);
    box->setValue(value);
    return box;
}

} // namespace

ExecutionForm::ExecutionForm(const MeasureOptions &options, QWidget *parent)
    : QWidget(parent)
    , m_precision(new QComboBox(this))
    , m_memoryFormat(new QComboBox(this))
    , m_tf32(new QComboBox(this))
    , m_executor(new QComboBox(this))
    , m_caches(new QComboBox(this))
    , m_convention(new QComboBox(this))
    , m_batchDimension(new QLineEdit(options.batchDimension, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    addExecution(options.execution);
    addTiming(options);
    addCounting(options);
}

void ExecutionForm::addExecution(const Execution &execution)
{
    fill(m_precision, execution.precision);
    fill(m_memoryFormat, execution.memoryFormat);
    fill(m_tf32, execution.tf32);
    fill(m_executor, execution.executor);
    fill(m_caches, execution.caches);
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
    m_warmup = countBox(-1, maxRuns, tr("Until the times are steady"), warmup, this);
    m_runs = countBox(0, maxRuns, tr("Until the median is known to 1 %"), int(options.limits.runs), this);
    m_seconds = amountBox(maxSeconds, tr("As long as it takes"), tr(" s"), options.limits.seconds, this);
    m_memory =
        amountBox(maxGigabytes, tr("Nine tenths of the available memory"), tr(" GB"), options.memoryGigabytes, this);
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
    for (const auto &[identifier, text] :
         { std::pair("fma2", tr("A multiply-add is two FLOPs")), std::pair("matrix", tr("Only matrix work, two each")),
           std::pair("mac", tr("Only matrix work, one each")), std::pair("torchstat", tr("As torchstat counts")),
           std::pair("thop", tr("As thop counts")), std::pair("fvcore", tr("As fvcore counts")) })
        m_convention->addItem(text, QString::fromLatin1(identifier));
    m_convention->setCurrentIndex(qMax(0, m_convention->findData(options.convention)));
    m_batchDimension->setPlaceholderText(tr("Found by running the model; or 0, ids=1, none"));
    m_step = countBox(0, maxBatch, tr("Powers of two, then halving"), int(options.sweepStep), this);
    m_maximumBatch = countBox(0, maxBatch, tr("Until memory runs out"), int(options.maximumBatch), this);
    m_countBytes = new QCheckBox(tr("On a &GPU, also count bytes with its own counters"), this);
    m_countBytes->setToolTip(tr("If the driver allows it: the traffic of the GPU's memory, beside the computed bytes"));
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
    options.convention = m_convention->currentData().toString();
    options.batchDimension = m_batchDimension->text().trimmed();
    options.sweepStep = m_step->value();
    options.maximumBatch = m_maximumBatch->value();
    options.countBytes = m_countBytes->isChecked();
}

} // namespace rooflight
