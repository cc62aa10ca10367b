// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

/// A copy of rooflight-cli in a folder if there is no rooflight-worker.
class WithoutWorkerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void savedSessionsAreShown();
    void linksNoLibTorch();
    void whatOpensModelsSaysWhatIsMissing_data();
    void whatOpensModelsSaysWhatIsMissing();

private:
    [[nodiscard]] CliRun run(const QStringList &arguments) const;

    QTemporaryDir m_folder;
};

CliRun WithoutWorkerTest::run(const QStringList &arguments) const
{
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.start(m_folder.filePath("rooflight-cli"), arguments);
    return resultOf(process);
}

void WithoutWorkerTest::initTestCase()
{
    QVERIFY(QFile::copy(QStringLiteral(ROOFLIGHT_CLI), m_folder.filePath("rooflight-cli")));
}

void WithoutWorkerTest::savedSessionsAreShown()
{
    const CliRun shown = run({ "show", ROOFLIGHT_SAMPLE_SESSION, "--json" });
    QCOMPARE(shown.exitStatus, 0);
    QVERIFY(!shown.json()["analysis"].toObject().isEmpty());
}

void WithoutWorkerTest::linksNoLibTorch()
{
    QFile program(QStringLiteral(ROOFLIGHT_CLI));
    QVERIFY(program.open(QIODevice::ReadOnly));
    const QByteArray code = program.readAll();
    QVERIFY(code.contains("libstdc++.so")); // names of libraries can be read
    QVERIFY(!code.contains("libtorch_cpu.so"));
    QVERIFY(!code.contains("libc10.so"));
}

void WithoutWorkerTest::whatOpensModelsSaysWhatIsMissing_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("model") << QStringList { "analyze", "model.pt" };
    QTest::newRow("confinement") << QStringList { "confinement" };
    QTest::newRow("worker") << QStringList { "serve" };
}

void WithoutWorkerTest::whatOpensModelsSaysWhatIsMissing()
{
    QFETCH(QStringList, arguments);
    const CliRun missing = run(arguments);
    QCOMPARE(missing.exitStatus, 5);
    QCOMPARE(missing.standardError,
             QByteArray("rooflight-cli: rooflight-worker, which runs models, is not installed beside rooflight-cli. "
                        "Install Rooflight again.\n"));
}

ROOFLIGHT_TEST(WithoutWorkerTest)
#include "without_worker_test.moc"
