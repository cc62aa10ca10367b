// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"
#include "ui/worker/worker_client.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace rooflight {

/// Where models are measured: here, on a host that OpenSSH knows, on a partition of Slurm, or by any command. Test
/// starts the worker there and says what machine answered, or why none did.
class WorkerDialog : public QDialog
{
    Q_OBJECT

public:
    /// \p configFile: of OpenSSH.
    WorkerDialog(const QString &command, const QString &configFile, QWidget *parent = nullptr);
    ~WorkerDialog() override;

    /// Empty: the worker that came with the program.
    [[nodiscard]] QString command() const;

private:
    void addPlaces(const QString &configFile);
    void addPartitions();
    void addForm();
    void addButtons();
    void choosePlace(int index);
    void followCommand();
    void test();
    void showHello(const Hello &hello);
    void showLost(const Error &error);
    void showResult(const QString &text, bool good);

    QComboBox *m_place;
    QLineEdit *m_command;
    QPushButton *m_test;
    QLabel *m_result;
    std::unique_ptr<WorkerClient> m_client; ///< of the test under way
    QTimer m_timeout;
};

} // namespace rooflight
