// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/views/dialogs/settings_dialog.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/window_actions.h"
#include "ui/worker/folder_exporter.h"

#include <QDir>
#include <QLineEdit>

using namespace rooflight;
using fixture::patienceMs;

namespace {

/// Called as -m rooflight save FOLDER --output FILE.
const QByteArray savesTheModel = "printf 'PK\\003\\004' >\"$6\"; echo 'Its weights are random.'";

} // namespace

/// A folder of Hugging Face is opened through the user's own Python, in whose place is a script here.
class TestModelFolder : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_model = m_folder.file("bert");
        QDir().mkpath(m_model);
        QFile config(m_model + "/config.json");
        QVERIFY(config.open(QIODevice::WriteOnly) && config.write("{}") > 0);
    }

    void cleanup() { qunsetenv("ROOFLIGHT_PYTHON"); }

    void isOneWithAConfiguration()
    {
        QVERIFY(isModelFolder(m_model));
        QVERIFY(!isModelFolder(m_model + "/config.json"));
        QVERIFY(!isModelFolder(QFileInfo(m_model).path()));
    }

    void isMadeAndMeasured()
    {
        usePython(savesTheModel);
        fixture::TestWindow window(fixture::fakeWorker("answer"));
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_model);
        QVERIFY(window.actions()->cancel->isEnabled());
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(window.showsSession());
        QVERIFY(window.messages()->holds("Its weights are random."));
        QCOMPARE(Settings().recentFiles().constFirst(), m_model);
        QCOMPARE(QFileInfo(window.controller()->path()).fileName(), "bert.pt2");
    }

    void nothingOfTheFolderIsImported()
    {
        usePython(savesTheModel + "; echo \"in $(pwd)\"");
        QDir::setCurrent(m_model);
        fixture::TestWindow window(fixture::fakeWorker("answer"));
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(".");
        QVERIFY(finished.wait(patienceMs));
        QCOMPARE(window.messages()->count(), 2);
        QVERIFY(!window.messages()->holds("in " + m_model));
        QDir::setCurrent(QDir::rootPath());
    }

    void whatIsMissingIsSaid_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("reason");
        QTest::newRow("transformers") << QByteArray(
            "echo 'a warning' >&2; echo 'rooflight: It needs transformers 5.' >&2; "
            "echo behind >&2; exit 2") << "It needs transformers 5.";
        QTest::newRow("the package") << QByteArray("echo \"$0: No module named rooflight\" >&2; exit 1")
                                     << "has no package rooflight";
        QTest::newRow("nothing is said") << QByteArray("exit 3") << "Python ended with status 3.";
    }

    void whatIsMissingIsSaid()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, reason);
        usePython(script);
        fixture::TestWindow window(fixture::fakeWorker("answer"));
        window.open(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 1, patienceMs);
        const QString said = window.messages()->shownText();
        QVERIFY2(said.contains("could not build the model of “bert”: "), qPrintable(said));
        QVERIFY2(said.contains(reason), qPrintable(said));
        QVERIFY(window.startPage()->isVisible());
        QVERIFY(!window.actions()->cancel->isEnabled());
    }

    /// Under View > Settings, in place of the one that is found.
    void theChosenPythonBuildsIt()
    {
        usePython("exit 3");
        const QString chosen = m_folder.file("chosen");
        QFile::remove(chosen);
        QVERIFY(QFile::rename(m_folder.file("python"), chosen));
        qunsetenv("ROOFLIGHT_PYTHON");
        Settings settings;
        SettingsDialog dialog(&settings);
        const QList<QLineEdit *> fields = dialog.findChildren<QLineEdit *>("python");
        QCOMPARE(fields.size(), 1);
        fields.front()->setText(u' ' + chosen);
        QCOMPARE(settings.python(), chosen);
        fixture::TestWindow window(fixture::fakeWorker("answer"));
        window.open(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 1, patienceMs);
        QVERIFY2(window.messages()->shownText().contains("status 3"), qPrintable(window.messages()->shownText()));
        fields.front()->clear();
        QVERIFY(Settings().python().isEmpty());
    }

    void pythonThatIsMissingIsSaid()
    {
        qputenv("ROOFLIGHT_PYTHON", "/nowhere/python");
        fixture::TestWindow window(fixture::fakeWorker("answer"));
        window.open(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 1, patienceMs);
        QVERIFY(window.messages()->shownText().contains("/nowhere/python"));
    }

    void isCancelled()
    {
        usePython("exec sleep 60");
        fixture::TestWindow window(fixture::fakeWorker("answer"));
        window.open(m_model);
        QVERIFY(!window.startPage()->isVisible());
        window.actions()->cancel->trigger();
        QVERIFY(window.startPage()->isVisible());
        QCOMPARE(window.messages()->count(), 0);
        QVERIFY(!window.actions()->cancel->isEnabled());
    }

private:
    void usePython(const QByteArray &script)
    {
        const QString path = m_folder.file("python");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("#!/bin/sh\n" + script + '\n');
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("ROOFLIGHT_PYTHON", path.toUtf8());
    }

    fixture::SettingsFolder m_folder;
    QString m_model;
};

ROOFLIGHT_TEST(TestModelFolder)
#include "test_model_folder.moc"
