// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/worker/worker_client.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace rooflight;

namespace {

constexpr int clientPatienceMs = 20000;

/// False once the process has gone and been collected.
bool exists(qint64 process)
{
    return ::kill(pid_t(process), 0) == 0;
}

WorkerLimits impatient()
{
    WorkerLimits limits;
    limits.terminateAfter = std::chrono::milliseconds(100);
    limits.killAfter = std::chrono::milliseconds(300);
    return limits;
}

QStringList worker(const QString &mode, const QString &code = {})
{
    return { QStringLiteral(FAKE_WORKER), mode, code };
}

Request report()
{
    Request request;
    request.model = "resnet18.pt";
    return request;
}

} // namespace

class TestWorkerClient : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void answersInStages()
    {
        WorkerClient client;
        client.setCommand(worker("answer"));
        QList<std::size_t> kinds;
        connect(&client, &WorkerClient::recordReceived, this,
                [&](const Record &record) { kinds.append(record.body.index()); });
        QSignalSpy progress(&client, &WorkerClient::progressChanged);
        QSignalSpy finished(&client, &WorkerClient::finished);
        client.submit(report());
        QVERIFY(client.isWorking());
        QVERIFY(finished.wait(clientPatienceMs));
        QVERIFY(!client.isWorking());
        QCOMPARE(finished.constFirst().constFirst().toBool(), false);
        QCOMPARE(progress.count(), 2);
        const auto indexOf = [](const RecordBody &body) { return body.index(); };
        QCOMPARE(
            kinds,
            (QList<std::size_t> { indexOf(Progress()), indexOf(Analysis()), indexOf(DeviceRoofs()), indexOf(Progress()),
                                  indexOf(LayerLatencies()), indexOf(ModelLatency()), indexOf(Done()) }));
        QCOMPARE(client.hello()->host, std::string("fake"));
        QTRY_VERIFY(client.log().text().contains("fake worker: answer"));
    }

    void doesNotWaitForTheProcessToStart()
    {
        WorkerClient client;
        client.setCommand(worker("answer"));
        QSignalSpy hello(&client, &WorkerClient::helloReceived);
        client.start();
        QCOMPARE(hello.count(), 0); // start() came back before the process could say anything
        QVERIFY(hello.wait(clientPatienceMs));
    }

    void dropsRecordsOfOtherRequests()
    {
        WorkerClient client;
        client.setCommand(worker("stale"));
        QSignalSpy failed(&client, &WorkerClient::failed);
        QSignalSpy finished(&client, &WorkerClient::finished);
        client.submit(report());
        QVERIFY(finished.wait(clientPatienceMs));
        QCOMPARE(failed.count(), 0);
    }

    void reportsErrorsOfTheWorker()
    {
        WorkerClient client;
        client.setCommand(worker("error", "not_torchscript"));
        Error error;
        connect(&client, &WorkerClient::failed, this, [&](const Error &e) { error = e; });
        QSignalSpy failed(&client, &WorkerClient::failed);
        client.submit(report());
        QVERIFY(failed.wait(clientPatienceMs));
        QCOMPARE(int(error.code), int(ErrorCode::NotTorchScript));
        QCOMPARE(error.text, std::string("What went wrong, in the worker's words."));
    }

    void survivesACrashAndStartsAgain()
    {
        WorkerClient client;
        client.setCommand(worker("crash"));
        Error error;
        connect(&client, &WorkerClient::workerLost, this, [&](const Error &e) { error = e; });
        QSignalSpy records(&client, &WorkerClient::recordReceived);
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        client.submit(report());
        QVERIFY(lost.wait(clientPatienceMs));
        QCOMPARE(lost.constFirst().at(1).toBool(), true);
        QCOMPARE(records.count(), 1); // the analysis came through before the end
        QVERIFY2(error.text.find("signal 9") != std::string::npos, error.text.c_str());
        QVERIFY2(error.hint.find("last words of the worker") != std::string::npos, error.hint.c_str());
        QVERIFY(!client.isWorking());
        QCOMPARE(client.processId(), 0);

        client.setCommand(worker("answer"));
        QSignalSpy finished(&client, &WorkerClient::finished);
        client.submit(report());
        QVERIFY(finished.wait(clientPatienceMs));
    }

    void tellsALostConnectionFromACrash_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<int>("kept");
        QTest::newRow("cut") << "cut"
                             << "The connection to the worker on fake was cut, or the worker was killed there."
                             << "Connection to far.example closed by remote host." << ErrorCode::WorkerLost << 1;
        QTest::newRow("unreachable") << "unreachable"
                                     << "The worker could not be reached: \"" FAKE_WORKER "\" ended with status 255."
                                     << "It said:\nUnauthorised use is forbidden.\n\n1\n2\n3\n4\n5\n6\n7\n8\n"
                                        "ssh: Could not resolve hostname far.example: Name or service not known"
                                     << ErrorCode::WorkerUnreachable << 0;
        QTest::newRow("no program") << "missing"
                                    << "The worker could not be reached: \"" FAKE_WORKER "\" ended with status 127."
                                    << "rooflight-cli: command not found" << ErrorCode::WorkerUnreachable << 0;
    }

    void tellsWhatIsNoWorker_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("hint");
        const QString wanted = QStringLiteral("Name a command that runs rooflight-cli serve.");
        QTest::newRow("no such file") << QStringList { "/no/such/worker" }
                                      << "The worker \"/no/such/worker\" could not be started: No such file or "
                                         "directory."
                                      << wanted;
        QTest::newRow("not executable") << QStringList { "/etc/passwd", "serve" }
                                        << "The worker \"/etc/passwd\" could not be started: Permission denied."
                                        << wanted;
        QTest::newRow("ends at once") << QStringList { "true" }
                                      << "The worker could not be reached: \"true\" ended with status 0." << wanted;
        QTest::newRow("refuses its options") << QStringList { "sh", "-c", "echo no such option >&2; exit 2" }
                                             << "The worker could not be reached: \"sh\" ended with status 2."
                                             << "It said:\nno such option";
        QTest::newRow("says what is no record")
            << QStringList { "cat" }
            << "The program \"cat\" is not a worker of Rooflight: it does not begin with a worker's hello." << wanted;
    }

    void tellsWhatIsNoWorker()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, text);
        QFETCH(QString, hint);
        WorkerClient client;
        client.setCommand(command);
        Error error;
        connect(&client, &WorkerClient::workerLost, this, [&](const Error &e) { error = e; });
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        QSignalSpy noted(&client, &WorkerClient::logNoted);
        client.submit(report());
        QVERIFY(lost.wait(clientPatienceMs));
        QCOMPARE(error.code, ErrorCode::WorkerUnreachable);
        QCOMPARE(QString::fromStdString(error.text), text);
        QCOMPARE(QString::fromStdString(error.hint), hint);
        QCOMPARE(noted.count(), 1);
    }

    void tellsALostConnectionFromACrash()
    {
        QFETCH(QString, mode);
        QFETCH(QString, text);
        QFETCH(QString, words);
        QFETCH(ErrorCode, code);
        QFETCH(int, kept);
        WorkerClient client;
        client.setCommand(worker(mode));
        Error error;
        connect(&client, &WorkerClient::workerLost, this, [&](const Error &e) { error = e; });
        QSignalSpy records(&client, &WorkerClient::recordReceived);
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        client.submit(report());
        QVERIFY(lost.wait(clientPatienceMs));
        QCOMPARE(error.code, code);
        QCOMPARE(QString::fromStdString(error.text), text);
        QVERIFY2(QString::fromStdString(error.hint).contains(words), error.hint.c_str());
        QCOMPARE(records.count(), kept);
    }

    void givesUpAWorkerThatSaysNothing()
    {
        WorkerLimits limits;
        limits.silence = std::chrono::milliseconds(100);
        WorkerClient client(limits);
        client.setCommand(worker("stubborn"));
        Error error;
        connect(&client, &WorkerClient::workerLost, this, [&](const Error &e) { error = e; });
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        client.submit(report());
        QVERIFY(lost.wait(clientPatienceMs));
        QVERIFY2(error.text.starts_with("The worker on fake has said nothing for "), error.text.c_str());
        QCOMPARE(client.processId(), 0);
    }

    void namesAnotherVersionOnce()
    {
        WorkerClient client;
        client.setCommand(worker("other_version"));
        std::vector<std::string> notices;
        connect(&client, &WorkerClient::recordReceived, this, [&](const Record &record) {
            if (const auto *notice = std::get_if<Notice>(&record.body))
                notices.push_back(notice->text);
        });
        QSignalSpy finished(&client, &WorkerClient::finished);
        for (int request = 1; request <= 2; ++request) {
            client.submit(report());
            QVERIFY(finished.wait(clientPatienceMs));
        }
        QCOMPARE(notices.size(), std::size_t { 1 });
        QCOMPARE(notices.front(),
                 std::string("The worker on fake is Rooflight 99.1.0, and this is " ROOFLIGHT_VERSION
                             ": what either version does not know is left out."));
    }

    void restartsOnDemand()
    {
        WorkerClient client;
        client.setCommand(worker("hang"));
        QSignalSpy progress(&client, &WorkerClient::progressChanged);
        client.submit(report());
        QVERIFY(progress.wait(clientPatienceMs));
        const qint64 first = client.processId();
        QSignalSpy hello(&client, &WorkerClient::helloReceived);
        client.restart();
        QVERIFY(!client.isWorking());
        QVERIFY(!exists(first));
        QVERIFY(hello.wait(clientPatienceMs));
        QVERIFY(client.processId() != first);
    }

    void cancels_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<bool>("survives");
        QTest::newRow("politely") << "hang" << true;
        QTest::newRow("among a flood of records") << "chatter" << true;
        QTest::newRow("with SIGTERM") << "ignores_cancel" << false;
        QTest::newRow("with SIGKILL") << "stubborn" << false;
    }

    void cancels()
    {
        QFETCH(QString, mode);
        QFETCH(bool, survives);
        WorkerLimits limits = impatient();
        if (survives)
            limits.terminateAfter = limits.killAfter = std::chrono::milliseconds(clientPatienceMs);
        WorkerClient client(limits);
        client.setCommand(worker(mode));
        QSignalSpy progress(&client, &WorkerClient::progressChanged);
        QSignalSpy finished(&client, &WorkerClient::finished);
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        client.submit(report());
        QVERIFY(progress.wait(clientPatienceMs));
        const qint64 process = client.processId();
        client.cancel();
        QVERIFY(client.isCancelling());
        QVERIFY(finished.wait(clientPatienceMs));
        QCOMPARE(finished.constFirst().constFirst().toBool(), true);
        QVERIFY(!client.isWorking());
        QCOMPARE(lost.count(), 0);
        QCOMPARE(exists(process), survives);
    }

    void sendsTheNextRequestAfterACancelledOne()
    {
        WorkerClient client(impatient());
        client.setCommand(worker("ignores_cancel"));
        QSignalSpy progress(&client, &WorkerClient::progressChanged);
        client.submit(report());
        QVERIFY(progress.wait(clientPatienceMs));
        client.setCommand(worker("answer"));
        QSignalSpy finished(&client, &WorkerClient::finished);
        QSignalSpy working(&client, &WorkerClient::workingChanged);
        client.submit(report());
        QVERIFY(finished.wait(clientPatienceMs));
        QCOMPARE(finished.constFirst().constFirst().toBool(), false); // of the second request
        QCOMPARE(working.count(), 1); // it was at work all the time in between
    }

    /// Cancelled while an earlier request, which was replaced, has not ended: neither of them runs on.
    void cancelReachesARequestThatWaits()
    {
        WorkerClient client(impatient());
        client.setCommand(worker("ignores_cancel"));
        QSignalSpy progress(&client, &WorkerClient::progressChanged);
        client.submit(report());
        QVERIFY(progress.wait(clientPatienceMs));
        client.setCommand(worker("hang"));
        QSignalSpy finished(&client, &WorkerClient::finished);
        client.submit(report());
        client.cancel();
        QVERIFY(finished.wait(clientPatienceMs));
        QCOMPARE(finished.constFirst().constFirst().toBool(), true);
        QVERIFY(!client.isWorking());
        QCOMPARE(progress.count(), 1); // the second request was never sent
    }

    /// The same where the worker stops the first request politely.
    void cancelledReplacementEndsWithTheFirst()
    {
        WorkerClient client;
        client.setCommand(worker("hang"));
        QSignalSpy progress(&client, &WorkerClient::progressChanged);
        client.submit(report());
        QVERIFY(progress.wait(clientPatienceMs));
        QSignalSpy finished(&client, &WorkerClient::finished);
        QSignalSpy records(&client, &WorkerClient::recordReceived);
        client.submit(report());
        client.cancel();
        QVERIFY(finished.wait(clientPatienceMs));
        QVERIFY(!client.isWorking());
        QCOMPARE(progress.count(), 1);
        QCOMPARE(records.count(), 0); // the end of the first is not that of the second
    }

    void givesUpAWorkerThatNeverSaysHello()
    {
        WorkerLimits limits;
        limits.hello = std::chrono::milliseconds(100);
        WorkerClient client(limits);
        client.setCommand(worker("mute"));
        Error error;
        connect(&client, &WorkerClient::workerLost, this, [&](const Error &e) { error = e; });
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        client.submit(report());
        QVERIFY(lost.wait(clientPatienceMs));
        QCOMPARE(int(error.code), int(ErrorCode::WorkerUnreachable));
        QVERIFY(!client.isWorking());
        QCOMPARE(client.processId(), 0);
    }

    void givesUpOnNonsense_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::newRow("flood") << "flood";
        QTest::newRow("garbage") << "garbage";
    }

    void givesUpOnNonsense()
    {
        QFETCH(QString, mode);
        WorkerLimits limits;
        limits.bufferBytes = 1 << 20;
        WorkerClient client(limits);
        client.setCommand(worker(mode));
        QSignalSpy hello(&client, &WorkerClient::helloReceived);
        client.start();
        QVERIFY(hello.wait(clientPatienceMs));
        const qint64 process = client.processId();
        Error error;
        connect(&client, &WorkerClient::workerLost, this, [&](const Error &e) { error = e; });
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        client.submit(report());
        QVERIFY(lost.wait(clientPatienceMs));
        QCOMPARE(int(error.code), int(ErrorCode::WorkerLost));
        QVERIFY(!exists(process));
    }

    void refusesANewerFormat()
    {
        WorkerClient client;
        client.setCommand(worker("newer"));
        Error error;
        connect(&client, &WorkerClient::workerLost, this, [&](const Error &e) { error = e; });
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        client.start();
        QVERIFY(lost.wait(clientPatienceMs));
        QCOMPARE(int(error.code), int(ErrorCode::FormatVersion));
        QVERIFY2(error.text.find("99") != std::string::npos, error.text.c_str());
        QVERIFY2(error.text.find('1') != std::string::npos, error.text.c_str());
        QCOMPARE(client.processId(), 0);
    }

    void namesAWorkerThatCannotBeStarted()
    {
        WorkerClient client;
        client.setCommand({ "/nowhere/rooflight-cli", "serve" });
        Error error;
        connect(&client, &WorkerClient::workerLost, this, [&](const Error &e) { error = e; });
        QSignalSpy lost(&client, &WorkerClient::workerLost);
        client.submit(report());
        QVERIFY(lost.wait(clientPatienceMs));
        QVERIFY2(error.text.find("/nowhere/rooflight-cli") != std::string::npos, error.text.c_str());
        QVERIFY(!client.isWorking());
    }

    void leavesNoProcessBehind_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<bool>("busy");
        QTest::newRow("idle") << "answer" << false;
        QTest::newRow("at work") << "hang" << true;
        QTest::newRow("stubborn") << "stubborn" << true;
    }

    void leavesNoProcessBehind()
    {
        QFETCH(QString, mode);
        QFETCH(bool, busy);
        qint64 process = 0;
        {
            WorkerClient client;
            client.setCommand(worker(mode));
            QSignalSpy hello(&client, &WorkerClient::helloReceived);
            QSignalSpy progress(&client, &WorkerClient::progressChanged);
            client.start();
            QVERIFY(hello.wait(clientPatienceMs));
            if (busy) {
                client.submit(report());
                QVERIFY(progress.wait(clientPatienceMs));
            }
            process = client.processId();
            QVERIFY(exists(process));
        }
        QVERIFY(!exists(process));
    }

    void findsTheWorkerBesideTheProgram()
    {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const QString program = folder.filePath("rooflight-cli");
        QVERIFY(QFile::copy(QStringLiteral("/bin/true"), program));
        QCOMPARE(defaultWorkerCommand(folder.path()), (QStringList { program, "serve" }));
        QVERIFY(QDir(folder.path()).mkdir("bin"));
        QVERIFY(QDir(folder.path()).mkdir("rooflight-cli.d"));
        QCOMPARE(defaultWorkerCommand(folder.filePath("bin")).constLast(), QStringLiteral("serve"));
    }

    void splitsCommands()
    {
        QCOMPARE(splitWorkerCommand("ssh -T \"my host\" rooflight-cli serve"),
                 (QStringList { "ssh", "-T", "my host", "rooflight-cli", "serve" }));
        QVERIFY(splitWorkerCommand("").isEmpty());
    }

    void logForgetsOldLines()
    {
        LogBuffer log(3);
        QCOMPARE(log.append("one\ntwo\nthr"), (QStringList { "one", "two" }));
        QCOMPARE(log.append("ee\nfour\n"), (QStringList { "three", "four" }));
        QCOMPARE(log.text(), QStringLiteral("two\nthree\nfour"));
        QCOMPARE(log.lastLines(2), (QStringList { "three", "four" }));
        log.append(QByteArray(100000, 'x') + '\n');
        QVERIFY(log.text().size() < 10000);
    }
};

ROOFLIGHT_TEST(TestWorkerClient)
#include "test_worker_client.moc"
