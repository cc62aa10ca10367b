// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

/// `compare` on sessions of the real program.
class CompareTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sessionIsTheSameAsItself();
    void otherBatchIsSlowerAndSaidSo();
    void whatIsNoSessionIsRefused();

private:
    QTemporaryDir m_folder;
};

namespace {

constexpr int unreadableStatus = 3;

} // namespace

void CompareTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    for (const QString &batch : { QStringLiteral("1"), QStringLiteral("64") }) {
        const CliRun run = runCli({ "layers", modelPath("nested_sequential"), "--batch", batch, "--runs", "30",
                                    "--save", m_folder.filePath(batch + ".ridge") });
        QCOMPARE(run.exitStatus, 0);
    }
}

void CompareTest::sessionIsTheSameAsItself()
{
    const QString file = m_folder.filePath("1.ridge");
    const CliRun run = runCli({ "compare", file, file, "--json" });
    QCOMPARE(run.exitStatus, 0);
    QCOMPARE(run.json()["format"].toString(), "ridgepoint.comparison");
    QVERIFY(run.json()["differences"].toArray().isEmpty());
    QVERIFY(!run.json()["layers"].toArray().isEmpty());
    for (const auto &layer : run.json()["layers"].toArray()) {
        QCOMPARE(layer.toObject()["ratio"].toDouble(), 1.0);
        const QString verdict = layer.toObject()["verdict"].toString();
        QVERIFY2(verdict == "same" || verdict == "unclear", qPrintable(verdict)); // unclear: too noisy to tell
    }
}

void CompareTest::otherBatchIsSlowerAndSaidSo()
{
    const QString page = m_folder.filePath("page.html");
    const CliRun run =
        runCli({ "compare", m_folder.filePath("1.ridge"), m_folder.filePath("64.ridge"), "--json", "--html", page });
    QCOMPARE(run.exitStatus, 0);
    QCOMPARE(run.json()["differences"].toArray().size(), 1);
    QVERIFY(run.json()["differences"].toArray()[0].toString().startsWith("Inputs: 1x3x32x32 float32 before"));
    const QJsonObject whole = run.json()["layers"].toArray()[0].toObject();
    QCOMPARE(whole["flops_after"].toInteger(), 64 * whole["flops_before"].toInteger());
    QCOMPARE(whole["verdict"].toString(), "slower"); // 64 times the work
    QVERIFY(run.json()["cautions"].toArray()[0].toString().contains("did not do the same work"));
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("64.ridge compared with 1.ridge"));
}

void CompareTest::whatIsNoSessionIsRefused()
{
    const QString file = m_folder.filePath("1.ridge");
    for (const QStringList &files :
         { QStringList { file, modelPath("embedding") }, QStringList { "/no/such", file } }) {
        const CliRun run = runCli(QStringList { "compare" } + files);
        QCOMPARE(run.exitStatus, unreadableStatus);
        QCOMPARE(run.messages().size(), 1);
        QVERIFY(run.standardOutput.isEmpty());
    }
}

RIDGEPOINT_TEST(CompareTest)
#include "compare_test.moc"
