// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QFile>
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
    void whatWasMeasuredStays();
    void thresholdsMoveTheVerdicts();
};

void WhatIfTest::devicesAreListed()
{
    const CliRun run = runCli({ "analyze", "--what-if", "list" });
    QCOMPARE(run.exitStatus, 0);
    QVERIFY2(run.standardOutput.contains("NVIDIA H100 SXM") && run.standardOutput.contains("AMD EPYC 9654"),
             run.standardOutput);
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
        QSKIP("there are no models");
    const QTemporaryDir folder;
    const QString csv = folder.filePath("layers.csv");
    const CliRun run = runCli(
        { "analyze", modelPath("resnet18_script"), "--input", "1x3x224x224", "--what-if", "h100 sxm", "--csv", csv });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    for (const char *text : { "What if", "NVIDIA H100 SXM", "There at best", "66.9 TFLOP/s", "nothing was measured" })
        QVERIFY2(run.standardOutput.contains(text), text);
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("FP32 (vector)"));
}

void WhatIfTest::whatWasMeasuredStays()
{
    if (!modelsAreThere())
        QSKIP("there are no models");
    const QStringList command { "analyze", modelPath("resnet18_script"), "--input", "1x3x64x64", "--json" };
    QCOMPARE(runCli(command + QStringList { "--what-if", "AMD Instinct MI300X" }).standardOutput,
             runCli(command).standardOutput);
}

void WhatIfTest::thresholdsMoveTheVerdicts()
{
    if (!modelsAreThere())
        QSKIP("there are no models");
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

RIDGEPOINT_TEST(WhatIfTest)
#include "what_if_test.moc"
