// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/report/measured_session.h"
#include "tests/support/test_program.h"
#include <QTest>

#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"

using namespace rooflight;

namespace {

/// measuredSession() whose linear layer also adds 1000 numbers to themselves (12,000 bytes) in its second call.
Session session()
{
    Session session = measuredSession();
    Layer again = session.analysis->layers[2];
    again.id = 3;
    again.call = 1;
    session.analysis.edit().layers.push_back(again);
    Operator add = session.analysis->operators[0];
    add.id = 1;
    add.layer = 3;
    add.name = "aten::add";
    add.family = OperatorFamily::Elementwise;
    add.cost = { 0, 1000, 8000, 4000 };
    add.work = { .elementwise = 1000 };
    add.inputShapes = { { 1, 1000 }, { 1, 1000 } };
    session.analysis.edit().operators.push_back(add);
    ItemLatency latency;
    latency.item = { ItemId::Kind::Operator, 1 };
    latency.samples.summary.count = 50;
    latency.samples.summary.medianNs = 100'000;
    session.layers.edit().items.push_back(latency);
    return session;
}

QList<QStringList> cellsOf(const std::string &csv)
{
    QList<QStringList> table;
    for (const QString &line : QString::fromStdString(csv).trimmed().split(QStringLiteral("\r\n")))
        table.append(line.split(u','));
    return table;
}

bool mentionsOperators(const Session &session, OperatorTable table)
{
    return QString::fromStdString(sessionToText(JudgedSession(session), false, 0, table)).contains(u"aten::linear");
}

} // namespace

class OperatorTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void csvHasARowAnOperator();
    void csvWithoutTimesHasTheCosts();
    void textHasARowAnOperator();
    void aModelOfOneLayerShowsThemUnasked();
};

void OperatorTableTest::csvHasARowAnOperator()
{
    const QList<QStringList> table = cellsOf(operatorsToCsv(JudgedSession(session())));
    QCOMPARE(table.size(), 3);
    QCOMPARE(table[0].mid(0, 14),
             QStringLiteral("operator,name,layer,call,dtype,family,input_shapes,output_shapes,macs,flops,bytes_read,"
                            "bytes_written,arithmetic_intensity,roof")
                 .split(u','));
    QCOMPARE(table[1].mid(0, 13),
             QStringLiteral("0,aten::linear,block.fc,0,float32,matrix,1x512,1x1000,1000000000,2000000000,60000000,"
                            "40000000,20")
                 .split(u','));
    const QStringList &add = table[2];
    QCOMPARE(add.size(), table[0].size());
    QCOMPARE(
        add.mid(0, 12),
        QStringLiteral("1,aten::add,block.fc,1,float32,elementwise,1x1000;1x1000,1x1000,0,1000,8000,4000").split(u','));
    QCOMPARE(add[13], QStringLiteral("DRAM triad"));
    // 1000 FLOP in 100 us.
    QCOMPARE(add[table[0].indexOf(u"latency_median_ns")], QStringLiteral("100000"));
    QCOMPARE(add[table[0].indexOf(u"samples")], QStringLiteral("50"));
    QCOMPARE(add[table[0].indexOf(u"achieved_flop_per_second")], QStringLiteral("10000000"));
    for (const char *gone : { "type", "operators", "parameters", "bytes_lower_bound" })
        QVERIFY2(!table[0].contains(QLatin1String(gone)), gone);
}

void OperatorTableTest::csvWithoutTimesHasTheCosts()
{
    Session counted = session();
    counted.layers.reset();
    counted.peaks.reset();
    counted.latency.reset();
    const QList<QStringList> table = cellsOf(operatorsToCsv(JudgedSession(counted)));
    QCOMPARE(table.size(), 3);
    QVERIFY(!table[0].contains(u"latency_median_ns"));
    QCOMPARE(table[1][table[0].indexOf(u"arithmetic_intensity")], QStringLiteral("20"));
}

void OperatorTableTest::textHasARowAnOperator()
{
    const TableContent content = operatorContent(JudgedSession(session()));
    QCOMPARE(content.rows.size(), 2U);
    QCOMPARE(content.rows[1][0], "aten::add");
    QCOMPARE(content.rows[1][1], "block.fc (call 2)");
    QCOMPARE(content.rows[1][2], "elementwise");
    const auto time = std::ranges::find(content.columns, Title("Time"), &TableColumn::title) - content.columns.begin();
    QCOMPARE(content.rows[1][static_cast<std::size_t>(time)], "100 µs");
    QVERIFY(operatorContent(JudgedSession(Session())).rows.empty());
}

void OperatorTableTest::aModelOfOneLayerShowsThemUnasked()
{
    QVERIFY(!mentionsOperators(session(), OperatorTable::OfOneLayer));
    QVERIFY(mentionsOperators(session(), OperatorTable::Always));
    Session frozen = session();
    frozen.analysis.edit().layers.resize(1);
    for (Operator &op : frozen.analysis.edit().operators)
        op.layer = 0;
    QVERIFY(mentionsOperators(frozen, OperatorTable::OfOneLayer));
}

ROOFLIGHT_TEST(OperatorTableTest)
#include "operator_table_test.moc"
