// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

#include <QSet>
#include <QWidget>

#include <string>

class QLabel;
class QListWidget;
class QPushButton;

namespace rooflight {

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
    /// Roofs of a device, "cpu" or "cuda:0", were measured and are kept.
    void setRoofsKnown(const KeptRoofs &roofs);
    /// They are not kept.
    void setRoofsDisturbed(const std::string &device);
    /// What a button leads back to; none while it is empty.
    void setOpenSession(const QString &name);
    /// A file is being dragged over the window.
    void setDropTarget(bool target);

Q_SIGNALS:
    void openRequested();
    void sampleRequested();
    /// The sample's model is to be measured on this machine.
    void sampleMeasurementRequested();
    void backRequested();
    void fileChosen(const QString &path);
    /// The list is to be empty.
    void clearRequested();

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
    void showBack();
    [[nodiscard]] QString roofsText(const Device &device) const;
    void retranslate();
    void followFont();
    void fitIcon();

    Settings *m_settings;
    DropArea *m_drop;
    QWidget *m_content;
    QPushButton *m_back;
    QString m_openSession;
    QLabel *m_recentTitle = nullptr;
    QLabel *m_recentEmpty = nullptr;
    QListWidget *m_recent = nullptr;
    QPushButton *m_clear = nullptr;
    QLabel *m_deviceTitle = nullptr;
    QLabel *m_devices = nullptr;
    Hello m_hello;
    QSet<QString> m_disturbed; ///< devices whose roofs are measured again
    enum class Worker { Starting, Ready, Missing };
    Worker m_worker = Worker::Starting;
};

/// What the window shows of a file from the moment it is opened until it is known what is in it: its name, above the
/// empty frame that the points will come into.
class OpeningPage : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    void setFile(const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString m_name;
};

} // namespace rooflight
