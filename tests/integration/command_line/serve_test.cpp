// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "serve_client.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

/// The worker as the desktop program sees it: lines in, lines out.
class ServeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void saysHelloFirst();
    void answersARequest();
    void refusesGarbageAndGoesOn();
    void cancelEndsAnEndlessModel();
    void survivesAModelThatIsKilled();
    void layersThatCannotBeTimedLeaveTheModel();
    void answersAfterTheInputEnded();
    void senselessLinesAreAStatus();
    void sessionCanBeShownAgain();

private:
    std::unique_ptr<ServeClient> m_worker;
    int m_status = 0; ///< with which it is to end
};

void ServeTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
}

void ServeTest::init()
{
    m_worker = std::make_unique<ServeClient>();
    m_status = 0;
}

void ServeTest::cleanup()
{
    QCOMPARE(m_worker->close(), m_status);
}

void ServeTest::saysHelloFirst()
{
    const QJsonObject hello = m_worker->next();
    QCOMPARE(hello[QStringLiteral("type")].toString(), QStringLiteral("hello"));
    QVERIFY(!hello[QStringLiteral("devices")].toArray().isEmpty());
}

void ServeTest::answersARequest()
{
    m_worker->send(R"({"type":"analyze","request":7,"model":")"
                   + modelPath(QStringLiteral("nested_sequential")).toUtf8() + R"("})");
    const QJsonObject analysis = m_worker->nextOfType(QStringLiteral("analysis"));
    QCOMPARE(analysis[QStringLiteral("request")].toInt(), 7);
    QCOMPARE(m_worker->nextOfType(QStringLiteral("done"))[QStringLiteral("request")].toInt(), 7);
}

void ServeTest::refusesGarbageAndGoesOn()
{
    m_status = 2;
    m_worker->send("this is no request");
    QVERIFY(!m_worker->nextOfType(QStringLiteral("error")).isEmpty());
    m_worker->send(R"({"type":"inspect","request":2,"model":")" + modelPath(QStringLiteral("embedding")).toUtf8()
                   + R"("})");
    QVERIFY(!m_worker->nextOfType(QStringLiteral("inspection")).isEmpty());
    QVERIFY(!m_worker->nextOfType(QStringLiteral("done")).isEmpty());
}

void ServeTest::cancelEndsAnEndlessModel()
{
    m_worker->send(R"({"type":"analyze","request":3,"model":")" + modelPath(QStringLiteral("endless_loop")).toUtf8()
                   + R"(","inputs":["4:float32"]})");
    QVERIFY(!m_worker->nextOfType(QStringLiteral("inspection")).isEmpty());
    m_worker->send(R"({"type":"cancel","request":3})");
    const QJsonObject error = m_worker->nextOfType(QStringLiteral("error"));
    QCOMPARE(error[QStringLiteral("code")].toString(), QStringLiteral("cancelled"));
    answersARequest();
}

void ServeTest::survivesAModelThatIsKilled()
{
    m_worker->send(R"({"type":"analyze","request":4,"model":")" + modelPath(QStringLiteral("endless_memory")).toUtf8()
                   + R"(","inputs":["4:float32"],"memory_limit_bytes":1000000000})");
    const QJsonObject error = m_worker->nextOfType(QStringLiteral("error"));
    QCOMPARE(error[QStringLiteral("code")].toString(), QStringLiteral("out_of_memory"));
    answersARequest();
}

/// A report times layers first. Their error comes after what the model takes as a whole.
void ServeTest::layersThatCannotBeTimedLeaveTheModel()
{
    m_worker->send(R"({"type":"report","request":6,"effort":"quick","model":")"
                   + modelPath(QStringLiteral("timing_alternates")).toUtf8() + R"(","inputs":["2x8:float32"]})");
    QJsonObject latency;
    QJsonObject record = m_worker->next();
    for (; !record.isEmpty() && record[QStringLiteral("type")] != QLatin1String("error"); record = m_worker->next()) {
        if (record[QStringLiteral("type")] == QLatin1String("latency"))
            latency = record;
    }
    QCOMPARE(record[QStringLiteral("code")].toString(), QStringLiteral("model_failed"));
    QVERIFY2(record[QStringLiteral("text")].toString().contains(QStringLiteral("calls different layers in each run")),
             qPrintable(record[QStringLiteral("text")].toString()));
    QVERIFY(!latency[QStringLiteral("samples_ns")].toArray().isEmpty());
}

void ServeTest::answersAfterTheInputEnded()
{
    const QByteArray request =
        R"({"type":"inspect","request":5,"model":")" + modelPath(QStringLiteral("embedding")).toUtf8() + R"("})";
    const CliRun run = runCli({ QStringLiteral("serve") }, request + '\n');
    QCOMPARE(run.exitStatus, 0);
    QVERIFY(run.standardOutput.contains("\"type\":\"inspection\""));
    QVERIFY(run.standardOutput.contains("\"type\":\"done\""));
}

/// Of a pipe that a script made: what was wrong is on standard error, too.
void ServeTest::senselessLinesAreAStatus()
{
    const CliRun run = runCli({ QStringLiteral("serve") }, "{\"type\":\"erase\",\"request\":1}\n");
    QCOMPARE(run.exitStatus, 2);
    QCOMPARE(run.messages().size(), 1);
    QVERIFY2(run.messages().first().contains("Lines that were not valid requests: 1"), run.standardError);
    QVERIFY(run.standardOutput.contains("\"code\":\"command_line\""));
}

void ServeTest::sessionCanBeShownAgain()
{
    const QTemporaryDir folder;
    const QString session = folder.filePath(QStringLiteral("a.ridge"));
    const CliRun saved = runCli(
        { QStringLiteral("analyze"), modelPath(QStringLiteral("resnet18_trace")), QStringLiteral("--save"), session });
    QVERIFY2(saved.exitStatus == 0, saved.standardError);
    const CliRun shown = runCli({ QStringLiteral("show"), session });
    QVERIFY2(shown.exitStatus == 0, shown.standardError);
    QCOMPARE(shown.standardOutput, saved.standardOutput);
    QVERIFY(shown.standardOutput.contains("AdaptiveAvgPool2d"));
}

ROOFLIGHT_TEST(ServeTest)
#include "serve_test.moc"
