// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"
#include <QTest>

#include "core/record/record.h"
#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"
#include "core/results/analysis/analysis.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace rooflight;

namespace {

/// Rows that torchstat 0.0.7 printed for ResNet-18, with one name changed, and a module that it has no formula for.
Session torchstatSession()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.convention = "torchstat";
    for (int id = 0; id < 5; ++id) {
        Layer layer;
        layer.id = id;
        layer.parent = id - 1;
        analysis.layers.push_back(layer);
    }
    analysis.layers[1].path = "conv1";
    analysis.layers[2].path = "a,b";
    analysis.layers[3].path = "avgpool";
    analysis.layers[4].path = "fc";
    const double megabytes = 64 * 112 * 112 * 4 / 1048576.0;
    analysis.torchstat = {
        { 1, { 3, 224, 224 }, { 64, 112, 112 }, 9408, megabytes, 235225088, 118013952, 639744, 3211264, true },
        { 2, { 64, 112, 112 }, { 64, 112, 112 }, 128, megabytes, 3211264, 1605632, 3211776, 3211264, true },
        { 3, { 512, 7, 7 }, { 512, 1, 1 }, 0, 512 * 4 / 1048576.0, 25600, 25600, 100352, 2048, false },
        { 4, { 512 }, { 1000 }, 513000, 1000 * 4 / 1048576.0, 1023000, 512000, 2054048, 4000, true },
    };
    return session;
}

void addMedian(LayerLatencies &layers, std::int64_t layer, double medianNs)
{
    ItemLatency latency;
    latency.item = { ItemId::Kind::Layer, layer };
    latency.samples.summary.count = 3;
    latency.samples.summary.medianNs = medianNs;
    layers.items.push_back(latency);
}

/// The root takes longer than its leaves: torchstat divides by the sum of the leaves.
Session timedSession()
{
    Session timed = torchstatSession();
    LayerLatencies &layers = timed.layers.emplace();
    addMedian(layers, 0, 500);
    addMedian(layers, 1, 200);
    addMedian(layers, 2, 100);
    addMedian(layers, 3, 60);
    addMedian(layers, 4, 40);
    return timed;
}

} // namespace

class TorchstatTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreTorchstats();
    void durationsAreSharesOfTheLeaves();
    void totalsLeaveOutWhatTorchstatDoesNotKnow();
    void totalsStandInTextAndJson();
    void otherConventionsHaveNone();
    void remarkIsOneSentence();
};

void TorchstatTableTest::rowsAreTorchstats()
{
    QCOMPARE(torchstatToCsv(torchstatSession()),
             "module_name,input_shape,output_shape,params,memory_mb,madd,flops,mem_read_b,mem_write_b,mem_rw_b\n"
             "conv1,3x224x224,64x112x112,9408,3.06,235225088,118013952,639744,3211264,3851008\n"
             "\"a,b\",64x112x112,64x112x112,128,3.06,3211264,1605632,3211776,3211264,6423040\n"
             "avgpool,512x7x7,512x1x1,0,0.00,25600,25600,100352,2048,102400\n"
             "fc,512,1000,513000,0.00,1023000,512000,2054048,4000,2058048\n");
}

/// 200, 100, 60 and 40 ns of 400.
void TorchstatTableTest::durationsAreSharesOfTheLeaves()
{
    const QStringList lines = QString::fromStdString(torchstatToCsv(timedSession())).split(u'\n');
    QVERIFY(lines[0].endsWith(u",mem_rw_b,duration_percent"));
    QVERIFY(lines[1].endsWith(u",3851008,50.00"));
    QVERIFY(lines[2].endsWith(u",6423040,25.00"));
    QVERIFY(lines[3].endsWith(u",102400,15.00"));
    QVERIFY(lines[4].endsWith(u",2058048,10.00"));

    const TableContent content = torchstatContent(timedSession());
    const auto column =
        std::ranges::find(content.columns, std::string("duration[%]"), &TableColumn::title) - content.columns.begin();
    QCOMPARE(content.rows[1][static_cast<std::size_t>(column)], "25.00%");
    const TableContent untimed = torchstatContent(torchstatSession());
    QVERIFY(std::ranges::find(untimed.columns, std::string("duration[%]"), &TableColumn::title)
            == untimed.columns.end());
}

/// By hand: the sums of the rows, of which avgpool has only its parameters and its memory.
void TorchstatTableTest::totalsLeaveOutWhatTorchstatDoesNotKnow()
{
    const TorchstatTotals totals = torchstatTotals(torchstatSession().analysis->torchstat);
    QCOMPARE(totals.parameters, 522536);
    QCOMPARE(totals.memoryMb, (2 * 64 * 112 * 112 + 512 + 1000) * 4 / 1048576.0);
    QCOMPARE(totals.madd, 239459352);
    QCOMPARE(totals.flops, 120131584);
    QCOMPARE(totals.bytesRead, 5905568);
    QCOMPARE(totals.bytesWritten, 6426528);
}

void TorchstatTableTest::totalsStandInTextAndJson()
{
    const QString text = QString::fromStdString(sessionToText(JudgedSession(torchstatSession()), false, 0));
    QVERIFY(text.contains(u"Total params  522,536\n"));
    QVERIFY(text.contains(u"Total MAdd    239 MMAdd (239,459,352)\n"));
    QVERIFY(text.contains(u"Total Flops   120 MFlops (120,131,584)\n"));
    // 12,332,096 / 2^20
    QVERIFY(text.contains(u"Total MemR+W  11.76 MB (12,332,096 B)\n"));

    const QJsonObject json =
        QJsonDocument::fromJson(QByteArray::fromStdString(toJson(*torchstatSession().analysis))).object();
    const QJsonObject totals = json[QStringLiteral("torchstat_totals")].toObject();
    QCOMPARE(totals[QStringLiteral("parameters")].toInteger(), 522536);
    QCOMPARE(totals[QStringLiteral("madd")].toInteger(), 239459352);
    QCOMPARE(totals[QStringLiteral("flops")].toInteger(), 120131584);
    QCOMPARE(totals[QStringLiteral("bytes_read_written")].toInteger(), 12332096);
}

void TorchstatTableTest::otherConventionsHaveNone()
{
    Session other = torchstatSession();
    other.analysis.edit().torchstat.clear();
    QVERIFY(!QString::fromStdString(toJson(*other.analysis)).contains(u"torchstat_totals"));
    QVERIFY(!QString::fromStdString(sessionToText(JudgedSession(other), false, 0)).contains(u"Total MAdd"));
}

void TorchstatTableTest::remarkIsOneSentence()
{
    Session session = torchstatSession();
    session.analysis.edit().layers[3].type = "AdaptiveAvgPool2d";
    const std::string end = "; such a row holds our own count, which the totals leave out.";
    QCOMPARE(torchstatRemark(session), "torchstat has no formula for avgpool (AdaptiveAvgPool2d)" + end);
    session.analysis.edit().torchstat.assign(5, session.analysis->torchstat[2]);
    const std::string name = "avgpool (AdaptiveAvgPool2d)";
    QCOMPARE(torchstatRemark(session),
             "torchstat has no formula for " + name + ", " + name + ", " + name + " and 2 more" + end);
    QCOMPARE(torchstatRemark(Session()), std::string());
}

ROOFLIGHT_TEST(TorchstatTableTest)
#include "torchstat_table_test.moc"
