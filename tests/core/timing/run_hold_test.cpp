// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/run_hold.h"
#include "support/simulated_device.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <stdexcept>

using namespace rooflight;

/// Instrumented runs on a device whose every time is known: ten operators, 20 us of the host's to note each.
class RunHoldTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsBracketWorkWhereTheDeviceSetsThePace();
    void gapsStayWhereTheHostSetsThePace();
    void doesNotHold_data();
    void doesNotHold();
    void nothingIsHeldOnACpu();
    void brokenHoldIsRunAgain();
    void givesUpAfterThreeBrokenHolds();
    void modelThatThrowsIsLetGo();
};

namespace {

constexpr int operators = 10;
constexpr std::int64_t fewEntries = 62;

/// Dispatch takes the host this long an operator, its kernel the device 10 us.
std::function<void()> bareRun(SimulatedDevice &device, double dispatchNs)
{
    return [&device, dispatchNs] {
        for (int i = 0; i < operators; ++i)
            device.launch(dispatchNs, 10 * us);
    };
}

/// Between its marks each operator, noted by an observer.
std::vector<double> instrumented(SimulatedDevice &device, RunHold &hold)
{
    hold.run([&device] {
        device.forgetMarks();
        for (int i = 0; i < operators; ++i) {
            device.mark();
            device.hostWork(20 * us);
            device.launch(1 * us, 10 * us);
            device.mark();
        }
    });
    const std::vector<double> marks = device.resolveMarks();
    std::vector<double> timesNs;
    for (std::size_t i = 0; i + 1 < marks.size(); i += 2)
        timesNs.push_back(marks[i + 1] - marks[i]);
    return timesNs;
}

/// The first takes 20 + 1 + 10 us; each other begins when the kernel before it ends, 10 us after the host was ready for
/// it, and takes 21 us.
std::vector<double> unheldTimes()
{
    std::vector<double> timesNs(operators, 21 * us);
    timesNs.front() = 31 * us;
    return timesNs;
}

} // namespace

/// Bare, 1 us of dispatch and ten times 10 us; held, ten times 10 us.
void RunHoldTest::eventsBracketWorkWhereTheDeviceSetsThePace()
{
    SimulatedDevice device;
    RunHold hold(device, fewEntries);
    QCOMPARE(instrumented(device, hold), unheldTimes());
    hold.decide(bareRun(device, 1 * us));
    QVERIFY2(hold.holds(), hold.reason().c_str());
    QVERIFY(hold.reason().empty());
    QCOMPARE(instrumented(device, hold), std::vector<double>(operators, 10 * us));
    QVERIFY(!device.isHeld());
}

/// Bare, ten times 40 us of dispatch and the last kernel's 10 us; held, ten times 10 us.
void RunHoldTest::gapsStayWhereTheHostSetsThePace()
{
    SimulatedDevice device;
    RunHold hold(device, fewEntries);
    hold.decide(bareRun(device, 40 * us));
    QVERIFY(!hold.holds());
    QCOMPARE(hold.reason(),
             std::string("The host sets the pace: a run takes 410.0 us, and its work on the device 100.0 us."));
    QCOMPARE(instrumented(device, hold), unheldTimes());
}

void RunHoldTest::doesNotHold_data()
{
    QTest::addColumn<bool>("canHold");
    QTest::addColumn<bool>("waits");
    QTest::addColumn<qint64>("entries");
    QTest::addColumn<int>("calls"); // of the bare run
    QTest::addColumn<QString>("reason");
    QTest::newRow("device refuses") << false << false << qint64(62) << 1 << "The device cannot hold its queue back.";
    QTest::newRow("model waits for the device")
        << true << true << qint64(62) << 2
        << "The model waits for the device while it runs, or queues more than the driver takes.";
    QTest::newRow("long queue") << true << false << qint64(5000) << 0
                                << "A run queues about 5000 launches and events, more than the driver takes.";
}

void RunHoldTest::doesNotHold()
{
    QFETCH(bool, canHold);
    QFETCH(bool, waits);
    QFETCH(qint64, entries);
    QFETCH(int, calls);
    QFETCH(QString, reason);
    SimulatedDevice device;
    device.canHold = canHold;
    RunHold hold(device, entries);
    int called = 0;
    hold.decide([&] {
        ++called;
        device.launch(1 * us, 10 * us);
        if (waits)
            device.synchronize();
    });
    QVERIFY(!hold.holds());
    QCOMPARE(QString::fromStdString(hold.reason()), reason);
    QCOMPARE(called, calls);
    QCOMPARE(instrumented(device, hold).size(), std::size_t { operators });
}

void RunHoldTest::nothingIsHeldOnACpu()
{
    SimulatedDevice device;
    device.asynchronous = false;
    RunHold hold(device, fewEntries);
    int called = 0;
    hold.decide([&called] { ++called; });
    QCOMPARE(called, 0);
    QVERIFY(!hold.holds() && hold.reason().empty());
    QCOMPARE(instrumented(device, hold), std::vector<double>(operators, 31 * us));
}

void RunHoldTest::brokenHoldIsRunAgain()
{
    SimulatedDevice device;
    RunHold hold(device, fewEntries);
    hold.decide(bareRun(device, 1 * us));
    int called = 0;
    hold.run([&] {
        device.launch(1 * us, 10 * us);
        if (++called == 1) // as where the allocator asks the driver for memory
            device.synchronize();
    });
    QCOMPARE(called, 2);
    QVERIFY(hold.holds());
}

void RunHoldTest::givesUpAfterThreeBrokenHolds()
{
    SimulatedDevice device;
    RunHold hold(device, fewEntries);
    hold.decide(bareRun(device, 1 * us));
    int called = 0;
    hold.run([&] {
        ++called;
        device.launch(1 * us, 10 * us);
        device.synchronize();
    });
    QCOMPARE(called, 4); // the last one without a hold
    QVERIFY(!hold.holds());
    QVERIFY(!hold.reason().empty());
}

void RunHoldTest::modelThatThrowsIsLetGo()
{
    SimulatedDevice device;
    RunHold hold(device, fewEntries);
    hold.decide(bareRun(device, 1 * us));
    QVERIFY(hold.holds());
    QVERIFY_EXCEPTION_THROWN(hold.run([] { throw std::runtime_error("no"); }), std::runtime_error);
    QVERIFY(!device.isHeld());
}

ROOFLIGHT_TEST(RunHoldTest)
#include "run_hold_test.moc"
