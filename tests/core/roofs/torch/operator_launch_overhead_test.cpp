// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_device.h"
#include "tests/support/test_program.h"

#include "core/roofs/torch/operator_launch_overhead.h"

#include <QTest>

using namespace ridgepoint;

class OperatorFloorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void floorIsTheSlowerOfHostAndDevice_data();
    void floorIsTheSlowerOfHostAndDevice();
    void cpuHasOne();
    void endsWhenCancelled();
    void callThatRaisesHasNone();
};

namespace {

constexpr double us = SimulatedDevice::us;

bool never()
{
    return false;
}

} // namespace

void OperatorFloorTest::floorIsTheSlowerOfHostAndDevice_data()
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

void OperatorFloorTest::floorIsTheSlowerOfHostAndDevice()
{
    QFETCH(bool, asynchronous);
    QFETCH(double, launchUs);
    QFETCH(double, kernelUs);
    QFETCH(double, expectedUs);
    auto simulated = std::make_unique<SimulatedDevice>();
    SimulatedDevice &device = *simulated;
    device.asynchronous = asynchronous;
    OperatorFloor floor(
        std::move(simulated), [&] { device.launch(launchUs * us, kernelUs * us); }, Effort::Quick, 2);
    floor.visit(never);
    floor.visit(never);
    const Roof roof = floor.takeRoof().value_or(Roof());
    QCOMPARE(roof.kind, RoofKind::Launch);
    QCOMPARE(roof.pattern, std::string("operator"));
    QVERIFY2(std::abs(roof.value * 1e6 - expectedUs) < 1e-6 * expectedUs, qPrintable(QString::number(roof.value)));
    QVERIFY(roof.samples.size() >= 20);
}

void OperatorFloorTest::cpuHasOne()
{
    std::optional<OperatorFloor> floor = OperatorFloor::ofTorch(c10::Device(c10::kCPU), Effort::Quick, 1);
    QVERIFY(floor);
    floor->visit(never);
    const std::optional<Roof> roof = floor->takeRoof();
    QVERIFY(roof);
    QCOMPARE(roof->name, std::string("Operator (LibTorch)"));
    QCOMPARE(roof->kind, RoofKind::Launch);
    QCOMPARE(roof->valueUnit(), std::string_view("s"));
    QCOMPARE(roof->threads, 1);
    QVERIFY(roof->value > 0);
    QVERIFY(roof->interval[0] <= roof->value && roof->value <= roof->interval[1]);
}

void OperatorFloorTest::endsWhenCancelled()
{
    auto simulated = std::make_unique<SimulatedDevice>();
    SimulatedDevice &device = *simulated;
    OperatorFloor floor(
        std::move(simulated), [&] { device.launch(us, us); }, Effort::Thorough, 1);
    floor.visit([] { return true; });
    QVERIFY(!floor.takeRoof());
    bool cancelled = false;
    floor.visit([&cancelled] { return std::exchange(cancelled, true); });
    const Roof roof = floor.takeRoof().value_or(Roof());
    QCOMPARE(roof.samples.size(), std::size_t { 1 });
}

void OperatorFloorTest::callThatRaisesHasNone()
{
    OperatorFloor floor(
        std::make_unique<SimulatedDevice>(), [] { throw std::runtime_error("no kernel"); }, Effort::Quick, 1);
    floor.visit(never);
    QVERIFY(!floor.takeRoof());
}

#include "operator_launch_overhead_test.moc"
RIDGEPOINT_TEST(OperatorFloorTest)
#include "operator_floor_test.moc"
