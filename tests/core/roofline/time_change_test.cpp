// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/time_change.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace rooflight;

/// What is known of a change from some runs to others.
class TimeChangeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twoRunsAreNeverKnownBetterThanRunsAre();
    void slowChangesWithinARunCount();
    void wideRangesCount();
    void aRunIsTheSameAsItself();
    void intervalsKeepWithinTheSamples();
    void severalRunsShowWhatTheyDifferBy();
    void severalRunsAgainstOne();
    void severalRunsApartMayHaveDrifted();
    void withoutTimesNothingIsKnown();
};

namespace {

/// Of calls that all take the same time.
SampleSet steady(double medianNs)
{
    SampleSet run;
    run.summary.count = 100;
    run.summary.minNs = run.summary.medianNs = run.summary.maxNs = medianNs;
    run.summary.medianIntervalNs = { medianNs, medianNs };
    return run;
}

RunChange changeOf(const std::vector<SampleSet> &before, const std::vector<SampleSet> &after,
                   RunOrder order = RunOrder::InTurn)
{
    const auto pointers = [](const std::vector<SampleSet> &runs) {
        std::vector<const SampleSet *> all;
        for (const SampleSet &run : runs)
            all.push_back(&run);
        return all;
    };
    return runChange(pointers(before), pointers(after), order);
}

bool isNear(double value, double expected)
{
    return std::abs(value - expected) < 1e-5;
}

/// 1 ms times exp(each of these).
std::vector<SampleSet> runsAt(const std::vector<double> &logs)
{
    std::vector<SampleSet> runs;
    for (const double log : logs)
        runs.push_back(steady(1e6 * std::exp(log)));
    return runs;
}

} // namespace

/// 3.5 % on either side: exp(1.96 * 0.035 * sqrt(2)) = 1.101877.
void TimeChangeTest::twoRunsAreNeverKnownBetterThanRunsAre()
{
    const RunChange slower = changeOf({ steady(1000) }, { steady(1200) });
    QVERIFY(isNear(slower.betweenRuns, 0.101877));
    QVERIFY(isNear((*slower.time.ratioInterval)[0], 1.089051));
    QVERIFY(isNear((*slower.time.ratioInterval)[1], 1.322252));
    QCOMPARE(slower.time.change, Change::Slower);
    QCOMPARE(changeOf({ steady(1200) }, { steady(1000) }).time.change, Change::Faster);
    QCOMPARE(changeOf({ steady(1000) }, { steady(1040) }).time.change, Change::Unclear);
    QCOMPARE(changeOf({ steady(1000) }, { steady(1010) }).time.change, Change::Same);
}

/// Halves that are 20 % apart deviate by 0.1 * sqrt(10 / 9) = 0.105409 from block to block: with 3.5 % on either side
/// exp(1.96 * sqrt(2 * 0.001225 + 0.011111)) = 1.256395.
void TimeChangeTest::slowChangesWithinARunCount()
{
    SampleSet drifting = steady(1000);
    drifting.samplesNs.assign(50, 1000 * std::exp(-0.1));
    drifting.samplesNs.resize(100, 1000 * std::exp(0.1));
    QVERIFY(isNear(changeOf({ steady(1000) }, { drifting }).betweenRuns, 0.256395));
}

/// p90 is e times p10, of which a tenth counts: exp(1.96 * sqrt(2 * 0.001225 + 0.01)) = 1.244453. The interval begins
/// with that of p10 over the median before.
void TimeChangeTest::wideRangesCount()
{
    SampleSet noisy = steady(1500);
    noisy.summary.minNs = 800;
    noisy.summary.maxNs = 4000;
    noisy.summary.percentiles = { { 10, 1000 }, { 90, 1000 * std::exp(1.0) } };
    noisy.flags = { SampleFlag::Noisy };
    const RunChange change = changeOf({ steady(1000) }, { noisy });
    QVERIFY(change.uneven);
    QVERIFY(isNear(change.betweenRuns, 0.244453));
    QVERIFY(isNear((*change.time.ratioInterval)[0], 1 / 1.244453));
    QCOMPARE(change.time.change, Change::Unclear);
}

/// However noisy it was.
void TimeChangeTest::aRunIsTheSameAsItself()
{
    SampleSet noisy = steady(1500);
    noisy.summary.percentiles = { { 10, 10 }, { 90, 150'000 } };
    noisy.samplesNs = { 10, 10, 10, 1500, 1500, 1500, 150'000, 150'000, 150'000 };
    noisy.flags = { SampleFlag::VeryNoisy, SampleFlag::OtherLoad };
    const RunChange change = changeOf({ noisy }, { noisy });
    QCOMPARE(change.time.change, Change::Same);
    QVERIFY((change.time.ratioInterval == std::array { 1.0, 1.0 }));
    QCOMPARE(change.betweenRuns, 0.0);
}

/// Blocks at 10 and at 150,000 deviate by so much that chance alone would allow a factor of thousands; no sample of one
/// is more than 160,000 / 9 times a sample of the other, and two runs differ by 1.101877 on top.
void TimeChangeTest::intervalsKeepWithinTheSamples()
{
    SampleSet before = steady(1500);
    before.summary.percentiles = { { 10, 10 }, { 90, 150'000 } };
    before.summary.minNs = 9;
    before.summary.maxNs = 160'000;
    before.samplesNs = { 10, 10, 10, 150'000, 150'000, 150'000 };
    before.flags = { SampleFlag::VeryNoisy };
    SampleSet after = before;
    after.samplesNs.front() = 11; // another run
    after.summary.medianNs = 1600;
    after.samplesNs.back() = 150'001; // not the very same run
    const RunChange change = changeOf({ before }, { after });
    QCOMPARE(change.time.change, Change::Unclear);
    QVERIFY(std::abs((*change.time.ratioInterval)[1] / (160'000 / 9.0 * 1.101877) - 1) < 1e-5);
    QVERIFY(std::abs((*change.time.ratioInterval)[0] / (9 / 160'000.0 / 1.101877) - 1) < 1e-5);
}

/// Medians at -2, 0 and 2 % on either side: 4 degrees of freedom, t = 2.77645, and a deviation of
/// sqrt(4 * 0.0004 / 4) = 0.02. The interval is 2.77645 * 0.02 * sqrt(2 / 3) = 0.045339 wide either way, and two runs
/// may differ by exp(2.77645 * 0.02 * sqrt(2)) = 1.081696.
void TimeChangeTest::severalRunsShowWhatTheyDifferBy()
{
    const std::vector<SampleSet> before = runsAt({ -0.02, 0, 0.02 });
    const RunChange slower = changeOf(before, runsAt({ 0.1, 0.12, 0.08 }));
    QVERIFY(slower.repeated);
    QVERIFY(isNear(slower.betweenRuns, 0.081696));
    QVERIFY(isNear(*slower.time.ratio, std::exp(0.1)));
    QVERIFY(isNear((*slower.time.ratioInterval)[0], std::exp(0.1 - 0.045339)));
    QVERIFY(isNear((*slower.time.ratioInterval)[1], std::exp(0.1 + 0.045339)));
    QCOMPARE(slower.time.change, Change::Slower);
    QCOMPARE(changeOf(before, runsAt({ 0.02, 0.04, 0.06 })).time.change, Change::Unclear);
    QCOMPARE(changeOf(runsAt({ 0, 0.001, -0.001 }), runsAt({ 0.01, 0.011, 0.009 })).time.change, Change::Same);
}

/// 2 degrees of freedom, t = 4.30265, a deviation of 0.02: 4.30265 * 0.02 * sqrt(1 / 3 + 1) = 0.099366.
void TimeChangeTest::severalRunsAgainstOne()
{
    const RunChange change = changeOf(runsAt({ -0.02, 0, 0.02 }), runsAt({ 0.09 }));
    QVERIFY(isNear((*change.time.ratioInterval)[0], std::exp(0.09 - 0.099366)));
    QCOMPARE(change.time.change, Change::Unclear);
}

/// As above, 0.045339, and 1.96 * 0.035 * sqrt(2) = 0.097015: the root of their squares is 0.107084.
void TimeChangeTest::severalRunsApartMayHaveDrifted()
{
    const RunChange change = changeOf(runsAt({ -0.02, 0, 0.02 }), runsAt({ 0.1, 0.12, 0.08 }), RunOrder::Apart);
    QVERIFY(isNear((*change.time.ratioInterval)[0], std::exp(0.1 - 0.107084)));
    QVERIFY(isNear((*change.time.ratioInterval)[1], std::exp(0.1 + 0.107084)));
}

void TimeChangeTest::withoutTimesNothingIsKnown()
{
    QCOMPARE(changeOf({}, { steady(1000) }).time.change, Change::Unmeasured);
    QCOMPARE(changeOf({ steady(1000), steady(0) }, { steady(1000) }).time.change, Change::Unmeasured);
}

ROOFLIGHT_TEST(TimeChangeTest)
#include "time_change_test.moc"
