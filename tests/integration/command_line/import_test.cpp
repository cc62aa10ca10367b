// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

/// Traces of PyTorch's profiler (tests/data/profiler/make_traces.py) beside the same model as a file.
class ImportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void traceCountsAsItsFile_data();
    void traceCountsAsItsFile();
    void trainingCountsForwardAndBackward();
    void tensorsThatNoMachineHoldsAreLeftOut();
    void whatIsNoTraceIsOneSentence();

private:
    [[nodiscard]] static QString dataPath(const char *name);

    QJsonObject m_file; ///< analyze --json of the model
};

namespace {

/// Work and traffic of the calls, in order. TorchScript calls some of them by the name of what they consist of, and a
/// trace may hold other views.
QStringList operatorsOf(const QJsonObject &analysis)
{
    QStringList operators;
    for (const QJsonValue &value : analysis["operators"].toArray()) {
        const QJsonObject op = value.toObject();
        if (op["family"].toString() == "view")
            continue;
        operators.append(QStringLiteral("%1 %2 %3 %4")
                             .arg(op["macs"].toInteger())
                             .arg(op["flops"].toInteger())
                             .arg(op["bytes_read"].toInteger())
                             .arg(op["bytes_written"].toInteger()));
    }
    return operators;
}

} // namespace

QString ImportTest::dataPath(const char *name)
{
    return QStringLiteral(ROOFLIGHT_TEST_DATA "/profiler/") + QLatin1String(name);
}

void ImportTest::initTestCase()
{
    const CliRun run = runCli({ "analyze", dataPath("small.pt"), "--input", "2x3x32x32", "--json", "--quiet" });
    QCOMPARE(run.exitStatus, 0);
    m_file = run.json();
    // 2 x 15 x 15 positions: 8 x 3 x 9 for the stem, twice 8 x 8 x 9 for the blocks; 2 x 16 x 10 for the head.
    QCOMPARE(m_file["totals"].toObject()["macs"].toInteger(), 2 * 225 * (216 + 2 * 576) + 320);
}

void ImportTest::traceCountsAsItsFile_data()
{
    QTest::addColumn<QByteArray>("trace");
    QTest::addColumn<int>("runs");
    QTest::addColumn<QString>("convolution");
    QTest::newRow("two steps, with stacks") << QByteArray("small.json") << 2 << "Sequential_0.Block_0.Conv2d_1";
    QTest::newRow("a TorchScript model with modules") << QByteArray("small_modules.json") << 1 << "blocks.0.conv";
}

void ImportTest::traceCountsAsItsFile()
{
    QFETCH(const QByteArray, trace);
    QFETCH(const int, runs);
    QFETCH(const QString, convolution);
    const CliRun run = runCli({ "import", dataPath(trace.constData()), "--effort", "quick", "--json", "--quiet" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject analysis = run.json()["analysis"].toObject();
    for (const char *key : { "macs", "flops", "bytes_read", "bytes_written", "unknown_operators" })
        QCOMPARE(analysis["totals"].toObject()[key], m_file["totals"].toObject()[key]);
    QCOMPARE(operatorsOf(analysis), operatorsOf(m_file));
    QCOMPARE(analysis["model"].toObject()["parameters"], m_file["model"].toObject()["parameters"]);
    QCOMPARE(analysis["model"].toObject()["form"].toString(), "profile");
    QStringList paths;
    for (const QJsonValue &layer : analysis["layers"].toArray())
        paths.append(layer.toObject()["path"].toString());
    QVERIFY2(paths.contains(convolution), qPrintable(paths.join(' ')));
    const QJsonObject layers = run.json()["layers"].toObject();
    QCOMPARE(layers["watched_model"].toObject()["samples_ns"].toArray().size(), runs);
    QCOMPARE(layers["method"].toString(), "torch_profiler");
    QVERIFY(!run.json()["peaks"].toObject()["roofs"].toArray().isEmpty());
}

/// What make_traces.py prints of the model: its parameters, and the FLOPs of torch.utils.flop_counter, which leaves out
/// attention on a CPU: of 2 x 2 heads of 4 x 4 scores over 16 values two products forward and five backward.
void ImportTest::trainingCountsForwardAndBackward()
{
    const CliRun run = runCli({ "import", dataPath("training.json"), "--effort", "quick", "--json", "--quiet" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject analysis = run.json()["analysis"].toObject();
    QCOMPARE(analysis["model"].toObject()["parameters"].toInteger(), 5'542);
    const QJsonObject totals = analysis["totals"].toObject();
    const qint64 attention = qint64 { 2 * 2 * 4 * 4 * 16 } * (2 + 5);
    QCOMPARE(totals["macs"].toInteger(), (253'952 + 50'432 + 100'864 + 286'720) / 2 + attention);
    QStringList unknown;
    qint64 gelu = 0;
    for (const QJsonValue &value : analysis["operators"].toArray()) {
        const QJsonObject op = value.toObject();
        if (!op["known"].toBool())
            unknown.append(op["name"].toString());
        gelu += op["name"].toString() == "aten::gelu" ? op["flops"].toInteger() : 0;
    }
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(' ')));
    QCOMPARE(gelu, 2 * 2 * 4 * 32); // the profiler leaves out which approximation it was; one FLOP an element of 2x4x32
}

/// Five calls of 2^61 bytes each and one of 64: their sum was below zero, in an integer that wraps round.
void ImportTest::tensorsThatNoMachineHoldsAreLeftOut()
{
    QJsonArray events;
    for (int i = 0; i < 6; ++i) {
        const QJsonArray shape = i < 5 ? QJsonArray { 1 << 30, 1 << 29 } : QJsonArray { 4, 4 };
        const QJsonObject arguments { { "Concrete Inputs", QJsonArray { "" } },
                                      { "Input type", QJsonArray { "float" } },
                                      { "Input Dims", QJsonArray { QJsonValue(shape) } },
                                      { "Input Strides", QJsonArray { QJsonValue(QJsonArray { shape[1], 1 }) } } };
        events.append(QJsonObject { { "ph", "X" },
                                    { "cat", "cpu_op" },
                                    { "name", "mylib::mystery" },
                                    { "pid", 1 },
                                    { "tid", 1 },
                                    { "ts", 100 + 10 * i },
                                    { "dur", 5 },
                                    { "args", arguments } });
    }
    const QTemporaryDir folder;
    QFile trace(folder.filePath("huge.json"));
    QVERIFY(trace.open(QIODevice::WriteOnly));
    trace.write(QJsonDocument(QJsonObject { { "schemaVersion", 1 }, { "traceEvents", events } }).toJson());
    trace.close();
    const CliRun run = runCli({ "import", trace.fileName(), "--effort", "quick", "--json", "--quiet" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonArray unknown = run.json()["analysis"].toObject()["unknown"].toArray();
    QCOMPARE(unknown.size(), 1);
    QCOMPARE(unknown[0].toObject()["count"].toInteger(), 6);
    QCOMPARE(unknown[0].toObject()["bytes"].toInteger(), 64);
}

void ImportTest::whatIsNoTraceIsOneSentence()
{
    const CliRun run = runCli({ "import", dataPath("small.pt"), "--quiet" });
    QCOMPARE(run.exitStatus, 3);
    QCOMPARE(run.messages().size(), 1);
    QVERIFY(run.messages()[0].contains("is not a trace of PyTorch's profiler"));
    QVERIFY(run.standardOutput.isEmpty());
}

ROOFLIGHT_TEST(ImportTest)
#include "import_test.moc"
