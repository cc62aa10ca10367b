// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/folder_dialog.h"

#include "ui/style/quantities.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int deepest = 3;
constexpr qsizetype maxFiles = 1000;
constexpr QSize dialogSize(680, 420);

void collect(const QDir &folder, int depth, QList<QFileInfo> &files)
{
    files.append(folder.entryInfoList(modelPatterns(), QDir::Files, QDir::Name));
    if (depth == deepest)
        return;
    for (const QFileInfo &inner :
         folder.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name)) {
        if (files.size() < maxFiles)
            collect(QDir(inner.filePath()), depth + 1, files);
    }
}

} // namespace

QStringList modelPatterns()
{
    return { QStringLiteral("*.pt"), QStringLiteral("*.pt2"),         QStringLiteral("*.pth"),
             QStringLiteral("*.ts"), QStringLiteral("*.torchscript"), QStringLiteral("*.ridge") };
}

QList<QFileInfo> modelsIn(const QString &folder)
{
    QList<QFileInfo> files;
    collect(QDir(folder), 1, files);
    if (files.size() > maxFiles)
        files.resize(maxFiles);
    return files;
}

FolderDialog::FolderDialog(const QString &folder, const QList<QFileInfo> &files, QWidget *parent)
    : QDialog(parent)
    , m_files(new QTreeWidget(this))
{
    setWindowTitle(tr("Models and Sessions in “%1”").arg(QFileInfo(folder).fileName()));
    setLayout(new QVBoxLayout);
    addFiles(folder, files);
    addButtons();
    resize(dialogSize);
}

void FolderDialog::addFiles(const QString &folder, const QList<QFileInfo> &files)
{
    m_files->setRootIsDecorated(false);
    m_files->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_files->setHeaderLabels({ tr("Name"), tr("Kind"), tr("Size"), tr("Changed") });
    m_files->headerItem()->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    m_files->setAccessibleName(tr("Models and sessions"));
    for (const QFileInfo &file : files) {
        const bool isSession = file.suffix() == QLatin1String("ridge");
        auto *row = new QTreeWidgetItem(m_files,
                                        { QDir(folder).relativeFilePath(file.filePath()),
                                          isSession ? tr("Session") : tr("Model"), bytesText(file.size()),
                                          file.lastModified().toString(QStringLiteral("yyyy-MM-dd HH:mm")) });
        row->setData(0, Qt::UserRole, file.filePath());
        row->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_files->header()->setStretchLastSection(false);
    m_files->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_files->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_files->setCurrentItem(m_files->topLevelItem(0));
    layout()->addWidget(m_files);
    connect(m_files, &QTreeWidget::itemDoubleClicked, this, &FolderDialog::openSelected);
}

void FolderDialog::addButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    m_open->setText(tr("&Open"));
    m_open->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    for (QAbstractButton *button : buttons->buttons())
        button->setIcon({}); // the style's own cannot be seen on dark ground
    const auto enable = [this] { m_open->setEnabled(!m_files->selectedItems().isEmpty()); };
    connect(m_files, &QTreeWidget::itemSelectionChanged, this, enable);
    enable();
    connect(buttons, &QDialogButtonBox::accepted, this, &FolderDialog::openSelected);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout()->addWidget(buttons);
}

void FolderDialog::openSelected()
{
    QStringList paths;
    for (const QTreeWidgetItem *row : m_files->selectedItems())
        paths.append(row->data(0, Qt::UserRole).toString());
    accept();
    Q_EMIT filesChosen(paths);
}

} // namespace rooflight
