// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"
#include "core/report/session_report.h"
#include "core/results/analysis/report.h"
#include "tests/core/report/part_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

/// What is told of a device while something is measured on it: how it was, and which kernels it ran.
class DeviceTablesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void conditionsStandInEverySummary();
    void sweepTellsOfEachBatch();
    void deviceThatTellsNothingTakesNoRoom();
    void kernelsStandWithTheirOperators();
    void onlyTheLongestKernelsAreListed();
    void reasonForNoKernelsIsTold();
};

namespace {

Conditions conditions()
{
    Conditions conditions;
    conditions.readings = 9;
    conditions.clockHz = { 1.41e9, 1.755e9, 1.98e9 };
    conditions.memoryClockHz = { 2.619e9, 2.619e9, 2.619e9 };
    conditions.powerWatts = { 480, 612.5, 700 };
    conditions.temperatureCelsius = { 61, 66.5, 71 };
    conditions.throttleReasons = { ThrottleReason::PowerCap, ThrottleReason::Heat };
    return conditions;
}

const std::vector<QString> conditionTexts = { "1.41 GHz to 1.98 GHz, median 1.75 GHz", "2.62 GHz",
                                              "480 W to 700 W, median 612 W", "61 °C to 71 °C, median 66 °C",
                                              "power limit, temperature" };

BatchSweep deviceSweep()
{
    BatchSweep sweep;
    BatchPoint point;
    point.batch = 4;
    point.outcome = BatchOutcome::Fits;
    point.samples.summary.count = 100;
    sweep.points = { point };
    return sweep;
}

Session sessionWithKernels()
{
    Session session;
    Analysis analysis;
    analysis.layers.resize(2);
    analysis.layers[1].path = "features.conv1";
    analysis.operators.resize(2);
    analysis.operators[0].name = "aten::conv2d";
    analysis.operators[0].layer = 1;
    analysis.operators[1].name = "aten::relu";
    session.analysis = analysis;
    LayerLatencies layers;
    layers.items.push_back({ { ItemId::Kind::Layer, 0 }, 0, 0, {}, { { "elementwise_kernel", 1, 900 } } });
    layers.items.push_back(
        { { ItemId::Kind::Operator, 0 }, 0, 0, {}, { { "nchwToNhwc", 2, 3000 }, { "gemm<128, 64>", 1, 40'000 } } });
    session.layers = layers;
    return session;
}

} // namespace

void DeviceTablesTest::conditionsStandInEverySummary()
{
    Session session;
    session.latency.emplace().conditions = conditions();
    session.layers.emplace().conditions = conditions();
    session.layers.edit().items.resize(1);
    session.methods.emplace().conditions = conditions();
    session.methods.edit().methods.resize(1);
    session.pipeline.emplace().conditions = conditions();
    const QString html = QString::fromStdString(sessionToHtml(JudgedSession(session), {}));
    const std::array<std::string, 4> tables = { textOf(&Session::latency, *session.latency),
                                                textOf(&Session::layers, *session.layers),
                                                textOf(&Session::methods, *session.methods),
                                                textOf(&Session::pipeline, *session.pipeline) };
    for (const QString &text : conditionTexts) {
        for (const std::string &table : tables)
            QVERIFY2(QString::fromStdString(table).contains(text), table.c_str());
        QVERIFY2(html.count(text) >= 3, qPrintable(html));
    }
}

void DeviceTablesTest::sweepTellsOfEachBatch()
{
    BatchSweep gpu = deviceSweep();
    gpu.points[0].conditions = conditions();
    gpu.points[0].allocatedBytes = 7'000'000;
    gpu.points[0].reservedBytes = 8'000'000;
    gpu.points[0].samples.flags = { SampleFlag::AllocatorRetries };
    const QString text = QString::fromStdString(textOf(&Session::sweep, gpu));
    for (const char *part : { "Reserved", "8.00 MB", "Unused", "1.00 MB", "the GPU's memory is nearly full", "1.75 GHz",
                              "612 W", "throttled by power limit, temperature" })
        QVERIFY2(text.contains(part), qPrintable(text));
    const QByteArray csv = QByteArray::fromStdString(csvOf(gpu));
    QVERIFY2(csv.contains(",allocated_bytes,reserved_bytes,clock_median_hz,power_median_watts,"
                          "temperature_max_celsius,throttle_reasons,reason\r\n"),
             csv);
    QVERIFY2(csv.contains(",7000000,8000000,1755000000,612.5,71,power_cap;heat,\r\n"), csv);
}

void DeviceTablesTest::deviceThatTellsNothingTakesNoRoom()
{
    const QString text = QString::fromStdString(textOf(&Session::sweep, deviceSweep()));
    for (const char *column : { "Reserved", "Unused", "Clock", "Power" })
        QVERIFY2(!text.contains(column), qPrintable(text));
    QVERIFY(text.contains("Remarks"));
    QVERIFY(!QString::fromStdString(textOf(&Session::latency, {})).contains("Clock"));
    ModelLatency latency;
    latency.allocatedBytes = 7'000'000;
    latency.reservedBytes = 8'500'000;
    const QString facts = QString::fromStdString(textOf(&Session::latency, latency));
    QVERIFY2(facts.contains("7.00 MB in use at most, 8.50 MB reserved (1.50 MB of it unused)"), qPrintable(facts));
    QVERIFY(QByteArray::fromStdString(csvOf(deviceSweep())).contains(",,,,,,\r\n"));
}

void DeviceTablesTest::kernelsStandWithTheirOperators()
{
    const TableContent table = kernelContent(sessionWithKernels());
    QCOMPARE(table.rows.size(), std::size_t { 3 });
    using Row = std::vector<std::string>;
    QCOMPARE(table.rows[0], (Row { "gemm<128, 64>", "aten::conv2d", "features.conv1", "1", "40.0 µs" }));
    QCOMPARE(table.rows[1], (Row { "nchwToNhwc", "aten::conv2d", "features.conv1", "2", "3.00 µs" }));
    QCOMPARE(table.rows[2], (Row { "elementwise_kernel", "outside of any", "", "1", "900 ns" }));
    QVERIFY(
        QString::fromStdString(sessionToHtml(JudgedSession(sessionWithKernels()), {})).contains("gemm&lt;128, 64&gt;"));
    QVERIFY(kernelContent({}).rows.empty());
}

void DeviceTablesTest::onlyTheLongestKernelsAreListed()
{
    Session session = sessionWithKernels();
    for (int i = 0; i < 60; ++i)
        session.layers.edit().items[0].kernels.push_back({ "small", 1, 1 });
    const TableContent table = kernelContent(session);
    QCOMPARE(table.rows.size(), std::size_t { 50 });
    QCOMPARE(table.rows[0][0], std::string("gemm<128, 64>"));
}

void DeviceTablesTest::reasonForNoKernelsIsTold()
{
    LayerLatencies layers;
    layers.items.resize(1);
    layers.noKernels = "CUPTI noted no kernel.";
    QVERIFY(QString::fromStdString(textOf(&Session::layers, layers)).contains("CUPTI noted no kernel."));
}

ROOFLIGHT_TEST(DeviceTablesTest)
#include "device_tables_test.moc"
