// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace {

constexpr int patienceMs = 100'000; ///< whatever the machine does beside

} // namespace

/// Measurements of the real program that end early: what they keep.
class StopTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void thirdRunFails_data();
    void thirdRunFails();
    void cancelKeepsWhatWasMeasured_data();
    void cancelKeepsWhatWasMeasured();
    void experimentsBeforeACancelAreShown();
    void reportBeforeExperimentsIsShown_data();
    void reportBeforeExperimentsIsShown();
    void remediesThatACancelLeftOutHaveNotFailed();
    void sizeThatWasCutIsNotMeasured();
    void signalsOfTheParentDoNotMatter();
};

void StopTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
}

void StopTest::thirdRunFails_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("latency") << "latency";
    QTest::newRow("methods") << "methods";
}

void StopTest::thirdRunFails()
{
    QFETCH(QString, command);
    const CliRun run = runCli({ command, modelPath("timing_third_run"), "--input", "1x4", "--json" });
    QCOMPARE(run.exitStatus, modelFailedStatus);
    QVERIFY2(run.messages().last().contains("the third run fails"), run.standardError.constData());
    const QJsonObject kept = run.json();
    const QJsonObject block = command == "latency" ? kept : kept["methods"].toArray().at(0).toObject();
    QCOMPARE(block["warmup_ns"].toArray().size(), 2); // the two runs before
}

void StopTest::cancelKeepsWhatWasMeasured_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString model = modelPath("nested_sequential");
    QTest::newRow("latency") << QStringList { "latency", model, "--seconds", "100" };
    QTest::newRow("interleaved") << QStringList { "latency", model,          "--seconds",
                                                  "100",     "--interleave", "executor=frozen" };
    QTest::newRow("layers") << QStringList { "layers", model, "--runs", "1000000" };
    QTest::newRow("methods") << QStringList { "methods", model, "--seconds", "100" };
    QTest::newRow("sweep") << QStringList { "sweep", modelPath("mobilenet_v2_trace"), "--max-batch", "64" };
    QTest::newRow("pipeline") << QStringList { "pipeline", model, model, "--seconds", "100" };
    QTest::newRow("calls of a second") << QStringList { "latency", modelPath("timing_slow"), "--input", "1x4" };
}

void StopTest::cancelKeepsWhatWasMeasured()
{
    QFETCH(QStringList, arguments);
    // Soon at what is measured, with the least work.
    CliOnTerminal program(arguments + QStringList { "--warmup", "1", "--threads", "1", "--json" });
    static const QRegularExpression isMeasuring("run [1-9]|batch [2-9]|[1-9][0-9]* of ");
    QTRY_VERIFY_WITH_TIMEOUT(isMeasuring.match(QString::fromUtf8(program.messages())).hasMatch(), patienceMs);
    QProcess &process = program.process();
    process.terminate();
    QVERIFY(process.waitForFinished(patienceMs));
    QCOMPARE(process.exitCode(), cancelledStatus);
    const QByteArray output = process.readAllStandardOutput();
    QVERIFY2(output.contains("\"samples_ns\"") && (output.contains("\"partial\"") || output.contains("\"end\": \"\"")),
             output.left(400).constData());
}

namespace {

const QByteArray kept = "What was measured so far is kept.";

/// Once what is on its terminal matches, it is asked to end.
void cancelAt(CliOnTerminal &program, const QString &pattern)
{
    const QRegularExpression expression(pattern);
    QTRY_VERIFY_WITH_TIMEOUT(expression.match(QString::fromUtf8(program.messages())).hasMatch(), patienceMs);
    program.process().terminate();
    QVERIFY(program.process().waitForFinished(patienceMs));
    QCOMPARE(program.process().exitCode(), cancelledStatus);
}

} // namespace

/// In the midst of the rounds of the only operator. It takes long: what is known well after some rounds ends by itself.
void StopTest::experimentsBeforeACancelAreShown()
{
    const QTemporaryDir folder;
    const QString session = folder.filePath("stopped.ridge");
    CliOnTerminal program({ "explain", modelPath("mobilenet_v2_trace"), "--top", "1", "--seconds", "12", "--effort",
                            "quick", "--json", "--save", session });
    cancelAt(program, QStringLiteral("limits operators \\.\\.\\. (3[2-9]|[4-7][0-9]) of 100"));
    QVERIFY2(program.messages().contains(kept), program.messages().constData());
    const QJsonObject explanation = QJsonDocument::fromJson(program.process().readAllStandardOutput()).object();
    QCOMPARE(explanation["format"].toString(), QStringLiteral("rooflight.explanation"));
    QVERIFY(explanation["partial"].toBool());
    const QJsonObject layer = explanation["layers"].toArray().at(0).toObject();
    QVERIFY(layer["failure"].toString().isEmpty());
    QVERIFY(layer["tests"].toArray().size() > 5);
    for (const QJsonValue &test : layer["tests"].toArray())
        QVERIFY(test["rounds"].toInt() > 0);
    const CliRun shown = runCli({ "show", session }); // which itself is not cancelled
    QVERIFY(shown.standardOutput.contains("malloc keeps memory"));
    QCOMPARE(shown.exitStatus, 0);
    QVERIFY2(shown.standardError.contains("cancelled"), qPrintable(shown.standardError));
}

void StopTest::reportBeforeExperimentsIsShown_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("shown");
    QTest::newRow("tables") << QStringList() << true;
    QTest::newRow("JSON of an explanation") << QStringList { "--json" } << false;
}

/// What is to be kept has to be somewhere.
void StopTest::reportBeforeExperimentsIsShown()
{
    QFETCH(QStringList, options);
    QFETCH(bool, shown);
    CliOnTerminal program(QStringList { "explain", modelPath("nested_sequential"), "--effort", "quick" } + options);
    cancelAt(program, QStringLiteral("limits operators"));
    const QByteArray output = program.process().readAllStandardOutput();
    QCOMPARE(program.messages().contains(kept), shown);
    QCOMPARE(output.contains("Most to gain"), shown);
    QVERIFY(shown || output.isEmpty());
}

void StopTest::remediesThatACancelLeftOutHaveNotFailed()
{
    CliOnTerminal program({ "remedies", modelPath("mobilenet_v2_trace"), "--only", "frozen,bfloat16,flush_denormals",
                            "--seconds", "20", "--json" });
    // From 40 on, when all are loaded, 3 parts of 100 a second: at least one round ends before 80.
    cancelAt(program, QStringLiteral("Trying remedies \\.\\.\\. (4[1-9]|[5-7][0-9]) of 100"));
    QVERIFY2(program.messages().contains(kept), program.messages().constData());
    const QJsonObject remedies = QJsonDocument::fromJson(program.process().readAllStandardOutput()).object();
    QVERIFY(remedies["partial"].toBool());
    QVERIFY(remedies["baseline"]["median_ns"].toDouble() > 0);
    for (const QJsonValue &remedy : remedies["remedies"].toArray())
        QVERIFY2(!remedy["reason"].toString().contains("cancelled"), qPrintable(remedy["reason"].toString()));
}

/// Else the next sweep would take the few runs of that size for all of them.
void StopTest::sizeThatWasCutIsNotMeasured()
{
    CliOnTerminal program({ "sweep", QStringLiteral(ROOFLIGHT_TEST_DATA "/export/nested.pt2"), "--axis", "ids.1=3,6",
                            "--seconds", "100", "--warmup", "1", "--threads", "1", "--json" });
    static const QRegularExpression isMeasuring("run [1-9]|[1-9][0-9]* of ");
    QTRY_VERIFY_WITH_TIMEOUT(isMeasuring.match(QString::fromUtf8(program.messages())).hasMatch(), patienceMs);
    program.process().terminate();
    QVERIFY(program.process().waitForFinished(patienceMs));
    QCOMPARE(program.process().exitCode(), cancelledStatus);
    const QByteArray output = program.process().readAllStandardOutput();
    const QJsonObject sweep = QJsonDocument::fromJson(output).object();
    QCOMPARE(sweep["format"].toString(), QStringLiteral("rooflight.sweep"));
    QVERIFY2(sweep["points"].toArray().isEmpty(), output.left(2000).constData());
}

/// What a parent does with its signals is inherited: a cron daemon, or Docker without an init.
void StopTest::signalsOfTheParentDoNotMatter()
{
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.setChildProcessModifier([] { std::signal(SIGCHLD, SIG_IGN); });
    process.start(QStringLiteral(ROOFLIGHT_CLI),
                  { "analyze", modelPath("nested_sequential"), "--json", "--quiet", "--timeout", "60" });
    const CliRun run = resultOf(process);
    QCOMPARE(run.exitStatus, 0);
    QVERIFY(run.json().contains("totals"));
}

ROOFLIGHT_TEST(StopTest)
#include "stop_test.moc"
