// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace {

const QString model = QStringLiteral("resnet18_trace");

CliRun analyzeModel(const QString &name, const QStringList &more = {})
{
    return runCli(QStringList { QStringLiteral("analyze"), modelPath(name), QStringLiteral("--quiet") } + more);
}

qsizetype widestLine(const QByteArray &text)
{
    qsizetype widest = 0;
    for (const QString &line : QString::fromUtf8(text).split(u'\n'))
        widest = std::max(widest, line.trimmed().size());
    return widest;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What a terminal of this width is shown.
QByteArray onTerminal(const QStringList &arguments, unsigned short columns)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    winsize size { 24, columns, 0, 0 };
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0 || ioctl(terminal, TIOCSWINSZ, &size) != 0)
        qFatal("no terminal could be made");
    const int inside = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.setChildProcessModifier([inside] { dup2(inside, STDOUT_FILENO); });
    process.start(QStringLiteral(ROOFLIGHT_CLI), arguments);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    QByteArray text;
    const auto readAll = [&] {
        char part[4096];
        for (ssize_t count = 0; (count = read(terminal, part, sizeof part)) > 0;)
            text.append(part, count);
    };
    while (!process.waitForFinished(20) && process.state() != QProcess::NotRunning)
        readAll();
    readAll();
    close(inside);
    close(terminal);
    return text;
}

} // namespace

class OutputTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingIsCutInAPipe();
    void widthIsChosen();
    void widthIsThatOfTheTerminal();
    void csvGoesToStdout();
    void sessionGoesToStdout();
    void operatorsAreListed();
    void frozenModelShowsItsOperators();
    void layersOfAFrozenModelAreTimed();

private:
    QTemporaryDir m_folder;
};

void OutputTest::initTestCase()
{
    qunsetenv("COLUMNS");
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
}

void OutputTest::nothingIsCutInAPipe()
{
    const QString path = m_folder.filePath(QStringLiteral("a.ridge"));
    const CliRun run = analyzeModel(model, { QStringLiteral("--save"), path });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY(!run.standardOutput.contains("…"));
    for (const char *word : { "Type", "Output", "Parameters", "Intensity", "Peak activation memory", "downsample" })
        QVERIFY2(run.standardOutput.contains(word), word);
}

void OutputTest::widthIsChosen()
{
    const QString path = m_folder.filePath(QStringLiteral("width.ridge"));
    QVERIFY(analyzeModel(model, { QStringLiteral("--save"), path }).exitStatus == 0);
    const QStringList show { QStringLiteral("show"), path };
    QVERIFY(widestLine(runCli(show).standardOutput) > 90);
    const QStringList wide = show + QStringList { QStringLiteral("--width"), QStringLiteral("70") };
    QCOMPARE(widestLine(runCli(wide).standardOutput), 70);
    qputenv("COLUMNS", "60");
    const CliRun columns = runCli(show);
    const CliRun both = runCli(wide);
    const CliRun unlimited = runCli(show + QStringList { QStringLiteral("--width"), QStringLiteral("0") });
    qunsetenv("COLUMNS");
    QCOMPARE(widestLine(columns.standardOutput), 60);
    QCOMPARE(widestLine(both.standardOutput), 70);
    QVERIFY(widestLine(unlimited.standardOutput) > 90);
}

void OutputTest::widthIsThatOfTheTerminal()
{
    const QString path = m_folder.filePath(QStringLiteral("terminal.ridge"));
    QVERIFY(analyzeModel(model, { QStringLiteral("--save"), path }).exitStatus == 0);
    const auto widest = static_cast<int>(widestLine(onTerminal({ QStringLiteral("show"), path }, 66)));
    QVERIFY2(widest <= 66 && widest > 50, QByteArray::number(widest));
}

void OutputTest::csvGoesToStdout()
{
    const QString path = m_folder.filePath(QStringLiteral("layers.csv"));
    const CliRun run = analyzeModel(model, { QStringLiteral("--csv"), QStringLiteral("-") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY(analyzeModel(model, { QStringLiteral("--csv"), path }).exitStatus == 0);
    QCOMPARE(run.standardOutput, contentOf(path));
    QVERIFY(run.standardOutput.startsWith("layer,type,call,operators,"));
    QVERIFY(!QFile::exists(QStringLiteral("-")));
}

void OutputTest::sessionGoesToStdout()
{
    const CliRun run = analyzeModel(model, { QStringLiteral("--save"), QStringLiteral("-") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QFile file(m_folder.filePath(QStringLiteral("piped.ridge")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(run.standardOutput);
    file.close();
    const CliRun shown =
        runCli({ QStringLiteral("show"), file.fileName(), QStringLiteral("--csv"), QStringLiteral("-") });
    QVERIFY2(shown.exitStatus == 0, shown.standardError);
    QVERIFY(shown.standardOutput.contains("layer1.0.conv1"));
}

void OutputTest::operatorsAreListed()
{
    const CliRun run =
        analyzeModel(model, { QStringLiteral("--operators"), QStringLiteral("--csv"), QStringLiteral("-") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QList<QByteArray> lines = run.standardOutput.trimmed().split('\n');
    const CliRun json = analyzeModel(model, { QStringLiteral("--json") });
    QCOMPARE(lines.size(), json.json()[QStringLiteral("operators")].toArray().size() + 1);
    QVERIFY(lines[0].startsWith("operator,name,layer,call,dtype,family,input_shapes,output_shapes,macs,flops,"));
    // 64 x 112 x 112 outputs of 3 x 7 x 7 products each.
    QVERIFY2(lines[1].startsWith("0,aten::_convolution,conv1,0,float32,convolution,1x3x224x224;64x3x7x7,1x64x112x112,"
                                 "118013952,236027904,"),
             lines[1]);
    QVERIFY(!analyzeModel(model).standardOutput.contains("aten::max_pool2d"));
    QVERIFY(analyzeModel(model, { QStringLiteral("--operators") }).standardOutput.contains("aten::max_pool2d"));
}

void OutputTest::frozenModelShowsItsOperators()
{
    const CliRun run = analyzeModel(QStringLiteral("resnet18_frozen"));
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY(run.standardOutput.contains("aten::max_pool2d"));
}

/// Freezing folds the modules into one layer.
void OutputTest::layersOfAFrozenModelAreTimed()
{
    const CliRun run = runCli({ QStringLiteral("layers"), modelPath(model), QStringLiteral("--executor"),
                                QStringLiteral("frozen"), QStringLiteral("--caches"), QStringLiteral("cold"),
                                QStringLiteral("--runs"), QStringLiteral("3"), QStringLiteral("--warmup"),
                                QStringLiteral("1"), QStringLiteral("--quiet"), QStringLiteral("--json") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonObject execution = run.json()[QStringLiteral("execution")].toObject();
    QCOMPARE(execution[QStringLiteral("executor")].toString(), QStringLiteral("frozen"));
    QCOMPARE(execution[QStringLiteral("caches")].toString(), QStringLiteral("cold"));
    qsizetype layers = 0;
    for (const QJsonValue &item : run.json()[QStringLiteral("items")].toArray())
        layers += item[QStringLiteral("kind")].toString() == QStringLiteral("layer") ? 1 : 0;
    QCOMPARE(layers, 1);
}

ROOFLIGHT_TEST(OutputTest)
#include "output_test.moc"
