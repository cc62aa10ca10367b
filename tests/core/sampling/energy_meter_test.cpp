// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include "core/sampling/energy_meter.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace rooflight;

/// Energy of runs on a device whose power and clock are the test's.
class EnergyMeterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsHaveTheirEnergy();
    void updatesAreFound();
    void intervalIsThatOfTheWindows();
    void intervalHoldsAnUpdate();
    void fewUpdatesAreSaid_data();
    void fewUpdatesAreSaid();
    void pausesDoNotCount();
    void runsBeforeTheBeginDoNotCount();
    void noCounterHasItsReason();
    void countersThatFailAreSaid_data();
    void countersThatFailAreSaid();
    void energyIsPossibleOrNot();
};

namespace {

/// Exact in binary, so that sums are.
constexpr double updateSeconds = 1.0 / 1024;

struct PoweredDevice {
    double seconds = 0;
    double joules = 0;
    double idleWatts = 32;
    double step = 0; ///< what is counted is a multiple of this time; 0: it is counted at once
    double countedJoules = 0;
    double countedUntil = 0;
    int readings = 0;
    int failsAt = -1; ///< this reading has no figure
    int goesBackAt = -1;

    void pass(double duration, double watts)
    {
        const double end = seconds + duration;
        const double counted = step > 0 ? std::floor(end / step) * step : end;
        if (counted > countedUntil) {
            countedJoules = joules + (counted - seconds) * watts;
            countedUntil = counted;
        }
        joules += duration * watts;
        seconds = end;
    }
    std::optional<double> read()
    {
        ++readings;
        if (readings == failsAt)
            return std::nullopt;
        return readings == goesBackAt ? countedJoules - 1000 : countedJoules;
    }
};

class Counter : public EnergyCounter
{
public:
    Counter(PoweredDevice &device, double updates)
        : m_device(device)
        , m_updates(updates)
    {
    }
    [[nodiscard]] EnergySource source() const override { return EnergySource::Nvml; }
    [[nodiscard]] std::optional<double> joules() override { return m_device.read(); }
    [[nodiscard]] double updateSeconds() const override { return m_updates; }

private:
    PoweredDevice &m_device;
    double m_updates;
};

EnergyMeter meterOf(PoweredDevice &device, double updates = updateSeconds)
{
    return EnergyMeter(
        { std::make_unique<Counter>(device, updates) }, [&device] { return device.seconds; },
        [&device](double seconds) { device.pass(seconds, device.idleWatts); });
}

void run(PoweredDevice &device, EnergyMeter &meter, double seconds, double watts, std::int64_t calls = 1)
{
    device.pass(seconds, watts);
    meter.ran(calls);
}

} // namespace

/// A run of 1/64 s at 128 W is 2 J; windows are seven runs long, 100 updates being 6.4.
void EnergyMeterTest::runsHaveTheirEnergy()
{
    PoweredDevice device;
    EnergyMeter meter = meterOf(device);
    meter.readIdle();
    meter.begin();
    for (int i = 0; i < 21; ++i)
        run(device, meter, 1.0 / 64, 128);
    const EnergyUse use = meter.use();
    QVERIFY(use.reason.empty());
    QCOMPARE(use.joulesPerRun.value_or(0), 2.0);
    QCOMPARE(use.idleWatts.value_or(0), 32.0);
    QVERIFY(use.source == EnergySource::Nvml);
    QVERIFY(isPossible(use));
}

/// A GPU's counter says nothing of its updates: 1/16 s apart they are found, and half a second has some.
void EnergyMeterTest::updatesAreFound()
{
    PoweredDevice device;
    device.step = 1.0 / 16;
    EnergyMeter meter = meterOf(device, 0);
    meter.readIdle();
    QVERIFY(device.seconds < 0.6);
    meter.begin();
    // Windows of about 6.25 s: 200 runs of a 32nd.
    for (int i = 0; i < 700; ++i)
        run(device, meter, 1.0 / 32, 64);
    const EnergyUse use = meter.use();
    QVERIFY2(use.reason.empty(), use.reason.text.c_str());
    const double tolerance = 2.0 / 200; // an update of a window
    QVERIFY(std::abs(*use.joulesPerRun - 2) < tolerance);
    QVERIFY((*use.interval)[0] <= 2 && 2 <= (*use.interval)[1]);
    QVERIFY2(std::abs(*use.idleWatts - 32) < 1, qPrintable(QString::number(*use.idleWatts)));
}

/// Means of 1, 2 and 3 J in windows of equal length: 2 J, with a standard error of 1 / sqrt(3) and Student's t of two
/// degrees, 4.303, is 2 +- 2.484, and no energy is below zero.
void EnergyMeterTest::intervalIsThatOfTheWindows()
{
    PoweredDevice device;
    EnergyMeter meter = meterOf(device);
    meter.readIdle();
    meter.begin();
    for (const double joules : { 1.0, 2.0, 3.0 })
        run(device, meter, 0.125, 8 * joules);
    const EnergyUse use = meter.use();
    QCOMPARE(use.joulesPerRun.value_or(0), 2.0);
    QCOMPARE((*use.interval)[0], 0.0);
    QVERIFY(std::abs((*use.interval)[1] - 4.48414) < 1e-4);
}

/// Windows that agree: one update of 3 * 128 is still not known.
void EnergyMeterTest::intervalHoldsAnUpdate()
{
    PoweredDevice device;
    EnergyMeter meter = meterOf(device);
    meter.readIdle();
    meter.begin();
    for (int i = 0; i < 3; ++i)
        run(device, meter, 0.125, 24);
    const EnergyUse use = meter.use();
    QCOMPARE(use.joulesPerRun.value_or(0), 3.0);
    QCOMPARE((*use.interval)[0], 3.0 - 3.0 / 384);
    QCOMPARE((*use.interval)[1], 3.0 + 3.0 / 384);
}

void EnergyMeterTest::fewUpdatesAreSaid_data()
{
    QTest::addColumn<double>("updates");
    QTest::addColumn<int>("runs");
    QTest::addColumn<QString>("reason");
    const QString text = QStringLiteral("too few updates of its counter: time the model for at least %1 s");
    QTest::newRow("no run") << updateSeconds << 0 << text.arg(1);
    QTest::newRow("two windows") << updateSeconds << 2 << text.arg(1);
    QTest::newRow("slow counter") << 0.125 << 200 << text.arg(50);
    QTest::newRow("a counter that stands still") << 0.0 << 200 << text.arg(200);
}

void EnergyMeterTest::fewUpdatesAreSaid()
{
    QFETCH(double, updates);
    QFETCH(int, runs);
    QFETCH(QString, reason);
    PoweredDevice device;
    if (updates == 0)
        device.idleWatts = 0;
    EnergyMeter meter = meterOf(device, updates);
    meter.readIdle();
    meter.begin();
    for (int i = 0; i < runs; ++i)
        run(device, meter, 0.125, 8);
    const EnergyUse use = meter.use();
    QVERIFY(!use.joulesPerRun && !use.interval);
    QCOMPARE(QString::fromStdString(use.reason.text), reason);
    QVERIFY(use.source == EnergySource::Nvml);
    QVERIFY(isPossible(use));
}

void EnergyMeterTest::pausesDoNotCount()
{
    PoweredDevice device;
    EnergyMeter meter = meterOf(device);
    meter.readIdle();
    meter.begin();
    for (int i = 0; i < 40; ++i) {
        run(device, meter, 1.0 / 64, 64, 2);
        meter.pause();
        run(device, meter, 0.5, 512, 1000);
        meter.resume();
    }
    QCOMPARE(meter.use().joulesPerRun.value_or(0), 0.5);
}

void EnergyMeterTest::runsBeforeTheBeginDoNotCount()
{
    PoweredDevice device;
    EnergyMeter meter = meterOf(device);
    meter.readIdle();
    run(device, meter, 10, 512, 1000);
    meter.begin();
    for (int i = 0; i < 3; ++i)
        run(device, meter, 0.125, 8);
    QCOMPARE(meter.use().joulesPerRun.value_or(0), 1.0);
}

void EnergyMeterTest::noCounterHasItsReason()
{
    EnergyMeter meter({ nullptr, composedText("this machine has no counter") });
    meter.readIdle();
    meter.begin();
    meter.ran(1);
    meter.pause();
    meter.resume();
    const EnergyUse use = meter.use();
    QVERIFY(use == (EnergyUse { {}, {}, {}, {}, composedText("this machine has no counter") }));
    QVERIFY(isPossible(use));
}

void EnergyMeterTest::countersThatFailAreSaid_data()
{
    QTest::addColumn<int>("failsAt");
    QTest::addColumn<int>("goesBackAt");
    for (int reading = 1; reading <= 6; ++reading)
        QTest::addRow("no figure at %d", reading) << reading << -1;
    for (const int reading : { 2, 4, 6 })
        QTest::addRow("back at %d", reading) << -1 << reading;
}

void EnergyMeterTest::countersThatFailAreSaid()
{
    QFETCH(int, failsAt);
    QFETCH(int, goesBackAt);
    PoweredDevice device;
    device.failsAt = failsAt;
    device.goesBackAt = goesBackAt;
    EnergyMeter meter = meterOf(device);
    meter.readIdle();
    meter.begin();
    for (int i = 0; i < 10; ++i)
        run(device, meter, 0.125, 8);
    const EnergyUse use = meter.use();
    QVERIFY(!use.joulesPerRun);
    QCOMPARE(use.reason.text, std::string("its counter gives no number that makes sense"));
}

void EnergyMeterTest::energyIsPossibleOrNot()
{
    const EnergyUse good { 2, std::array { 1.5, 2.5 }, 30, EnergySource::Rapl, {} };
    const auto with = [&good](const auto &change) {
        EnergyUse use = good;
        change(use);
        return use;
    };
    QVERIFY(isPossible(good));
    QVERIFY(isPossible(with([](EnergyUse &use) { use.idleWatts.reset(); })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.joulesPerRun = -2; })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.joulesPerRun = std::nan(""); })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.joulesPerRun = 1e300; })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.joulesPerRun = 3; })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.joulesPerRun.reset(); })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.interval.reset(); })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { (*use.interval)[0] = -1; })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { (*use.interval)[1] = INFINITY; })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.idleWatts = -1; })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.idleWatts = 1e6; })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.source.reset(); })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.source = OpenEnum<EnergySource>("a battery"); })));
    QVERIFY(!isPossible(with([](EnergyUse &use) { use.reason = "too few"; })));
    QVERIFY(!isPossible(EnergyUse {}));
}

ROOFLIGHT_TEST(EnergyMeterTest)
#include "energy_meter_test.moc"
