// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/session.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace ridgepoint {

class Settings;

/// What the window shows before there is a session: how to open a file, the recent ones, and the machine.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(Settings *settings, QWidget *parent = nullptr);

    /// What the worker said about itself and its machine.
    void setHello(const Hello &hello);
    void setWorkerMissing();
    /// A file is being dragged over the window.
    void setDropTarget(bool target);

Q_SIGNALS:
    void openRequested();
    void sampleRequested();
    void fileChosen(const QString &path);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    class DropArea;

    QWidget *makeRecentPart();
    QWidget *makeDevicePart();
    void showRecentFiles();
    void showDevices();
    [[nodiscard]] QString roofsText(const Device &device) const;
    void retranslate();

    Settings *m_settings;
    DropArea *m_drop;
    QLabel *m_recentTitle = nullptr;
    QLabel *m_recentEmpty = nullptr;
    QListWidget *m_recent = nullptr;
    QPushButton *m_clear = nullptr;
    QLabel *m_deviceTitle = nullptr;
    QLabel *m_devices = nullptr;
    Hello m_hello;
    enum class Worker { Starting, Ready, Missing };
    Worker m_worker = Worker::Starting;
};

} // namespace ridgepoint
