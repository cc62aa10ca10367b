// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/timing/support/simulated_device.h"
#include "tests/support/test_program.h"

#include "core/roofs/roof_run.h"
#include "core/roofs/torch/operator_launch_overhead.h"

#include <QTest>

#include <algorithm>
#include <stdexcept>

using namespace rooflight;

class OperatorLaunchOverheadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void overheadIsThatOfTheSlowerOfHostAndDevice_data();
    void overheadIsThatOfTheSlowerOfHostAndDevice();
    void cpuHasOne();
    void endsWhenStopped();
    void callThatRaisesIsNoted();
    void roundsBeforeAFailureStay();
};

namespace {

void runRounds(OperatorLaunchOverhead &overhead, int rounds, const MeasurementContext &context = {})
{
    for (RoundNumber number { 0, rounds }; number.index < rounds; ++number.index) {
        const RoofRound round(number, 0.05, context, [](std::string_view, double) {});
        QVERIFY(overhead.runRound(round).ok());
    }
}

} // namespace

void OperatorLaunchOverheadTest::overheadIsThatOfTheSlowerOfHostAndDevice_data()
{
    QTest::addColumn<bool>("asynchronous");
    QTest::addColumn<double>("launchUs");
    QTest::addColumn<double>("kernelUs");
    QTest::addColumn<double>("expectedUs");
    // 500 calls: the one that ends or begins them adds its share.
    QTest::newRow("host is slower") << true << 4.0 << 1.0 << 4.0 + 1.0 / 500;
    QTest::newRow("device is slower") << true << 1.0 << 2.0 << 2.0 + 1.0 / 500;
    QTest::newRow("a CPU does both") << false << 1.0 << 0.5 << 1.5;
}

void OperatorLaunchOverheadTest::overheadIsThatOfTheSlowerOfHostAndDevice()
{
    QFETCH(bool, asynchronous);
    QFETCH(double, launchUs);
    QFETCH(double, kernelUs);
    QFETCH(double, expectedUs);
    auto simulated = std::make_unique<SimulatedDevice>();
    SimulatedDevice &device = *simulated;
    device.asynchronous = asynchronous;
    OperatorLaunchOverhead overhead(
        std::move(simulated), [&] { device.launch(launchUs * us, kernelUs * us); }, Effort::Quick);
    MeasurementContext context;
    context.now = [&device] { return device.nowNs() * 1e-9; };
    runRounds(overhead, 2, context);
    const std::vector<Roof> roofs = overhead.results();
    QCOMPARE(roofs.size(), std::size_t(1));
    const Roof &roof = roofs[0];
    QVERIFY(roof.launch() && roof.launch()->pattern == LaunchPattern::Operator);
    QVERIFY2(std::abs(roof.value * 1e6 - expectedUs) < 1e-6 * expectedUs, qPrintable(QString::number(roof.value)));
    QVERIFY(roof.samples.size() >= 20);
}

void OperatorLaunchOverheadTest::cpuHasOne()
{
    const auto overhead = OperatorLaunchOverhead::ofTorch(c10::Device(c10::kCPU), Effort::Quick);
    QVERIFY(overhead.ok());
    runRounds(*overhead.value(), 1);
    const std::vector<Roof> roofs = overhead.value()->results();
    QCOMPARE(roofs.size(), std::size_t(1));
    const Roof &roof = roofs[0];
    QCOMPARE(roof.name, std::string("Operator (LibTorch)"));
    QCOMPARE(roof.kind(), RoofKind::Launch);
    QCOMPARE(roof.valueUnit(), std::string_view("s"));
    QCOMPARE(roof.threads, 1);
    QVERIFY(roof.value > 0);
    QVERIFY(roof.interval[0] <= roof.value && roof.value <= roof.interval[1]);
}

void OperatorLaunchOverheadTest::endsWhenStopped()
{
    auto simulated = std::make_unique<SimulatedDevice>();
    SimulatedDevice &device = *simulated;
    OperatorLaunchOverhead overhead(
        std::move(simulated), [&] { device.launch(us, us); }, Effort::Thorough);
    QVERIFY(overhead.results().empty());
    std::stop_source stop;
    const MeasurementContext context { .stop = stop.get_token() };
    const RoofRound round({}, 60, context, [&stop](std::string_view, double) { stop.request_stop(); });
    QVERIFY(overhead.runRound(round).ok());
    const std::vector<Roof> roofs = overhead.results();
    QCOMPARE(roofs.size(), std::size_t { 1 });
    QCOMPARE(roofs[0].samples.size(), std::size_t { 1 });
}

/// Without its roof nothing is judged launch-bound, so the person is told that it is missing.
void OperatorLaunchOverheadTest::callThatRaisesIsNoted()
{
    RoofBenchmarks benchmarks;
    benchmarks.push_back(std::make_unique<OperatorLaunchOverhead>(
        std::make_unique<SimulatedDevice>(), [] { throw std::runtime_error("no kernel"); }, Effort::Quick));
    RoofRun run(Effort::Quick, {});
    QVERIFY(!run.measure(benchmarks, 3, {}, {}).ok()); // there is no other roof
    QCOMPARE(run.notes().size(), std::size_t { 1 });
    const std::string &note = run.notes().front();
    QVERIFY2(note.starts_with("There is no roof") && note.find("no kernel") != std::string::npos, note.c_str());
}

void OperatorLaunchOverheadTest::roundsBeforeAFailureStay()
{
    auto simulated = std::make_unique<SimulatedDevice>();
    SimulatedDevice &device = *simulated;
    bool fails = false;
    const auto call = [&] {
        if (fails)
            throw std::runtime_error("no kernel");
        device.launch(us, us);
    };
    OperatorLaunchOverhead overhead(std::move(simulated), call, Effort::Quick);
    MeasurementContext context;
    context.now = [&device] { return device.nowNs() * 1e-9; };
    runRounds(overhead, 1, context);
    fails = true;
    runRounds(overhead, 2, context);
    const std::vector<Roof> roofs = overhead.results();
    QCOMPARE(roofs.size(), std::size_t { 1 });
    QVERIFY(roofs[0].value > 0);
    QCOMPARE(std::ranges::count(roofs[0].flags, std::string("few_samples")), 1);
}

ROOFLIGHT_TEST(OperatorLaunchOverheadTest)
#include "operator_launch_overhead_test.moc"
