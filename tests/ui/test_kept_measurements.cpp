// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/session_tabs.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/window_actions.h"
#include "ui/worker/unsaved_session.h"

#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopeGuard>

#include <algorithm>

using namespace rooflight;
using fixture::contentOf;
using fixture::fakeWorker;
using fixture::patienceMs;

/// Measurements that left the window without being saved.
class TestKeptMeasurements : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("answer")));
        m_settings.clearRecentFiles();
        UnsavedSession::forgetMeasured();
    }

    /// Without a question and without saving: it is listed behind the recent files, until that list is cleared.
    void whatAnotherMeasurementReplacedIsKept()
    {
        const QDir measured(UnsavedSession::measuredFolder());
        MainWindow window(&m_settings);
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_folder.modelFile());
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(measured.entryList(QDir::Files).isEmpty());
        const double medianNs = window.controller()->session().latency->samples.summary.medianNs;
        window.actions()->measure->trigger();
        QVERIFY(finished.wait(patienceMs));
        const QStringList files = measured.entryList(QDir::Files);
        QCOMPARE(files.size(), 1);
        QVERIFY2(files.front().startsWith("resnet18 ") && files.front().endsWith(".ridge"), qPrintable(files.front()));
        const QString path = measured.filePath(files.front());
        QVERIFY(UnsavedSession::isMeasured(path));
        const Result<Session> kept = readSession(path.toStdString());
        QVERIFY(kept.ok());
        QCOMPARE(kept.value().latency->samples.summary.medianNs, medianNs);
        QCOMPARE(m_settings.recentFiles(), QStringList(m_folder.modelFile()));
        QVERIFY(m_settings.recentResult(path));
        auto *recent = window.startPage()->findChild<QListWidget *>();
        QStringList shown;
        for (int row = 0; row < recent->count(); ++row)
            shown << recent->item(row)->text();
        QCOMPARE(shown.size(), 2); // behind the model
        QVERIFY2(shown.back().contains("Measured, and not saved"), qPrintable(shown.join(u'\n')));
        QPushButton *clear = clearButton(window);
        QVERIFY(clear);
        fixture::answerWith(QMessageBox::Yes);
        clear->click();
        QVERIFY(measured.entryList(QDir::Files).isEmpty());
        QCOMPARE(recent->count(), 0);
    }

    void clearingAsksAndLeavesWhatIsShown()
    {
        const QString shown = keepSession(QStringLiteral("shown"));
        const QString beside = keepSession(QStringLiteral("beside"));
        const QString unused = keepSession(QStringLiteral("unused"));
        MainWindow window(&m_settings);
        fixture::openAndWait(window, shown);
        window.chartSessions()->add({ beside });
        QTRY_VERIFY_WITH_TIMEOUT(window.chartSessions()->shelf().find(beside), patienceMs);
        m_settings.addRecentFile(m_folder.modelFile());
        QPushButton *clear = clearButton(window);
        QVERIFY(clear);
        fixture::answerWith(QMessageBox::Cancel);
        clear->click();
        QCOMPARE(UnsavedSession::keptFiles().size(), 3);
        QVERIFY(!m_settings.recentFiles().isEmpty());
        fixture::answerWith(QMessageBox::Yes);
        clear->click();
        QVERIFY(QFile::exists(shown) && QFile::exists(beside) && !QFile::exists(unused));
        QVERIFY(m_settings.recentFiles().isEmpty());
        m_settings.addRecentFile(m_folder.modelFile());
        clear->click(); // nothing would be lost: there is no question
        QVERIFY(m_settings.recentFiles().isEmpty());
    }

    /// A kept file is deleted when newer ones need its room: nothing is saved into it.
    void whatIsAddedToAKeptFileIsSavedElsewhere()
    {
        const QString kept = keepSession(QStringLiteral("kept"));
        MainWindow window(&m_settings);
        window.show();
        fixture::openAndWait(window, kept);
        Request request;
        request.kind = RequestKind::Sweep;
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.controller()->measureMore(request);
        QVERIFY(finished.wait(patienceMs));
        const QString saved = m_folder.file(QStringLiteral("elsewhere.ridge"));
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QTimer chooser; // of the place, once it is asked for
        connect(&chooser, &QTimer::timeout, &window, [&] {
            if (auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget())) {
                dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(saved);
                static_cast<QDialog *>(dialog)->accept();
            }
        });
        chooser.start(10);
        fixture::answerWith(QMessageBox::Save);
        QVERIFY(window.close());
        QVERIFY(!QFile::exists(kept)); // what was in it is saved, too
        const Result<Session> session = readSession(saved.toStdString());
        QVERIFY(session.ok() && session.value().sweep);
    }

    /// As if the file that it was saved in had been opened.
    void whatIsSavedIsNotUnsavedAnyMore()
    {
        const QString kept = keepSession(QStringLiteral("kept"));
        const QString saved = m_folder.file(QStringLiteral("my_own.ridge"));
        MainWindow window(&m_settings);
        window.show();
        fixture::openAndWait(window, kept);
        const QString model = window.controller()->modelPath();
        QVERIFY(m_settings.recentFiles().isEmpty());
        window.exportTo(saved, ExportFormat::Session);
        QVERIFY(UnsavedSession::keptFiles().isEmpty());
        QCOMPARE(m_settings.recentFiles(), QStringList(saved));
        QVERIFY(m_settings.recentResult(saved));
        const auto *recent = window.startPage()->findChild<QListWidget *>();
        QCOMPARE(recent->count(), 1);
        QVERIFY2(recent->item(0)->text().startsWith("my_own.ridge"), qPrintable(recent->item(0)->text()));
        QVERIFY2(window.windowTitle().startsWith("my_own.ridge"), qPrintable(window.windowTitle()));
        QCOMPARE(window.controller()->path(), saved);
        QCOMPARE(window.controller()->requestedPath(), saved);
        QCOMPARE(window.controller()->modelPath(), model); // which did not move
    }

    /// What another window shows, or has beside what it shows, stays.
    void whatAnotherWindowShowsStaysKept()
    {
        const QString kept = keepSession(QStringLiteral("kept"));
        MainWindow other(&m_settings);
        fixture::openAndWait(other, kept);
        MainWindow window(&m_settings);
        fixture::openAndWait(window, kept);
        window.exportTo(m_folder.file(QStringLiteral("my_own.ridge")), ExportFormat::Session);
        QVERIFY(QFile::exists(kept));
    }

    /// To the file that holds it when it is left.
    void tabsLeadToWhatWasKeptOrSaved()
    {
        MainWindow window(&m_settings);
        window.show();
        const std::vector<OtherSession> &others = window.chartSessions()->shelf().sessions();
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_folder.modelFile());
        QVERIFY(finished.wait(patienceMs));
        fixture::answerWith(QMessageBox::Discard);
        window.chartSessions()->add({ m_folder.modelFile(QStringLiteral("second.pt")) });
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(others.size(), std::size_t(1));
        const QString kept = others.front().path;
        QVERIFY2(UnsavedSession::isMeasured(kept) && QFile::exists(kept), qPrintable(kept));

        const QString saved = m_folder.file(QStringLiteral("second.ridge"));
        window.exportTo(saved, ExportFormat::Session);
        Q_EMIT window.workbench()->tabs()->showRequested(0);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller()->path(), kept, patienceMs);
        QCOMPARE(others.size(), std::size_t(1));
        QCOMPARE(others.front().path, saved);

        window.actions()->pin->trigger();
        Request request;
        request.kind = RequestKind::Sweep;
        finished.clear();
        window.controller()->measureMore(request);
        QVERIFY(finished.wait(patienceMs));
        Q_EMIT window.workbench()->tabs()->showRequested(0);
        fixture::answerWith(QMessageBox::Discard);
        QTRY_COMPARE_WITH_TIMEOUT(window.controller()->path(), saved, patienceMs);
        QCOMPARE(others.size(), std::size_t(1));
        QVERIFY(others.front().isBaseline);
        QVERIFY2(UnsavedSession::isMeasured(others.front().path) && others.front().path != kept,
                 qPrintable(others.front().path));
        const Result<Session> session = readSession(others.front().path.toStdString());
        QVERIFY(session.ok() && session.value().sweep);
    }

    void fewMeasurementsAreKept()
    {
        constexpr int most = 20;
        QString newest;
        for (int i = 0; i < most + 2; ++i) {
            const std::unique_ptr<UnsavedSession> session = UnsavedSession::create(QStringLiteral("model"));
            QVERIFY(session);
            session->append("{}\n", {});
            newest = session->keepMeasured();
            QVERIFY(!newest.isEmpty());
        }
        QCOMPARE(QDir(UnsavedSession::measuredFolder()).entryList(QDir::Files).size(), most);
        QVERIFY(QFile::exists(newest));
    }

    /// A file name has at most 255 bytes, of which a character may take four.
    void longNamesAreKept()
    {
        const QString chinese(80, QChar(0x6a21)); // 240 bytes
        QString faces = QStringLiteral("a");
        for (int i = 0; i < 60; ++i)
            faces += QString::fromUcs4(U"\U0001F600", 1);
        for (const QString &name : { chinese, faces }) {
            const std::unique_ptr<UnsavedSession> session = UnsavedSession::create(name);
            QVERIFY(session);
            session->append("{}\n", {});
            const QString path = session->keepMeasured();
            QVERIFY2(!path.isEmpty(), qPrintable(name));
            QCOMPARE(contentOf(path), QByteArray("{}\n"));
            const QString kept = QFileInfo(path).fileName();
            const QString start = kept.section(u' ', 0, 0);
            QVERIFY2(name.startsWith(start) && start.size() > 60, qPrintable(kept));
            QVERIFY(!start.back().isHighSurrogate());
        }
    }

    void whatCannotBeKeptIsSaid()
    {
        const QByteArray writable = qgetenv("XDG_CACHE_HOME");
        const auto restore = qScopeGuard([&] { qputenv("XDG_CACHE_HOME", writable); });
        MainWindow window(&m_settings);
        fixture::openAndWait(window, m_folder.modelFile());
        QVERIFY(!window.messages()->holds(QStringLiteral("measured_not_kept")));
        qputenv("XDG_CACHE_HOME", QFile::encodeName(m_folder.modelFile())); // a file: no folder can be made in it
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.actions()->measure->trigger();
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(window.messages()->holds(QStringLiteral("measured_not_kept")));
    }

private:
    /// As a window keeps it that was left for another file.
    QString keepSession(const QString &name)
    {
        const std::unique_ptr<UnsavedSession> session = UnsavedSession::create(name);
        session->copyFrom(m_folder.savedSession());
        return session->keepMeasured();
    }

    static QPushButton *clearButton(const MainWindow &window)
    {
        const auto buttons = window.startPage()->findChildren<QPushButton *>();
        const auto clear = std::ranges::find(buttons, QStringLiteral("Clear"), &QPushButton::text);
        return clear == buttons.end() ? nullptr : *clear;
    }

    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

ROOFLIGHT_TEST(TestKeptMeasurements)
#include "test_kept_measurements.moc"
