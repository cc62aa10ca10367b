// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/methods/method_comparison.h"
#include "support/fixed_runs.h"
#include "support/simulated_device.h"
#include "tests/core/sampling/stop_after.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <stdexcept>

using namespace rooflight;

/// What each method says of a device whose every time is known.
class MethodComparisonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deviceBoundModel();
    void launchBoundModel();
    void modelThatWaitsCannotBeHeld();
    void oneWaitCostsOneSample();
    void kernelsAreAddedUpLast();
    void missingKernelsAreNamed();
    void synchronousDeviceHasOnlyHostClocks();
    void hostClocksThatDifferAreNamed_data();
    void hostClocksThatDifferAreNamed();
    void firstCallsAreThoseOfFreshModels();
    void failureKeepsWhatWasMeasured();
    void cancelKeepsWhatWasMeasured();
};

namespace {

/// Ten kernels a call.
FreshModel tenKernels(SimulatedDevice &device, double launchNs, double kernelNs)
{
    return [&device, launchNs, kernelNs] {
        return [&device, launchNs, kernelNs] {
            for (int kernel = 0; kernel < 10; ++kernel)
                device.launch(launchNs, kernelNs);
        };
    };
}

const MethodTiming &timing(const MethodComparison &comparison, TimingMethod method)
{
    return *std::ranges::find(comparison.methods, method, &MethodTiming::method);
}

double median(const MethodComparison &comparison, TimingMethod method)
{
    return timing(comparison, method).samples.summary.medianNs;
}

bool finds(const MethodComparison &comparison, std::string_view code)
{
    return std::ranges::find(comparison.findings, code, &MethodFinding::code) != comparison.findings.end();
}

} // namespace

/// Launching takes 2 us a kernel, running 100 us: the device is the limit.
void MethodComparisonTest::deviceBoundModel()
{
    SimulatedDevice device;
    device.wakeUpNs = 30 * us;
    const Measured<MethodComparison> measured =
        compareMethods(device, tenKernels(device, 2 * us, 100 * us), "model.pt", fixedRuns(5), {});
    QVERIFY(measured.value && !measured.error);
    const MethodComparison &comparison = *measured.value;
    QCOMPARE(comparison.reference, TimingMethod::EventsHeld);
    QVERIFY(!comparison.partial);
    QCOMPARE(median(comparison, TimingMethod::Naive), 20 * us); // the queueing of ten launches
    QCOMPARE(median(comparison, TimingMethod::Synchronized), (2 + 1000 + 30) * us); // first launch, kernels, wake-up
    QCOMPARE(median(comparison, TimingMethod::Throughput), (2 + 10 * 1000 + 30) * us / 10);
    QCOMPARE(median(comparison, TimingMethod::Events), (2 + 1000) * us);
    QCOMPARE(median(comparison, TimingMethod::EventsHeld), 1000 * us);
    QCOMPARE(median(comparison, TimingMethod::GraphReplay), (1 + 1000) * us);
    QCOMPARE(median(comparison, TimingMethod::KernelSum), 1000 * us);
    QCOMPARE(timing(comparison, TimingMethod::Naive).biasNs, -980 * us);
    QCOMPARE(timing(comparison, TimingMethod::Naive).bias, -0.98);
    QVERIFY(finds(comparison, "queueing_only"));
    QVERIFY(finds(comparison, "waiting_included"));
    QVERIFY(!finds(comparison, "host_gaps"));
    QVERIFY(!finds(comparison, "agree"));
}

/// Launching takes 20 us a kernel, running 5 us: the device waits for the host between its kernels.
void MethodComparisonTest::launchBoundModel()
{
    SimulatedDevice device;
    const Measured<MethodComparison> measured =
        compareMethods(device, tenKernels(device, 20 * us, 5 * us), "model.pt", fixedRuns(5), {});
    QVERIFY(measured.value);
    const MethodComparison &comparison = *measured.value;
    QCOMPARE(median(comparison, TimingMethod::Naive), 200 * us);
    QCOMPARE(median(comparison, TimingMethod::Events), 205 * us); // ten launches, and the last kernel behind them
    QCOMPARE(median(comparison, TimingMethod::EventsHeld), 50 * us);
    QCOMPARE(median(comparison, TimingMethod::GraphReplay), 51 * us);
    QVERIFY(finds(comparison, "host_gaps"));
    QVERIFY(!finds(comparison, "queueing_only")); // the naive clock says too much here, not too little
}

void MethodComparisonTest::modelThatWaitsCannotBeHeld()
{
    SimulatedDevice device;
    device.canCapture = false;
    const FreshModel model = [&device] {
        return [&device] {
            device.launch(1 * us, 10 * us);
            device.synchronize(); // as item() does
            device.launch(1 * us, 10 * us);
        };
    };
    const Measured<MethodComparison> measured = compareMethods(device, model, "model.pt", fixedRuns(5), {});
    QVERIFY(measured.value);
    const MethodComparison &comparison = *measured.value;
    QCOMPARE(comparison.reference, TimingMethod::Events);
    QVERIFY(!timing(comparison, TimingMethod::EventsHeld).unavailable.empty());
    QCOMPARE(timing(comparison, TimingMethod::EventsHeld).samples.summary.count, std::int64_t { 0 });
    QCOMPARE(timing(comparison, TimingMethod::GraphReplay).unavailable, std::string("It cannot be captured."));
    QCOMPARE(median(comparison, TimingMethod::Events), 22 * us);
}

/// Loading code in the first call, or growing memory now and then: the sample is lost, the method is not.
void MethodComparisonTest::oneWaitCostsOneSample()
{
    SimulatedDevice device;
    int heldCalls = 0;
    const FreshModel model = [&] {
        return [&] {
            device.launch(1 * us, 10 * us);
            if (device.isHeld() && ++heldCalls == 12)
                device.synchronize();
        };
    };
    const Measured<MethodComparison> measured = compareMethods(device, model, "model.pt", fixedRuns(20), {});
    QVERIFY(measured.value);
    const MethodTiming &held = timing(*measured.value, TimingMethod::EventsHeld);
    QCOMPARE(held.unavailable, std::string());
    QCOMPARE(measured.value->reference, TimingMethod::EventsHeld);
    QCOMPARE(held.samples.summary.maxNs, 10 * us);
    QVERIFY(heldCalls > 12);
}

/// What collects kernels slows all calls that follow.
void MethodComparisonTest::kernelsAreAddedUpLast()
{
    SimulatedDevice device;
    device.slowerAfterKernelSumNs = 500 * us;
    const Measured<MethodComparison> measured =
        compareMethods(device, tenKernels(device, 1 * us, 10 * us), "model.pt", fixedRuns(6), {});
    QVERIFY(measured.value && !measured.error && !measured.value->partial);
    QCOMPARE(median(*measured.value, TimingMethod::Events), (1 + 10 * 10) * us);
    QCOMPARE(median(*measured.value, TimingMethod::KernelSum), (10 * 10) * us);
    QCOMPARE(timing(*measured.value, TimingMethod::KernelSum).samples.summary.count, std::int64_t { 6 });
}

void MethodComparisonTest::missingKernelsAreNamed()
{
    SimulatedDevice device;
    device.notesKernels = false;
    const Measured<MethodComparison> measured =
        compareMethods(device, tenKernels(device, 1 * us, 10 * us), "model.pt", fixedRuns(6), {});
    QVERIFY(measured.value && !measured.error);
    QCOMPARE(timing(*measured.value, TimingMethod::KernelSum).unavailable, std::string("No kernel was noted."));
}

void MethodComparisonTest::synchronousDeviceHasOnlyHostClocks()
{
    SimulatedDevice device;
    device.asynchronous = false;
    const Measured<MethodComparison> measured =
        compareMethods(device, tenKernels(device, 0, 100 * us), "model.pt", fixedRuns(5), {});
    QVERIFY(measured.value);
    const MethodComparison &comparison = *measured.value;
    QCOMPARE(comparison.reference, TimingMethod::Synchronized);
    for (const TimingMethod method : { TimingMethod::Naive, TimingMethod::Synchronized, TimingMethod::Throughput })
        QCOMPARE(median(comparison, method), 1000 * us);
    for (const TimingMethod method :
         { TimingMethod::Events, TimingMethod::EventsHeld, TimingMethod::GraphReplay, TimingMethod::KernelSum })
        QVERIFY(!timing(comparison, method).unavailable.empty());
    QVERIFY(finds(comparison, "agree"));
}

void MethodComparisonTest::hostClocksThatDifferAreNamed_data()
{
    QTest::addColumn<double>("naiveNs");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part");
    // Synchronised: 10 ms, known to 9.5 .. 10.5.
    QTest::newRow("below")
        << 3.5e6 << 3e6 << 4e6 << "clocks_differ"
        << "reads 65 % below the synchronized one: 3.5 ms (95 % interval 3 ms to 4 ms) against 10 ms";
    QTest::newRow("above") << 12e6 << 11e6 << 13e6 << "clocks_differ"
                           << "reads 20 % above the synchronized one";
    QTest::newRow("unsure") << 9e6 << 7e6 << 11e6 << "clocks_unsure"
                            << "reads 10 % below the synchronized one";
    QTest::newRow("same") << 10.1e6 << 10e6 << 10.2e6 << "agree"
                          << "naive differs most, by 1 % of 10 ms (95 %";
}

void MethodComparisonTest::hostClocksThatDifferAreNamed()
{
    QFETCH(double, naiveNs);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QString, code);
    QFETCH(QString, part);
    MethodComparison comparison;
    comparison.reference = TimingMethod::Synchronized;
    MethodTiming naive;
    naive.method = TimingMethod::Naive;
    naive.samples.summary.count = 50;
    naive.samples.summary.medianNs = naiveNs;
    naive.samples.summary.medianIntervalNs = { low, high };
    naive.bias = (naiveNs - 10e6) / 10e6;
    MethodTiming synchronized = naive;
    synchronized.method = TimingMethod::Synchronized;
    synchronized.samples.summary.medianNs = 10e6;
    synchronized.samples.summary.medianIntervalNs = { 9.5e6, 10.5e6 };
    synchronized.bias = 0;
    comparison.methods = { naive, synchronized };
    const std::vector<MethodFinding> findings = findingsOf(comparison, /*asynchronousDevice=*/false);
    QCOMPARE(findings.size(), std::size_t { 1 });
    QCOMPARE(QString::fromStdString(findings.front().code), code);
    QCOMPARE(findings.front().method, OpenEnum<TimingMethod>(TimingMethod::Naive));
    QVERIFY2(findings.front().text.find(part.toStdString()) != std::string::npos, findings.front().text.c_str());
}

void MethodComparisonTest::firstCallsAreThoseOfFreshModels()
{
    SimulatedDevice device;
    int loads = 0;
    const FreshModel model = [&]() -> std::function<void()> {
        ++loads;
        return [&device, first = true]() mutable {
            device.launch(1 * us, first ? 9000 * us : 90 * us);
            first = false;
        };
    };
    const Measured<MethodComparison> measured = compareMethods(device, model, "model.pt", fixedRuns(20), {});
    QVERIFY(measured.value);
    const MethodComparison &comparison = *measured.value;
    QCOMPARE(loads, 7); // one for each method
    const MethodTiming &held = timing(comparison, TimingMethod::EventsHeld);
    QCOMPARE(held.samples.warmupNs.front(), 90 * us); // two calls before it are not held
    QCOMPARE(held.samples.summary.meanNs, 90 * us);
    const MethodTiming &events = timing(comparison, TimingMethod::Events);
    QCOMPARE(events.samples.warmupNs.front(), (1 + 9000) * us);
    const double calls = static_cast<double>(events.samples.warmupNs.size()) + 20;
    QCOMPARE(events.withoutWarmup.meanNs, (9001 + (calls - 1) * 91) * us / calls);
    QVERIFY(finds(comparison, "cold_start"));
}

void MethodComparisonTest::failureKeepsWhatWasMeasured()
{
    SimulatedDevice device;
    int calls = 0;
    const FreshModel model = [&] {
        return [&] {
            if (++calls == 3)
                throw std::runtime_error("the third call fails");
            device.launch(1 * us, 10 * us);
        };
    };
    const Measured<MethodComparison> measured = compareMethods(device, model, "model.pt", fixedRuns(5), {});
    QVERIFY(measured.error.has_value());
    QVERIFY(measured.error->text.find("the third call fails") != std::string::npos);
    QVERIFY(measured.value.has_value());
    QVERIFY(measured.value->partial);
    QCOMPARE(timing(*measured.value, TimingMethod::Naive).samples.warmupNs.size(), std::size_t { 2 });
}

void MethodComparisonTest::cancelKeepsWhatWasMeasured()
{
    SimulatedDevice device;
    StopAfter stop(50);
    const Measured<MethodComparison> measured =
        compareMethods(device, tenKernels(device, 1 * us, 10 * us), "model.pt", fixedRuns(1000), stop.context());
    QVERIFY(measured.value && !measured.error);
    QVERIFY(measured.value->partial);
    QVERIFY(timing(*measured.value, TimingMethod::Naive).samples.warmupNs.size() >= 3);
}

ROOFLIGHT_TEST(MethodComparisonTest)
#include "method_comparison_test.moc"
