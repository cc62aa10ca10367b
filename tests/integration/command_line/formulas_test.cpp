// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

/// Operators that the table lacks: with a user's formulas, and without. Their library is
/// tests/data/operator_library, the models are those of tests/data/models/custom_operators.py.
class FormulasTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void formulasAreCounted();
    void formulasThatDoNotFitSayWhy();
    void compositeOperatorIsCountedAsAWhole();
    void formulasOfOtherOperatorsChangeNothing();
    void pathIsRelativeToTheCaller();
    void mistakesEndTheCommand_data();
    void mistakesEndTheCommand();
    void everyUnknownOperatorIsListed_data();
    void everyUnknownOperatorIsListed();

private:
    /// Writes a formula file and returns its path.
    QString fileWith(const QByteArray &formulas);

    QTemporaryDir m_folder;
    int m_files = 0;
};

namespace {

/// A projection of 2 x 100 x 8 to 6 features, attention to 3 points for each of 50 queries, a square in place.
const QStringList customInputs { QStringLiteral("--input"), QStringLiteral("2x100x8"), QStringLiteral("--input"),
                                 QStringLiteral("2x50x3x2") };

CliRun runWithLibrary(const QString &command, const QString &model, const QStringList &more)
{
    return runCli(QStringList { command, modelPath(model), QStringLiteral("--quiet"), QStringLiteral("--library"),
                                QStringLiteral(ROOFLIGHT_SAMPLE_OPERATORS) }
                  + more);
}

QJsonObject operatorNamed(const QJsonObject &analysis, const QString &name)
{
    for (const QJsonValue &op : analysis[QStringLiteral("operators")].toArray()) {
        if (op[QStringLiteral("name")].toString() == name)
            return op.toObject();
    }
    return {};
}

qint64 integer(const QJsonObject &object, const char *key)
{
    return object[QLatin1String(key)].toInteger(-1);
}

} // namespace

void FormulasTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
}

QString FormulasTest::fileWith(const QByteArray &formulas)
{
    const QString path = m_folder.filePath(QStringLiteral("own%1.txt").arg(++m_files));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(formulas) != formulas.size())
        qFatal("%s cannot be written", qPrintable(path));
    return path;
}

void FormulasTest::formulasAreCounted()
{
    const QString formulas = fileWith("[rooflight_sample::deform_attention]\n"
                                      "family = matrix\n"
                                      "macs = numel(out) * size(locations, -2) * 4  # four corners\n"
                                      "bytes_read = numel(out) * size(locations, -2) * 4 * itemsize(value)\n"
                                      "source = \"Deformable DETR, eq. 2\"\n"
                                      "[rooflight_sample::square]\n"
                                      "elementwise = numel(x) * (1 + defined(x))\n");
    const CliRun run =
        runWithLibrary(QStringLiteral("analyze"), QStringLiteral("custom_operators"),
                       customInputs + QStringList { QStringLiteral("--json"), QStringLiteral("--formulas"), formulas });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonObject analysis = run.json();

    const QJsonObject attention = operatorNamed(analysis, QStringLiteral("rooflight_sample::deform_attention"));
    const qint64 sampled = (2 * 50 * 6) * 3 * 4;
    QCOMPARE(integer(attention, "macs"), sampled);
    QCOMPARE(integer(attention, "flops"), 2 * sampled);
    QCOMPARE(integer(attention, "bytes_read"), 4 * sampled);
    QCOMPARE(integer(attention, "bytes_written"), 4 * (2 * 50 * 6));
    QCOMPARE(attention[QStringLiteral("family")].toString(), QStringLiteral("matrix"));
    QCOMPARE(attention[QStringLiteral("known")].toBool(), true);
    const QJsonObject square = operatorNamed(analysis, QStringLiteral("rooflight_sample::square_"));
    QCOMPARE(integer(square, "flops"), 2 * (2 * 50 * 6));

    const qint64 projected = 2 * 100 * 8 * 6;
    QCOMPARE(integer(analysis[QStringLiteral("totals")].toObject(), "macs"), projected + sampled);
    QCOMPARE(integer(analysis[QStringLiteral("totals")].toObject(), "flops"),
             2 * projected + 2 * sampled + 2 * (2 * 50 * 6));
    QVERIFY(analysis[QStringLiteral("unknown")].toArray().isEmpty());
    QCOMPARE(analysis[QStringLiteral("coverage")][QStringLiteral("operators")].toDouble(), 1.0);

    QHash<QString, QString> sources;
    for (const QJsonValue &formula : analysis[QStringLiteral("formulas")].toArray())
        sources[formula[QStringLiteral("name")].toString()] = formula[QStringLiteral("source")].toString();
    QCOMPARE(sources[QStringLiteral("rooflight_sample::deform_attention")],
             formulas + QStringLiteral(": Deformable DETR, eq. 2"));
    QCOMPARE(sources[QStringLiteral("rooflight_sample::square_")], formulas);
}

void FormulasTest::formulasThatDoNotFitSayWhy()
{
    const QString formulas = fileWith("[rooflight_sample::deform_attention]\n"
                                      "macs = numel(out)\n"
                                      "elementwise = numel(offsets)\n");
    const QStringList options = customInputs + QStringList { QStringLiteral("--formulas"), formulas };
    const QString why = QStringLiteral("elementwise in %1, line 3: the operator has no argument \"offsets\", "
                                       "only value, locations, mask")
                            .arg(formulas);

    const CliRun json = runWithLibrary(QStringLiteral("analyze"), QStringLiteral("custom_operators"),
                                       options + QStringList { QStringLiteral("--json") });
    QVERIFY2(json.exitStatus == 0, json.standardError);
    const QJsonArray unknown = json.json()[QStringLiteral("unknown")].toArray();
    QCOMPARE(unknown.size(), 2);
    QCOMPARE(unknown[0][QStringLiteral("name")].toString(), QStringLiteral("rooflight_sample::deform_attention"));
    QCOMPARE(unknown[0][QStringLiteral("reason")].toString(), why);
    QCOMPARE(unknown[1][QStringLiteral("reason")].toString(), QString());
    QCOMPARE(integer(unknown[0].toObject(), "bytes"), 4 * (2 * 100 * 6 + 2 * 50 * 3 * 2 + 2 * 50 * 6));

    const CliRun tables = runWithLibrary(QStringLiteral("analyze"), QStringLiteral("custom_operators"), options);
    QVERIFY2(tables.exitStatus == 0, tables.standardError);
    QVERIFY2(QString::fromUtf8(tables.standardOutput).simplified().contains(why), tables.standardOutput);
    QCOMPARE(tables.standardOutput.count("Formulas cover 1 of 3 operators"), 1);
}

void FormulasTest::compositeOperatorIsCountedAsAWhole()
{
    const QStringList inputs { QStringLiteral("--json"), QStringLiteral("--input"), QStringLiteral("4x8"),
                               QStringLiteral("--input"), QStringLiteral("8x2") };
    const QString model = QStringLiteral("composite");
    const CliRun seenThrough = runWithLibrary(QStringLiteral("analyze"), model, inputs);
    QVERIFY2(seenThrough.exitStatus == 0, seenThrough.standardError);
    QCOMPARE(integer(operatorNamed(seenThrough.json(), QStringLiteral("aten::mm")), "macs"), 4 * 8 * 2);

    const QString formulas = fileWith("[rooflight_sample::product]\nmacs = 3\n");
    const CliRun whole = runWithLibrary(QStringLiteral("analyze"), model,
                                        inputs + QStringList { QStringLiteral("--formulas"), formulas });
    QVERIFY2(whole.exitStatus == 0, whole.standardError);
    QVERIFY(operatorNamed(whole.json(), QStringLiteral("aten::mm")).isEmpty());
    QCOMPARE(integer(operatorNamed(whole.json(), QStringLiteral("rooflight_sample::product")), "macs"), 3);
    QCOMPARE(integer(whole.json()[QStringLiteral("totals")].toObject(), "macs"), 3);
}

void FormulasTest::formulasOfOtherOperatorsChangeNothing()
{
    const QStringList plain { QStringLiteral("analyze"), modelPath(QStringLiteral("shared_module")),
                              QStringLiteral("--quiet") };
    const CliRun without = runCli(plain);
    const CliRun with = runCli(plain + QStringList { QStringLiteral("--formulas"), fileWith("[my::op]\nmacs = 7\n") });
    QVERIFY2(with.exitStatus == 0, with.standardError);
    QVERIFY(!with.standardOutput.isEmpty());
    QCOMPARE(with.standardOutput, without.standardOutput);
    QCOMPARE(with.standardError, without.standardError);
}

void FormulasTest::pathIsRelativeToTheCaller()
{
    const QString path = fileWith("[aten::relu]\nelementwise = 1000000\n");
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_folder.path()));
    const CliRun run = runCli({ QStringLiteral("analyze"), modelPath(QStringLiteral("shared_module")),
                                QStringLiteral("--json"), QStringLiteral("--formulas"), QFileInfo(path).fileName() });
    QVERIFY(QDir::setCurrent(before));
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QCOMPARE(integer(operatorNamed(run.json(), QStringLiteral("aten::relu")), "flops"), 1'000'000);
}

void FormulasTest::mistakesEndTheCommand_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("says");
    QTest::newRow("missing") << m_folder.filePath(QStringLiteral("none.txt"))
                             << QStringLiteral("Cannot read the formula file %1: there is no such file")
                                    .arg(m_folder.filePath(QStringLiteral("none.txt")));
    QTest::newRow("folder") << m_folder.path() << QStringLiteral("it is not a regular file");
    QTest::newRow("syntax") << fileWith("[my::op]\nmacs = 2 * (3 + )\n")
                            << QStringLiteral(", line 2, column 17: \")\" stands where a number");
    QTest::newRow("quantity") << fileWith("[my::op]\nflops = 2\n")
                              << QStringLiteral(", line 2, column 1: there is no quantity \"flops\"");
    QTest::newRow("not UTF-8") << fileWith("\xff\xfe[\0m\0y")
                               << QStringLiteral(", line 1, column 1: this is not UTF-8");
}

void FormulasTest::mistakesEndTheCommand()
{
    QFETCH(QString, path);
    QFETCH(QString, says);
    const CliRun run =
        runCli({ QStringLiteral("analyze"), modelPath(QStringLiteral("shared_module")), QStringLiteral("--quiet"),
                 QStringLiteral("--json"), QStringLiteral("--formulas"), path });
    QCOMPARE(run.exitStatus, 2);
    QCOMPARE(run.standardOutput, QByteArray());
    QCOMPARE(run.messages().size(), 1);
    QVERIFY2(QString::fromUtf8(run.messages().front()).contains(says), run.standardError);
}

void FormulasTest::everyUnknownOperatorIsListed_data()
{
    QTest::addColumn<QString>("command");
    QTest::newRow("analyze") << QStringLiteral("analyze");
    QTest::newRow("layers") << QStringLiteral("layers");
}

void FormulasTest::everyUnknownOperatorIsListed()
{
    QFETCH(QString, command);
    const QString saved = m_folder.filePath(command + QStringLiteral(".ridge"));
    const CliRun run =
        runWithLibrary(command, QStringLiteral("only_unknown"),
                       { QStringLiteral("--input"), QStringLiteral("4x16"), QStringLiteral("--save"), saved });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY(run.standardOutput.contains("rooflight_sample::mystery"));
    QVERIFY(run.standardOutput.contains("rooflight_sample::riddle"));
    QCOMPARE(run.standardOutput.count("Formulas cover 0 of 4 operators"), 1);

    const QJsonObject session = runCli({ QStringLiteral("show"), saved, QStringLiteral("--json") }).json();
    const QJsonObject analysis = session[QStringLiteral("analysis")].toObject();
    const qint64 bytesOfTensor = 4 * 4 * 16;
    const QJsonArray unknown = analysis[QStringLiteral("unknown")].toArray();
    QCOMPARE(unknown.size(), 2);
    for (const QJsonValue &op : unknown) {
        QCOMPARE(integer(op.toObject(), "count"), 2);
        QCOMPARE(integer(op.toObject(), "bytes"), 2 * 2 * bytesOfTensor);
        QCOMPARE(op[QStringLiteral("layers")].toArray(),
                 QJsonArray({ QStringLiteral("first"), QStringLiteral("second") }));
    }
    const QJsonObject totals = analysis[QStringLiteral("totals")].toObject();
    QCOMPARE(integer(totals, "unknown_operators"), 4);
    QCOMPARE(integer(totals, "bytes_read"), 4 * bytesOfTensor);
    QCOMPARE(integer(totals, "bytes_written"), 4 * bytesOfTensor);
    const QJsonObject coverage = session[QStringLiteral("coverage")].toObject();
    QCOMPARE(coverage[QStringLiteral("operators")].toDouble(-1), 0.0);
    QCOMPARE(coverage[QStringLiteral("bytes")].toDouble(-1), 0.0);

    const bool timed = command == QStringLiteral("layers");
    QCOMPARE(coverage.contains(QStringLiteral("time")), timed);
    if (!timed)
        return;
    QSet<qint64> timedOperators;
    for (const QJsonValue &item : session[QStringLiteral("layers")][QStringLiteral("items")].toArray()) {
        if (item[QStringLiteral("kind")].toString() == QStringLiteral("operator")
            && !item[QStringLiteral("samples_ns")].toArray().isEmpty())
            timedOperators.insert(item[QStringLiteral("id")].toInteger());
    }
    QCOMPARE(timedOperators, (QSet<qint64> { 0, 1, 2, 3 }));
    QCOMPARE(coverage[QStringLiteral("time")].toDouble(-1), 0.0);
}

ROOFLIGHT_TEST(FormulasTest)
#include "formulas_test.moc"
