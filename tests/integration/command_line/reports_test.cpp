// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QTest>

/// What people reported other counters and timers to get wrong, with models of these kinds and the real program.
class ReportsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void inputsArePutBack_data();
    void inputsArePutBack();
    void trainingModeIsSaid_data();
    void trainingModeIsSaid();
    void otherMethodsAreRun_data();
    void otherMethodsAreRun();
    void inspectRunsNoMethod();
    void latentAttentionIsPredicted();
    void countsEndBeforeTheyWrapRound_data();
    void countsEndBeforeTheyWrapRound();
    void messagesSayWhatToDo_data();
    void messagesSayWhatToDo();
    void failuresNameTheFileOnce();
    void modulesAreWrittenAsCsv();
};

void ReportsTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made.");
}

namespace {

QString reportedExport(const QString &name)
{
    return modelPath(name) + QLatin1Char('2');
}

/// An option with value where it has one.
QStringList optionsIn(const char *text)
{
    return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

void ReportsTest::inputsArePutBack_data()
{
    QTest::addColumn<QStringList>("command");
    const QStringList script = { modelPath("places"), "--input", "7:int64:arange" };
    for (const char *command : { "latency", "layers", "sweep", "methods", "latency --interleave executor=frozen" }) {
        QTest::addRow("%s, script", command) << optionsIn(command) + script;
        QTest::addRow("%s, export", command) << optionsIn(command) + QStringList { reportedExport("places") };
    }
}

void ReportsTest::inputsArePutBack()
{
    QFETCH(const QStringList, command);
    QStringList arguments = command + optionsIn("--warmup 2 --runs 12 --quiet");
    if (command.front() == "sweep")
        arguments += optionsIn("--max-batch 2");
    const CliRun run = runCli(arguments);
    if (command.front() == "sweep" && run.exitStatus == modelFailedStatus)
        QSKIP("The export takes no other batch.");
    QVERIFY2(run.exitStatus == 0, run.standardError.constData());
    if (!command.contains("--interleave"))
        QVERIFY2(run.standardError.contains("changes its inputs"), run.standardError.constData());
}

void ReportsTest::trainingModeIsSaid_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("trains");
    for (const char *name : { "training_dropout", "training_statistics" }) {
        QTest::addRow("%s, trace", name) << modelPath(name) << true;
        QTest::addRow("%s, export", name) << reportedExport(name) << true;
    }
    QTest::newRow("script") << modelPath("training_script") << false; // eval() sets the mode that it asks for
    QTest::newRow("trace in evaluation mode") << modelPath("nested_sequential") << false;
    QTest::newRow("export in evaluation mode") << reportedExport("two_names") << false;
}

void ReportsTest::trainingModeIsSaid()
{
    QFETCH(const QString, file);
    QFETCH(const bool, trains);
    const CliRun inspected = runCli({ "inspect", file, "--json", "--quiet" });
    QVERIFY2(inspected.exitStatus == 0, inspected.standardError.constData());
    QCOMPARE(inspected.json()["model"].toObject()["training_mode"].toBool(), trains);
    const CliRun table = runCli({ "inspect", file, "--quiet" });
    QCOMPARE(table.standardOutput.contains("training: its code"), trains);
    QStringList arguments = { "analyze", file, "--json", "--quiet" };
    if (file == modelPath("training_script"))
        arguments += optionsIn("--input 2x4");
    const CliRun analyzed = runCli(arguments);
    QVERIFY2(analyzed.exitStatus == 0, analyzed.standardError.constData());
    QCOMPARE(analyzed.json()["model"].toObject()["training_mode"].toBool(), trains);
    QCOMPARE(analyzed.standardError.contains("training mode"), trains);
}

void ReportsTest::otherMethodsAreRun_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("method");
    QTest::addColumn<qint64>("macs");
    // 3 rows through 32x8, and through 8x32.
    QTest::newRow("forward") << modelPath("methods") << "forward" << qint64 { 3 * 2 * 256 };
    QTest::newRow("encode") << modelPath("methods") << "encode" << qint64 { 3 * 256 };
    QTest::newRow("one that calls forward") << modelPath("methods") << "twice" << qint64 { 3 * 4 * 256 };
    QTest::newRow("no forward") << modelPath("only_encode") << "encode" << qint64 { 3 * 256 };
}

void ReportsTest::otherMethodsAreRun()
{
    QFETCH(const QString, file);
    QFETCH(const QString, method);
    QFETCH(const qint64, macs);
    const CliRun run = runCli({ "analyze", file, "--method", method, "--input", "3x32", "--json", "--quiet" });
    QVERIFY2(run.exitStatus == 0, run.standardError.constData());
    QCOMPARE(run.json()["totals"].toObject()["macs"].toInteger(), macs);
    const CliRun timed =
        runCli({ "latency", file, "--method", method, "--input", "3x32", "--runs", "3", "--json", "--quiet" });
    QVERIFY2(timed.exitStatus == 0, timed.standardError.constData());
}

void ReportsTest::inspectRunsNoMethod()
{
    const CliRun inspected = runCli({ "inspect", modelPath("methods"), "--method", "encode", "--quiet" });
    QVERIFY2(inspected.exitStatus == 0, inspected.standardError.constData());
    QVERIFY2(!inspected.standardError.contains("What is run"), inspected.standardError.constData());
}

void ReportsTest::latentAttentionIsPredicted()
{
    for (const char *how : { "", "--predict" }) {
        const CliRun run =
            runCli(QStringList { "analyze", reportedExport("latent"), "--json", "--quiet" } + optionsIn(how));
        QVERIFY2(run.exitStatus == 0, run.standardError.constData());
        // 4 heads, 32 queries by 32 keys of 24 numbers, then 16 numbers of each value.
        QCOMPARE(run.json()["totals"].toObject()["macs"].toInteger(), qint64 { 4 * 32 * 32 * (24 + 16) });
    }
}

void ReportsTest::countsEndBeforeTheyWrapRound_data()
{
    QTest::addColumn<QString>("size");
    QTest::addColumn<qint64>("macs"); // n n k
    QTest::addColumn<bool>("atLeast");
    QTest::newRow("exact") << "1000000" << qint64 { 1'000'000'000'000'000'000 } << false;
    QTest::newRow("FLOPs beyond 2^63") << "2000000" << qint64 { 1 } << true;
    QTest::newRow("both beyond 2^64") << "4000000" << qint64 { 1 } << true;
}

void ReportsTest::countsEndBeforeTheyWrapRound()
{
    QFETCH(const QString, size);
    QFETCH(const qint64, macs);
    QFETCH(const bool, atLeast);
    const QStringList sizes = { "--dim", "x.0=" + size, "--dim", "x.1=" + size };
    const QStringList arguments = QStringList { "analyze", reportedExport("gram"), "--predict", "--quiet" } + sizes;
    const CliRun run = runCli(arguments + QStringList { "--json" });
    QVERIFY2(run.exitStatus == 0, run.standardError.constData());
    const QJsonObject totals = run.json()["totals"].toObject();
    const qint64 counted = totals["macs"].toInteger();
    QCOMPARE(totals["at_least"].toBool(), atLeast);
    QVERIFY(atLeast ? counted > qint64 { 1'000'000'000'000'000'000 } : counted == macs);
    QVERIFY(totals["flops"].toInteger() >= 2 * counted);
    QCOMPARE(run.standardError.contains("Counts end at"), atLeast);
    const CliRun table = runCli(arguments);
    QCOMPARE(table.standardOutput.contains("\u2265"), atLeast);
}

void ReportsTest::messagesSayWhatToDo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("part");
    const QString twoNames = reportedExport("two_names");
    QTest::newRow("one size, two values")
        << QStringList { "analyze", twoNames } + optionsIn("--dim ids.1=9 --dim mask.1=10") << commandLineStatus
        << QByteArray("ids.1=9 and mask.1=10 set one size");
    QTest::newRow("one size, two values, predicted")
        << QStringList { "analyze", twoNames } + optionsIn("--predict --dim ids.1=9 --dim mask.1=10")
        << commandLineStatus << QByteArray("ids.1=9 and mask.1=10 set one size");
    QTest::newRow("a size and another batch")
        << QStringList { "analyze", twoNames } + optionsIn("--batch 8 --dim ids.0=4") << commandLineStatus
        << QByteArray("ids.0=4 and --batch 8");
    QTest::newRow("a size and another batch, predicted")
        << QStringList { "analyze", twoNames } + optionsIn("--predict --batch 8 --dim ids.0=4") << commandLineStatus
        << QByteArray("ids.0=4 and --batch 8");
    QTest::newRow("two axes of one size")
        << QStringList { "sweep", twoNames } + optionsIn("--predict --axis ids.1=16,32 --axis mask.1=64,128")
        << commandLineStatus << QByteArray("ids.1=16 and mask.1=64 set one size");
    QTest::newRow("an axis and another size")
        << QStringList { "sweep", twoNames } + optionsIn("--predict --axis ids.1=16,32 --dim mask.1=64")
        << commandLineStatus << QByteArray("mask.1=64 and ids.1=16 set one size");
    QTest::newRow("no quotation of what is known before a run")
        << QStringList { "analyze", twoNames, "--dim", "idz.1=9" } << commandLineStatus
        << QByteArray("rooflight-cli: " + twoNames.toUtf8() + " has no open size called \"idz.1\"");
    QTest::newRow("a size that is not open, inspected")
        << QStringList { "inspect", twoNames, "--dim", "idz.1=9" } << commandLineStatus
        << QByteArray("rooflight-cli: " + twoNames.toUtf8() + " has no open size called \"idz.1\"");
    QTest::newRow("unknown option") << QStringList { "analyze", twoNames, "--bacth", "8" } << commandLineStatus
                                    << QByteArray("analyze has no option --bacth. Did you mean --batch? See "
                                                  "rooflight-cli analyze --help");
    QTest::newRow("unknown command") << QStringList { "analyse", twoNames } << commandLineStatus
                                     << QByteArray("There is no command analyse. Did you mean analyze?");
    QTest::newRow("too many threads") << QStringList { "analyze", twoNames, "--threads", "9999" } << commandLineStatus
                                      << QByteArray("9999 is not an integer from 1 to 4096");
    QTest::newRow("session in place of a model") << QStringList { "report", QStringLiteral(ROOFLIGHT_SAMPLE_SESSION) }
                                                 << unreadableStatus << QByteArray("Show it with rooflight-cli show");
    QTest::newRow("model in place of a session") << QStringList { "show", twoNames } << unreadableStatus
                                                 << QByteArray("Measure a model with rooflight-cli report");
    QTest::newRow("unknown layer") << QStringList { "explain", modelPath("methods"), "--input", "3x32", "--layer",
                                                    "dwon" }
                                   << commandLineStatus << QByteArray("Did you mean down?");
    QTest::newRow("batch that there is") << QStringList { "estimate", modelPath("nested_sequential"), "--batch", "1" }
                                         << commandLineStatus << QByteArray("runs with a batch of 1 as it is");
    QTest::newRow("no such method") << QStringList { "analyze", modelPath("methods"), "--method", "decode" }
                                    << commandLineStatus << QByteArray("It has forward(), encode(), twice().");
    const QString gram = reportedExport("gram");
    QTest::newRow("a size below 0") << QStringList { "analyze", gram, "--dim", "x.0=-3" } << commandLineStatus
                                    << QByteArray("-3");
    QTest::newRow("a size of 0") << QStringList { "analyze", gram, "--dim", "x.0=0" } << commandLineStatus
                                 << QByteArray("0");
    QTest::newRow("a size with an exponent")
        << QStringList { "analyze", gram, "--dim", "x.0=1e3" } << commandLineStatus << QByteArray("1e3");
    QTest::newRow("no such size") << QStringList { "analyze", gram, "--dim", "batch=3" } << commandLineStatus
                                  << QByteArray("x.0");
    QTest::newRow("no such dimension") << QStringList { "analyze", gram, "--dim", "x.2=3" } << commandLineStatus
                                       << QByteArray("x.2");
    QTest::newRow("a size beyond what an export holds")
        << QStringList { "analyze", gram } + optionsIn("--predict --dim x.0=9223372036854775807 --dim x.1=2")
        << outOfMemoryStatus << QByteArray("9223372036854775807");
    QTest::newRow("a predicted result beyond 2^63 bytes")
        << QStringList { "analyze", gram } + optionsIn("--predict --dim x.0=3000000000 --dim x.1=2")
        << outOfMemoryStatus << QByteArray("sizes=[3000000000, 3000000000]\". Use a smaller batch or input.");
    QTest::newRow("a result beyond all memory")
        << QStringList { "analyze", gram } + optionsIn("--dim x.0=4000000 --dim x.1=2") << outOfMemoryStatus
        << QByteArray("memory");
    QTest::newRow("no such argument") << QStringList { "analyze", modelPath("methods"), "--input", "nothing:3x32" }
                                      << commandLineStatus
                                      << QByteArray(" has no input called nothing. Its inputs are: ");
    QTest::newRow("no forward") << QStringList { "analyze", modelPath("only_encode"), "--input", "3x32" }
                                << unreadableStatus << QByteArray("--method encode");
    QTest::newRow("a method of an export") << QStringList { "analyze", twoNames, "--method", "encode" }
                                           << commandLineStatus << QByteArray("Leave out --method");
}

void ReportsTest::messagesSayWhatToDo()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QByteArray, part);
    const CliRun run = runCli(arguments + QStringList { "--quiet" });
    QVERIFY2(run.exitStatus == status, run.standardError.constData());
    QVERIFY2(run.standardError.contains(part), run.standardError.constData());
    QVERIFY2(!run.standardError.contains("process says"), run.standardError.constData());
}

/// The words of LibTorch are within a sentence of the program's own.
void ReportsTest::failuresNameTheFileOnce()
{
    const QByteArray file = modelPath("methods").toUtf8();
    const CliRun run = runCli({ "analyze", file, "--input", "3x7", "--quiet" });
    QCOMPARE(run.exitStatus, 4);
    QVERIFY2(run.standardError.startsWith("rooflight-cli: " + file + " failed while running: \""),
             run.standardError.constData());
    QCOMPARE(run.standardError.count(file), qsizetype { 1 });
    QVERIFY2(run.standardError.contains("\". Check the inputs with --input"), run.standardError.constData());
}

void ReportsTest::modulesAreWrittenAsCsv()
{
    const CliRun run = runCli({ "inspect", modelPath("methods"), "--csv", "-", "--quiet" });
    QVERIFY2(run.exitStatus == 0, run.standardError.constData());
    QVERIFY2(run.standardOutput.contains("module,type,parameters,buffers\r\n"), run.standardOutput.constData());
    QVERIFY2(run.standardOutput.contains("down,Linear,256,0\r\n"), run.standardOutput.constData());
}

ROOFLIGHT_TEST(ReportsTest)
#include "reports_test.moc"
