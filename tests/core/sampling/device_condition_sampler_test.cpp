// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/machine/fake_root.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/sampling/device_condition_sampler.h"

#include <atomic>

using namespace rooflight;

class DeviceConditionSamplerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rangesAreThoseOfTheReadings();
    void figuresNotReportedAreAbsent();
    void whatKeptWorkFromRunning();
    void cpuIsReadBetweenSamplesOnly();
    void gpuIsReadInAThread();
    void shortMeasurementsAreReadAtTheirEnd();
    void slowReaderBlocksNoCaller();
    void restartForgets();
    void flagsSayWhatHeldTheDeviceBack_data();
    void flagsSayWhatHeldTheDeviceBack();
    void otherProgramsAreTold_data();
    void otherProgramsAreTold();
    void waitForAReadingIsNotOfTheRuns();
};

namespace {

using When = DeviceConditionSampler::When;
constexpr std::chrono::milliseconds always(0);
constexpr std::chrono::milliseconds never(3'600'000);

Telemetry reading(double clockHz)
{
    Telemetry telemetry;
    telemetry.clockHz = clockHz;
    return telemetry;
}

} // namespace

void DeviceConditionSamplerTest::rangesAreThoseOfTheReadings()
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
    QCOMPARE(namesOf(conditions->throttleReasons), std::vector<std::string_view> { "heat" });
}

void DeviceConditionSamplerTest::figuresNotReportedAreAbsent()
{
    QVERIFY(!conditionsOf({}));
    QVERIFY(!conditionsOf({ {}, {} }));
    DeviceConditionSampler sampler({}, When::OwnThread);
    QVERIFY(!sampler.conditions());
    ModelLatency latency;
    latency.samples.summary.count = 5;
    addConditions(sampler, latency);
    QVERIFY(!latency.conditions);
    QVERIFY(latency.samples.flags.empty());
}

/// A thousandth and less is not worth a word.
void DeviceConditionSamplerTest::whatKeptWorkFromRunning()
{
    const std::optional<Conditions> held = withHeldBack(std::nullopt, { 0.25, 0.05 });
    QVERIFY(held && qFuzzyCompare(held->stolenShare.value(), 0.25)
            && qFuzzyCompare(held->throttledShare.value(), 0.05));
    QVERIFY(!withHeldBack(std::nullopt, { 0.0009, 0 }));
    Conditions known;
    known.readings = 3;
    const std::optional<Conditions> stolen = withHeldBack(known, { 0.01, 0 });
    QVERIFY(stolen && stolen->readings == 3 && stolen->stolenShare && !stolen->throttledShare);
}

void DeviceConditionSamplerTest::cpuIsReadBetweenSamplesOnly()
{
    int readings = 0;
    const auto read = [&readings] {
        ++readings;
        return reading(2e9);
    };
    DeviceConditionSampler sampler(read, When::BetweenSamples, always);
    QCOMPARE(readings, 0);
    sampler.sampleIfDue();
    QCOMPARE(readings, 1);
    const auto readsAgain = [&] {
        sampler.sampleIfDue();
        return readings > 1;
    };
    QTRY_VERIFY(readsAgain());
    const int before = readings;
    DeviceConditionSampler seldom(read, When::BetweenSamples, never);
    seldom.sampleIfDue();
    QCOMPARE(readings, before);
}

void DeviceConditionSamplerTest::gpuIsReadInAThread()
{
    std::atomic<int> readings = 0;
    const auto read = [&readings] {
        ++readings;
        return reading(2e9);
    };
    DeviceConditionSampler sampler(read, When::OwnThread, std::chrono::milliseconds(1));
    QTRY_VERIFY(readings >= 3);
    std::atomic<int> seldomRead = 0;
    const auto readSeldom = [&seldomRead] {
        ++seldomRead;
        return reading(2e9);
    };
    DeviceConditionSampler seldom(readSeldom, When::OwnThread, never);
    seldom.sampleIfDue();
    QCOMPARE(seldomRead, 0);
    QCOMPARE(seldom.conditions()->readings, std::int64_t { 1 });
}

void DeviceConditionSamplerTest::shortMeasurementsAreReadAtTheirEnd()
{
    for (const When when : { When::OwnThread, When::BetweenSamples }) {
        DeviceConditionSampler sampler([] { return reading(2e9); }, when, never);
        QCOMPARE(sampler.conditions()->readings, std::int64_t { 1 });
        QCOMPARE(sampler.conditions()->readings, std::int64_t { 1 });
    }
}

/// A library that is still starting, until `go`: only who wants a reading waits for it.
void DeviceConditionSamplerTest::slowReaderBlocksNoCaller()
{
    std::atomic<bool> begun = false;
    std::atomic<bool> go = false;
    std::atomic<int> readings = 0;
    const auto read = [&] {
        begun = true;
        go.wait(false);
        return reading(++readings * 1e9);
    };
    DeviceConditionSampler sampler(read, When::OwnThread, std::chrono::milliseconds(1));
    QTRY_VERIFY(begun);
    sampler.restart(); // would never return if it waited
    QCOMPARE(readings, 0);
    go = true;
    go.notify_all();
    QTRY_VERIFY(readings >= 2);
    // What was asked before the restart is of what came before it.
    const std::optional<Conditions> conditions = sampler.conditions();
    QVERIFY(conditions && conditions->clockHz && conditions->clockHz->least >= 2e9);
}

void DeviceConditionSamplerTest::restartForgets()
{
    double clockHz = 1e9;
    DeviceConditionSampler sampler([&clockHz] { return reading(clockHz); }, When::BetweenSamples, never);
    QVERIFY(sampler.conditions()->clockHz == (ConditionRange { 1e9, 1e9, 1e9 }));
    clockHz = 2e9;
    sampler.restart();
    QVERIFY(sampler.conditions()->clockHz == (ConditionRange { 2e9, 2e9, 2e9 }));
}

void DeviceConditionSamplerTest::flagsSayWhatHeldTheDeviceBack_data()
{
    QTest::addColumn<bool>("power");
    QTest::addColumn<bool>("heat");
    QTest::addColumn<bool>("hardware");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("nothing") << false << false << false << QStringList { "noisy" };
    QTest::newRow("power") << true << false << false << QStringList { "noisy", "power_capped" };
    QTest::newRow("heat") << false << true << false << QStringList { "noisy", "throttled", "hot" };
    QTest::newRow("hardware") << false << false << true << QStringList { "noisy", "throttled" };
    QTest::newRow("all") << true << true << true << QStringList { "noisy", "power_capped", "throttled", "hot" };
}

void DeviceConditionSamplerTest::flagsSayWhatHeldTheDeviceBack()
{
    QFETCH(bool, power);
    QFETCH(bool, heat);
    QFETCH(bool, hardware);
    QFETCH(QStringList, expected);
    Telemetry telemetry = reading(1e9);
    telemetry.powerCapped = power;
    telemetry.thermalSlowdown = heat;
    telemetry.hardwareSlowdown = hardware;
    FakeRoot quiet;
    DeviceConditionSampler sampler([&telemetry] { return telemetry; }, When::BetweenSamples, always, quiet.path());
    SampleSet samples;
    samples.summary.count = 5;
    samples.flags = { SampleFlag::Noisy };
    const auto check = [&expected](const SampleSet &flagged) {
        QStringList flags;
        for (const std::string_view flag : namesOf(flagged.flags))
            flags << QString::fromStdString(std::string(flag));
        QCOMPARE(flags, expected);
    };
    ModelLatency latency;
    latency.samples = samples;
    addConditions(sampler, latency);
    addConditions(sampler, latency); // once more: no flag stands twice
    check(latency.samples);
    LayerLatencies layers;
    layers.instrumentedModel = samples;
    addConditions(sampler, layers);
    check(layers.instrumentedModel);
    MethodComparison methods;
    methods.methods.resize(2);
    methods.methods[0].samples = samples;
    addConditions(sampler, methods);
    check(methods.methods[0].samples);
    QVERIFY(methods.methods[1].samples.flags.empty()); // it was not used
    PipelineLatency pipeline;
    pipeline.modes.resize(1);
    pipeline.modes[0].endToEnd = samples;
    addConditions(sampler, pipeline);
    check(pipeline.modes[0].endToEnd);
    BatchPoint point;
    point.samples = samples;
    addConditions(sampler, point);
    check(point.samples);
    QVERIFY(latency.conditions && layers.conditions && methods.conditions && pipeline.conditions && point.conditions);
}

void DeviceConditionSamplerTest::otherProgramsAreTold_data()
{
    QTest::addColumn<QByteArray>("times");
    QTest::addColumn<bool>("told");
    QTest::newRow("none") << QByteArray("cpu  0 0 0 1000000 0 0 0 0 0 0\n") << false;
    QTest::newRow("on half of the CPUs") << QByteArray("cpu  500000 0 0 500000 0 0 0 0 0 0\n") << true;
}

/// Of results that have no other sampler of the load.
void DeviceConditionSamplerTest::otherProgramsAreTold()
{
    QFETCH(QByteArray, times);
    QFETCH(bool, told);
    FakeRoot root;
    QVERIFY(root.write("proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\n"));
    DeviceConditionSampler sampler({}, When::BetweenSamples, never, root.path());
    QVERIFY(root.write("proc/stat", times));
    SampleSet samples;
    samples.summary.count = 5;
    const auto isTold = [](const SampleSet &flagged) { return hasFlag(flagged.flags, SampleFlag::OtherLoad); };
    MethodComparison methods;
    methods.methods.resize(2);
    methods.methods[0].samples = samples;
    addConditions(sampler, methods);
    QCOMPARE(isTold(methods.methods[0].samples), told);
    QVERIFY(!isTold(methods.methods[1].samples)); // it was not used
    PipelineLatency pipeline;
    pipeline.modes.resize(1);
    pipeline.modes[0].endToEnd = samples;
    addConditions(sampler, pipeline);
    QCOMPARE(isTold(pipeline.modes[0].endToEnd), told);
    BatchPoint point;
    point.samples = samples;
    addConditions(sampler, point);
    QCOMPARE(isTold(point.samples), told);
    // What was before a restart is not of the runs behind it.
    sampler.restart();
    point.samples = samples;
    addConditions(sampler, point);
    QVERIFY(!isTold(point.samples));
}

/// While a reading is made others use a quarter of the CPUs, and the host takes one: the runs are over.
void DeviceConditionSamplerTest::waitForAReadingIsNotOfTheRuns()
{
    SampleSet samples;
    samples.summary.count = 5;
    const auto check = [&samples]<typename Result>(Result result, SampleSet &(*samplesOf)(Result &)) {
        FakeRoot root;
        QVERIFY(root.write("proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\n"));
        const auto read = [&root] {
            static_cast<void>(root.write("proc/stat", "cpu  250000 0 0 500000 0 0 0 250000 0 0\n"));
            return reading(2e9);
        };
        DeviceConditionSampler sampler(read, When::BetweenSamples, never, root.path());
        samplesOf(result) = samples;
        addConditions(sampler, result);
        QVERIFY(samplesOf(result).flags.empty());
        QVERIFY(result.conditions && !result.conditions->stolenShare);
        QVERIFY(!sampler.loadFlags().empty()); // later it is seen
    };
    MethodComparison methods;
    methods.methods.resize(1);
    check(
        methods, +[](MethodComparison &result) -> SampleSet & { return result.methods[0].samples; });
    PipelineLatency pipeline;
    pipeline.modes.resize(1);
    check(
        pipeline, +[](PipelineLatency &result) -> SampleSet & { return result.modes[0].endToEnd; });
    check(
        BatchPoint(), +[](BatchPoint &result) -> SampleSet & { return result.samples; });
}

ROOFLIGHT_TEST(DeviceConditionSamplerTest)
#include "device_condition_sampler_test.moc"
