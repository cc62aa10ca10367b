// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/trials.h"
#include "support/fixed_runs.h"
#include "tests/core/sampling/stop_after.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <stdexcept>

using namespace rooflight;

class InterleavedRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void driftMeetsAllAlike();
    void verdictFollowsTheInterval_data();
    void verdictFollowsTheInterval();
    void theFirstRunsTwiceAsItsControl();
    void shortCallsAreTimedInBlocks();
    void endsWhenEveryOneIsKnown();
    void failureNamesItsModelAndKeepsWholeRounds();
    void failureInTheWarmupKeepsItsCalls();
    void cancelKeepsWhatWasMeasured();
};

namespace {

TimedVariant constant(const std::string &path, double callNs)
{
    return { path, [callNs](std::int64_t) { return callNs; } };
}

} // namespace

/// A machine that slows down tenfold while two models are timed that differ by a tenth: each alone would be noise.
void InterleavedRunsTest::driftMeetsAllAlike()
{
    double clockNs = 0;
    const auto slowing = [&clockNs](double callNs) {
        return TimedCalls([&clockNs, callNs](std::int64_t) {
            const double nowNs = callNs * (1 + clockNs / 1e9);
            clockNs += nowNs;
            return nowNs;
        });
    };
    const Measured<InterleavedLatency> measured =
        interleaveRuns({ { "a.pt", slowing(1e6) }, { "b.pt", slowing(1.1e6) } }, fixedRuns(500), {});
    QVERIFY(measured.value && !measured.error && !measured.value->partial);
    const LatencyVariant &first = measured.value->variants[0];
    const LatencyVariant &second = measured.value->variants[1];
    QVERIFY(first.samples.summary.maxNs > 3 * first.samples.summary.minNs);
    QCOMPARE(first.verdict, VariantVerdict::Baseline);
    QCOMPARE(second.verdict, VariantVerdict::Slower);
    QVERIFY2(std::abs(second.ratio - 1.1) < 0.01, qPrintable(QString::number(second.ratio)));
    QVERIFY(second.ratioInterval[0] <= 1.1 && second.ratioInterval[1] >= 1.09);
}

void InterleavedRunsTest::verdictFollowsTheInterval_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("below") << 0.8 << 0.9 << "faster";
    QTest::newRow("above") << 1.001 << 1.003 << "slower";
    QTest::newRow("around, narrow") << 0.985 << 1.015 << "same";
    QTest::newRow("around, wide") << 0.9 << 1.1 << "unclear";
}

/// Six rounds: the interval of their median ends at the smallest and the greatest ratio.
void InterleavedRunsTest::verdictFollowsTheInterval()
{
    QFETCH(double, low);
    QFETCH(double, high);
    int call = 0;
    const TimedCalls between = [&, low, high](std::int64_t) { return 1e6 * (++call / 2 % 2 == 0 ? low : high); };
    const Measured<InterleavedLatency> measured =
        interleaveRuns({ constant("a.pt", 1e6), { "b.pt", between } }, fixedRuns(6), {});
    QVERIFY(measured.value);
    const LatencyVariant &variant = measured.value->variants[1];
    QCOMPARE(variant.ratioInterval[0], low);
    QCOMPARE(variant.ratioInterval[1], high);
    QTEST(QString::fromStdString(std::string(variant.verdict.name())), "verdict");
}

/// Twice in each round in which others run, too: a first that takes one, then three milliseconds is no measure.
void InterleavedRunsTest::theFirstRunsTwiceAsItsControl()
{
    QVERIFY(!interleaveRuns({ constant("a.pt", 1e6) }, fixedRuns(8), {}).value->control);
    const Measured<InterleavedLatency> steady =
        interleaveRuns({ constant("a.pt", 1e6), constant("b.pt", 2e6) }, fixedRuns(8), {});
    QCOMPARE(steady.value->control, std::optional(TrialControl { 1, { 1, 1 }, 8, false }));
    QCOMPARE(steady.value->variants[1].verdict, VariantVerdict::Slower);

    double nextNs = 1e6;
    int call = 0;
    const TimedCalls drifting = [&](std::int64_t) { // a call that does not count, then one that does
        if (++call % 2 == 0)
            nextNs = nextNs > 2e6 ? 1e6 : 3e6;
        return nextNs;
    };
    Measured<InterleavedLatency> measured =
        interleaveRuns({ { "a.pt", drifting }, constant("b.pt", 20e6) }, fixedRuns(20), {});
    QVERIFY(measured.value && measured.value->control);
    QCOMPARE(doubtOf(measured.value->control), TrialDoubt::ControlDiffers);
    QCOMPARE(measured.value->variants[1].verdict, VariantVerdict::Unclear);

    InterleavedLatency loaded = *steady.value;
    loaded.control->otherLoad = true;
    judgeVariants(loaded);
    QCOMPARE(loaded.variants[0].verdict, VariantVerdict::Baseline);
    QCOMPARE(loaded.variants[1].verdict, VariantVerdict::Unclear);
}

void InterleavedRunsTest::shortCallsAreTimedInBlocks()
{
    const Measured<InterleavedLatency> measured =
        interleaveRuns({ constant("a.pt", 2000), constant("b.pt", 1e6) }, fixedRuns(5), {});
    QVERIFY(measured.value);
    QCOMPARE(measured.value->variants[0].block, std::int64_t { 200 });
    QCOMPARE(measured.value->variants[1].block, std::int64_t { 1 });
    QCOMPARE(measured.value->variants[1].ratio, 500.0);
}

/// The first is steady at once; the other needs more rounds until its median is known to 1 %.
void InterleavedRunsTest::endsWhenEveryOneIsKnown()
{
    TrialLimits limits;
    limits.sampling.minimumSeconds = 0;
    int call = 0;
    const TimedCalls uneven = [&call](std::int64_t) { return 1e6 + 1e4 * (++call * 7 % 31); };
    const Measured<InterleavedLatency> alone = interleaveRuns({ constant("a.pt", 1e6) }, limits, {});
    const Measured<InterleavedLatency> both = interleaveRuns({ constant("a.pt", 1e6), { "b.pt", uneven } }, limits, {});
    QVERIFY(alone.value && both.value && !both.value->partial);
    QCOMPARE(alone.value->variants[0].samples.summary.count, std::int64_t { 30 });
    QVERIFY(both.value->variants[0].samples.summary.count > 30);
    QCOMPARE(both.value->variants[0].samples.summary.count, both.value->variants[1].samples.summary.count);
}

void InterleavedRunsTest::failureNamesItsModelAndKeepsWholeRounds()
{
    int call = 0;
    const TimedCalls failing = [&call](std::int64_t) {
        if (++call > 20)
            throw std::runtime_error("enough");
        return 1e6;
    };
    const Measured<InterleavedLatency> measured =
        interleaveRuns({ constant("a.pt", 1e6), { "b.pt", failing } }, fixedRuns(100), {});
    QVERIFY(measured.error && measured.value);
    QVERIFY(measured.error->text.starts_with("b.pt failed while running: \"enough"));
    QVERIFY(measured.value->partial);
    const auto &variants = measured.value->variants;
    QCOMPARE(variants[0].samples.samplesNs.size(), variants[1].samples.samplesNs.size());
    QVERIFY(!variants[0].samples.samplesNs.empty());
}

void InterleavedRunsTest::failureInTheWarmupKeepsItsCalls()
{
    int call = 0;
    const TimedCalls failing = [&call](std::int64_t) {
        if (++call == 3)
            throw std::runtime_error("the third call fails");
        return 1e6;
    };
    const Measured<InterleavedLatency> measured =
        interleaveRuns({ constant("a.pt", 1e6), { "b.pt", failing } }, fixedRuns(100), {});
    QVERIFY(measured.error && measured.value);
    QVERIFY(measured.error->text.starts_with("b.pt"));
    QCOMPARE(measured.value->variants[1].samples.warmupNs.size(), std::size_t { 2 });
    QVERIFY(measured.value->variants[0].samples.samplesNs.empty());
}

void InterleavedRunsTest::cancelKeepsWhatWasMeasured()
{
    StopAfter stop(30);
    const Measured<InterleavedLatency> measured =
        interleaveRuns({ constant("a.pt", 1e6), constant("b.pt", 1e6) }, fixedRuns(1000), stop.context());
    QVERIFY(measured.value && !measured.error);
    QVERIFY(measured.value->partial);
    QVERIFY(!measured.value->variants[1].samples.samplesNs.empty());
}

ROOFLIGHT_TEST(InterleavedRunsTest)
#include "interleaved_runs_test.moc"
