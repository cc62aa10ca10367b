// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/error_sentences.h"
#include "core/timing/latency/paired_runs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <cmath>
#include <stdexcept>
#include <stop_token>
#include <utility>

using namespace rooflight;

class PairedRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void driftMeetsAllAlike();
    void slowerOnesLeave();
    void intervalsHoldAgainstTheControl();
    void roundsWithOtherLoadAreLeftOut();
    void otherLoadInTooManyRoundsIsSaid();
    void otherLoadInAShortTrialIsSaid();
    void aLargerRunCountsByItsItems();
    void failureEndsOneVariant();
    void failureOfTheFirstEndsAll();
    void endsWhenTheTimeIsOver();
    void stopKeepsTheRoundsBefore();
    void stopBeforeTheFirstCallBringsNothing();
};

namespace {

/// A clock that stands still but for what is timed.
struct SimulatedMachine {
    double seconds = 0;
    std::vector<int> calls;

    /// Takes \p ns, on a machine that slows down tenfold in a second.
    PairedVariant slowing(double ns)
    {
        return { [this, ns](std::int64_t count) {
            const double now = ns * (1 + 9 * seconds);
            seconds += now * static_cast<double>(count) / 1e9;
            return now;
        } };
    }

    /// Takes \p ns, and counts how often it was asked.
    PairedVariant counted(double ns)
    {
        const std::size_t index = calls.size();
        calls.push_back(0);
        return { [this, ns, index](std::int64_t count) {
            ++calls[index];
            seconds += ns * static_cast<double>(count) / 1e9;
            return ns;
        } };
    }

    [[nodiscard]] MeasurementContext context()
    {
        MeasurementContext context;
        context.now = [this] { return seconds; };
        return context;
    }
};

PairedLimits limitsOf(double seconds)
{
    PairedLimits limits;
    limits.seconds = seconds;
    return limits;
}

/// Three variants that take a third of a second each, the last one a tenth less; other programs run in some rounds.
struct DisturbedMachine {
    std::size_t from = 0; ///< first round with other load
    std::size_t to = 0; ///< first one after it
    double seconds = 0;
    std::size_t round = 0;

    [[nodiscard]] bool isDisturbed() const { return round >= from && round < to; }

    PairedVariant variant(double ns)
    {
        return { [this, ns](std::int64_t count) {
            seconds += ns * static_cast<double>(count) / 1e9;
            return ns * (ns < 0.32e9 && isDisturbed() ? 2 : 1);
        } };
    }

    Measured<PairedResult> pair(std::int64_t rounds)
    {
        std::vector<PairedVariant> variants { variant(1e9 / 3), variant(1e9 / 3), variant(0.3e9) };
        variants[1].isControl = true;
        PairedLimits limits = limitsOf(static_cast<double>(rounds) - 0.5);
        limits.dropsSlower = false;
        limits.relativeHalfWidth = -1; // never known well enough
        bool hasBegun = false;
        limits.hadOtherLoad = [this, &hasBegun] {
            if (!std::exchange(hasBegun, true))
                return false; // of what was before the rounds
            const bool was = isDisturbed();
            ++round;
            return was;
        };
        MeasurementContext context;
        context.now = [this] { return seconds; };
        return pairRuns(variants, limits, context);
    }
};

} // namespace

void PairedRunsTest::driftMeetsAllAlike()
{
    SimulatedMachine machine;
    const std::vector<PairedVariant> variants { machine.slowing(1e6), machine.slowing(0.9e6) };
    const Measured<PairedResult> measured = pairRuns(variants, limitsOf(1), machine.context());
    QVERIFY(measured.value && !measured.error && !measured.value->partial);
    const PairedRuns &second = measured.value->variants[1];
    QVERIFY2(std::abs(second.ratio - 0.9) < 0.02, qPrintable(QString::number(second.ratio)));
    QVERIFY(second.ratioInterval[0] <= 0.9 + 0.01 && second.ratioInterval[1] < 1);
}

void PairedRunsTest::slowerOnesLeave()
{
    SimulatedMachine machine;
    const std::vector<PairedVariant> variants { machine.counted(1e6), machine.counted(1.2e6), machine.counted(2e6),
                                                machine.counted(14e6), machine.slowing(0.1e6) };
    const Measured<PairedResult> measured = pairRuns(variants, limitsOf(0.5), machine.context());
    QVERIFY(measured.value);
    const std::vector<PairedRuns> &result = measured.value->variants;
    QCOMPARE(result[1].runs.samplesNs.size(), std::size_t { 8 }); // the least that an interval needs
    QCOMPARE(result[2].runs.samplesNs.size(), std::size_t { 3 });
    QCOMPARE(result[3].runs.samplesNs.size(), std::size_t { 3 });
    QVERIFY(result[0].runs.samplesNs.size() > 30);
    QCOMPARE(result[3].ratio, 14.0);
}

/// Equal to the first, though a fifth slower: what is a tenth slower than the first is not so for certain, nor does the
/// control leave.
void PairedRunsTest::intervalsHoldAgainstTheControl()
{
    SimulatedMachine machine;
    std::vector<PairedVariant> variants { machine.counted(1e6), machine.counted(1.2e6), machine.counted(1.1e6) };
    variants[1].isControl = true;
    const Measured<PairedResult> measured = pairRuns(variants, limitsOf(0.5), machine.context());
    QVERIFY(measured.value);
    const std::vector<PairedRuns> &result = measured.value->variants;
    QCOMPARE(result[2].ratio, 1.1);
    QCOMPARE(result[2].ratioInterval[0], 1.1e6 / 1.2e6);
    QCOMPARE(result[2].ratioInterval[1], 1.1);
    QCOMPARE(result[1].runs.samplesNs.size(), result[0].runs.samplesNs.size());
    QCOMPARE(measured.value->control.ratio, 1.2);
    QCOMPARE(measured.value->control.rounds, static_cast<std::int64_t>(result[0].runs.samplesNs.size()));
}

/// A round takes a second. In three of them other programs make the second variant twice as slow.
void PairedRunsTest::roundsWithOtherLoadAreLeftOut()
{
    DisturbedMachine machine { .from = 4, .to = 7 };
    const Measured<PairedResult> measured = machine.pair(12);
    QVERIFY(measured.value);
    const std::vector<PairedRuns> &result = measured.value->variants;
    QCOMPARE(result[2].ratio, 0.9);
    QCOMPARE(result[2].ratioInterval, (std::array<double, 2> { 0.9, 0.9 }));
    QCOMPARE(result[2].runs.samplesNs, std::vector<double>(9, 0.3e9));
    QCOMPARE(result[0].runs.samplesNs.size(), std::size_t { 9 });
    QCOMPARE(measured.value->control.rounds, std::int64_t { 9 });
    QVERIFY(!measured.value->control.otherLoad);
}

/// Five quiet rounds give no interval of 95 %: all twelve are kept.
void PairedRunsTest::otherLoadInTooManyRoundsIsSaid()
{
    DisturbedMachine machine { .from = 5, .to = 12 };
    const Measured<PairedResult> measured = machine.pair(12);
    QVERIFY(measured.value);
    QCOMPARE(measured.value->variants[2].runs.samplesNs.size(), std::size_t { 12 });
    QVERIFY(measured.value->control.otherLoad);
    QCOMPARE(doubtOf(measured.value->control), TrialDoubt::OtherLoad);
}

void PairedRunsTest::otherLoadInAShortTrialIsSaid()
{
    SimulatedMachine machine;
    PairedLimits limits = limitsOf(0.01);
    limits.hadOtherLoad = [] { return true; };
    const Measured<PairedResult> measured =
        pairRuns({ machine.counted(1e5), machine.counted(1e5) }, limits, machine.context());
    QVERIFY(measured.value);
    QVERIFY(measured.value->control.otherLoad);
}

void PairedRunsTest::aLargerRunCountsByItsItems()
{
    SimulatedMachine machine;
    PairedVariant eightItems = machine.counted(4e6);
    eightItems.perItem = 1.0 / 8;
    const Measured<PairedResult> measured =
        pairRuns({ machine.counted(1e6), eightItems }, limitsOf(1), machine.context());
    QVERIFY(measured.value);
    QCOMPARE(measured.value->variants[1].ratio, 0.5);
    QCOMPARE(measured.value->variants[1].runs.samplesNs.front(), 4e6);
}

void PairedRunsTest::failureEndsOneVariant()
{
    SimulatedMachine machine;
    int left = 10;
    const PairedVariant failing { [&](std::int64_t) -> double {
        if (--left < 0)
            throw std::runtime_error("out of memory");
        machine.seconds += 1e-3;
        return 1e6;
    } };
    const Measured<PairedResult> measured =
        pairRuns({ machine.slowing(1e6), failing, machine.slowing(1e6) }, limitsOf(0.2), machine.context());
    QVERIFY(measured.value && !measured.error);
    QCOMPARE(measured.value->variants[1].failure.text, std::string("out of memory"));
    QCOMPARE(left, -1);
    QVERIFY(measured.value->variants[2].failure.empty());
    QVERIFY(measured.value->variants[2].runs.samplesNs.size() > 8);
}

void PairedRunsTest::failureOfTheFirstEndsAll()
{
    const PairedVariant failing { [](std::int64_t) -> double { throw std::runtime_error("no such device"); } };
    SimulatedMachine machine;
    const Measured<PairedResult> measured = pairRuns({ failing, machine.counted(1e6) }, limitsOf(1), machine.context());
    QVERIFY(measured.error);
    QCOMPARE(measured.error->text, std::string("no such device"));
}

void PairedRunsTest::endsWhenTheTimeIsOver()
{
    SimulatedMachine machine;
    PairedLimits limits = limitsOf(3);
    limits.relativeHalfWidth = 0; // never known well enough
    const Measured<PairedResult> measured =
        pairRuns({ machine.slowing(1e6), machine.slowing(1e6) }, limits, machine.context());
    QVERIFY(measured.value);
    QVERIFY(machine.seconds > 3 && machine.seconds < 5);
}

/// Processes that are asked in vain once a stop was requested: whichever it comes to has not failed.
void PairedRunsTest::stopKeepsTheRoundsBefore()
{
    for (int last = 200; last < 204; ++last) {
        SimulatedMachine machine;
        std::stop_source stop;
        MeasurementContext context = machine.context();
        context.stop = stop.get_token();
        int calls = 0;
        const auto asked = [&](double ns) -> PairedVariant {
            return { [&, ns](std::int64_t count) {
                if (++calls > last)
                    stop.request_stop();
                if (stop.stop_requested())
                    throw RaisedError({ ErrorCode::Cancelled, "The measurement was cancelled.", "" });
                machine.seconds += ns * static_cast<double>(count) / 1e9;
                return ns;
            } };
        };
        const std::vector<PairedVariant> variants { asked(1e6), asked(2e6) };
        PairedLimits limits = limitsOf(1000);
        limits.minimumRounds = 1000;
        limits.dropsSlower = false;
        const Measured<PairedResult> measured = pairRuns(variants, limits, context);
        QVERIFY(measured.value && !measured.error);
        QVERIFY(measured.value->partial);
        for (const PairedRuns &each : measured.value->variants) {
            QVERIFY(each.failure.empty());
            QVERIFY(each.runs.samplesNs.size() > 5);
        }
        QCOMPARE(measured.value->variants[1].ratio, 2.0);
    }
}

void PairedRunsTest::stopBeforeTheFirstCallBringsNothing()
{
    SimulatedMachine machine;
    std::stop_source stop;
    stop.request_stop();
    MeasurementContext context = machine.context();
    context.stop = stop.get_token();
    const Measured<PairedResult> measured = pairRuns({ machine.counted(1e6) }, limitsOf(1), context);
    QVERIFY(!measured.value && !measured.error);
    QCOMPARE(machine.calls[0], 0);
}

ROOFLIGHT_TEST(PairedRunsTest)
#include "paired_runs_test.moc"
