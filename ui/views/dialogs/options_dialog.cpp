// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/options_dialog.h"

#include "core/report/format/format.h"
#include "ui/style/plain_text.h"
#include "ui/views/dialogs/dialog_fields.h"
#include "ui/views/dialogs/input_table.h"
#include "ui/views/widgets/icons.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QShortcut>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

#include <initializer_list>

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

namespace {

constexpr int libraryLines = 2;
constexpr int lettersAcross = 80;
constexpr int optionLinesHigh = 34;
constexpr int problemIconSize = 20;

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

/// Narrower than its names, which may be long: its list shows them whole, and so does its tool tip.
void makeNarrow(QComboBox *box, const QString &help)
{
    constexpr int leastLetters = 24;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(leastLetters);
    const int room = box->screen() ? box->screen()->availableGeometry().width() : QWIDGETSIZE_MAX;
    const int whole = box->view()->sizeHintForColumn(0) + 2 * box->view()->frameWidth();
    box->view()->setMinimumWidth(qMin(whole, room));
    const auto showWhole = [box, help] { box->setToolTip(shownAsPlainText(box->currentText() + u'\n' + help)); };
    QObject::connect(box, &QComboBox::currentIndexChanged, box, showWhole);
    showWhole();
}

void setLines(QPlainTextEdit *editor, int lines)
{
    constexpr int frameAndMargins = 14;
    editor->setFixedHeight(editor->fontMetrics().lineSpacing() * lines + frameAndMargins);
    editor->setTabChangesFocus(true);
}

QStringList linesOf(const QPlainTextEdit &editor)
{
    QStringList lines;
    for (const QString &line : editor.toPlainText().split(u'\n')) {
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    }
    return lines;
}

QLabel *helpLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QWidget *besideButton(QWidget *editor, QPushButton *button)
{
    auto *row = new QWidget(editor->parentWidget());
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(editor, 1);
    layout->addWidget(button, 0, Qt::AlignTop);
    return row;
}

} // namespace

OptionsDialog::OptionsDialog(const QString &path, const MeasureOptions &options, const Part<Inspection> &inspection,
                             const Part<Analysis> &analysis, const std::vector<Device> &devices, QWidget *parent)
    : QDialog(parent)
    , m_inputs(new InputTable(options.inputs, usedInputs(inspection, analysis), this))
    , m_arguments(new QLabel(argumentsText(inspection, analysis), this))
    , m_batch(countBox(option::batch, tr("As in the input"), options.batch, this))
    , m_device(new QComboBox(this))
    , m_threads(countBox(option::threads, tr("Chosen by LibTorch"), options.threads, this))
    , m_effort(choiceBox(option::effort, options.effort, this))
    , m_libraries(new QPlainTextEdit(options.libraries.join(u'\n'), this))
    , m_formulas(new QLineEdit(options.formulas, this))
    , m_tabs(new QTabWidget(this))
    , m_execution(new ExecutionForm(options, this))
{
    setWindowTitle(tr("How to Measure %1").arg(QFileInfo(path).fileName()));
    setLayout(new QVBoxLayout);
    layout()->addWidget(m_tabs);
    addInputs();
    addMachine(options, devices);
    addExecution();
    addOperators();
    addButtons();
    addPageKeys();
    alignLabels();
}

/// From wherever the focus is: boxes keep some of these keys to themselves.
void OptionsDialog::addPageKeys()
{
    const auto add = [this](std::initializer_list<QKeyCombination> keys, int step) {
        for (const QKeyCombination key : keys) {
            auto *shortcut = new QShortcut(key, this);
            connect(shortcut, &QShortcut::activated, m_tabs, [this, step] {
                m_tabs->setCurrentIndex((m_tabs->currentIndex() + step + m_tabs->count()) % m_tabs->count());
            });
        }
    };
    add({ Qt::CTRL | Qt::Key_Tab, Qt::CTRL | Qt::Key_PageDown }, 1);
    add({ Qt::CTRL | Qt::SHIFT | Qt::Key_Tab, Qt::CTRL | Qt::SHIFT | Qt::Key_Backtab, Qt::CTRL | Qt::Key_PageUp }, -1);
}

void OptionsDialog::alignLabels()
{
    QList<QWidget *> labels;
    for (const QFormLayout *form : findChildren<QFormLayout *>()) {
        for (int row = 0; row < form->rowCount(); ++row) {
            if (const QLayoutItem *item = form->itemAt(row, QFormLayout::LabelRole); item && item->widget())
                labels.append(item->widget());
        }
    }
    int width = 0;
    for (const QWidget *label : labels)
        width = qMax(width, label->sizeHint().width());
    for (QWidget *label : labels)
        label->setMinimumWidth(width);
}

void OptionsDialog::showEvent(QShowEvent *event)
{
    // Texts that wrap want their height for this width, which the layout's size hint does not know of.
    const int width = fontMetrics().averageCharWidth() * lettersAcross;
    setMinimumWidth(width);
    const int room = screen() ? screen()->availableGeometry().height() - 40 : QWIDGETSIZE_MAX;
    resize(width, qMin(room, fontMetrics().height() * optionLinesHigh));
    QDialog::showEvent(event);
}

QString OptionsDialog::argumentsText(const Part<Inspection> &inspection, const Part<Analysis> &analysis)
{
    QStringList lines;
    if (inspection) {
        for (const StoredArgument &argument : inspection->arguments)
            lines.append(QString::fromStdString(argument.name + ": " + argument.type));
    } else if (analysis) {
        for (const ModelInput &input : analysis->inputs)
            lines.append(QString::fromStdString(input.name) + QStringLiteral(": ") + specOf(input.tensor));
    }
    return lines.isEmpty() ? tr("The inputs of the model are not known yet.")
                           : tr("The model takes: %1").arg(lines.join(tr(", ")));
}

QStringList OptionsDialog::usedInputs(const Part<Inspection> &inspection, const Part<Analysis> &analysis)
{
    QStringList lines;
    if (analysis) {
        for (const ModelInput &input : analysis->inputs)
            lines.append(specOf(input.tensor));
    } else if (inspection) {
        for (const StoredArgument &argument : inspection->arguments) {
            for (const TracedTensor &traced : argument.traced) {
                if (traced.place.empty())
                    lines.append(specOf(traced.tensor));
            }
        }
    }
    return lines;
}

void OptionsDialog::addInputs()
{
    m_arguments->setTextFormat(Qt::PlainText);
    m_arguments->setWordWrap(true);
    QLabel *help = helpLabel(
        tr("One input per row, in the model's order. Without rows: as in the file. Press F1 for more."), this);

    auto *group = new QWidget(this);
    auto *form = new QFormLayout(group);
    form->addRow(m_arguments);
    auto *label = new QLabel(tr("&Inputs:"), this);
    label->setBuddy(m_inputs);
    form->addRow(label);
    form->addRow(m_inputs); // a table wants the whole width
    form->addRow(help);
    form->addRow(tr("&Batch:"), m_batch);
    addPage(group, tr("Inputs"));
}

void OptionsDialog::addMachine(const MeasureOptions &options, const std::vector<Device> &devices)
{
    for (const Device &device : devices)
        m_device->addItem(deviceName(device) + QStringLiteral(" — ") + displayName(device), deviceName(device));
    if (m_device->findData(options.device) < 0)
        m_device->addItem(options.device, options.device);
    m_device->setCurrentIndex(m_device->findData(options.device));
    makeNarrow(m_device, optionHelp(option::device));

    auto *group = new QWidget(this);
    auto *form = new QFormLayout(group);
    form->addRow(tr("&Device:"), m_device);
    form->addRow(tr("&Threads:"), m_threads);
    form->addRow(tr("Effort for the r&oofs:"), m_effort);
    addPage(group, tr("Machine"));
}

void OptionsDialog::addExecution()
{
    addPage(m_execution, tr("Execution and Timing"));
}

void OptionsDialog::addPage(QWidget *content, const QString &title)
{
    // At 800x500 there is no room for the longest page.
    auto *page = new QWidget(m_tabs);
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(content);
    layout->addStretch(1);
    auto *scrolled = new QScrollArea(m_tabs);
    scrolled->setWidget(page);
    scrolled->setWidgetResizable(true);
    scrolled->setFocusPolicy(Qt::NoFocus); // it follows the focus of what is in it
    scrolled->setFrameShape(QFrame::NoFrame);
    m_tabs->addTab(scrolled, title);
}

QWidget *OptionsDialog::librariesRow()
{
    setLines(m_libraries, libraryLines);
    auto *browse = new QPushButton(tr("B&rowse…"), this);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QStringList files =
            QFileDialog::getOpenFileNames(this, tr("Operator Libraries"), {}, tr("Shared libraries (*.so)"));
        for (const QString &file : files)
            m_libraries->appendPlainText(file);
    });
    return besideButton(m_libraries, browse);
}

QWidget *OptionsDialog::formulasRow()
{
    m_formulas->setClearButtonEnabled(true);
    auto *browse = new QPushButton(tr("Bro&wse…"), this);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Formulas"), m_formulas->text(),
                                                          tr("Text files (*.txt);;All files (*)"));
        if (!file.isEmpty())
            m_formulas->setText(file);
    });
    return besideButton(m_formulas, browse);
}

void OptionsDialog::addOperators()
{
    auto *group = new QGroupBox(tr("Custom Operators"), this);
    auto *form = new QFormLayout(group);
    auto *libraries = new QLabel(tr("&Libraries:"), this);
    libraries->setBuddy(m_libraries);
    form->addRow(libraries, librariesRow());
    form->addRow(QString(), helpLabel(tr("Shared libraries to load before the model, one per line."), this));
    auto *formulas = new QLabel(tr("&Formulas:"), this);
    formulas->setBuddy(m_formulas);
    form->addRow(formulas, formulasRow());
    form->addRow(
        QString(),
        helpLabel(
            tr("A text file with formulas for operators that Rooflight does not know. F1 shows how to write one."),
            this));
    addPage(group, tr("Operators"));
}

void OptionsDialog::showProblem(const QString &problem)
{
    if (problem.isEmpty())
        return;
    auto *icon = new QLabel(this);
    icon->setPixmap(themedIcon(QStringLiteral("warning"), palette()).pixmap(problemIconSize));
    auto *text = new QLabel(problem, this);
    text->setObjectName(QStringLiteral("problem"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *line = new QHBoxLayout;
    line->setSpacing(10);
    line->addWidget(icon, 0, Qt::AlignTop);
    line->addWidget(text, 1);
    qobject_cast<QVBoxLayout *>(layout())->insertLayout(0, line);
}

void OptionsDialog::addButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Measure"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    QPushButton *measure = buttons->button(QDialogButtonBox::Ok);
    const auto allow = [this, measure] {
        measure->setEnabled(m_inputs->problem().isEmpty());
        measure->setToolTip(shownAsPlainText(m_inputs->problem()));
    };
    connect(m_inputs, &InputTable::changed, measure, allow);
    allow();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout()->addWidget(buttons);
    m_inputs->setFocus();
}

MeasureOptions OptionsDialog::options() const
{
    MeasureOptions options;
    options.inputs = m_inputs->specs();
    options.batch = m_batch->value();
    options.device = m_device->currentData().toString();
    options.threads = m_threads->value();
    options.effort = chosenIn<Effort>(m_effort);
    options.libraries = linesOf(*m_libraries);
    options.formulas = m_formulas->text().trimmed();
    m_execution->apply(options);
    return options;
}

} // namespace rooflight
