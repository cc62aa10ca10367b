// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/settings/ssh_hosts.h"
#include "ui/views/dialogs/worker_dialog.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/window_actions.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace rooflight;
using fixture::fakeWorker;
using fixture::patienceMs;
using fixture::TestWindow;

/// Where to measure: hosts that OpenSSH knows, partitions of Slurm, any command, and whether somebody answers there.
class TestWorkerDialog : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void hostsAreThoseOfTheConfiguration()
    {
        QVERIFY(QDir(m_folder.file({})).mkpath("config.d"));
        write("config.d/lab", "Host lab-a lab-b\n  User me\n");
        write("config",
              "# Host commented\nHost gpubox\n  HostName 10.0.0.7\n  ProxyJump front\nhost = quoted\n"
              "Host *.example.org !not\nHost *\n  Compression yes\nInclude config.d/*\nHost gpubox last\n"
              "Match host other\n  User somebody\n");
        QCOMPARE(sshHosts(m_folder.file("config")), (QStringList { "gpubox", "quoted", "lab-a", "lab-b", "last" }));
        QVERIFY(sshHosts(m_folder.file("no such file")).isEmpty());
    }

    void includesEnd()
    {
        write("circle", "Host a\nInclude circle\nHost b\n");
        QCOMPARE(sshHosts(m_folder.file("circle")), (QStringList { "a", "b" }));
    }

    void partitionsAreThoseOfSinfo()
    {
        QCOMPARE(slurmPartitions("debug\ngpu\ngpu\n\n"), (QStringList { "debug", "gpu" }));
    }

    void aHostBecomesACommand()
    {
        write("config2", "Host gpubox\n");
        WorkerDialog dialog({}, m_folder.file("config2"));
        auto *place = dialog.findChild<QComboBox *>();
        QCOMPARE(place->currentIndex(), 0); // this machine
        dialog.show();
        place->setFocus();
        QTest::keyClick(place, Qt::Key_Down);
        QCOMPARE(place->currentText(), QString("gpubox"));
        QCOMPARE(dialog.command(), QString("ssh -T -o BatchMode=yes gpubox rooflight-cli serve"));
        const WorkerDialog again(dialog.command(), m_folder.file("config2"));
        QCOMPARE(again.findChild<QComboBox *>()->currentText(), QString("gpubox"));
    }

    void testShowsTheMachineThere()
    {
        WorkerDialog dialog(fakeWorker("answer"), {});
        const QString text = resultOf(dialog);
        QVERIFY2(text.contains("fake") && text.contains("16"), qPrintable(text)); // host and threads of the fixture
    }

    void testSaysWhyTheHostDoesNotAnswer()
    {
        WorkerDialog dialog(fakeWorker("unreachable"), {});
        const QString text = resultOf(dialog);
        QVERIFY2(text.contains("Could not resolve hostname far.example"), qPrintable(text));
        QVERIFY(dialog.findChild<QPushButton *>()->isEnabled());
    }

    void anUnknownHostIsSaidAtOnce()
    {
        TestWindow window(fakeWorker("unreachable"));
        QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 1, patienceMs);
        QVERIFY(window.messages()->shownText().contains("unreachable")); // the command
    }

private:
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_folder.file(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    /// Presses Test and waits.
    static QString resultOf(WorkerDialog &dialog)
    {
        dialog.show();
        auto *test = dialog.findChild<QPushButton *>();
        test->click();
        const bool done = QTest::qWaitFor([test] { return test->isEnabled(); }, patienceMs);
        return done ? dialog.findChild<QLabel *>("result")->text() : QString();
    }

    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestWorkerDialog)
#include "test_worker_dialog.moc"
