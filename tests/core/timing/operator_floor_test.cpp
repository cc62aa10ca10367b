// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_device.h"

#include "core/timing/operator_floor.h"

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
    SimulatedDevice device;
    device.asynchronous = asynchronous;
    const Roof roof = operatorFloor(
        device, [&] { device.launch(launchUs * us, kernelUs * us); }, Effort::Quick, never);
    QCOMPARE(roof.kind, RoofKind::Launch);
    QCOMPARE(roof.pattern, std::string("operator"));
    QVERIFY2(std::abs(roof.value * 1e6 - expectedUs) < 1e-6 * expectedUs, qPrintable(QString::number(roof.value)));
    QVERIFY(roof.samples.size() >= 20);
}

void OperatorFloorTest::cpuHasOne()
{
    const std::optional<Roof> roof = measureOperatorFloor(c10::Device(c10::kCPU), Effort::Quick, never);
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
    QVERIFY(!measureOperatorFloor(c10::Device(c10::kCPU), Effort::Quick, [] { return true; }));
    SimulatedDevice device;
    const Roof roof = operatorFloor(
        device, [&] { device.launch(us, us); }, Effort::Thorough, [] { return true; });
    QCOMPARE(roof.samples.size(), std::size_t { 1 });
}

QTEST_GUILESS_MAIN(OperatorFloorTest)
#include "operator_floor_test.moc"
