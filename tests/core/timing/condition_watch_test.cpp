// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/timing/condition_watch.h"

#include <atomic>

using namespace ridgepoint;

class ConditionWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rangesAreThoseOfTheReadings();
    void whatNobodyTellsIsAbsent();
    void cpuIsReadBetweenRunsOnly();
    void gpuIsReadBeside();
    void shortMeasurementsAreReadAtTheirEnd();
    void restartForgets();
    void flagsSayWhatHeldTheDeviceBack_data();
    void flagsSayWhatHeldTheDeviceBack();
};

namespace {

using When = ConditionWatch::When;
constexpr std::chrono::milliseconds always(0);
constexpr std::chrono::milliseconds never(3'600'000);

Telemetry reading(double clockHz)
{
    Telemetry telemetry;
    telemetry.clockHz = clockHz;
    return telemetry;
}

} // namespace

void ConditionWatchTest::rangesAreThoseOfTheReadings()
{
    std::vector<Telemetry> readings { reading(3e9), reading(1e9), reading(2.5e9), {} };
    readings[1].powerWatts = 70;
    readings[2].temperatureCelsius = 61;
    readings[3].thermalSlowdown = true;
    const std::optional<Conditions> conditions = conditionsOf(readings);
    QVERIFY(conditions);
    QCOMPARE(conditions->readings, std::int64_t { 4 });
    QVERIFY(conditions->clockHz == (ConditionRange { 1e9, 2.5e9, 3e9 }));
    QVERIFY(conditions->powerWatts == (ConditionRange { 70, 70, 70 }));
    QVERIFY(conditions->temperatureCelsius == (ConditionRange { 61, 61, 61 }));
    QVERIFY(!conditions->memoryClockHz);
    QCOMPARE(conditions->throttleReasons, std::vector<std::string> { "heat" });
}

void ConditionWatchTest::whatNobodyTellsIsAbsent()
{
    QVERIFY(!conditionsOf({}));
    QVERIFY(!conditionsOf({ {}, {} }));
    ConditionWatch watch({}, When::Beside);
    QVERIFY(!watch.conditions());
    ModelLatency latency;
    latency.samples.summary.count = 5;
    addConditions(watch, latency);
    QVERIFY(!latency.conditions);
    QVERIFY(latency.samples.flags.empty());
}

void ConditionWatchTest::cpuIsReadBetweenRunsOnly()
{
    int readings = 0;
    bool cancelled = false;
    const auto read = [&readings] {
        ++readings;
        return reading(2e9);
    };
    RunControl control;
    control.cancelled = [&cancelled] { return cancelled; };
    ConditionWatch watch(read, When::BetweenRuns, always);
    const RunControl between = watch.between(control);
    QCOMPARE(readings, 0);
    QVERIFY(!between.cancelled());
    QCOMPARE(readings, 1);
    cancelled = true;
    QTRY_VERIFY(between.cancelled() && readings > 1);
    const int before = readings;
    ConditionWatch seldom(read, When::BetweenRuns, never);
    QVERIFY(seldom.between(control).cancelled());
    QCOMPARE(readings, before);
}

void ConditionWatchTest::gpuIsReadBeside()
{
    std::atomic<int> readings = 0;
    const auto read = [&readings] {
        ++readings;
        return reading(2e9);
    };
    ConditionWatch watch(read, When::Beside, std::chrono::milliseconds(1));
    QTRY_VERIFY(readings >= 3);
    int asked = 0;
    RunControl control;
    control.cancelled = [&asked] { return ++asked > 100; };
    ConditionWatch seldom(read, When::Beside, never);
    static_cast<void>(seldom.between(control).cancelled());
    QCOMPARE(asked, 1);
    QCOMPARE(seldom.conditions()->readings, std::int64_t { 1 });
}

void ConditionWatchTest::shortMeasurementsAreReadAtTheirEnd()
{
    for (const When when : { When::Beside, When::BetweenRuns }) {
        ConditionWatch watch([] { return reading(2e9); }, when, never);
        QCOMPARE(watch.conditions()->readings, std::int64_t { 1 });
        QCOMPARE(watch.conditions()->readings, std::int64_t { 1 });
    }
}

void ConditionWatchTest::restartForgets()
{
    double clockHz = 1e9;
    ConditionWatch watch([&clockHz] { return reading(clockHz); }, When::BetweenRuns, never);
    QVERIFY(watch.conditions()->clockHz == (ConditionRange { 1e9, 1e9, 1e9 }));
    clockHz = 2e9;
    watch.restart();
    QVERIFY(watch.conditions()->clockHz == (ConditionRange { 2e9, 2e9, 2e9 }));
}

void ConditionWatchTest::flagsSayWhatHeldTheDeviceBack_data()
{
    QTest::addColumn<bool>("power");
    QTest::addColumn<bool>("heat");
    QTest::addColumn<bool>("hardware");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("nothing") << false << false << false << QStringList { "noisy" };
    QTest::newRow("power") << true << false << false << QStringList { "noisy", "throttled", "power_capped" };
    QTest::newRow("heat") << false << true << false << QStringList { "noisy", "throttled", "hot" };
    QTest::newRow("hardware") << false << false << true << QStringList { "noisy", "throttled" };
    QTest::newRow("all") << true << true << true << QStringList { "noisy", "throttled", "power_capped", "hot" };
}

void ConditionWatchTest::flagsSayWhatHeldTheDeviceBack()
{
    QFETCH(bool, power);
    QFETCH(bool, heat);
    QFETCH(bool, hardware);
    QFETCH(QStringList, expected);
    Telemetry telemetry = reading(1e9);
    telemetry.powerCapped = power;
    telemetry.thermalSlowdown = heat;
    telemetry.hardwareSlowdown = hardware;
    ConditionWatch watch([&telemetry] { return telemetry; }, When::BetweenRuns);
    SampleSet samples;
    samples.summary.count = 5;
    samples.flags = { "noisy" };
    const auto check = [&expected](const SampleSet &flagged) {
        QStringList flags;
        for (const std::string &flag : flagged.flags)
            flags << QString::fromStdString(flag);
        QCOMPARE(flags, expected);
    };
    ModelLatency latency;
    latency.samples = samples;
    addConditions(watch, latency);
    addConditions(watch, latency); // once more: no flag stands twice
    check(latency.samples);
    LayerLatencies layers;
    layers.watchedModel = samples;
    addConditions(watch, layers);
    check(layers.watchedModel);
    MethodComparison methods;
    methods.methods.resize(2);
    methods.methods[0].samples = samples;
    addConditions(watch, methods);
    check(methods.methods[0].samples);
    QVERIFY(methods.methods[1].samples.flags.empty()); // it was not used
    PipelineLatency pipeline;
    pipeline.modes.resize(1);
    pipeline.modes[0].endToEnd = samples;
    addConditions(watch, pipeline);
    check(pipeline.modes[0].endToEnd);
    BatchPoint point;
    point.samples = samples;
    addConditions(watch, point);
    check(point.samples);
    QVERIFY(latency.conditions && layers.conditions && methods.conditions && pipeline.conditions && point.conditions);
}

RIDGEPOINT_TEST(ConditionWatchTest)
#include "condition_watch_test.moc"
