// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>
#include <QSet>
#include <QTest>

#include "core/record/record.h"
#include "core/report/result_reports.h"
#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"
#include "core/report/what_if_report.h"
#include "core/results/roofs/report.h"
#include "core/roofs/datasheet/device_sheet.h"
#include "tests/core/report/measured_session.h"
#include "tests/core/report/part_text.h"
#include "tests/support/simple_roofs.h"

using namespace rooflight;

namespace {

QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

std::string secondsAgo(qint64 seconds)
{
    return QDateTime::currentDateTimeUtc().addSecs(-seconds).toString(Qt::ISODate).toStdString();
}

Session underH100()
{
    return underRoofsOf(*sheetsNamed("NVIDIA H100 SXM").front(), measuredSession());
}

QString valueOf(const Facts &facts, const QString &name)
{
    for (const auto &[fact, value] : facts) {
        if (text(fact.text()) == name)
            return text(value);
    }
    return {};
}

} // namespace

class RoofTablesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agesAreToldInTheLargestUnit_data();
    void agesAreToldInTheLargestUnit();
    void agesOfOtherTextsAreNotGuessed();
    void measuredRoofsSayHowOldTheyAre();
    void unknownDevicesAreSaidToBeMeasuredOnly();
    void otherDevicesAreSaidToBeTheoretical();
    void modelsHaveTheirBestTimeElsewhere();
    void whatPeopleAskFirstIsAnswered();
    void layersHaveTheirBestTimeElsewhere();
    void layersAboveTheirRoofSayWhy();
    void disturbedRoofsAreNamedWhereTheyJudge();
    void devicesAreListed();
    void curvesAreListedAndJudge();
};

void RoofTablesTest::agesAreToldInTheLargestUnit_data()
{
    QTest::addColumn<qint64>("seconds");
    QTest::addColumn<QString>("age");
    QTest::newRow("seconds") << qint64(5) << "just now";
    QTest::newRow("a minute") << qint64(80) << "1 minute ago";
    QTest::newRow("minutes") << qint64(30 * 60 + 5) << "30 minutes ago";
    QTest::newRow("an hour") << qint64(3600 + 60) << "1 hour ago";
    QTest::newRow("days") << qint64(3 * 86400 + 60) << "3 days ago";
}

void RoofTablesTest::agesAreToldInTheLargestUnit()
{
    QFETCH(qint64, seconds);
    QFETCH(QString, age);
    QCOMPARE(text(ageText(secondsAgo(seconds))), age);
}

void RoofTablesTest::agesOfOtherTextsAreNotGuessed()
{
    for (const char *other : { "", "yesterday", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04:05Z!" })
        QVERIFY2(ageText(other).empty(), other);
    QVERIFY(ageText(secondsAgo(-3600)).empty());
}

void RoofTablesTest::measuredRoofsSayHowOldTheyAre()
{
    DeviceRoofs peaks = *measuredSession().peaks;
    peaks.measuredAt = secondsAgo(2 * 86400 + 60);
    peaks.cached = true;
    const QString measured = valueOf(factsOf(peaks), "Measured");
    QVERIFY2(measured.contains("(2 days ago)") && measured.contains("--remeasure"), qPrintable(measured));
}

void RoofTablesTest::unknownDevicesAreSaidToBeMeasuredOnly()
{
    DeviceRoofs peaks = *measuredSession().peaks;
    QVERIFY(valueOf(factsOf(peaks), "Data sheet").contains("measured only"));
    peaks.device.name = "NVIDIA H100 PCIe";
    QCOMPARE(valueOf(factsOf(peaks), "Data sheet"), "NVIDIA H100 PCIe");
}

void RoofTablesTest::otherDevicesAreSaidToBeTheoretical()
{
    const QString table = text(textOf(&Session::peaks, *underH100().peaks));
    QVERIFY(table.contains("NVIDIA H100 SXM") && table.contains("nothing was measured"));
    QVERIFY(table.contains("66.9 TFLOP/s") && table.contains("3.35 TB/s") && table.contains("https://"));
    QVERIFY(!table.contains("Remarks"));
}

void RoofTablesTest::modelsHaveTheirBestTimeElsewhere()
{
    QVERIFY(whatIfFacts(JudgedSession(measuredSession())).empty());
    const Facts facts = whatIfFacts(JudgedSession(underH100()));
    QVERIFY(valueOf(facts, "What if").startsWith("NVIDIA H100 SXM"));
    // One layer of 2 GFLOP at 66.9 TFLOP/s: 29.9 us.
    QVERIFY2(valueOf(facts, "Data-sheet time").startsWith("29.9 µs"), qPrintable(valueOf(facts, "Data-sheet time")));
    QVERIFY(valueOf(facts, "Measured here").startsWith("median 2.00 ms"));
    QVERIFY(valueOf(facts, "Not covered").isEmpty());
    Session halfPrecision = underH100();
    for (Operator &op : halfPrecision.analysis.edit().operators)
        op.dtype = DType::Int64;
    QVERIFY(valueOf(whatIfFacts(JudgedSession(halfPrecision)), "Not covered").startsWith("1 of 1"));
}

/// The layer takes 1 ms of 2, 500 us at its roof; a launch 10 us: 990 us without it, and the other half of the run for
/// the upper end.
void RoofTablesTest::whatPeopleAskFirstIsAnswered()
{
    Session session = measuredSession();
    session.peaks.edit().roofs.push_back(test::roof(LaunchLimit {}, 1e-5));
    const QJsonArray asked = verdictsIn(session)["what_if"].toArray();
    QStringList ids;
    for (const QJsonValue &one : asked)
        ids << one["id"].toString();
    QCOMPARE(ids, QStringList({ "int8_weights", "int8_dynamic", "no_launches", "compiled" }));
    const QJsonObject launches = asked[2].toObject();
    QVERIFY(launches["applies"].toBool() && launches["reason"].isNull());
    QCOMPARE(launches["median_ns"].toDouble(), 990e3);
    QCOMPARE(launches["interval"].toArray(), (QJsonArray { 742.5e3, 2487.5e3 }));
    QCOMPARE(launches["limit_ns"].toDouble(), 500e3);
    QCOMPARE(launches["assumes"].toArray().size(), 1);
    QVERIFY(!asked[0]["applies"].toBool() && asked[0]["median_ns"].isNull()); // its weights are not known
    QVERIFY(asked[0]["reason"].toString().startsWith("No linear layer"));
    const QString table = text(sessionToText(JudgedSession(session), false, 0));
    QVERIFY2(table.contains("no launches") && table.contains("990 µs"), qPrintable(table));
    QVERIFY(text(sessionToHtml(JudgedSession(session), {})).contains("990 µs"));
    QVERIFY(!text(sessionToText(JudgedSession(underH100()), false, 0)).contains("no launches"));

    const Session there = shownIf(session, AskedChange::NoLaunches);
    QVERIFY(!there.latency && !text(sessionToText(JudgedSession(there), false, 0)).contains("How the layers"));
    const Facts facts = changeSection(session, AskedChange::NoLaunches).facts;
    QCOMPARE(valueOf(facts, "What if"), "no launches");
    QCOMPARE(valueOf(facts, "As it is"), "2.00 ms");
    QVERIFY2(valueOf(facts, "Expected").startsWith("990 µs ("), qPrintable(valueOf(facts, "Expected")));
    QCOMPARE(valueOf(facts, "At its roofs"), "500 µs");
    QCOMPARE(there.notices.size(), 1U);
    QVERIFY(text(there.notices.front().text).startsWith("What if: no launches; As it is: 2.00 ms; Expected: 990 µs"));
    QVERIFY(text(sessionToHtml(JudgedSession(there), {})).contains("Expected: 990 µs"));
    QCOMPARE(valueOf(changeSection(session, AskedChange::Int8Weights).facts, "Expected"), "no change");
    session.latency.reset();
    session.layers.reset();
    QVERIFY(verdictsIn(session)["what_if"].toArray().isEmpty());
}

void RoofTablesTest::layersHaveTheirBestTimeElsewhere()
{
    const QString table = text(layOut(layerContent(JudgedSession(underH100())), 0));
    QVERIFY(table.contains("Data-sheet time") && table.contains("29.9 µs") && table.contains("Time"));
    QVERIFY(!table.contains("Achieved") && !table.contains("Of roof"));
    QVERIFY(text(sessionToHtml(JudgedSession(underH100()), {})).contains("Data-sheet time"));
}

/// All three layers do 20 FLOP a byte: the arithmetic roof judges them, as 8 TFLOP/s above 200 GB/s is beyond it the
/// memory.
void RoofTablesTest::disturbedRoofsAreNamedWhereTheyJudge()
{
    Session session = measuredSession();
    QVERIFY(disturbedRoofFacts(JudgedSession(session)).empty());
    session.peaks.edit().roofs[0].flags = { "quota" };
    session.peaks.edit().roofs[1].flags = { "other_load", "unsteady" };
    QVERIFY(disturbedRoofFacts(JudgedSession(session)).empty());
    QCOMPARE(valueOf(factsOf(*session.peaks), "Disturbed").section(u';', 0, 0), "DRAM triad (other work, unsteady)");

    session.peaks.edit().roofs[0].value = 8e12;
    const QString judging = valueOf(disturbedRoofFacts(JudgedSession(session)), "Disturbed roof");
    QVERIFY2(judging.startsWith("DRAM triad: other work, unsteady. It judges 3 layers"), qPrintable(judging));
    QVERIFY(text(sessionToText(JudgedSession(session), false, 0)).contains("It judges 3 layers"));
    QVERIFY(text(sessionToHtml(JudgedSession(session), {})).contains("It judges 3 layers"));
    QVERIFY(text(toJson(*session.peaks)).contains("other_load"));
    session.peaks.edit().roofs[1].flags.clear();
    QVERIFY(disturbedRoofFacts(JudgedSession(session)).empty());
}

void RoofTablesTest::layersAboveTheirRoofSayWhy()
{
    Session session = measuredSession();
    QVERIFY(aboveRoofContent(JudgedSession(session)).rows.empty());
    session.peaks.edit().roofs[0].value = 8e12;
    SampleSet &samples = session.layers.edit().items.back().samples;
    samples.samplesNs.clear();
    samples.summary.meanNs = samples.summary.medianNs = 1e5; // 1 TB/s of the 200 GB/s that were measured
    const QString table = text(layOut(aboveRoofContent(JudgedSession(session)), 0));
    QVERIFY2(table.contains("block.fc") && table.contains("DRAM triad") && table.contains("never went through memory"),
             qPrintable(table));
    QVERIFY(text(sessionToHtml(JudgedSession(session), {})).contains("Layers above their roofs"));
    QSet<QByteArray> texts;
    for (int cause = int(AboveRoofCause::RoofTyped); cause <= int(AboveRoofCause::WorkCountedHigh); ++cause)
        texts.insert(QByteArray::fromStdString(std::string(aboveRoofText(static_cast<AboveRoofCause>(cause)))));
    QCOMPARE(texts.size(), 10);
}

void RoofTablesTest::devicesAreListed()
{
    const TableContent table = sheetContent(deviceSheets());
    QCOMPARE(table.rows.size(), deviceSheets().size());
    QCOMPARE(text(table.rows.front().front()), "NVIDIA H200 SXM");
}

/// One row a doubling, of two footprints each; operators say where on the curve they are.
void RoofTablesTest::curvesAreListedAndJudge()
{
    Session session = measuredSession();
    QVERIFY(curveContent(*session.peaks).rows.empty());
    const auto operators = [&session] { return verdictsIn(session)["operators"].toArray(); };
    QVERIFY(!operators().isEmpty() && !operators()[0].toObject().contains("footprint_bytes"));
    const auto curve = [](CurvePattern pattern, double bytesPerSecond) {
        BandwidthCurve made { pattern, {} };
        for (const std::int64_t bytes : { 16384, 23170, 32768, 46341, 65536 })
            made.points.push_back({ bytes, bytesPerSecond, { bytesPerSecond, bytesPerSecond } });
        return made;
    };
    session.peaks.edit().curves = { curve(CurvePattern::Read, 90e9), curve(CurvePattern::Write, 45e9),
                                    curve(CurvePattern::Update, 70e9) };
    const TableContent table = curveContent(*session.peaks);
    QCOMPARE(table.rows.size(), std::size_t(3));
    QCOMPARE(table.columns.size(), std::size_t(4));
    QCOMPARE(text(table.rows[2][3]), "70.0 GB/s");
    QVERIFY(text(sessionToHtml(JudgedSession(session), {})).contains("Bandwidth by footprint"));
    const QJsonObject first = operators()[0].toObject();
    QCOMPARE(first["footprint_bytes"].toInt(), 65536); // the largest that was measured
    QVERIFY(first["footprint_byte_per_second"].toDouble() > 0);
}

ROOFLIGHT_TEST(RoofTablesTest)
#include "roof_tables_test.moc"
