// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

#include <vector>

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace rooflight {

/// What to time interleaved with the model that is open: another file, another way to run it, or both.
class InterleaveDialog : public QDialog
{
    Q_OBJECT

public:
    InterleaveDialog(const QString &model, const QString &folder, QWidget *parent = nullptr);

    /// As the command line writes it after --interleave; choices that this version does not know are left out.
    void setVariant(const QString &variant);
    [[nodiscard]] QString variant() const;

private:
    /// A choice of how the model is run, under the key that the command line has for it.
    struct Choice {
        QString key;
        QComboBox *box = nullptr;
    };

    [[nodiscard]] QComboBox *addChoice(QFormLayout *form, const QString &label, const QString &key);
    void chooseFile();
    void updateState();

    QString m_folder;
    QLineEdit *m_file;
    std::vector<Choice> m_choices;
    QDialogButtonBox *m_buttons;
};

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
