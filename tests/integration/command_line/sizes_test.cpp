// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

namespace {

QString exportPath(const char *name)
{
    return QStringLiteral(ROOFLIGHT_TEST_DATA "/export/%1.pt2").arg(QString::fromLatin1(name));
}

/// Of tests/accuracy/export_models.py: each token takes twice 8x8 multiply-adds, and 8x10.
constexpr qint64 nestedMacs = 2 * 8 * 8 + 8 * 10;

} // namespace

/// Counts without a run, and sweeps over sizes of the inputs, with the real program.
class SizesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void predictionRunsNothing();
    void sizesAreCountedAndMeasured();
    void torchScriptHasAxes();
    void otherLayersAreNamed_data();
    void otherLayersAreNamed();
    void nonsenseIsRefused_data();
    void nonsenseIsRefused();
};

void SizesTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made.");
}

void SizesTest::predictionRunsNothing()
{
    const CliRun run =
        runCli({ "analyze", exportPath("nested"), "--predict", "--dim", "ids.1=300", "--json", "--quiet" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject analysis = run.json();
    QCOMPARE(analysis["predicted"].toBool(), true);
    QCOMPARE(analysis["totals"].toObject()["macs"].toInteger(), 2 * 300 * nestedMacs);
    QCOMPARE(analysis["model"].toObject()["sha256"].toString(), QString()); // the weights were not read
    QCOMPARE(analysis["model"].toObject()["parameters"].toInteger(), 10 * 8 + 8 * 8 + 8);
}

void SizesTest::sizesAreCountedAndMeasured()
{
    const CliRun run =
        runCli({ "sweep", exportPath("nested"), "--axis", "ids.0=1,2", "--axis", "ids.1=3..6x2", "--predict",
                 "--measure", "ids.1=6", "--runs", "3", "--warmup", "1", "--json", "--quiet" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject sweep = run.json();
    QCOMPARE(sweep["end"].toString(), "sizes");
    const QJsonArray points = sweep["points"].toArray();
    QCOMPARE(points.size(), 4);
    const QList<std::pair<qint64, qint64>> expected = { { 1, 3 }, { 1, 6 }, { 2, 3 }, { 2, 6 } };
    for (qsizetype i = 0; i < 4; ++i) {
        const QJsonObject point = points[i].toObject();
        const auto [batch, length] = expected[i];
        QCOMPARE(point["sizes"].toObject(), (QJsonObject { { "ids.0", batch }, { "ids.1", length } }));
        QCOMPARE(point["macs"].toInteger(), batch * length * nestedMacs);
        QCOMPARE(point["measured"].toBool(), length == 6);
        QCOMPARE(point["median_ns"].isDouble(), length == 6);
        // The model, its table, fc twice, and the head.
        const QJsonArray layers = point["layers"].toArray();
        QCOMPARE(layers.size(), 5);
        QCOMPARE(layers[4].toObject()["macs"].toInteger(), batch * length * 8 * 10);
        QCOMPARE(layers[4].toObject()["median_ns"].isDouble(), length == 6);
    }
    QCOMPARE(sweep["swept_layers"].toArray()[4].toObject()["path"].toString(), "head");
}

void SizesTest::torchScriptHasAxes()
{
    // Its trace has the batch of 1 in a call of view(): the others do not run, and say why.
    const CliRun run = runCli({ "sweep", modelPath("fixed_batch"), "--axis", "x.0=1,2", "--runs", "2", "--warmup", "1",
                                "--csv", "-", "--quiet" });
    QCOMPARE(run.exitStatus, 0);
    const QList<QByteArray> lines = run.standardOutput.split('\n');
    QVERIFY2(lines[0].startsWith("x.0,macs,"), lines[0].constData());
    QVERIFY2(lines[1].startsWith("1,") && lines[1].contains(",true,2,"), lines[1].constData());
    QVERIFY2(lines[2].startsWith("2,") && lines[2].contains("built in"), lines[2].constData());
}

void SizesTest::otherLayersAreNamed_data()
{
    QTest::addColumn<QString>("others");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("one") << "8" << QByteArray("x.0 = 8");
    QTest::newRow("two") << "5,8" << QByteArray("x.0 = 5; x.0 = 8");
    QTest::newRow("ten") << "5,6,7,8,9,10,11,12,13,14"
                         << QByteArray("x.0 = 5; x.0 = 6; x.0 = 7; x.0 = 8; x.0 = 9; x.0 = 10; x.0 = 11; x.0 = 12 and "
                                       "2 more");
}

/// More than four rows go through one layer more than two.
void SizesTest::otherLayersAreNamed()
{
    QFETCH(QString, others);
    QFETCH(QByteArray, named);
    const CliRun run = runCli({ "sweep", modelPath("timing_branches"), "--input", "2x8", "--axis", "x.0=2," + others,
                                "--runs", "2", "--warmup", "1", "--json" });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonArray points = run.json()["points"].toArray();
    QCOMPARE(points[0].toObject()["layers"].toArray().size(), 2); // the model, and its layer
    QVERIFY(points[1].toObject()["layers"].toArray().isEmpty() && points[1].toObject()["measured"].toBool());
    QVERIFY2(run.standardError.contains("At " + named + " the model runs other layers than at the first size"),
             run.standardError);
}

void SizesTest::nonsenseIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("part");
    const QString model = exportPath("nested");
    QTest::newRow("no list") << QStringList { "sweep", model, "--axis", "ids.1" } << commandLineStatus
                             << QByteArray("\"ids.1\" is not an axis");
    QTest::newRow("out of range") << QStringList { "sweep", model, "--axis", "ids.1=5,1000" } << commandLineStatus
                                  << QByteArray("ids.1 cannot be 1000");
    QTest::newRow("a batch beside an axis")
        << QStringList { "sweep", model, "--axis", "ids.1=5,6", "--batch", "3", "--predict" } << commandLineStatus
        << QByteArray("--batch and --axis cannot both set the sizes of an export. Leave out --batch");
    QTest::newRow("a size off its axis") << QStringList {
        "sweep", model, "--axis", "ids.1=5,6", "--predict", "--measure", "ids.1=9"
    } << commandLineStatus << QByteArray("--measure names ids.1=9, which is not one of the axis's sizes.");
    QTest::newRow("TorchScript") << QStringList { "analyze", modelPath("fixed_batch"), "--predict" }
                                 << commandLineStatus << QByteArray("keeps no sizes");
    QTest::newRow("data") << QStringList { "analyze", exportPath("branches"), "--predict" } << modelFailedStatus
                          << QByteArray("depends on data");
}

void SizesTest::nonsenseIsRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QByteArray, part);
    const CliRun run = runCli(arguments + QStringList { "--quiet" });
    QCOMPARE(run.exitStatus, status);
    QCOMPARE(run.messages().size(), 1);
    QVERIFY2(run.messages()[0].contains(part), run.messages()[0].constData());
}

ROOFLIGHT_TEST(SizesTest)
#include "sizes_test.moc"
