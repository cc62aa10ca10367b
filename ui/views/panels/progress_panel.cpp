// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/progress_panel.h"

#include "ui/style/display_names.h"
#include "ui/views/widgets/text_labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <chrono>

namespace rooflight {

namespace {

/// QProgressBar counts in int; the worker in 64 bits.
constexpr int barSteps = 1000;
constexpr int barWidth = 220;
/// Fewer letters leave the bar out, still fewer the time as well.
constexpr int lettersWithBar = 60;
constexpr int lettersWithTime = 34;

QString clockText(qint64 seconds)
{
    return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

} // namespace

ProgressPanel::ProgressPanel(QWidget *parent)
    : QWidget(parent)
    , m_stage(new ElidedLabel(this))
    , m_bar(new QProgressBar(this))
    , m_elapsed(new QLabel(this))
    , m_cancel(new QPushButton(this))
{
    m_bar->setFixedWidth(barWidth);
    m_bar->setTextVisible(false);
    m_stage->setTextFormat(Qt::PlainText);
    m_cancel->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->addWidget(m_stage, 1);
    layout->addWidget(m_bar);
    layout->addWidget(m_elapsed);
    layout->addWidget(m_cancel);
    m_tick.setInterval(std::chrono::milliseconds(500));
    connect(&m_tick, &QTimer::timeout, this, &ProgressPanel::showElapsed);
    connect(m_cancel, &QPushButton::clicked, this, &ProgressPanel::cancelled);
    retranslate();
    hide();
}

void ProgressPanel::start(const QString &fileName)
{
    m_fileName = fileName;
    m_progress = {};
    m_stageClock.invalidate();
    m_cancelling = false;
    m_cancel->setEnabled(true);
    m_clock.start();
    m_tick.start();
    showStage();
    showElapsed();
    show();
}

void ProgressPanel::setProgress(const Progress &progress)
{
    if (progress.stage != m_progress.stage || !m_stageClock.isValid()) {
        m_stageClock.start();
        m_doneAtStart = progress.done;
    }
    m_progress = progress;
    showStage();
}

bool ProgressPanel::mayEndEarly() const
{
    return m_progress.stage == "latency" || m_progress.stage == "layers";
}

QString ProgressPanel::remainingText() const
{
    constexpr qint64 leastMs = 2000;
    const std::int64_t done = m_progress.done - m_doneAtStart;
    if (mayEndEarly() || m_progress.total <= 0 || done <= 0 || !m_stageClock.isValid()
        || m_stageClock.elapsed() < leastMs)
        return {};
    const double left = double(m_stageClock.elapsed()) / double(done) * double(m_progress.total - m_progress.done);
    const QString clock = clockText(qint64(left) / 1000);
    return tr("about %1 left").arg(clock);
}

void ProgressPanel::setCancelling()
{
    m_cancelling = true;
    m_cancel->setEnabled(false);
    showStage();
}

void ProgressPanel::stop()
{
    m_tick.stop();
    hide();
}

void ProgressPanel::showStage()
{
    if (m_cancelling)
        m_stage->setText(tr("Cancelling…"));
    else if (m_progress.stage.empty())
        m_stage->setText(tr("Opening %1…").arg(m_fileName));
    else if (m_progress.total > 0 && !mayEndEarly())
        m_stage->setText(tr("%1 – %2: %3 of %4")
                             .arg(m_fileName, capitalizedText(stagePhrase(m_progress.stage)))
                             .arg(m_progress.done)
                             .arg(m_progress.total));
    else
        m_stage->setText(tr("%1 – %2").arg(m_fileName, capitalizedText(stagePhrase(m_progress.stage))));

    const bool known = m_progress.total > 0 && !m_cancelling;
    m_bar->setRange(0, known ? barSteps : 0);
    if (known) {
        const double fraction = double(m_progress.done) / double(m_progress.total);
        m_bar->setValue(int(std::clamp(fraction, 0.0, 1.0) * barSteps));
    }
}

void ProgressPanel::showElapsed()
{
    const QString elapsed = clockText(m_clock.elapsed() / 1000);
    const QString remaining = remainingText();
    m_elapsed->setText(remaining.isEmpty() ? elapsed : tr("%1, %2").arg(elapsed, remaining));
}

void ProgressPanel::retranslate()
{
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop measuring and keep the results so far (Ctrl+.)"));
    m_bar->setAccessibleName(tr("Progress"));
    m_elapsed->setToolTip(tr("Time since the start"));
    showStage();
}

void ProgressPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int letters = width() / fontMetrics().averageCharWidth();
    m_bar->setVisible(letters >= lettersWithBar);
    m_elapsed->setVisible(letters >= lettersWithTime);
}

void ProgressPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace rooflight
