// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

/// `peaks --device cuda:N` of a copy of the program, beside which lies a module with a simulated GPU, or none.
class GpuRoofsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void failsInOneSentence_data();
    void failsInOneSentence();
    void lostGpuLeavesItsRoofs();
    void measuresAndKeeps();
    void measuresAgainUnderAnotherClockPolicy();

private:
    [[nodiscard]] CliRun run(const QStringList &options) const;
    void placeModule(const QString &path) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void GpuRoofsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QFile::copy(QStringLiteral(ROOFLIGHT_WORKER_PROGRAM), m_folder->filePath(QStringLiteral("rooflight-cli"))));
}

void GpuRoofsTest::placeModule(const QString &path) const
{
    QVERIFY(QFile::copy(path, m_folder->filePath(QStringLiteral("rooflight_cuda.so"))));
}

CliRun GpuRoofsTest::run(const QStringList &options) const
{
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), m_folder->filePath(QStringLiteral("cache")));
    program.setProcessEnvironment(environment);
    program.start(m_folder->filePath(QStringLiteral("rooflight-cli")),
                  QStringList { QStringLiteral("peaks"), QStringLiteral("--quiet"), QStringLiteral("--effort"),
                                QStringLiteral("quick") }
                      + options);
    CliRun result;
    if (!program.waitForFinished(60000))
        return result;
    result.exitStatus = program.exitCode();
    result.standardOutput = program.readAllStandardOutput();
    result.standardError = program.readAllStandardError();
    return result;
}

void GpuRoofsTest::failsInOneSentence_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("word");
    const QString simulated = QStringLiteral(ROOFLIGHT_SIMULATED_MODULE);
    QTest::newRow("no module") << QString() << QStringLiteral("cuda:0") << 5 << QByteArray("no CUDA code");
    QTest::newRow("module of another version")
        << QStringLiteral(ROOFLIGHT_OTHER_PROGRAM) << QStringLiteral("cuda:0") << 5 << QByteArray("another version");
    QTest::newRow("no such GPU") << simulated << QStringLiteral("cuda:7") << 5 << QByteArray("no such GPU");
    QTest::newRow("no device") << simulated << QStringLiteral("cuda:first") << 2 << QByteArray("cuda:first");
}

void GpuRoofsTest::failsInOneSentence()
{
    QFETCH(QString, module);
    QFETCH(QString, device);
    QFETCH(int, status);
    QFETCH(QByteArray, word);
    if (!module.isEmpty())
        placeModule(module);
    const CliRun result = run({ QStringLiteral("--device"), device });
    QVERIFY2(result.exitStatus == status, result.standardError);
    QCOMPARE(result.messages().size(), 1);
    QVERIFY2(result.messages().first().contains(word), result.standardError);
    QVERIFY(result.standardOutput.isEmpty());
}

void GpuRoofsTest::lostGpuLeavesItsRoofs()
{
    placeModule(QStringLiteral(ROOFLIGHT_SIMULATED_MODULE));
    const CliRun result = run({ QStringLiteral("--device"), QStringLiteral("cuda:1"), QStringLiteral("--json") });
    QVERIFY2(result.exitStatus == 5, result.standardError);
    QVERIFY2(result.messages().last().contains("stopped answering"), result.standardError);
    const QJsonArray roofs =
        QJsonDocument::fromJson(result.standardOutput).object().value(QStringLiteral("roofs")).toArray();
    QVERIFY(!roofs.isEmpty() && roofs.size() < 16);
    for (const auto &roof : roofs)
        QVERIFY(roof.toObject().value(QStringLiteral("flags")).toArray().contains(QStringLiteral("partial")));
}

void GpuRoofsTest::measuresAndKeeps()
{
    placeModule(QStringLiteral(ROOFLIGHT_SIMULATED_MODULE));
    const QStringList options { QStringLiteral("--device"), QStringLiteral("cuda:0"), QStringLiteral("--json") };
    const CliRun first = run(options);
    QVERIFY2(first.exitStatus == 0, first.standardError);
    QVERIFY2(first.standardError.contains("libcublasLt.so.13 is not there."), first.standardError);

    const QJsonObject peaks = QJsonDocument::fromJson(first.standardOutput).object();
    QCOMPARE(peaks.value(QStringLiteral("format")).toString(), QStringLiteral("rooflight.peaks"));
    const QJsonObject device = peaks.value(QStringLiteral("device")).toObject();
    QCOMPARE(device.value(QStringLiteral("kind")).toString(), QStringLiteral("cuda"));
    QCOMPARE(device.value(QStringLiteral("uuid")).toString(),
             QStringLiteral("GPU-01234567-89ab-cdef-0123-456789abcdef"));
    QCOMPARE(device.value(QStringLiteral("driver")).toString(), QStringLiteral("580.82.07"));
    const QJsonArray roofs = peaks.value(QStringLiteral("roofs")).toArray();
    // 4 of vectors, exponentials, 4 of DRAM, L2, shared memory, 2 of PCIe, 3 of launches.
    QCOMPARE(roofs.size(), 16);

    // Once more from the cache: the very same figures.
    const CliRun second = run(options);
    QCOMPARE(second.exitStatus, 0);
    QVERIFY2(second.standardError.contains("lack the launch overhead of an operator"), second.standardError);
    const QJsonObject kept = QJsonDocument::fromJson(second.standardOutput).object();
    QCOMPARE(kept.value(QStringLiteral("roofs")).toArray(), roofs);
    QVERIFY(kept.value(QStringLiteral("cached")).toBool());
}

void GpuRoofsTest::measuresAgainUnderAnotherClockPolicy()
{
    placeModule(QStringLiteral(ROOFLIGHT_SIMULATED_MODULE));
    const auto measured = [this](const QByteArray &watts) {
        qputenv("ROOFLIGHT_TEST_POWER_LIMIT", watts);
        const CliRun result = run({ QStringLiteral("--device"), QStringLiteral("cuda:0"), QStringLiteral("--json") });
        qunsetenv("ROOFLIGHT_TEST_POWER_LIMIT");
        return QJsonDocument::fromJson(result.standardOutput).object();
    };
    const QJsonObject first = measured("700");
    QCOMPARE(first.value(QStringLiteral("clock_policy")).toString(), QStringLiteral("at most 700 W"));
    QVERIFY(measured("700").value(QStringLiteral("cached")).toBool());
    const QJsonObject capped = measured("500");
    QCOMPARE(capped.value(QStringLiteral("clock_policy")).toString(), QStringLiteral("at most 500 W"));
    QVERIFY(!capped.value(QStringLiteral("cached")).toBool(true));
}

ROOFLIGHT_TEST(GpuRoofsTest)
#include "gpu_roofs_test.moc"
