// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/interleave_dialog.h"

#include "ui/views/dialogs/option_boxes.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
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

} // namespace rooflight
