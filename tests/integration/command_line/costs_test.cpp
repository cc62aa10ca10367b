// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "serve_client.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

/// Counts of real files through the real program, against values that PyTorch or the literature gives.
class CostsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void countsOfKnownModels_data();
    void countsOfKnownModels();
    void agreesWithPyTorch_data();
    void agreesWithPyTorch();
    void bytesOfResNet18_data();
    void bytesOfResNet18();
    void layersAddUp_data();
    void layersAddUp();
    void conventionsAgreeWithTheirTools_data();
    void conventionsAgreeWithTheirTools();
    void openSizesOfExports();
    void torchstatTable();
    void torchstatTotals();
    void torchstatKeepsTheLastCall();
    void batchScalesWork();
    void tracedTokensAreOfTheVocabulary();
    void warningsAreMessages();

private:
    QJsonObject analysisOf(const QString &name);

    QJsonObject m_expected;
    std::optional<ServeClient> m_worker;
    QHash<QString, QJsonObject> m_analyses;
};

namespace {

/// Inputs of the files that neither store them nor tell them by their first operator.
QStringList inputsOf(const QString &name)
{
    static const QHash<QString, QStringList> inputs = {
        { QStringLiteral("dict_input"), { QStringLiteral("{\"image\":\"1x3x16x16\"}") } },
        { QStringLiteral("list_input"), { QStringLiteral("[\"1x3\",\"1x5\"]") } },
        { QStringLiteral("two_inputs_script"), { QStringLiteral("2x16"), QStringLiteral("b:2x24") } },
    };
    return inputs.value(name);
}

CliRun analyzeCosts(const QString &name, const QStringList &more)
{
    return runCli(QStringList { QStringLiteral("analyze"), modelPath(name), QStringLiteral("--json") } + more);
}

/// The integer as it stands in the text: QJsonValue keeps integers exact.
qint64 integer(const QJsonValue &value)
{
    return value.toInteger(-1);
}

} // namespace

void CostsTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    QFile file(QStringLiteral(ROOFLIGHT_TEST_MODELS "/expected.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_expected = QJsonDocument::fromJson(file.readAll()).object();
    QVERIFY(!m_expected.isEmpty());
}

/// Of one worker for all files, which LibTorch is loaded into once. Several tests look at the same analysis.
QJsonObject CostsTest::analysisOf(const QString &name)
{
    if (!m_worker)
        m_worker.emplace();
    QJsonObject &analysis = m_analyses[name];
    if (analysis.isEmpty()) {
        const QJsonObject request { { QStringLiteral("type"), QStringLiteral("analyze") },
                                    { QStringLiteral("model"), modelPath(name) },
                                    { QStringLiteral("inputs"), QJsonArray::fromStringList(inputsOf(name)) } };
        analysis = m_worker->answer(request, QStringLiteral("analysis"));
    }
    return analysis;
}

void CostsTest::countsOfKnownModels_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("form");
    QTest::addColumn<qint64>("macs");
    QTest::addColumn<qint64>("parameters");

    // torchvision's own numbers (weights' _ops and num_params), to the integer.
    QTest::newRow("ResNet-18 script") << "resnet18_script"
                                      << "script" << qint64 { 1'814'073'344 } << qint64 { 11'689'512 };
    QTest::newRow("ResNet-18 trace") << "resnet18_trace"
                                     << "trace" << qint64 { 1'814'073'344 } << qint64 { 11'689'512 };
    // Freezing folds each batch normalisation into the convolution before it, which gets a bias instead.
    QTest::newRow("ResNet-18 frozen") << "resnet18_frozen"
                                      << "frozen" << qint64 { 1'814'073'344 } << qint64 { 11'684'712 };
    QTest::newRow("ResNet-50") << "resnet50_trace"
                               << "trace" << qint64 { 4'089'184'256 } << qint64 { 25'557'032 };
    QTest::newRow("MobileNetV2") << "mobilenet_v2_trace"
                                 << "trace" << qint64 { 300'774'272 } << qint64 { 3'504'872 };
}

void CostsTest::countsOfKnownModels()
{
    QFETCH(QString, name);
    QFETCH(QString, form);
    QFETCH(qint64, macs);
    QFETCH(qint64, parameters);

    const QJsonObject analysis = analysisOf(name);
    QCOMPARE(integer(analysis[QStringLiteral("totals")][QStringLiteral("macs")]), macs);
    QCOMPARE(integer(analysis[QStringLiteral("totals")][QStringLiteral("unknown_operators")]), 0);
    QCOMPARE(integer(analysis[QStringLiteral("model")][QStringLiteral("parameters")]), parameters);
    QCOMPARE(integer(analysis[QStringLiteral("layers")][0][QStringLiteral("parameters")]), parameters);
    QCOMPARE(analysis[QStringLiteral("model")][QStringLiteral("form")].toString(), form);
}

void CostsTest::agreesWithPyTorch_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : m_expected.keys())
        QTest::newRow(qPrintable(name)) << name;
}

void CostsTest::agreesWithPyTorch()
{
    QFETCH(QString, name);
    const QJsonObject expected = m_expected[name].toObject();
    const QJsonObject analysis = analysisOf(name);
    QCOMPARE(integer(analysis[QStringLiteral("totals")][QStringLiteral("macs")]),
             integer(expected[QStringLiteral("macs")]));
    if (!expected[QStringLiteral("parameters")].isNull()) {
        QCOMPARE(integer(analysis[QStringLiteral("model")][QStringLiteral("parameters")]),
                 integer(expected[QStringLiteral("parameters")]));
    }
}

void CostsTest::bytesOfResNet18_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("script") << "resnet18_script";
    QTest::newRow("trace") << "resnet18_trace";
}

void CostsTest::bytesOfResNet18()
{
    QFETCH(QString, name);
    const QJsonObject analysis = analysisOf(name);

    // fp32, batch 1, unfused: by hand from the shapes of the published architecture.
    struct Bytes {
        qint64 read = 0;
        qint64 written = 0;
    };
    QHash<QString, Bytes> byKind;
    for (const QJsonValue &value : analysis[QStringLiteral("operators")].toArray()) {
        QString kind = value[QStringLiteral("name")].toString();
        kind.replace(QStringLiteral("aten::_convolution"), QStringLiteral("aten::conv2d"));
        Bytes &bytes = byKind[kind];
        bytes.read += integer(value[QStringLiteral("bytes_read")]);
        bytes.written += integer(value[QStringLiteral("bytes_written")]);
    }
    const auto compare = [&byKind](const char *kind, qint64 read, qint64 written) {
        QCOMPARE(byKind[QLatin1String(kind)].read, read);
        QCOMPARE(byKind[QLatin1String(kind)].written, written);
    };
    compare("aten::conv2d", 53'398'272, 9'934'848);
    compare("aten::batch_norm", 10'011'648, 9'934'848);
    compare("aten::relu_", 9'232'384, 9'232'384);
    compare("aten::max_pool2d", 3'211'264, 802'816);
    compare("aten::add_", 6'021'120, 3'010'560);
    compare("aten::adaptive_avg_pool2d", 100'352, 2'048);
    compare("aten::linear", 2'054'048, 4'000);
    const QJsonObject totals = analysis[QStringLiteral("totals")].toObject();
    QCOMPARE(integer(totals[QStringLiteral("bytes_read")]), 84'029'088);
    QCOMPARE(integer(totals[QStringLiteral("bytes_written")]), 32'921'504);
}

void CostsTest::layersAddUp_data()
{
    agreesWithPyTorch_data();
}

void CostsTest::layersAddUp()
{
    QFETCH(QString, name);
    const QJsonObject analysis = analysisOf(name);
    const QJsonArray layers = analysis[QStringLiteral("layers")].toArray();
    const QJsonArray operators = analysis[QStringLiteral("operators")].toArray();
    QVERIFY(!layers.isEmpty());
    QVERIFY(!operators.isEmpty());
    for (const QString &key : { QStringLiteral("macs"), QStringLiteral("flops"), QStringLiteral("bytes_read"),
                                QStringLiteral("bytes_written") }) {
        QList<qint64> sums(layers.size(), 0);
        for (const QJsonValue &op : operators)
            sums[integer(op[QStringLiteral("layer")])] += integer(op[key]);
        for (const QJsonValue &layer : layers) {
            if (const qint64 parent = integer(layer[QStringLiteral("parent")]); parent >= 0)
                sums[parent] += integer(layer[key]);
        }
        for (qsizetype i = 0; i < layers.size(); ++i)
            QCOMPARE(integer(layers[i][key]), sums[i]);
        QCOMPARE(integer(analysis[QStringLiteral("totals")][key]), sums[0]);
    }
    for (const QJsonValue &layer : layers) {
        QVERIFY(integer(layer[QStringLiteral("bytes_lower_bound")])
                <= integer(layer[QStringLiteral("bytes_read")]) + integer(layer[QStringLiteral("bytes_written")]));
    }
}

/// Totals that the tools themselves print for the eager model.
void CostsTest::conventionsAgreeWithTheirTools_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("convention");
    QTest::addColumn<qint64>("expected");

    const QString mobilenet = QStringLiteral("mobilenet_v2_trace");
    // thop looks at modules, and the last pooling is none: one addition for each of its 1280 x 7 x 7 inputs, and a
    // division for each output.
    QTest::newRow("MobileNetV2, thop") << mobilenet << "thop" << qint64 { 327'486'720 } + 1280 * (7 * 7 + 1);
    QTest::newRow("MobileNetV2, fvcore") << mobilenet << "fvcore" << qint64 { 314'193'216 };
    QTest::newRow("MobileNetV2, torchstat") << mobilenet << "torchstat" << qint64 { 320'236'288 };
}

void CostsTest::conventionsAgreeWithTheirTools()
{
    QFETCH(QString, name);
    QFETCH(QString, convention);
    const CliRun run = analyzeCosts(name, { QStringLiteral("--convention"), convention });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QTEST(integer(run.json()[QStringLiteral("totals")][QStringLiteral("flops")]), "expected");
}

/// tests/accuracy/export_models.py, "nested": a table, twice 8x8 and a head of 8x10 for each of the tokens.
void CostsTest::openSizesOfExports()
{
    const QString model = QStringLiteral(ROOFLIGHT_TEST_DATA "/export/nested.pt2");
    const CliRun run = runCli({ QStringLiteral("analyze"), model, QStringLiteral("--dim"), QStringLiteral("ids.0=3"),
                                QStringLiteral("--dim"), QStringLiteral("ids.1=7"), QStringLiteral("--json") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonObject analysis = run.json();
    QCOMPARE(analysis[QStringLiteral("model")][QStringLiteral("form")].toString(), QStringLiteral("export"));
    QCOMPARE(integer(analysis[QStringLiteral("totals")][QStringLiteral("macs")]), 3 * 7 * (2 * 8 * 8 + 8 * 10));
    const CliRun refused = runCli({ QStringLiteral("analyze"), model, QStringLiteral("--dim"),
                                    QStringLiteral("ids.1=513"), QStringLiteral("--quiet") });
    QCOMPARE(refused.exitStatus, 2);
}

void CostsTest::torchstatTable()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("torchstat.csv"));
    const CliRun run =
        runCli({ QStringLiteral("analyze"), modelPath(QStringLiteral("resnet18_trace")), QStringLiteral("--convention"),
                 QStringLiteral("torchstat"), QStringLiteral("--csv"), path });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const auto rowsOf = [](const QString &name) {
        QFile file(name);
        if (!file.open(QIODevice::ReadOnly))
            return QList<QByteArray>();
        return file.readAll().replace("\r\n", "\n").trimmed().split('\n');
    };
    const QList<QByteArray> ours = rowsOf(path);
    const QList<QByteArray> theirs = rowsOf(QStringLiteral(ROOFLIGHT_TEST_DATA "/torchstat_resnet18.csv"));
    QCOMPARE(theirs.size(), 53);
    QCOMPARE(ours.size(), theirs.size());
    for (qsizetype i = 0; i < theirs.size(); ++i) {
        if (!theirs[i].startsWith("avgpool,")) {
            QCOMPARE(ours[i], theirs[i]);
            continue;
        }
        // torchstat has no formula for it: name, shapes, parameters and memory do not need one.
        QCOMPARE(ours[i].split(',').mid(0, 5), theirs[i].split(',').mid(0, 5));
    }
    QVERIFY(run.standardError.contains("avgpool"));
}

/// What torchstat 0.0.7 prints below its table of ResNet-18.
void CostsTest::torchstatTotals()
{
    const QStringList arguments { QStringLiteral("analyze"), modelPath(QStringLiteral("resnet18_trace")),
                                  QStringLiteral("--convention"), QStringLiteral("torchstat") };
    const CliRun text = runCli(arguments);
    QVERIFY2(text.exitStatus == 0, text.standardError);
    for (const char *total : { "11,689,512", "25.65 MB", "3,638,757,912", "1,821,399,040", "97.04 MB" })
        QVERIFY2(text.standardOutput.contains(total), total);

    const QJsonObject totals = runCli(arguments + QStringList { QStringLiteral("--json") })
                                   .json()[QStringLiteral("torchstat_totals")]
                                   .toObject();
    QCOMPARE(integer(totals[QStringLiteral("parameters")]), 11'689'512);
    QCOMPARE(integer(totals[QStringLiteral("madd")]), 3'638'757'912);
    QCOMPARE(integer(totals[QStringLiteral("flops")]), 1'821'399'040);
    QCOMPARE(integer(totals[QStringLiteral("bytes_read_written")]), 101'756'992);
}

/// The relu of a block of ResNet-50 is called on 64, 64 and 256 channels: torchstat's hook keeps the last. By its
/// formulas 256 x 56 x 56 = 802,816 elements, 4 bytes each.
void CostsTest::torchstatKeepsTheLastCall()
{
    const CliRun run =
        runCli({ QStringLiteral("analyze"), modelPath(QStringLiteral("resnet50_trace")), QStringLiteral("--convention"),
                 QStringLiteral("torchstat"), QStringLiteral("--csv"), QStringLiteral("-") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QCOMPARE(run.standardOutput.count("\nlayer1.0.relu,"), 1);
    QVERIFY(run.standardOutput.contains(
        "\nlayer1.0.relu,256x56x56,256x56x56,0,3.06,802816,802816,3211264,3211264,6422528\n"));
}

void CostsTest::batchScalesWork()
{
    const CliRun run =
        analyzeCosts(QStringLiteral("resnet18_trace"), { QStringLiteral("--batch"), QStringLiteral("3") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QCOMPARE(integer(run.json()[QStringLiteral("totals")][QStringLiteral("macs")]), 3 * qint64 { 1'814'073'344 });
}

/// A trace keeps the shape of its tokens and not their values: those come from the size of the table.
void CostsTest::tracedTokensAreOfTheVocabulary()
{
    const QJsonObject analysis = analysisOf(QStringLiteral("rare_tokens"));
    const QJsonObject input = analysis[QStringLiteral("inputs")][0].toObject();
    QCOMPARE(input[QStringLiteral("shape")].toArray(), (QJsonArray { 1, 64 }));
    QCOMPARE(input[QStringLiteral("source")].toString(), QStringLiteral("traced"));
    // None of 64 tokens is one of the two that the model leaves out; a token has 2 features and 4 outputs.
    QCOMPARE(integer(analysis[QStringLiteral("totals")][QStringLiteral("macs")]), 64 * 2 * 4);

    // A shape alone changes nothing but the shape.
    const CliRun given =
        analyzeCosts(QStringLiteral("rare_tokens"), { QStringLiteral("--input"), QStringLiteral("2x16") });
    QVERIFY2(given.exitStatus == 0, given.standardError);
    QCOMPARE(integer(given.json()[QStringLiteral("totals")][QStringLiteral("macs")]), 2 * 16 * 2 * 4);
}

/// What the model's code warns of is told once, and nothing of what LibTorch logs of its own memory.
void CostsTest::warningsAreMessages()
{
    const CliRun run = analyzeCosts(QStringLiteral("remembering"),
                                    { QStringLiteral("--input"), QStringLiteral("1x8"), QStringLiteral("--quiet") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QCOMPARE(integer(run.json()[QStringLiteral("totals")][QStringLiteral("macs")]), 64);
    QVERIFY2(run.standardError.endsWith(": LibTorch warns: \"the last output is kept\"\n"), run.standardError);
    QCOMPARE(run.standardError.count('\n'), 1);
}

ROOFLIGHT_TEST(CostsTest)
#include "costs_test.moc"
