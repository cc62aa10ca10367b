// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "serve_client.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTest>

namespace {

/// "steps.0:1" for the second call of the layer steps.0.
using MacsOfLayers = QMap<QString, qint64>;

MacsOfLayers macsOfLayers(const QJsonObject &analysis)
{
    MacsOfLayers macs;
    for (const auto &value : analysis[QStringLiteral("layers")].toArray()) {
        const QJsonObject layer = value.toObject();
        const QString key = QStringLiteral("%1:%2").arg(layer[QStringLiteral("path")].toString(),
                                                        QString::number(layer[QStringLiteral("call")].toInt()));
        macs[key] = layer[QStringLiteral("macs")].toInteger(-1);
    }
    return macs;
}

QByteArray text(const MacsOfLayers &macs)
{
    QStringList parts;
    for (auto entry = macs.begin(); entry != macs.end(); ++entry)
        parts << QStringLiteral("%1=%2").arg(entry.key(), QString::number(entry.value()));
    return parts.join(' ').toUtf8();
}

} // namespace

/// Each operator belongs to the layer that called it, however it was called.
class AttributionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyLayerGetsItsOwn_data();
    void everyLayerGetsItsOwn();
    void hundredThousandOperators();

private:
    ServeClient m_worker;
};

void AttributionTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
}

void AttributionTest::everyLayerGetsItsOwn_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("inputs");
    QTest::addColumn<MacsOfLayers>("expected");

    // Linear layers of 8 x 8 on 4 rows: 4 * 8 * 8 = 256 multiply-adds.
    const QStringList rows { QStringLiteral("4x8") };
    QTest::newRow("lists and dicts of modules")
        << "attribution_lists" << rows
        << MacsOfLayers { { ":0", 1152 },       { "steps.0:0", 256 }, { "steps.1:0", 256 },
                          { "steps.2:0", 256 }, { "heads.a:0", 256 }, { "heads.b:0", 128 } };
    QTest::newRow("methods other than forward")
        << "attribution_other_methods" << rows
        << MacsOfLayers {
               { ":0", 512 }, { "body:0", 256 }, { "body:1", 256 }, { "body.inner:0", 256 }, { "body.inner:1", 256 }
           };
    QTest::newRow("interface") << "attribution_interface" << rows
                               << MacsOfLayers { { ":0", 256 }, { "step:0", 256 }, { "step.inner:0", 256 } };
    QTest::newRow("five steps, as the data says")
        << "attribution_data_dependent" << QStringList { QStringLiteral("x:4x8"), QStringLiteral("count:0d:int64:5") }
        << MacsOfLayers { { ":0", 1280 },    { "even:0", 256 }, { "odd:0", 256 },
                          { "even:1", 256 }, { "odd:1", 256 },  { "even:2", 256 } };
    QTest::newRow("no step at all") << "attribution_data_dependent"
                                    << QStringList { QStringLiteral("x:4x8"), QStringLiteral("count:0d:int64:0") }
                                    << MacsOfLayers { { ":0", 0 } };
    QTest::newRow("forks in forks") << "attribution_nested_forks" << rows
                                    << MacsOfLayers { { ":0", 1024 },           { "first:0", 512 },
                                                      { "first.left:0", 256 },  { "first.right:0", 256 },
                                                      { "second:0", 512 },      { "second.left:0", 256 },
                                                      { "second.right:0", 256 } };
    QTest::newRow("parameters used by the parent")
        << "attribution_used_by_parent" << rows << MacsOfLayers { { ":0", 256 } };
    QTest::newRow("three slices, not three times the whole")
        << "attribution_slices" << QStringList { QStringLiteral("6x8") }
        << MacsOfLayers { { ":0", 384 }, { "shared:0", 128 }, { "shared:1", 128 }, { "shared:2", 128 } };
}

void AttributionTest::everyLayerGetsItsOwn()
{
    QFETCH(QString, name);
    QFETCH(QStringList, inputs);
    QFETCH(MacsOfLayers, expected);
    const QJsonObject request { { QStringLiteral("type"), QStringLiteral("analyze") },
                                { QStringLiteral("model"), modelPath(name) },
                                { QStringLiteral("inputs"), QJsonArray::fromStringList(inputs) } };
    const QJsonObject answer = m_worker.answer(request, QStringLiteral("analysis"));
    QVERIFY2(answer[QStringLiteral("type")] == QStringLiteral("analysis"),
             qPrintable(answer[QStringLiteral("text")].toString()));
    QCOMPARE(text(macsOfLayers(answer)), text(expected));
}

void AttributionTest::hundredThousandOperators()
{
    const CliRun run = runCli({ QStringLiteral("analyze"), modelPath(QStringLiteral("attribution_many_operators")),
                                QStringLiteral("--input"), QStringLiteral("4x8"), QStringLiteral("--json") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonObject analysis = run.json();
    QCOMPARE(analysis[QStringLiteral("totals")][QStringLiteral("operators")].toInteger(), 100'000);
    QCOMPARE(analysis[QStringLiteral("layers")].toArray().size(), 50'001);
    // One addition an element; ReLU is a comparison by name, one FLOP by convention.
    QCOMPARE(analysis[QStringLiteral("totals")][QStringLiteral("flops")].toInteger(), 2 * 50'000 * 4 * 8);
}

ROOFLIGHT_TEST(AttributionTest)
#include "attribution_test.moc"
