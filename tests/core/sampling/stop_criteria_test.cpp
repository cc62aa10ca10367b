// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/stop_criteria.h"
#include "tests/support/test_program.h"

#include "tests/core/sampling/fake_clock.h"
#include "tests/core/statistics/reference_sets.h"

using namespace rooflight;

namespace {

/// Adds samples from `next` until the criterion is done; 0 when it never does.
template<typename Criterion, typename Next> int addUntilDone(Criterion &criterion, Next next)
{
    for (int i = 0; i < 1'000'000; ++i) {
        criterion.add(next(i));
        if (criterion.isDone())
            return i + 1;
    }
    return 0;
}

double steady(int)
{
    return 1e6;
}

/// Half of the samples are three times as long as the others: the median's interval stays wide.
double torn(int i)
{
    return i % 2 == 0 ? 1e6 : 3e6;
}

} // namespace

class StopCriteriaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatEndsARun_data();
    void whatEndsARun();
    void whatEndsAWarmup_data();
    void whatEndsAWarmup();
    void settlesWhereTheIntervalIsNarrowEnough();
    void warmupMayBeSkipped();
    void waitingEndsARun();
    void knowsHowManyThereWillBeAtMost();
    void variantsAreDoneTogether();
    void resetForgets();
    void steadyQuantileIsKnown();
};

using Next = double (*)(int);
Q_DECLARE_METATYPE(SamplingLimits)
Q_DECLARE_METATYPE(WarmupLimits)
Q_DECLARE_METATYPE(StopReason)
Q_DECLARE_METATYPE(Next)

void StopCriteriaTest::whatEndsARun_data()
{
    QTest::addColumn<SamplingLimits>("limits");
    QTest::addColumn<Next>("next");
    QTest::addColumn<int>("count");
    QTest::addColumn<StopReason>("reason");
    QTest::newRow("least number") << SamplingLimits { 30, 0, 0.01, 10, 1000 } << Next(steady) << 30
                                  << StopReason::Settled;
    QTest::newRow("least time") << SamplingLimits { 30, 0.5, 0.01, 10, 1000 } << Next(steady) << 500
                                << StopReason::Settled;
    QTest::newRow("never settles, time") << SamplingLimits { 30, 0.5, 0.01, 1, 1'000'000 } << Next(torn) << 500
                                         << StopReason::TimeLimit;
    QTest::newRow("never settles, number")
        << SamplingLimits { 30, 0.5, 0.01, 10, 77 } << Next(torn) << 77 << StopReason::CountLimit;
    QTest::newRow("fixed number") << SamplingLimits { 20, 0, 0.01, 10, 20 } << Next(steady) << 20
                                  << StopReason::CountLimit;
    QTest::newRow("fixed time") << SamplingLimits { 1, 0, 0, 0.25, 1'000'000 } << Next(steady) << 250
                                << StopReason::TimeLimit;
    QTest::newRow("one slow run") << SamplingLimits { 30, 0.5, 0.01, 10, 1000 } << Next([](int) { return 2e10; }) << 1
                                  << StopReason::TimeLimit;
}

void StopCriteriaTest::whatEndsARun()
{
    QFETCH(SamplingLimits, limits);
    QFETCH(Next, next);
    QFETCH(int, count);
    QFETCH(StopReason, reason);
    MedianCriterion criterion(limits);
    QCOMPARE(name(criterion.reason()), std::string_view("none"));
    QCOMPARE(addUntilDone(criterion, next), count);
    QCOMPARE(criterion.reason(), reason);
}

void StopCriteriaTest::whatEndsAWarmup_data()
{
    QTest::addColumn<WarmupLimits>("limits");
    QTest::addColumn<Next>("next");
    QTest::addColumn<int>("count");
    QTest::addColumn<StopReason>("reason");
    QTest::newRow("steady at once") << WarmupLimits() << Next(steady) << 5 << StopReason::Settled;
    QTest::newRow("two slow calls first")
        << WarmupLimits() << Next([](int i) { return i < 2 ? 1.5e8 : 1e6; }) << 7 << StopReason::Settled;
    QTest::newRow("within 5 %") << WarmupLimits() << Next([](int i) { return i % 2 == 0 ? 1e6 : 1.04e6; }) << 5
                                << StopReason::Settled;
    QTest::newRow("never steady, number")
        << WarmupLimits { 3, 5, 0.05, 10, 40 } << Next(torn) << 40 << StopReason::CountLimit;
    QTest::newRow("never steady, time") << WarmupLimits { 3, 5, 0.05, 0.1, 1000 } << Next(torn) << 50
                                        << StopReason::TimeLimit;
    QTest::newRow("slow calls, three all the same")
        << WarmupLimits() << Next([](int) { return 5e9; }) << 3 << StopReason::TimeLimit;
}

void StopCriteriaTest::whatEndsAWarmup()
{
    QFETCH(WarmupLimits, limits);
    QFETCH(Next, next);
    QFETCH(int, count);
    QFETCH(StopReason, reason);
    WarmupCriterion criterion(limits);
    QCOMPARE(addUntilDone(criterion, next), count);
    QCOMPARE(criterion.reason(), reason);
}

void StopCriteriaTest::settlesWhereTheIntervalIsNarrowEnough()
{
    // Uniform over 1..2 ms: the half-width of the median's interval is near 0.98 / sqrt(n) of the width.
    const auto samples = reference::samples("uniform", 100'000);
    MedianCriterion criterion({ 30, 0, 0.01, 1e6, 1'000'000 });
    const int count =
        addUntilDone(criterion, [&samples](int i) { return samples[static_cast<std::size_t>(i) % samples.size()]; });
    QCOMPARE(criterion.reason(), StopReason::Settled);
    QVERIFY2(count > 1500 && count < 10'000, QByteArray::number(count).constData());
}

void StopCriteriaTest::knowsHowManyThereWillBeAtMost()
{
    MedianCriterion criterion({ 30, 0.5, 0.01, 10, 1000 });
    QCOMPARE(criterion.maximumSamples(), std::int64_t(0)); // no pace yet
    criterion.add(200e6);
    QCOMPARE(criterion.maximumSamples(), std::int64_t(50)); // of 200 ms in 10 s
    criterion.add(200e6, 3);
    QCOMPARE(criterion.maximumSamples(), std::int64_t(25)); // two samples took four calls
    criterion.reset();
    criterion.add(1e6);
    QCOMPARE(criterion.maximumSamples(), std::int64_t(1000)); // no more are taken
}

void StopCriteriaTest::warmupMayBeSkipped()
{
    WarmupLimits limits;
    limits.maximumCount = 0;
    QVERIFY(WarmupCriterion(limits).isDone());
    QVERIFY(!WarmupCriterion().isDone());
}

/// Samples of 1 ms, but 1 s passes between them: 10 samples at least, and more than 20 s.
void StopCriteriaTest::waitingEndsARun()
{
    FakeClock clock;
    SamplingLimits limits { 10, 5, 0.01, 10, 1000 };
    for (const double maximumWaitSeconds : { 20.0, 3.0 }) {
        limits.maximumWaitSeconds = maximumWaitSeconds;
        MedianCriterion criterion(limits, clock.context().now);
        const int count = addUntilDone(criterion, [&clock](int) {
            clock.seconds += 1;
            return 1e6;
        });
        QCOMPARE(count, maximumWaitSeconds > 10 ? 21 : 10);
        QCOMPARE(criterion.reason(), StopReason::TimeLimit);
    }
}

void StopCriteriaTest::variantsAreDoneTogether()
{
    // The second takes a hundredth of the time of the first: it is the one that the least time is waited for.
    VariantCriterion criterion(2, { 5, 0.1, 0.01, 10, 1000 });
    const int count = addUntilDone(criterion, [](int i) { return i % 2 == 0 ? 1e8 : 1e6; });
    QCOMPARE(count, 2 * 100);
    QCOMPARE(criterion.reason(), StopReason::TimeLimit); // the first has long taken its ten seconds
    criterion.reset();
    QCOMPARE(addUntilDone(criterion, [](int) { return 1e8; }), 2 * 5);
    QCOMPARE(criterion.reason(), StopReason::Settled);
}

void StopCriteriaTest::resetForgets()
{
    WarmupCriterion warmup;
    QCOMPARE(addUntilDone(warmup, steady), 5);
    warmup.reset();
    QCOMPARE(addUntilDone(warmup, steady), 5);
    MedianCriterion median({ 30, 0, 0.01, 10, 1000 });
    QCOMPARE(addUntilDone(median, torn), 1000);
    median.reset();
    QCOMPARE(addUntilDone(median, steady), 30);
    FakeClock clock;
    SteadyCriterion quantile({ 0, 10, 0.01, 0.5 }, clock.context().now);
    clock.seconds = 9;
    quantile.reset();
    clock.seconds = 14;
    quantile.add(1);
    QVERIFY(!quantile.isDone());
    QCOMPARE(quantile.timeShare(), 0.5);
}

/// The interval of 81 values ends at ranks 65 and 77 (from 1), after the quantiles of the binomial distribution.
void StopCriteriaTest::steadyQuantileIsKnown()
{
    const auto countFor = [](double relativeHalfWidth) {
        FakeClock clock;
        SteadyCriterion criterion({ 81, 82, relativeHalfWidth, 0.875 }, clock.context().now);
        addUntilDone(criterion, [&clock](int i) {
            clock.seconds += 1;
            return 1.0 + i * 40 % 81;
        });
        return criterion.reason();
    };
    QCOMPARE(countFor(6.01 / 71), StopReason::Settled);
    QCOMPARE(countFor(5.99 / 71), StopReason::TimeLimit);
}

ROOFLIGHT_TEST(StopCriteriaTest)
#include "stop_criteria_test.moc"
