// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/pipeline/pipeline_latency.h"
#include "support/fixed_runs.h"
#include "support/simulated_device.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <stdexcept>

using namespace rooflight;

/// Pipelines on a device whose every time is known.
class PipelineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hostWorkHidesBehindTheDevice();
    void resultsThatAreNeededAtOnceHideNothing();
    void synchronousDeviceHasNothingToWaitFor();
    void runsOfMedianAndTailAreKept();
    void failureKeepsWhatWasMeasured();
};

namespace {

PipelineStep model(SimulatedDevice &device, const std::string &name, double launchNs, double kernelNs)
{
    return { { name, true, false }, [&device, launchNs, kernelNs] { device.launch(launchNs, kernelNs); } };
}

PipelineStep host(SimulatedDevice &device, double timeNs)
{
    return { { "host", false, false }, [&device, timeNs] { device.hostWork(timeNs); } };
}

const PipelineMode &synchronizedMode(const PipelineLatency &latency)
{
    return latency.modes[0];
}

const PipelineMode &eventsMode(const PipelineLatency &latency)
{
    return latency.modes[1];
}

} // namespace

/// 100 us of kernels, 40 us on the host, 50 us of kernels; 5 us to launch each, 10 us to wake up.
void PipelineTest::hostWorkHidesBehindTheDevice()
{
    SimulatedDevice device;
    device.wakeUpNs = 10 * us;
    const std::vector<PipelineStep> steps { model(device, "a", 5 * us, 100 * us), host(device, 40 * us),
                                            model(device, "b", 5 * us, 50 * us) };
    const Measured<PipelineLatency> measured = measurePipeline(device, steps, "a", fixedRuns(10), {});
    QVERIFY(measured.value && !measured.error);
    const PipelineLatency &latency = *measured.value;
    QVERIFY(!latency.partial);
    QCOMPARE(synchronizedMode(latency).mode.name(), std::string_view("synchronized"));
    // Each stage is waited for: 5 + 100 + 10, then 40 + 10, then 5 + 50 + 10; and once more before the end.
    QCOMPARE(synchronizedMode(latency).endToEnd.summary.medianNs, (115 + 50 + 65 + 10) * us);
    // The host's 40 us and the second launch pass while the first kernels run.
    QCOMPARE(eventsMode(latency).endToEnd.summary.medianNs, (5 + 100 + 50 + 10) * us);
    QCOMPARE(latency.synchronizationCostNs, 75 * us);
    QCOMPARE(latency.synchronizationCostIntervalNs[0], 75 * us);
    QCOMPARE(synchronizedMode(latency).stages[0].summary.medianNs, 115 * us);
    QCOMPARE(synchronizedMode(latency).stages[1].summary.medianNs, 50 * us);
    QCOMPARE(eventsMode(latency).stages[0].summary.medianNs, 105 * us);
    QCOMPARE(eventsMode(latency).stages[1].summary.medianNs, 40 * us);
    QCOMPARE(eventsMode(latency).stages[2].summary.medianNs, 50 * us);
    QVERIFY(latency.explanation.find("75 µs") != std::string::npos);
    const StageSpan &second = eventsMode(latency).medianRun[2];
    QCOMPARE(second.hostBeginNs, 45 * us); // queued long before
    QCOMPARE(second.deviceBeginNs, 105 * us); // the first model is done
    QCOMPARE(second.deviceEndNs, 155 * us);
}

void PipelineTest::resultsThatAreNeededAtOnceHideNothing()
{
    SimulatedDevice device;
    const PipelineStep copy { { "copy", false, true }, [&device] {
                                 device.synchronize();
                                 device.hostWork(40 * us);
                             } };
    const std::vector<PipelineStep> steps { model(device, "a", 5 * us, 100 * us), copy,
                                            model(device, "b", 5 * us, 50 * us) };
    const Measured<PipelineLatency> measured = measurePipeline(device, steps, "a", fixedRuns(10), {});
    QVERIFY(measured.value);
    QCOMPARE(measured.value->synchronizationCostNs, 0.0);
    QVERIFY(measured.value->explanation.find("costs nothing") != std::string::npos);
    // The copy waits for the kernels: that time is the host's.
    QCOMPARE(eventsMode(*measured.value).stages[1].summary.medianNs, 140 * us);
}

void PipelineTest::synchronousDeviceHasNothingToWaitFor()
{
    SimulatedDevice device;
    device.asynchronous = false;
    const std::vector<PipelineStep> steps { model(device, "a", 0, 100 * us), host(device, 40 * us),
                                            model(device, "b", 0, 50 * us) };
    const Measured<PipelineLatency> measured = measurePipeline(device, steps, "a", fixedRuns(10), {});
    QVERIFY(measured.value);
    const PipelineLatency &latency = *measured.value;
    QCOMPARE(synchronizedMode(latency).endToEnd.summary.medianNs, 190 * us);
    QCOMPARE(eventsMode(latency).endToEnd.summary.medianNs, 190 * us);
    QCOMPARE(latency.synchronizationCostNs, 0.0);
    QVERIFY(latency.explanation.starts_with("On a CPU"));
    QCOMPARE(eventsMode(latency).medianRun[1].deviceBeginNs, 100 * us);
}

void PipelineTest::runsOfMedianAndTailAreKept()
{
    SimulatedDevice device;
    int calls = 0;
    const PipelineStep step { { "a", true, false }, [&] {
                                 const bool slow = ++calls % 50 == 0;
                                 device.launch(1 * us, (slow ? 900 : 100) * us);
                             } };
    const Measured<PipelineLatency> measured = measurePipeline(device, { step }, "a", fixedRuns(200), {});
    QVERIFY(measured.value);
    double longest = 0;
    for (const PipelineMode &mode : measured.value->modes) {
        QCOMPARE(mode.medianRun.size(), std::size_t { 1 });
        QCOMPARE(mode.medianRun[0].deviceEndNs, 101 * us);
        QCOMPARE(mode.p99Run.size(), std::size_t { 1 });
        longest = std::max(longest, mode.p99Run[0].deviceEndNs);
    }
    QCOMPARE(longest, 901 * us);
    const Measured<PipelineLatency> few = measurePipeline(device, { step }, "a", fixedRuns(20), {});
    QVERIFY(few.value->modes[0].p99Run.empty());
}

void PipelineTest::failureKeepsWhatWasMeasured()
{
    SimulatedDevice device;
    int calls = 0;
    const PipelineStep step { { "a", true, false }, [&] {
                                 if (++calls > 41)
                                     throw std::runtime_error("it broke");
                                 device.launch(1 * us, 100 * us);
                             } };
    const Measured<PipelineLatency> measured = measurePipeline(device, { step }, "a.pt", fixedRuns(1000), {});
    QVERIFY(measured.error.has_value());
    QVERIFY(measured.error->text.starts_with("a.pt failed while running: \"it broke"));
    QVERIFY(measured.value && measured.value->partial);
    QVERIFY(measured.value->modes[0].endToEnd.summary.count > 5);
}

ROOFLIGHT_TEST(PipelineTest)
#include "pipeline_test.moc"
