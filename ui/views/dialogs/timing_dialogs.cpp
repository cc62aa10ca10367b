// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/timing_dialogs.h"

#include "ui/views/dialogs/dialog_fields.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace rooflight {

InterleaveDialog::InterleaveDialog(const QString &model, const QString &folder, QWidget *parent)
    : QDialog(parent)
    , m_folder(folder)
    , m_file(new QLineEdit(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Time Interleaved"));
    auto *first = new QLabel(QFileInfo(model).fileName(), this);
    first->setTextFormat(Qt::PlainText);
    m_file->setPlaceholderText(tr("the same file"));
    m_file->setClearButtonEnabled(true);
    auto *browse = new QPushButton(tr("&Choose…"), this);
    auto *file = new QHBoxLayout;
    file->addWidget(m_file, 1);
    file->addWidget(browse);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("&Measure"));

    auto *form = new QFormLayout;
    form->addRow(tr("First:"), first);
    form->addRow(tr("Interleaved with:"), file);
    const auto addChoiceOf = [this, form](const QString &label, const auto &option) {
        QComboBox *box = addChoice(form, label, QLatin1String(option.key.data(), qsizetype(option.key.size())));
        box->setToolTip(optionHelp(option));
        for (const auto &[value, word] : enumNames<typename std::remove_cvref_t<decltype(option)>::Value>)
            box->addItem(displayName(value), QString::fromLatin1(word.data(), qsizetype(word.size())));
    };
    addChoiceOf(tr("&Executor:"), option::executor);
    addChoiceOf(tr("&Precision:"), option::precision);
    addChoiceOf(tr("Memory &format:"), option::memoryFormat);
    addChoiceOf(tr("&TF32 on CUDA:"), option::tf32);
    addChoiceOf(tr("C&aches:"), option::caches);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form, 1);
    layout->addWidget(m_buttons);
    resize(480, sizeHint().height());

    connect(browse, &QPushButton::clicked, this, &InterleaveDialog::chooseFile);
    connect(m_file, &QLineEdit::textChanged, this, &InterleaveDialog::updateState);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    updateState();
}

QComboBox *InterleaveDialog::addChoice(QFormLayout *form, const QString &label, const QString &key)
{
    auto *box = new QComboBox(this);
    box->addItem(tr("like the first"), QString());
    connect(box, &QComboBox::currentIndexChanged, this, &InterleaveDialog::updateState);
    form->addRow(label, box);
    m_choices.push_back({ key, box });
    return box;
}

void InterleaveDialog::setVariant(const QString &variant)
{
    QStringList parts = variant.split(u',', Qt::SkipEmptyParts);
    m_file->setText(!parts.isEmpty() && !parts.constFirst().contains(u'=') ? parts.takeFirst() : QString());
    for (const Choice &choice : m_choices) {
        choice.box->setCurrentIndex(0);
        for (const QString &part : parts) {
            if (part.section(u'=', 0, 0) == choice.key)
                choice.box->setCurrentIndex(qMax(0, choice.box->findData(part.section(u'=', 1))));
        }
    }
}

QString InterleaveDialog::variant() const
{
    QStringList parts;
    if (!m_file->text().trimmed().isEmpty())
        parts << m_file->text().trimmed();
    for (const Choice &choice : m_choices) {
        const QString value = choice.box->currentData().toString();
        if (!value.isEmpty())
            parts << choice.key + u'=' + value;
    }
    return parts.join(u',');
}

void InterleaveDialog::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Choose a Model"), m_folder, tr("Models (*.pt *.pt2 *.pth *.ts *.torchscript);;All files (*)"));
    if (!path.isEmpty())
        m_file->setText(path);
}

/// Something has to differ.
void InterleaveDialog::updateState()
{
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(!variant().isEmpty());
}

PipelineDialog::PipelineDialog(const QString &firstModel, const QString &folder, QWidget *parent)
    : QDialog(parent)
    , m_folder(folder)
    , m_models(new QListWidget(this))
    , m_hostWork(new QComboBox(this))
    , m_remove(new QPushButton(tr("&Remove"), this))
    , m_up(new QPushButton(tr("Move &Up"), this))
    , m_down(new QPushButton(tr("Move &Down"), this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Time a Pipeline"));
    auto *first = new QLabel(QFileInfo(firstModel).fileName(), this);
    first->setTextFormat(Qt::PlainText);
    m_models->setTextElideMode(Qt::ElideMiddle);
    auto *add = new QPushButton(tr("&Add…"), this);
    m_hostWork->setEditable(true);
    m_hostWork->addItems({ QString(), QStringLiteral("busy:1"), QStringLiteral("busy:5"), QStringLiteral("sleep:1"),
                           QStringLiteral("copy") });
    m_hostWork->lineEdit()->setPlaceholderText(tr("none"));
    m_hostWork->setToolTip(tr("busy:MS keeps a thread busy for MS milliseconds, sleep:MS waits, copy copies results to "
                              "host memory; or the path of a TorchScript file that runs on the CPU."));
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("&Measure"));

    auto *column = new QVBoxLayout;
    for (QPushButton *button : { add, m_remove, m_up, m_down })
        column->addWidget(button);
    column->addStretch(1);
    auto *list = new QHBoxLayout;
    list->addWidget(m_models, 1);
    list->addLayout(column);
    auto *form = new QFormLayout;
    form->addRow(tr("First model:"), first);
    form->addRow(tr("Models after it:"), list);
    form->addRow(tr("&Host work between stages:"), m_hostWork);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form, 1);
    layout->addWidget(m_buttons);
    resize(560, 320);

    connect(add, &QPushButton::clicked, this, &PipelineDialog::addModels);
    connect(m_remove, &QPushButton::clicked, this, &PipelineDialog::removeModel);
    connect(m_up, &QPushButton::clicked, this, [this] { moveModel(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { moveModel(1); });
    connect(m_models, &QListWidget::currentRowChanged, this, &PipelineDialog::updateState);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    updateState();
}

void PipelineDialog::setModels(const QStringList &paths)
{
    m_models->clear();
    m_models->addItems(paths);
    m_models->setCurrentRow(m_models->count() - 1);
    updateState();
}

QStringList PipelineDialog::models() const
{
    QStringList paths;
    for (int row = 0; row < m_models->count(); ++row)
        paths << m_models->item(row)->text();
    return paths;
}

void PipelineDialog::setHostWork(const QString &work)
{
    m_hostWork->setEditText(work);
}

QString PipelineDialog::hostWork() const
{
    return m_hostWork->currentText().trimmed();
}

void PipelineDialog::addModels()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Add Models"), m_folder, tr("Models (*.pt *.pt2 *.pth *.ts *.torchscript);;All files (*)"));
    if (!paths.isEmpty())
        setModels(models() + paths);
}

void PipelineDialog::removeModel()
{
    delete m_models->takeItem(m_models->currentRow());
    updateState();
}

void PipelineDialog::moveModel(int rows)
{
    const int row = m_models->currentRow();
    QListWidgetItem *item = m_models->takeItem(row);
    m_models->insertItem(row + rows, item);
    m_models->setCurrentRow(row + rows);
}

void PipelineDialog::updateState()
{
    const int row = m_models->currentRow();
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_models->count());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(m_models->count() > 0);
}

} // namespace rooflight
