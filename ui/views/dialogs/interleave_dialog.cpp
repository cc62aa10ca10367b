// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/interleave_dialog.h"

#include "core/model/execution.h"
#include "ui/style/display_names.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <initializer_list>

namespace rooflight {

namespace {

using Values = std::vector<std::pair<QString, QString>>;

/// The identifier of each value and what people read.
template<typename Value> Values valuesOf(std::initializer_list<Value> values)
{
    Values texts;
    for (const Value value : values) {
        const std::string_view identifier = name(value);
        texts.emplace_back(QString::fromLatin1(identifier.data(), qsizetype(identifier.size())), displayName(value));
    }
    return texts;
}

} // namespace

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
    addChoice(
        form, tr("&Executor:"), QStringLiteral("executor"),
        valuesOf({ Executor::AsLoaded, Executor::Unoptimized, Executor::Frozen, Executor::OptimizedForInference }));
    addChoice(form, tr("&Precision:"), QStringLiteral("precision"),
              valuesOf({ ModelPrecision::AsLoaded, ModelPrecision::Float32, ModelPrecision::Float16,
                         ModelPrecision::BFloat16 }));
    addChoice(form, tr("Memory &format:"), QStringLiteral("memory_format"),
              valuesOf({ MemoryFormat::AsLoaded, MemoryFormat::ChannelsLast }));
    addChoice(form, tr("&TF32 on CUDA:"), QStringLiteral("tf32"),
              valuesOf({ Tf32::Default, Tf32::Allowed, Tf32::Forbidden }));
    addChoice(form, tr("C&aches:"), QStringLiteral("caches"), valuesOf({ Caches::Warm, Caches::Cold }));
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

void InterleaveDialog::addChoice(QFormLayout *form, const QString &label, const QString &key, const Values &values)
{
    auto *box = new QComboBox(this);
    box->addItem(tr("like the first"), QString());
    for (const auto &[identifier, text] : values)
        box->addItem(text, identifier);
    connect(box, &QComboBox::currentIndexChanged, this, &InterleaveDialog::updateState);
    form->addRow(label, box);
    m_choices.push_back({ key, box });
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
