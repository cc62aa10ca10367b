// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>
#include <QFileInfo>
#include <QStringList>

class QPushButton;
class QTreeWidget;

namespace rooflight {

/// Patterns of the names of models and sessions.
[[nodiscard]] QStringList modelPatterns();

/// Models and sessions in a folder and in the folders in it, three levels deep, by name; of more than a thousand the
/// first.
[[nodiscard]] QList<QFileInfo> modelsIn(const QString &folder);

/// Lists what a folder holds that can be opened.
class FolderDialog : public QDialog
{
    Q_OBJECT

public:
    FolderDialog(const QString &folder, const QList<QFileInfo> &files, QWidget *parent = nullptr);

Q_SIGNALS:
    void filesChosen(const QStringList &paths);

private:
    void addFiles(const QString &folder, const QList<QFileInfo> &files);
    void addButtons();
    void openSelected();

    QTreeWidget *m_files;
    QPushButton *m_open = nullptr;
};

} // namespace rooflight
