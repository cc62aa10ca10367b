// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

/// Arguments are checked before any file is opened: the models named here do not exist, which would be status 3.
class ArgumentsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refused_data();
    void refused();
    void tokensOfNoFile();
    void helpNamesBothKindsOfFile();
    void helpHasAnExample_data();
    void helpHasAnExample();

private:
    QTemporaryDir m_folder;
};

void ArgumentsTest::refused_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("batch of none") << "analyze no.pt --batch 0" << QByteArray("--batch: 0 is not an integer from 1 up");
    QTest::newRow("half a batch") << "analyze no.pt --batch 1.5"
                                  << QByteArray("--batch: 1.5 is not an integer from 1 up. See rooflight-cli analyze");
    QTest::newRow("more runs than a number holds")
        << "latency no.pt --runs 99999999999999999999" << QByteArray("is not an integer from 1 up");
    QTest::newRow("margin beyond") << "sweep no.pt --margin 100"
                                   << QByteArray("--margin: 100 is not a number from 0 to 99");
    QTest::newRow("no such convention")
        << "analyze no.pt --convention mat"
        << QByteArray("--convention: mat is not one of fma2, matrix, mac, torchstat, thop, fvcore. Did you mean mac?");
    QTest::newRow("flag with a value") << "report no.pt --trust=no" << QByteArray("--trust takes no value.");
    QTest::newRow("option without a value") << "report no.pt --device" << QByteArray("--device needs a value.");
    QTest::newRow("negative batch") << "analyze no.pt --batch -3"
                                    << QByteArray("--batch: -3 is not an integer from 1 up");
    QTest::newRow("no threads") << "analyze no.pt --threads 0" << QByteArray("--threads");
    QTest::newRow("negative timeout") << "analyze no.pt --timeout -1" << QByteArray("--timeout: -1 is not a number");
    QTest::newRow("seconds that are no number") << "latency no.pt --seconds nan" << QByteArray("--seconds: nan");
    QTest::newRow("endless seconds") << "latency no.pt --seconds inf" << QByteArray("--seconds: inf");
    QTest::newRow("no runs") << "layers no.pt --runs 0" << QByteArray("--runs: 0 is not an integer from 1 up");
    QTest::newRow("negative warm-up") << "layers no.pt --warmup -1"
                                      << QByteArray("--warmup: -1 is not an integer from 0 up");
    QTest::newRow("batches up to 0") << "sweep no.pt --max-batch 0" << QByteArray("--max-batch: 0");
    QTest::newRow("device") << "analyze no.pt --device gpu" << QByteArray("\"gpu\" is not a device");
    QTest::newRow("number of a device") << "report no.pt --device cuda:x" << QByteArray("\"cuda:x\" is not a device");
    QTest::newRow("device of the roofs") << "peaks --device tpu" << QByteArray("\"tpu\" is not a device");
    QTest::newRow("input") << "analyze no.pt --input 1x3xq" << QByteArray("1x3xq");
    QTest::newRow("variant") << "latency no.pt --interleave executor=best" << QByteArray("executor=best");
    QTest::newRow("host work") << "pipeline no.pt no.pt --host-work wait:3" << QByteArray("wait:3");
    QTest::newRow("places of host work") << "pipeline no.pt no.pt --host-work copy --host-work copy"
                                         << QByteArray("Kinds of host work: 2. Places between models: 1.");
    QTest::newRow("input of a model that is not there")
        << "pipeline no.pt no.pt --input 7/1x3" << QByteArray("model 7");
    QTest::newRow("threshold above all") << "show no.ridge --underutilized-below 101" << QByteArray("0 to 100");
    QTest::newRow("negative threshold") << "show no.ridge --launch-overheads -1" << QByteArray("--launch-overheads");
    QTest::newRow("negative width") << "analyze no.pt --width -1" << QByteArray("--width");
    QTest::newRow("width in words") << "show no.ridge --width wide" << QByteArray("--width");
    QTest::newRow("folder that is missing")
        << "analyze no.pt --csv /no/such/folder/a.csv" << QByteArray("/no/such/folder");
    QTest::newRow("folder that takes no files") << "analyze no.pt --save /proc/a.ridge" << QByteArray("folder /proc");
    QTest::newRow("folder for a file") << "show no.ridge --save FOLDER" << QByteArray("it is a folder");
    QTest::newRow("JSON and CSV on stdout")
        << "analyze no.pt --json --csv -" << QByteArray("--json and --csv - cannot all go to standard output");
    QTest::newRow("CSV and page on stdout")
        << "compare no.ridge no.ridge --csv - --html -" << QByteArray("--csv - and --html -");
    QTest::newRow("page and session on stdout")
        << "show no.ridge --html - --save -" << QByteArray("--html - and --save -");
    QTest::newRow("model and session in one file")
        << "analyze no.pt --save ./no.pt" << QByteArray("--save ./no.pt would replace a file that this command reads");
    QTest::newRow("second session and its table in one file")
        << "compare no.ridge other.ridge --csv other.ridge" << QByteArray("--csv other.ridge would replace");
    QTest::newRow("model of a pipeline and a page in one file")
        << "pipeline no.pt other.pt --html other.pt" << QByteArray("--html other.pt would replace");
    QTest::newRow("table and page in one file")
        << "inspect no.pt --csv all --html ./all" << QByteArray("--csv and --html name the same file");
    QTest::newRow("option twice") << "analyze no.pt --batch 2 --batch 4"
                                  << QByteArray("--batch is given more than once.");
    QTest::newRow("session of a trace in two files")
        << "import no.json -o a.ridge --save b.ridge" << QByteArray("excludes");
    QTest::newRow("reason that ends a sentence")
        << "compare no.ridge no.ridge --fail-on speed" << QByteArray("more-flops. See rooflight-cli compare --help.");
    QTest::newRow("executor whose work is no operator")
        << "layers no.pt --executor optimized_for_inference" << QByteArray("--executor");
    QTest::newRow("counters of a CPU") << "analyze no.pt --count-bytes" << QByteArray("that a GPU runs");
    QTest::newRow("counters of what is not run")
        << "analyze no.pt --count-bytes --predict --device cuda:0" << QByteArray("that a GPU runs");
    QTest::newRow("operators of no layers") << "sweep no.pt --operators" << QByteArray("--operators");
}

void ArgumentsTest::refused()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, message);
    QStringList arguments = command.split(u' ');
    arguments.replaceInStrings(QStringLiteral("FOLDER"), m_folder.path());
    const CliRun run = runCli(arguments);
    QVERIFY2(run.exitStatus == 2, run.standardError);
    QVERIFY(run.standardOutput.isEmpty());
    QVERIFY2(run.standardError.startsWith("rooflight-cli: ") && run.standardError.count('\n') == 1, run.standardError);
    QVERIFY2(run.standardError.contains(message), run.standardError);
    QVERIFY2(run.standardError.size() < 300, run.standardError);
}

/// It is neither a session that cannot be read nor one that takes no sizes.
void ArgumentsTest::tokensOfNoFile()
{
    for (const QStringList &more :
         { QStringList(), QStringList { QStringLiteral("--prefill"), QStringLiteral("x=1") } }) {
        const CliRun run = runCli(QStringList { QStringLiteral("tokens"), QStringLiteral("no.pt") } + more);
        QCOMPARE(run.exitStatus, 3);
        QCOMPARE(run.standardError,
                 QByteArray("rooflight-cli: Cannot read no.pt: there is no such file. Name a model, or a "
                            "session that was saved of one.\n"));
    }
}

void ArgumentsTest::helpNamesBothKindsOfFile()
{
    const CliRun run = runCli({ QStringLiteral("--help") });
    QCOMPARE(run.exitStatus, 0);
    QVERIFY2(run.standardOutput.simplified().contains("(TorchScript or torch.export)"), run.standardOutput);
}

void ArgumentsTest::helpHasAnExample_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command : { "inspect", "analyze", "peaks", "latency", "layers", "methods", "sweep", "pipeline",
                                 "report", "compare", "show", "serve" })
        QTest::newRow(command) << command;
}

void ArgumentsTest::helpHasAnExample()
{
    QFETCH(QString, command);
    const CliRun run = runCli({ command, QStringLiteral("--help") });
    QCOMPARE(run.exitStatus, 0);
    const qsizetype example = run.standardOutput.indexOf("Example:");
    QVERIFY(example > 0);
    QVERIFY(run.standardOutput.indexOf("rooflight-cli " + command.toUtf8(), example) > example);
}

ROOFLIGHT_TEST(ArgumentsTest)
#include "arguments_test.moc"
