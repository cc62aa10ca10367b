// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/options_dialog.h"

#include "core/report/format.h"
#include "ui/style/display_names.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace ridgepoint {

namespace {

constexpr int maximumBatch = 1 << 20;
constexpr int maximumThreads = 4096;
constexpr int inputLines = 4;

QString specOf(const TensorInfo &tensor)
{
    const std::string shape = tensor.shape.empty() ? std::string("0d") : formatShape(tensor.shape);
    const std::string_view type = name(tensor.dtype);
    return QString::fromStdString(shape) + u':' + QString::fromLatin1(type.data(), qsizetype(type.size()));
}

QString deviceName(const Device &device)
{
    const QString kind = QString::fromStdString(device.kind);
    return device.kind == "cpu" ? kind : kind + u':' + QString::number(device.index);
}

} // namespace

OptionsDialog::OptionsDialog(const QString &path, const MeasureOptions &options,
                             const std::optional<Inspection> &inspection, const std::optional<Analysis> &analysis,
                             const std::vector<Device> &devices, QWidget *parent)
    : QDialog(parent)
    , m_inputs(new QPlainTextEdit(options.inputs.join(u'\n'), this))
    , m_arguments(new QLabel(argumentsText(inspection, analysis), this))
    , m_batch(new QSpinBox(this))
    , m_device(new QComboBox(this))
    , m_threads(new QSpinBox(this))
    , m_effort(new QComboBox(this))
    , m_library(new QLineEdit(options.library, this))
{
    setWindowTitle(tr("How to Measure %1").arg(QFileInfo(path).fileName()));
    setLayout(new QVBoxLayout);
    const QString used = usedInputs(inspection, analysis);
    m_inputs->setPlaceholderText(used.isEmpty() ? QStringLiteral("1x3x224x224:float32") : used);
    addInputs(options);
    addMachine(options, devices);
    addButtons();
}

QString OptionsDialog::argumentsText(const std::optional<Inspection> &inspection,
                                     const std::optional<Analysis> &analysis)
{
    QStringList lines;
    if (inspection) {
        for (const StoredArgument &argument : inspection->arguments)
            lines.append(QString::fromStdString(argument.name + ": " + argument.type));
    } else if (analysis) {
        for (const ModelInput &input : analysis->inputs)
            lines.append(QString::fromStdString(input.name) + QStringLiteral(": ") + specOf(input.tensor));
    }
    return lines.isEmpty() ? tr("What the model takes is not known yet.")
                           : tr("The model takes: %1").arg(lines.join(QStringLiteral(", ")));
}

QString OptionsDialog::usedInputs(const std::optional<Inspection> &inspection, const std::optional<Analysis> &analysis)
{
    QStringList lines;
    if (analysis) {
        for (const ModelInput &input : analysis->inputs)
            lines.append(specOf(input.tensor));
    } else if (inspection) {
        for (const StoredArgument &argument : inspection->arguments) {
            if (argument.traced)
                lines.append(specOf(*argument.traced));
        }
    }
    return lines.join(u'\n');
}

void OptionsDialog::addInputs(const MeasureOptions &options)
{
    m_inputs->setFixedHeight(fontMetrics().lineSpacing() * inputLines + 14);
    m_inputs->setTabChangesFocus(true);
    m_arguments->setTextFormat(Qt::PlainText);
    m_arguments->setWordWrap(true);
    auto *help = new QLabel(tr("One input a line, in the model's order: SHAPE:TYPE:FILL, for example "
                               "1x128:int64:0..30521. Empty: as the file tells. F1 tells more."),
                            this);
    help->setWordWrap(true);
    help->setForegroundRole(QPalette::PlaceholderText);
    m_batch->setRange(0, maximumBatch);
    m_batch->setSpecialValueText(tr("As the input says"));
    m_batch->setValue(options.batch);

    auto *group = new QGroupBox(tr("Inputs"), this);
    auto *form = new QFormLayout(group);
    form->addRow(m_arguments);
    auto *label = new QLabel(tr("&Inputs:"), this);
    label->setBuddy(m_inputs);
    form->addRow(label, m_inputs);
    form->addRow(QString(), help);
    form->addRow(tr("&Batch:"), m_batch);
    layout()->addWidget(group);
}

void OptionsDialog::addMachine(const MeasureOptions &options, const std::vector<Device> &devices)
{
    for (const Device &device : devices)
        m_device->addItem(deviceName(device) + QStringLiteral(" — ") + displayName(device), deviceName(device));
    if (m_device->findData(options.device) < 0)
        m_device->addItem(options.device, options.device);
    m_device->setCurrentIndex(m_device->findData(options.device));
    m_threads->setRange(0, maximumThreads);
    m_threads->setSpecialValueText(tr("As LibTorch chooses"));
    m_threads->setValue(options.threads);
    for (const Effort effort : { Effort::Quick, Effort::Normal, Effort::Thorough })
        m_effort->addItem(displayName(effort), int(effort));
    m_effort->setCurrentIndex(m_effort->findData(int(options.effort)));

    auto *browse = new QPushButton(tr("B&rowse…"), this);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Operator Library"), m_library->text(),
                                                          tr("Shared libraries (*.so)"));
        if (!file.isEmpty())
            m_library->setText(file);
    });
    auto *library = new QHBoxLayout;
    library->addWidget(m_library, 1);
    library->addWidget(browse);

    auto *group = new QGroupBox(tr("Machine"), this);
    auto *form = new QFormLayout(group);
    form->addRow(tr("&Device:"), m_device);
    form->addRow(tr("&Threads:"), m_threads);
    form->addRow(tr("&Care for the roofs:"), m_effort);
    auto *label = new QLabel(tr("Operator &library:"), this);
    label->setBuddy(m_library);
    form->addRow(label, library);
    layout()->addWidget(group);
}

void OptionsDialog::addButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Measure"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout()->addWidget(buttons);
    m_inputs->setFocus();
}

MeasureOptions OptionsDialog::options() const
{
    MeasureOptions options;
    for (const QString &line : m_inputs->toPlainText().split(u'\n')) {
        if (!line.trimmed().isEmpty())
            options.inputs.append(line.trimmed());
    }
    options.batch = m_batch->value();
    options.device = m_device->currentData().toString();
    options.threads = m_threads->value();
    options.effort = Effort(m_effort->currentData().toInt());
    options.library = m_library->text().trimmed();
    return options;
}

} // namespace ridgepoint
