// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>
#include <QStringList>

class QComboBox;
class QDialogButtonBox;
class QListWidget;
class QPushButton;

namespace rooflight {

/// The models that run after the one that is open, in order, and the work of the host between them.
class PipelineDialog : public QDialog
{
    Q_OBJECT

public:
    PipelineDialog(const QString &firstModel, const QString &folder, QWidget *parent = nullptr);

    /// Models behind the first one.
    void setModels(const QStringList &paths);
    [[nodiscard]] QStringList models() const;
    /// As the command line writes it: busy:MS, sleep:MS, copy, a file, or empty for none.
    void setHostWork(const QString &work);
    [[nodiscard]] QString hostWork() const;

private:
    void addModels();
    void removeModel();
    void moveModel(int rows);
    void updateState();

    QString m_folder;
    QListWidget *m_models;
    QComboBox *m_hostWork;
    QPushButton *m_remove;
    QPushButton *m_up;
    QPushButton *m_down;
    QDialogButtonBox *m_buttons;
};

} // namespace rooflight
