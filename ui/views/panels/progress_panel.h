// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/record/record.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace rooflight {

/// How far the request under way has come, and the button that stops it.
class ProgressPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ProgressPanel(QWidget *parent = nullptr);

    /// Shows the panel and starts its clock.
    void start(const QString &fileName);
    void setProgress(const Progress &progress);
    /// The request has been asked to stop.
    void setCancelling();
    void stop();

Q_SIGNALS:
    void cancelled();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void retranslate();
    void showStage();
    void showElapsed();
    /// What is left of the stage, judged by what is done of it; empty while that says little.
    [[nodiscard]] QString remainingText() const;
    /// The total of such a stage is an upper bound: the stage ends when the times are known well enough.
    [[nodiscard]] bool mayEndEarly() const;

    QString m_fileName;
    Progress m_progress;
    bool m_cancelling = false;
    QElapsedTimer m_clock;
    QElapsedTimer m_stageClock;
    std::int64_t m_doneAtStart = 0; ///< of the stage, when it was first heard of
    QTimer m_tick;
    QLabel *m_stage;
    QProgressBar *m_bar;
    QLabel *m_elapsed;
    QPushButton *m_cancel;
};

} // namespace rooflight
