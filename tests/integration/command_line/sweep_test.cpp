// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

#include <csignal>

/// The sweep of the real program: the batch that it finds, and that it goes on after it was killed.
class SweepTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void largestBatchIsExact_data();
    void largestBatchIsExact();
    void killedSweepGoesOn();
};

namespace {

QJsonObject batchOf(const QJsonObject &sweep, qint64 batch)
{
    for (const auto &entry : sweep["batches"].toArray()) {
        if (entry.toObject()["batch"].toInteger() == batch)
            return entry.toObject();
    }
    return {};
}

QStringList memorySweep(const char *options)
{
    return QStringList { "sweep", modelPath("timing_memory"), "--input", "1x4", "--memory-limit", "0.6", "--json" }
    + QString::fromLatin1(options).split(QLatin1Char(' '));
}

} // namespace

void SweepTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
}

void SweepTest::largestBatchIsExact_data()
{
    QTest::addColumn<QString>("search");
    QTest::newRow("binary") << "binary";
    QTest::newRow("sequential") << "sequential";
}

/// The largest batch of a sweep fits in a process of its own, and the next one does not.
void SweepTest::largestBatchIsExact()
{
    QFETCH(QString, search);
    const CliRun run = runCli(memorySweep("--runs 2 --warmup 1 --max-call 60 --search") + QStringList { search });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject sweep = run.json();
    QCOMPARE(sweep["end"].toString(), "memory");
    const qint64 largest = sweep["largest"].toInteger();
    QVERIFY2(largest >= 6 && largest <= 8, QByteArray::number(largest).constData()); // 600 MB hold 8.9 times 64 MiB
    QCOMPARE(batchOf(sweep, largest)["outcome"].toString(), "fits");
    QCOMPARE(batchOf(sweep, largest + 1)["outcome"].toString(), "out_of_memory");
    QCOMPARE(sweep["recommended"].toInteger(), largest * 95 / 100);
    QVERIFY(sweep["confirmed"].toBool());
    for (const qint64 batch : { largest, largest + 1 }) {
        const CliRun alone =
            runCli({ "latency", modelPath("timing_memory"), "--input", "1x4", "--batch", QString::number(batch),
                     "--memory-limit", "0.6", "--runs", "2", "--warmup", "1" });
        QCOMPARE(alone.exitStatus, batch == largest ? 0 : outOfMemoryStatus);
    }
}

/// Both the program and the process that runs the model die; what was tried is not tried again.
void SweepTest::killedSweepGoesOn()
{
    const QStringList arguments = memorySweep("--runs 3 --warmup 2 --max-call 60 --margin 10");
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.start(QStringLiteral(ROOFLIGHT_CLI), arguments);
    const QString sweeps = cliEnvironment().value("XDG_CACHE_HOME") + "/rooflight/sweeps";
    const auto kept = [&sweeps] {
        const QStringList files = QDir(sweeps).entryList(QDir::Files);
        QFile file(files.isEmpty() ? QString() : sweeps + "/" + files.first());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY_WITH_TIMEOUT(kept().contains("\"batch\":4,\"outcome\":\"trying\""), 60'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    process.waitForFinished();
    const QByteArray before = kept();
    QVERIFY(before.contains("\"batch\":2,\"outcome\":\"fits\""));

    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject sweep = run.json();
    QCOMPARE(sweep["end"].toString(), "memory");
    QVERIFY(sweep["largest"].toInteger() >= 6);
    QCOMPARE(batchOf(sweep, 4)["times_lost"].toInteger(), 1);
    const QJsonArray first = batchOf(sweep, 1)["samples_ns"].toArray();
    QVERIFY(!first.isEmpty());
    QCOMPARE(first, batchOf(QJsonDocument::fromJson(before).object(), 1)["samples_ns"].toArray()); // the very samples
    QVERIFY(kept().isEmpty()); // a sweep that is done is not kept
}

ROOFLIGHT_TEST(SweepTest)
#include "sweep_test.moc"
