// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include "core/timing/latency/trials.h"

#include <QTest>

#include <memory>
#include <stdexcept>
#include <vector>

using namespace rooflight;

/// Energy of things that take turns on a device whose power and clock are the test's.
class EnergyTurnsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachHasItsEnergy();
    void callsThatAreShorterThanSaidGoOn();
    void longWindowsAreNotRun();
    void slowCallsAreNotRun();
    void nothingRunsWithoutACounter();
    void stoppedIsTooFew();
    void whatARunThrowsIsThrown();
};

namespace {

struct PoweredDevice {
    double seconds = 0;
    double joules = 0;
    std::vector<int> runs; ///< who ran, in order

    void pass(double duration, double watts)
    {
        seconds += duration;
        joules += duration * watts;
    }
};

class Counter : public EnergyCounter
{
public:
    Counter(const PoweredDevice &device, double updates)
        : m_device(device)
        , m_updates(updates)
    {
    }
    [[nodiscard]] EnergySource source() const override { return EnergySource::Rapl; }
    [[nodiscard]] std::optional<double> joules() override { return m_device.joules; }
    [[nodiscard]] double updateSeconds() const override { return m_updates; }

private:
    const PoweredDevice &m_device;
    double m_updates;
};

EnergyMeter meterOf(PoweredDevice &device, double updates = 1.0 / 1024)
{
    EnergyMeter meter(
        { std::make_shared<Counter>(device, updates) }, [&device] { return device.seconds; },
        [&device](double seconds) { device.pass(seconds, 16); });
    meter.readIdle();
    return meter;
}

EnergyVariant variant(PoweredDevice &device, int id, double callSeconds, double watts, double saidSeconds)
{
    return { [&device, id, callSeconds, watts](std::int64_t calls) {
                device.pass(callSeconds * static_cast<double>(calls), watts);
                device.runs.push_back(id);
                return callSeconds * 1e9;
            },
             saidSeconds * 1e9 };
}

} // namespace

/// 1/64 s at 64 W, twice as long at 16 W.
void EnergyTurnsTest::eachHasItsEnergy()
{
    PoweredDevice device;
    const EnergyMeter meter = meterOf(device);
    const std::vector<EnergyUse> uses =
        energyInTurns(meter, { variant(device, 0, 1.0 / 64, 64, 1.0 / 64), variant(device, 1, 1.0 / 32, 16, 1.0 / 32) },
                      16, 0.05, {});
    QCOMPARE(uses.size(), std::size_t { 2 });
    QCOMPARE(uses[0].joulesPerRun.value_or(0), 1.0);
    QCOMPARE(uses[1].joulesPerRun.value_or(0), 0.5);
    QCOMPARE(uses[0].idleWatts.value_or(0), 16.0);
    // A call that does not count and a window, in turns.
    QCOMPARE(device.runs, (std::vector<int> { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 }));
}

void EnergyTurnsTest::callsThatAreShorterThanSaidGoOn()
{
    PoweredDevice device;
    const EnergyMeter meter = meterOf(device);
    const std::vector<EnergyUse> uses =
        energyInTurns(meter, { variant(device, 0, 1.0 / 256, 64, 1.0 / 8) }, 16, 0.05, {});
    QCOMPARE(uses[0].joulesPerRun.value_or(0), 0.25);
}

/// Three windows of ten seconds are more than a twentieth of 16 s; four of them are one of 800.
void EnergyTurnsTest::longWindowsAreNotRun()
{
    PoweredDevice device;
    const EnergyMeter meter = meterOf(device, 0.1);
    const std::vector<EnergyUse> uses = energyInTurns(meter, { variant(device, 0, 0.5, 64, 0.5) }, 16, 0.05, {});
    QVERIFY(device.runs.empty());
    QVERIFY(!uses[0].joulesPerRun);
    QCOMPARE(uses[0].reason.text, std::string("too few updates of its counter: time the model for at least 800 s"));
}

/// Six calls of two seconds each are more than a fifth of 16 s; the other one has its energy.
void EnergyTurnsTest::slowCallsAreNotRun()
{
    PoweredDevice device;
    const EnergyMeter meter = meterOf(device);
    const std::vector<EnergyUse> uses = energyInTurns(
        meter, { variant(device, 0, 2, 64, 2), variant(device, 1, 1.0 / 64, 64, 1.0 / 64) }, 16, 0.05, {});
    QVERIFY(!uses[0].joulesPerRun);
    QVERIFY(!uses[0].reason.text.empty());
    QCOMPARE(uses[1].joulesPerRun.value_or(0), 1.0);
    QCOMPARE(device.runs, (std::vector<int> { 1, 1, 1, 1, 1, 1 }));
}

void EnergyTurnsTest::nothingRunsWithoutACounter()
{
    PoweredDevice device;
    const EnergyMeter meter({ nullptr, composedText("this machine has no counter") });
    const std::vector<EnergyUse> uses = energyInTurns(meter, { variant(device, 0, 0.5, 64, 0.5) }, 16, 0.05, {});
    QVERIFY(device.runs.empty());
    QCOMPARE(uses[0].reason.text, std::string("this machine has no counter"));
}

void EnergyTurnsTest::stoppedIsTooFew()
{
    PoweredDevice device;
    const EnergyMeter meter = meterOf(device);
    std::stop_source stop;
    stop.request_stop();
    MeasurementContext context;
    context.stop = stop.get_token();
    const std::vector<EnergyUse> uses = energyInTurns(meter, { variant(device, 0, 0.5, 64, 0.5) }, 16, 0.05, context);
    QVERIFY(device.runs.empty());
    QVERIFY(!uses[0].joulesPerRun && !uses[0].reason.empty());
}

void EnergyTurnsTest::whatARunThrowsIsThrown()
{
    PoweredDevice device;
    const EnergyMeter meter = meterOf(device);
    const EnergyVariant failing { [](std::int64_t) -> double { throw std::runtime_error("gone"); }, 1e6 };
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(energyInTurns(meter, { failing }, 16, 0.05, {})), std::runtime_error);
}

ROOFLIGHT_TEST(EnergyTurnsTest)
#include "energy_turns_test.moc"
