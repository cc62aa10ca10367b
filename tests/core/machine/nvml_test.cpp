// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/machine/fake_nvml.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/energy_counter.h"
#include "core/machine/nvml.h"

using namespace rooflight;

class NvmlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { fakeNvml() = {}; }
    void figuresHaveTheirUnits();
    void reasonsAreTold_data();
    void reasonsAreTold();
    void whatFailsIsAbsent();
    void clockPolicyTellsLimits();
    void energyIsCounted();
    void gapsAreSentences();
};

namespace {

constexpr const char *busId = "0000:3B:00.0";

} // namespace

void NvmlTest::figuresHaveTheirUnits()
{
    const Nvml nvml(busId);
    QCOMPARE(nvml.gap(), std::string());
    QCOMPARE(nvml.driverVersion(), std::string("580.82.07"));
    const Telemetry telemetry = nvml.read();
    QCOMPARE(telemetry.clockHz.value_or(0), 1.755e9);
    QCOMPARE(telemetry.memoryClockHz.value_or(0), 2.619e9);
    QCOMPARE(telemetry.powerWatts.value_or(0), 640.5);
    QCOMPARE(telemetry.temperatureCelsius.value_or(0), 61.0);
    QCOMPARE(telemetry.busyShare.value_or(0), 0.75);
    QVERIFY(!telemetry.powerCapped && !telemetry.thermalSlowdown && !telemetry.hardwareSlowdown);
}

/// The bits of nvmlClocksEventReasons in nvml.h.
void NvmlTest::reasonsAreTold_data()
{
    QTest::addColumn<quint64>("reasons");
    QTest::addColumn<bool>("power");
    QTest::addColumn<bool>("heat");
    QTest::addColumn<bool>("hardware");
    QTest::newRow("idle") << quint64 { 0x1 } << false << false << false;
    QTest::newRow("software power cap") << quint64 { 0x4 } << true << false << false;
    QTest::newRow("hardware slowdown") << quint64 { 0x8 } << false << false << true;
    QTest::newRow("software thermal slowdown") << quint64 { 0x20 } << false << true << false;
    QTest::newRow("hardware thermal slowdown") << quint64 { 0x48 } << false << true << true;
    QTest::newRow("power brake") << quint64 { 0x80 } << true << false << false;
    QTest::newRow("clocks as the user set them") << quint64 { 0x2 } << false << false << false;
}

void NvmlTest::reasonsAreTold()
{
    QFETCH(quint64, reasons);
    QFETCH(bool, power);
    QFETCH(bool, heat);
    QFETCH(bool, hardware);
    fakeNvml().reasons = reasons;
    const Telemetry telemetry = Nvml(busId).read();
    QCOMPARE(telemetry.powerCapped, power);
    QCOMPARE(telemetry.thermalSlowdown, heat);
    QCOMPARE(telemetry.hardwareSlowdown, hardware);
}

void NvmlTest::whatFailsIsAbsent()
{
    fakeNvml().powerStatus = 3; // NVML_ERROR_NOT_SUPPORTED
    const Telemetry telemetry = Nvml(busId).read();
    QVERIFY(!telemetry.powerWatts);
    QVERIFY(telemetry.clockHz);
}

void NvmlTest::clockPolicyTellsLimits()
{
    QCOMPARE(Nvml(busId).clockPolicy(), std::string("at most 700 W, set to 1980 MHz"));
    fakeNvml().applicationClockStatus = 3; // NVML_ERROR_NOT_SUPPORTED
    QCOMPARE(Nvml(busId).clockPolicy(), std::string("at most 700 W"));
    fakeNvml().powerStatus = 3;
    QCOMPARE(Nvml(busId).clockPolicy(), std::string());
    QCOMPARE(Nvml("0000:00:00.0").clockPolicy(), std::string());
}

void NvmlTest::energyIsCounted()
{
    fakeNvml().millijoules = 4'000'000'001;
    QCOMPARE(Nvml(busId).energyJoules().value_or(0), 4'000'000.001);
    const FoundEnergyCounter found = gpuEnergyCounter(busId);
    QVERIFY(found.counter && found.reason.empty());
    QCOMPARE(found.counter->source(), EnergySource::Nvml);
    fakeNvml().millijoules = 4'000'002'501;
    QCOMPARE(found.counter->joules().value_or(0), 4'000'002.501);
    fakeNvml().energyStatus = 15; // NVML_ERROR_GPU_IS_LOST
    QVERIFY(!found.counter->joules());
    for (const char *id : { busId, "0000:00:00.0" }) {
        const FoundEnergyCounter none = gpuEnergyCounter(id);
        QVERIFY(!none.counter);
        QCOMPARE(none.reason.text, std::string("this GPU has no counter"));
    }
}

void NvmlTest::gapsAreSentences()
{
    const Nvml other("0000:00:00.0");
    QCOMPARE(other.gap(), std::string("NVIDIA's management library does not show this GPU."));
    QVERIFY(other.read() == Telemetry {});
    fakeNvml().startStatus = 9; // NVML_ERROR_DRIVER_NOT_LOADED
    const Nvml none(busId);
    QCOMPARE(none.gap(), std::string("NVIDIA's management library does not start."));
    QVERIFY(none.read() == Telemetry {});
}

ROOFLIGHT_TEST(NvmlTest)
#include "nvml_test.moc"
