// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/save_dialog.h"

#include <QFileDialog>

namespace rooflight {

namespace {

QString suffixOf(const QString &filter)
{
    return filter.section(QStringLiteral("*."), 1).chopped(1);
}

} // namespace

QString chooseSavePath(QWidget *parent, const QString &title, const QStringList &filters, const QString &folder,
                       const QString &proposedName)
{
    QFileDialog dialog(parent, title, folder);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(suffixOf(filters.constFirst()));
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
                     [&dialog](const QString &filter) { dialog.setDefaultSuffix(suffixOf(filter)); });
    if (!proposedName.isEmpty())
        dialog.selectFile(proposedName);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().constFirst() : QString();
}

} // namespace rooflight
