// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/window_actions.h"
#include "ui/worker/unsaved_session.h"

#include <QDir>
#include <QPushButton>
#include <QScopeGuard>

#include <algorithm>

using namespace rooflight;
using fixture::contentOf;
using fixture::fakeWorker;
using fixture::patienceMs;

namespace {

bool write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

/// The only session below the folder that a living window of this process keeps.
QString fileOfLivingWindow(const QString &name)
{
    const QDir all(UnsavedSession::unsavedFolder());
    for (const QString &folder : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString path = all.filePath(folder) + u'/' + name;
        if (QFile::exists(path))
            return path;
    }
    return {};
}

/// As a window that was killed leaves it: the file, and no process that holds the lock.
QString leaveBehind(const QString &folder, const QByteArray &content)
{
    const QDir all(UnsavedSession::unsavedFolder());
    const QString path = all.filePath(folder) + QStringLiteral("/left.ridge");
    return all.mkpath(folder) && write(path, content) ? path : QString();
}

} // namespace

class TestUnsavedSession : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void newestOfEachKindStays()
    {
        const QString path = m_folder.file(QStringLiteral("records"));
        RecordFile file(path);
        const QByteArray large(1024 * 1024, 'x');
        QVERIFY(file.append("first\n", {}));
        for (int i = 0; i < 40; ++i) {
            QVERIFY(file.append(QByteArray::number(i) + large + '\n', kindsOf<Analysis>));
            const QByteArray content = contentOf(path);
            QVERIFY(content.startsWith("first\n"));
            QVERIFY(content.endsWith('\n' + QByteArray::number(i) + large + '\n'));
            // Twice what is kept (1 MiB), and 4 MiB.
            QVERIFY(content.size() < 7 * large.size());
        }
        QVERIFY(file.append("other\n", kindsOf<ModelLatency>));
        QVERIFY(contentOf(path).endsWith("39" + large + "\nother\n"));
    }

    void whatIsCutOffIsLeftOut()
    {
        const QString path = m_folder.file(QStringLiteral("cut"));
        QVERIFY(write(path, "one\ntwo\nthr"));
        RecordFile file(path);
        QVERIFY(file.append("four\n", {}));
        QCOMPARE(contentOf(path), QByteArray("one\ntwo\nfour\n"));
    }

    void failureIsSaid()
    {
        RecordFile file(m_folder.file(QStringLiteral("no folder/records")));
        QVERIFY(!file.append("line\n", {}));
        QVERIFY(!file.errorString().isEmpty());
    }

    void lockShowsWhoLives()
    {
        const QString path = leaveBehind(QStringLiteral("lock"), "{}\n");
        QCOMPARE(UnsavedSession::leftBehind(), QStringList(path));
        QVERIFY(UnsavedSession::isUnsaved(path));
        QVERIFY(!UnsavedSession::isUnsaved(m_folder.file(QStringLiteral("left.ridge"))));
        {
            const std::unique_ptr<UnsavedSession> mine = UnsavedSession::adopt(path);
            QVERIFY(mine);
            QVERIFY(UnsavedSession::leftBehind().isEmpty());
            QVERIFY(!UnsavedSession::adopt(path)); // as another window would
        }
        QVERIFY(!QFile::exists(path));
    }

    void killedWindowLosesNothing()
    {
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("answer")));
        QByteArray kept;
        Session measured;
        {
            MainWindow window(&m_settings);
            QSignalSpy finished(window.controller(), &SessionController::finished);
            window.open(m_folder.modelFile());
            QVERIFY(finished.wait(patienceMs));
            measured = window.controller()->session();
            QString path;
            QTRY_VERIFY(!(path = fileOfLivingWindow(QStringLiteral("resnet18.ridge"))).isEmpty());
            QVERIFY(UnsavedSession::leftBehind().isEmpty());
            QTRY_VERIFY(contentOf(path).contains("\"type\":\"done\""));
            kept = contentOf(path);
        }
        QCOMPARE(fileOfLivingWindow(QStringLiteral("resnet18.ridge")), QString()); // a window that is closed keeps none

        const QString left = leaveBehind(QStringLiteral("killed"), kept);
        MainWindow window(&m_settings);
        window.offerUnsaved(UnsavedSession::leftBehind());
        QCOMPARE(window.messages()->count(), 1);
        QVERIFY(window.messages()->shownText().contains(QLatin1String("left")));
        QSignalSpy finished(window.controller(), &SessionController::finished);
        auto *open = window.messages()->findChild<QPushButton *>(QStringLiteral("messageAction"));
        QVERIFY(open);
        open->click();
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(toStream(window.controller()->session()), toStream(measured));
        QVERIFY(m_settings.recentFiles().filter(QStringLiteral("left.ridge")).isEmpty());

        const QString saved = m_folder.file(QStringLiteral("saved.ridge"));
        window.exportTo(saved, ExportFormat::Session);
        QVERIFY(QFile::exists(saved));
        QVERIFY(!QFile::exists(left)); // it is saved now
    }

    /// Of a home that is read only, or whose folder is a file: it is said once, and measuring goes on.
    void folderThatCannotBeMadeIsSaid()
    {
        const QByteArray writable = qgetenv("XDG_DATA_HOME");
        const auto restore = qScopeGuard([&] { qputenv("XDG_DATA_HOME", writable); });
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder.modelFile()));
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("answer")));
        MainWindow window(&m_settings);
        QSignalSpy noticed(window.controller(), &SessionController::noticed);
        fixture::openAndWait(window, m_folder.modelFile());
        QVERIFY(window.controller()->session().analysis);
        const auto said = std::ranges::count_if(noticed, [](const QList<QVariant> &arguments) {
            const auto notice = arguments.constFirst().value<Notice>();
            return notice.code == "not_kept" && notice.text.find("(the folder cannot be made)") != std::string::npos
                && notice.text.ends_with("Set XDG_DATA_HOME to a folder that you can write to.");
        });
        QCOMPARE(said, 1);
    }

    void whatIsAddedToASavedSessionIsKept()
    {
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("answer")));
        MainWindow window(&m_settings);
        fixture::openAndWait(window, m_folder.savedSession());
        QCOMPARE(fileOfLivingWindow(QStringLiteral("resnet18.ridge")), QString());
        Request request;
        request.kind = RequestKind::Sweep;
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.controller()->measureMore(request);
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(window.controller()->session().sweep);
        QString path;
        QTRY_VERIFY(!(path = fileOfLivingWindow(QStringLiteral("resnet18.ridge"))).isEmpty());
        QTRY_VERIFY(contentOf(path).contains("\"type\":\"sweep\""));
        const Result<Session> kept = readSession(path.toStdString());
        QVERIFY(kept.ok());
        QVERIFY(kept.value().analysis && kept.value().peaks && kept.value().sweep);
        window.controller()->setNote("", "look here");
        QTRY_VERIFY(contentOf(path).contains("look here"));
    }

    void whatWasMeasuredIsNotLeftUnasked()
    {
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("answer")));
        MainWindow window(&m_settings);
        window.show();
        fixture::openAndWait(window, m_folder.modelFile());
        QVERIFY(window.isWindowModified());
        fixture::answerWith(QMessageBox::Cancel);
        QVERIFY(!window.close());
        fixture::answerWith(QMessageBox::Cancel);
        window.open(m_folder.savedSession());
        QCOMPARE(window.controller()->path(), m_folder.modelFile());
        window.exportTo(m_folder.file(QStringLiteral("table.csv")), ExportFormat::Csv);
        QVERIFY(window.isWindowModified()); // a table is not a session
        window.exportTo(m_folder.file(QStringLiteral("kept.ridge")), ExportFormat::Session);
        QVERIFY(!window.isWindowModified());
        QVERIFY(window.close()); // a question would keep it
    }

    void whatWasNeverTimedIsLeftUnasked()
    {
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("warms_up")));
        MainWindow window(&m_settings);
        window.show();
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_folder.modelFile());
        QTRY_VERIFY_WITH_TIMEOUT(window.controller()->session().latency.has_value(), patienceMs);
        window.actions()->cancel->trigger();
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(!window.isWindowModified());
        QVERIFY(window.close()); // a question would keep it
    }

    /// What was added to a saved session goes into its file.
    void questionSaves()
    {
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("answer")));
        const QString path = m_folder.savedSession("added_to.ridge");
        MainWindow window(&m_settings);
        window.show();
        fixture::openAndWait(window, path);
        QVERIFY(!window.isWindowModified()); // merely opened
        Request request;
        request.kind = RequestKind::Sweep;
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.controller()->measureMore(request);
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(!readSession(path.toStdString()).value().sweep);
        fixture::answerWith(QMessageBox::Save);
        QVERIFY(window.close());
        QVERIFY(readSession(path.toStdString()).value().sweep);
    }

    /// What arrived but is not shown yet when a session is saved is not in its file.
    void whatArrivesWhileSavingIsKept()
    {
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("answer")));
        MainWindow window(&m_settings);
        fixture::openAndWait(window, m_folder.savedSession());
        const QString saved = m_folder.file(QStringLiteral("meanwhile.ridge"));
        connect(window.worker(), &WorkerClient::recordReceived, &window, [&](const Record &record) {
            if (std::holds_alternative<BatchSweep>(record.body))
                window.exportTo(saved, ExportFormat::Session);
        });
        Request request;
        request.kind = RequestKind::Sweep;
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.controller()->measureMore(request);
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(QFile::exists(saved));
        QVERIFY(!contentOf(saved).contains("\"type\":\"sweep\""));
        QString path;
        QTRY_VERIFY(!(path = fileOfLivingWindow(QStringLiteral("resnet18.ridge"))).isEmpty());
        QTRY_VERIFY(contentOf(path).contains("\"type\":\"sweep\""));
    }

    /// A request that is sent takes the place of a session that is still being read.
    void requestsKeepTheirPaths()
    {
        m_settings.overrideWorkerCommand(fakeWorker(QStringLiteral("answer")));
        MainWindow window(&m_settings);
        SessionController *controller = window.controller();
        fixture::openAndWait(window, m_folder.modelFile());
        const QString other = m_folder.file(QStringLiteral("other.ridge"));
        QVERIFY(QFile::copy(m_folder.savedSession(), other));
        QSignalSpy finished(controller, &SessionController::finished);
        QSignalSpy replaced(controller, &SessionController::sessionReplaced);
        fixture::answerWith(QMessageBox::Discard);
        window.open(other);
        Request request;
        request.kind = RequestKind::Sweep;
        controller->measureMore(request); // before the other one is read
        QVERIFY(finished.wait(patienceMs));
        QTest::qWait(50);
        QCOMPARE(replaced.size(), 0);
        QCOMPARE(controller->path(), m_folder.modelFile());

        fixture::answerWith(QMessageBox::Discard);
        fixture::openAndWait(window, other);
        QCOMPARE(controller->path(), other);
        finished.clear();
        controller->resend(false, false);
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(controller->requestedPath(), m_folder.modelFile());
    }

private:
    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

ROOFLIGHT_TEST(TestUnsavedSession)
#include "test_unsaved_session.moc"
