// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// window_faults ROOFLIGHT-CLI MODEL.pt [MOMENTS]
// Kills the worker of a window, or the process that runs the model, at random moments while the window measures. The
// window must stay with what had arrived, say in one sentence what happened, and measure again after Restart. Prints
// each problem with its moment; exit status 1 when there is one.

#include "tests/faults/window/measuring_window.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextStream>

#include <csignal>
#include <random>

using namespace rooflight;

namespace {

class WindowFaults
{
public:
    WindowFaults(const QString &cli, QString model)
        : m_model(std::move(model))
    {
        faults::measureQuickly(m_settings, cli, { m_model });
    }

    /// Roofs are measured and kept; false when nothing can be measured.
    bool measureOnce()
    {
        m_window = std::make_unique<MainWindow>(&m_settings);
        m_window->show();
        QSignalSpy finished(m_window->controller(), &SessionController::finished);
        m_window->open(m_model);
        if (!finished.wait(faults::patienceMs))
            return false;
        QElapsedTimer clock;
        clock.start();
        m_window->open(m_model);
        const bool again = finished.wait(faults::patienceMs);
        m_runMs = int(clock.elapsed());
        return again;
    }

    [[nodiscard]] QString newestMessage() const { return m_window->messages()->shownText(); }
    [[nodiscard]] int runMs() const { return m_runMs; }

    /// What went wrong; empty when nothing did.
    QStringList killAtARandomMoment()
    {
        WorkerClient &worker = *m_window->worker();
        QSignalSpy finished(m_window->controller(), &SessionController::finished);
        QSignalSpy failed(m_window->controller(), &SessionController::failed);
        QSignalSpy lost(&worker, &WorkerClient::workerLost);
        m_window->open(m_model);
        QTest::qWait(int(m_random() % unsigned(m_runMs)));
        const ResultKinds before = heldKinds(m_window->controller()->session());
        const QList<pid_t> jobs = faults::descendantsOf(pid_t(worker.processId()));
        const bool killsWorker = jobs.isEmpty() || m_random() % 2 == 0;
        ::kill(killsWorker ? pid_t(worker.processId()) : jobs.last(), SIGKILL);
        if (!QTest::qWaitFor([&] { return !worker.isWorking(); }, faults::patienceMs))
            return { QStringLiteral("the request did not end") };
        QTest::qWait(0);
        QStringList problems;
        const ResultKinds after = heldKinds(m_window->controller()->session());
        if ((before | after) != after)
            problems << QStringLiteral("results that were shown are gone");
        if (!m_window->isVisible())
            problems << QStringLiteral("the window is gone");
        if (finished.isEmpty())
            problems << problemsOfMessage(killsWorker);
        ++(finished.isEmpty() ? m_interrupted : m_finished);
        return problems << problemsOfRestart();
    }

    [[nodiscard]] QString summary() const
    {
        return QStringLiteral("%1 runs were interrupted, %2 had ended").arg(m_interrupted).arg(m_finished);
    }

private:
    [[nodiscard]] QPushButton *messageAction() const
    {
        return m_window->messages()->findChild<QPushButton *>(QStringLiteral("messageAction"));
    }

    /// The details of the newest message.
    [[nodiscard]] QString details() const
    {
        const auto *text = m_window->messages()->findChild<QPlainTextEdit *>();
        return text ? text->toPlainText().simplified() : QString();
    }

    QStringList problemsOfMessage(bool killedWorker)
    {
        const QString text = m_window->messages()->shownText();
        if (text.isEmpty() || text.contains(u'\n'))
            return { QStringLiteral("no sentence, but \"%1\"").arg(text) };
        const QPushButton *action = messageAction();
        if (!action)
            return { QStringLiteral("\"%1\" offers nothing: %2").arg(text, details()) };
        if (killedWorker && action->text() != QLatin1String("Restart"))
            return { QStringLiteral("\"%1\" offers %2").arg(text, action->text()) };
        return {};
    }

    QStringList problemsOfRestart()
    {
        // A worker that was killed between two requests is missed by the next one, which offers Restart as well.
        for (int attempt = 0; attempt < 2; ++attempt) {
            if (QPushButton *action = messageAction(); action && action->text() == QLatin1String("Restart"))
                action->click();
            if (!QTest::qWaitFor([this] { return !m_window->worker()->isWorking(); }, faults::patienceMs))
                break;
            QSignalSpy finished(m_window->controller(), &SessionController::finished);
            m_window->open(m_model);
            if (!QTest::qWaitFor([this] { return !m_window->worker()->isWorking(); }, faults::patienceMs))
                break;
            if (!finished.isEmpty())
                return {};
        }
        return { QStringLiteral("it does not measure any more: ") + newestMessage() };
    }

    Settings m_settings;
    QString m_model;
    std::unique_ptr<MainWindow> m_window;
    std::mt19937 m_random { 1 };
    int m_runMs = 0;
    int m_interrupted = 0;
    int m_finished = 0;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    QTextStream out(stdout);
    if (arguments.size() < 3) {
        out << "window_faults ROOFLIGHT-CLI MODEL.pt [MOMENTS]\n";
        return 2;
    }
    const faults::OwnFolders folders;
    faults::discardUnsaved(&application);
    WindowFaults window(arguments.at(1), QFileInfo(arguments.at(2)).absoluteFilePath());
    if (!window.measureOnce()) {
        out << "the model cannot be measured: " << window.newestMessage() << '\n';
        return 2;
    }
    out << "one run takes " << window.runMs() << " ms" << Qt::endl;
    const int moments = arguments.size() > 3 ? arguments.at(3).toInt() : 100;
    int bad = 0;
    for (int moment = 0; moment < moments; ++moment) {
        const QStringList problems = window.killAtARandomMoment();
        for (const QString &problem : problems)
            out << "  " << moment << ": " << problem << Qt::endl;
        bad += int(!problems.isEmpty());
    }
    out << window.summary() << '\n' << moments << " moments, " << bad << " with a problem" << Qt::endl;
    return bad == 0 ? 0 : 1;
}
