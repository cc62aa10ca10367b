// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

/// The tables of the real program under the roofs of another device.
class WhatIfTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void devicesAreListed();
    void wrongNamesAreRefused();
    void modelsStandUnderOtherRoofs();
    void changesHaveTheirTables();
    void estimatesKnowChanges();
    void whatWasMeasuredStays();
    void thresholdsMoveTheVerdicts();
    void estimatesHaveAnIntervalAndALimit();
    void estimateOfAnotherDeviceIsItsLimit();
    void estimateOfWhatDoesNotRunIsScaled();
    void estimateNeedsAChange();
    void wrongSizeIsSaidBeforeAnythingIsMeasured();
    void sessionsAreJudgedByRoofsOfAFile();
    void filesWithoutRoofsAreRefused();
};

void WhatIfTest::devicesAreListed()
{
    const CliRun run = runCli({ "analyze", "--what-if", "list" });
    QCOMPARE(run.exitStatus, 0);
    QVERIFY2(run.standardOutput.contains("NVIDIA H100 SXM") && run.standardOutput.contains("AMD EPYC 9654"),
             run.standardOutput);
    for (const char *change : { "int8-weights", "int8-dynamic", "no-launches", "compiled" })
        QVERIFY2(run.standardOutput.contains(change), change);
}

void WhatIfTest::wrongNamesAreRefused()
{
    const CliRun unknown = runCli({ "show", "any.ridge", "--what-if", "abacus" });
    QCOMPARE(unknown.exitStatus, 2);
    QCOMPARE(unknown.messages().size(), 1);
    QVERIFY(unknown.standardError.contains("\"abacus\"") && unknown.standardError.contains("--what-if list"));
    const CliRun several = runCli({ "show", "any.ridge", "--what-if", "A100" });
    QCOMPARE(several.exitStatus, 2);
    QVERIFY2(several.standardError.contains("NVIDIA A100 SXM 80GB"), several.standardError);
}

void WhatIfTest::modelsStandUnderOtherRoofs()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    const QTemporaryDir folder;
    const QString csv = folder.filePath("layers.csv");
    const CliRun run = runCli(
        { "analyze", modelPath("resnet18_script"), "--input", "1x3x224x224", "--what-if", "h100 sxm", "--csv", csv });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    for (const char *text : { "What if", "NVIDIA H100 SXM", "Data-sheet time", "66.9 TFLOP/s", "nothing was measured" })
        QVERIFY2(run.standardOutput.contains(text), text);
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("FP32 (vector)"));
}

/// The same figures as the report of the session answers with.
void WhatIfTest::changesHaveTheirTables()
{
    const QString session = QStringLiteral(ROOFLIGHT_SAMPLE_SESSION);
    const CliRun shown = runCli({ "show", session, "--json" });
    const QJsonObject verdicts = shown.json()["verdicts"].toObject();
    const QJsonArray answers = verdicts["what_if"].toArray();
    QCOMPARE(answers.size(), 4);
    for (const QJsonValue &answer : answers) {
        const QString id = answer["id"].toString();
        const CliRun run = runCli({ "show", session, "--what-if", QString(id).replace(u'_', u'-') });
        QVERIFY2(run.exitStatus == 0, run.standardError);
        const QString output = QString::fromUtf8(run.standardOutput).section(QStringLiteral("\n\n"), 0, 1);
        QVERIFY2(output.contains(answer["applies"].toBool() ? QStringLiteral(" to ") : QStringLiteral("no change")),
                 qPrintable(output));
        for (const QJsonValue &sentence : answer["assumes"].toArray())
            QVERIFY2(run.standardOutput.contains(sentence.toString().toUtf8()), qPrintable(sentence.toString()));
        QCOMPARE(runCli({ "show", session, "--what-if", id, "--json" }).standardOutput, shown.standardOutput);
    }
    QCOMPARE(runCli({ "show", session, "--what-if", "int8" }).standardOutput,
             runCli({ "show", session, "--what-if", "int8-dynamic" }).standardOutput);
}

void WhatIfTest::estimatesKnowChanges()
{
    const QString model = QStringLiteral(ROOFLIGHT_TEST_DATA "/torchscript/small_trace.pt");
    const CliRun run = runCli({ "estimate", model, "--what-if", "no-launches", "--effort", "quick", "--json" });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonObject estimate = run.json();
    QCOMPARE(estimate["method"].toString(), "scaled");
    const QJsonObject there = estimate["there"].toObject();
    QVERIFY(there["median_ns"].toDouble() > 0);
    QVERIFY(there["median_ns"].toDouble() <= estimate["here"]["median_ns"].toDouble());
    QVERIFY(there["limit_ns"].toDouble() <= there["median_ns"].toDouble());
    const CliRun sized = runCli({ "estimate", QStringLiteral(ROOFLIGHT_TEST_DATA "/export/nested.pt2"), "--dim",
                                  "length=3", "--what-if", "compiled" });
    QCOMPARE(sized.exitStatus, 2);
    QVERIFY2(sized.standardError.contains("--dim"), sized.standardError);
}

void WhatIfTest::whatWasMeasuredStays()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    const QStringList command { "analyze", modelPath("resnet18_script"), "--input", "1x3x64x64", "--json" };
    QCOMPARE(runCli(command + QStringList { "--what-if", "AMD Instinct MI300X" }).standardOutput,
             runCli(command).standardOutput);
}

void WhatIfTest::thresholdsMoveTheVerdicts()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    const QTemporaryDir folder;
    const auto bandwidthBound = [&folder](const QStringList &options) {
        const QString csv = folder.filePath("layers.csv");
        const QStringList command {
            "analyze", modelPath("resnet18_script"), "--input", "1x3x64x64", "--what-if", "h100 sxm", "--csv", csv
        };
        const CliRun run = runCli(command + options);
        QFile file(csv);
        return run.exitStatus == 0 && file.open(QIODevice::ReadOnly) ? file.readAll().count(",bandwidth,") : -1;
    };
    QVERIFY(bandwidthBound({}) > 20); // every ReLU and batch normalization, for example
    // Within 100 % of the ridge lies all that is left of it.
    QCOMPARE(bandwidthBound({ "--balanced-zone", "100" }), 0);
}

void WhatIfTest::estimatesHaveAnIntervalAndALimit()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    const CliRun run =
        runCli({ "estimate", modelPath("resnet18_trace"), "--batch", "2", "--effort", "quick", "--json" });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonObject estimate = run.json();
    QCOMPARE(estimate["format"].toString(), "rooflight.estimate");
    QCOMPARE(estimate["method"].toString(), "replayed");
    const QJsonObject there = estimate["there"].toObject();
    const double expected = there["median_ns"].toDouble();
    QVERIFY(there["interval"][0].toDouble() <= expected && expected <= there["interval"][1].toDouble());
    QVERIFY(there["limit_ns"].toDouble() > 0 && there["limit_ns"].toDouble() <= expected);
    // Twice the published 1,814,073,344 of one image.
    QCOMPARE(there["macs"].toInteger(), 2 * 1'814'073'344LL);
    const QJsonArray layers = estimate["layers"].toArray();
    QCOMPARE(layers[1]["path"].toString(), "conv1");
    QVERIFY(layers[1]["median_ns"].toDouble() >= layers[1]["limit_ns"].toDouble());
}

void WhatIfTest::estimateOfAnotherDeviceIsItsLimit()
{
    const CliRun run = runCli({ "estimate", QStringLiteral(ROOFLIGHT_TEST_DATA "/torchscript/small_trace.pt"),
                                "--what-if", "H100 SXM", "--effort", "quick", "--json" });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonObject estimate = run.json();
    QVERIFY(estimate["there"]["median_ns"].isNull() && estimate["method"].isNull());
    QVERIFY(estimate["there"]["limit_ns"].toDouble() > 0);
    QVERIFY(estimate["here"]["median_ns"].toDouble() > 0);
    QCOMPARE(estimate["device"]["name"].toString(), "NVIDIA H100 SXM");
}

void WhatIfTest::estimateOfWhatDoesNotRunIsScaled()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    const QStringList command { "estimate", modelPath("fixed_batch"), "--batch", "2", "--effort", "quick", "--quiet",
                                "--json" };
    const CliRun run = runCli(command);
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QCOMPARE(run.json()["method"].toString(), "scaled");
    QVERIFY2(run.standardError.contains("built in") && run.standardError.contains("Its time is scaled instead."),
             run.standardError);
    QVERIFY2(!run.standardError.contains("Leave out --batch"), run.standardError);
    // A limit needs no runs: nothing was lost.
    const CliRun limit = runCli(command + QStringList { "--what-if", "H100 SXM" });
    QVERIFY2(limit.exitStatus == 0, limit.standardError);
    QVERIFY(limit.json()["there"].toObject()["limit_ns"].toDouble() > 0);
    QVERIFY2(!limit.standardError.contains("scaled") && !limit.standardError.contains("built in"), limit.standardError);
}

void WhatIfTest::estimateNeedsAChange()
{
    const CliRun run = runCli({ "estimate", QStringLiteral(ROOFLIGHT_TEST_DATA "/torchscript/small_trace.pt") });
    QCOMPARE(run.exitStatus, 2);
    QVERIFY2(run.standardError.contains("nothing to estimate"), run.standardError);
}

void WhatIfTest::wrongSizeIsSaidBeforeAnythingIsMeasured()
{
    const CliRun run =
        runCli({ "estimate", QStringLiteral(ROOFLIGHT_TEST_DATA "/export/nested.pt2"), "--dim", "length=3" });
    QVERIFY(run.exitStatus != 0);
    QVERIFY2(run.standardError.contains("has no open size called"), run.standardError);
    QVERIFY2(!run.standardError.contains("roofs"), run.standardError);
}

/// Twice the bandwidth of every level: what memory binds is twice as far from its roof.
void WhatIfTest::sessionsAreJudgedByRoofsOfAFile()
{
    const QTemporaryDir folder;
    const QString session = QStringLiteral(ROOFLIGHT_SAMPLE_SESSION);
    QJsonObject shown = runCli({ "show", session, "--json" }).json();
    QJsonObject peaks = shown["peaks"].toObject();
    peaks["format"] = "rooflight.peaks";
    peaks["version"] = 1;
    QJsonObject device = peaks["device"].toObject();
    device["name"] = "another machine";
    peaks["device"] = device;
    QJsonArray roofs = peaks["roofs"].toArray();
    for (QJsonValueRef value : roofs) {
        QJsonObject roof = value.toObject();
        if (roof["value_unit"] == "B/s") {
            roof["value"] = 2 * roof["value"].toDouble();
            roof["interval"] = QJsonArray { 0, 0 };
            roof["samples"] = QJsonArray();
        }
        value = roof;
    }
    peaks["roofs"] = roofs;
    const QString file = folder.filePath("roofs.json");
    QFile written(file);
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(QJsonDocument(peaks).toJson());
    written.close();

    const CliRun run = runCli({ "show", session, "--roofs", file, "--json" });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY2(run.standardError.contains("The roofs are of another machine"), run.standardError);
    const auto bandwidth = [](const QJsonObject &json) {
        return json["verdicts"].toObject()["platform"].toObject()["bandwidth_byte_per_second"].toDouble();
    };
    QCOMPARE(bandwidth(run.json()), 2 * bandwidth(shown));
}

void WhatIfTest::filesWithoutRoofsAreRefused()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("roofs.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "rooflight.peaks", "version": 1, "roofs": []})");
    file.close();
    for (const QString &path : { file.fileName(), folder.filePath("none.json") }) {
        const CliRun run = runCli({ "show", QStringLiteral(ROOFLIGHT_SAMPLE_SESSION), "--roofs", path });
        QCOMPARE(run.exitStatus, 3);
        QCOMPARE(run.messages().size(), 1);
        QVERIFY2(run.standardError.contains(path.toUtf8()), run.standardError);
    }
}

ROOFLIGHT_TEST(WhatIfTest)
#include "what_if_test.moc"
