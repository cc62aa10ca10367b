// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

/// One size that was measured, one that was counted, one at which the model does not run.
BatchSweep sampleSweep()
{
    BatchSweep sweep;
    sweep.device.kind = "cpu";
    sweep.axes = { { "x.0", { 1, 2, 3 } } };
    sweep.measuredAt = { { "x.0", { 1 } } };
    sweep.predicted = true;
    SizePoint measured;
    measured.sizes = { { "x.0", 1 } };
    measured.cost = { 500, 1000, 300, 200 };
    measured.measured = true;
    measured.samples.summary.count = 4;
    measured.samples.summary.medianNs = 2000;
    SizePoint counted;
    counted.sizes = { { "x.0", 2 } };
    counted.cost = { 1000, 2000, 400, 400 };
    SizePoint failed;
    failed.sizes = { { "x.0", 3 } };
    failed.reason = "It does not.";
    sweep.sizes = { measured, counted, failed };
    return sweep;
}

} // namespace

class SizeTablesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsShowWhatIsKnown();
    void timesAreLeftOutWhereThereAreNone();
    void csvHasAColumnForEachAxis();
};

void SizeTablesTest::rowsShowWhatIsKnown()
{
    const TableContent table = contentOf(sampleSweep());
    QStringList titles;
    for (const TableColumn &column : table.columns)
        titles << QString::fromStdString(column.title.text());
    QCOMPARE(
        titles,
        QStringList({ "x.0", "Work", "Bytes", "Intensity", "Median", "Performance", "Bandwidth", "Runs", "Remarks" }));
    QCOMPARE(table.rows.size(), std::size_t { 3 });
    // 1000 FLOPs in 2 us are 0.5 GFLOP/s, 500 bytes 0.25 GB/s.
    QCOMPARE(table.rows[0][3], std::string("2.00 FLOP/B"));
    QCOMPARE(table.rows[0][5], std::string("500 MFLOP/s"));
    QCOMPARE(table.rows[0][6], std::string("250 MB/s"));
    QCOMPARE(table.rows[1][4], std::string());
    QCOMPARE(table.rows[2][1], std::string());
    QCOMPARE(table.rows[2][8], std::string("It does not."));
    const Facts facts = factsOf(sampleSweep());
    QVERIFY(
        std::ranges::find(facts, std::pair<Title, std::string>("Sizes", "1 measured, the others counted without a run"))
        != facts.end());
}

void SizeTablesTest::timesAreLeftOutWhereThereAreNone()
{
    BatchSweep sweep = sampleSweep();
    sweep.sizes.erase(sweep.sizes.begin());
    const TableContent table = contentOf(sweep);
    QVERIFY(std::ranges::find(table.columns, "Median", &TableColumn::title) == table.columns.end());
    QCOMPARE(table.rows[0].size(), table.columns.size());
}

void SizeTablesTest::csvHasAColumnForEachAxis()
{
    const QStringList lines = QString::fromStdString(csvOf(sampleSweep())).split("\r\n");
    QVERIFY2(
        lines[0].startsWith("x.0,macs,flops,bytes_read,bytes_written,bytes_lower_bound,arithmetic_intensity,measured,"
                            "samples,latency_mean_ns,latency_median_ns"),
        qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith("1,500,1000,300,200,0,2,true,4,"), qPrintable(lines[1]));
    QVERIFY2(lines[2].startsWith("2,1000,2000,400,400,0,2.5,false,,,"), qPrintable(lines[2]));
    QVERIFY2(lines[3].endsWith(",It does not."), qPrintable(lines[3]));
}

ROOFLIGHT_TEST(SizeTablesTest)
#include "size_tables_test.moc"
