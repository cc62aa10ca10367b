// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include <QTest>

#include "core/statistics/repeats.h"

#include <algorithm>

using namespace ridgepoint;

namespace {

bool always(double)
{
    return true;
}

} // namespace

class RepeatsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void steadyValuesEndTheRun();
    void restlessValuesRunIntoTheLimit();
    void callerEndsTheRun();
    void valueIsTheMiddleOfTheBestQuarter();
    void fewRepeatsAreFlagged();
    void intervalHoldsEachVisit();
};

void RepeatsTest::intervalHoldsEachVisit()
{
    Repeats before;
    before.values.assign(30, 50e9);
    before.steady = true;
    Repeats after = before;
    after.values.assign(30, 80e9);
    Roof roof;
    setValue(roof, std::vector<Repeats> { before, after });
    // The best quarter is of the second visit alone, and the first is not left out.
    QCOMPARE(roof.value, 80e9);
    QVERIFY((roof.interval == std::array { 50e9, 80e9 }));
    QCOMPARE(roof.samples.size(), std::size_t(60));
    QVERIFY(roof.flags.empty());
    after.ended = true;
    after.steady = false;
    setValue(roof, std::vector<Repeats> { before, after });
    QVERIFY(std::ranges::find(roof.flags, "partial") != roof.flags.end());
    QVERIFY(std::ranges::find(roof.flags, "unsteady") != roof.flags.end());
}

void RepeatsTest::steadyValuesEndTheRun()
{
    const Repeats repeats = repeatUntilSteady(
        { 0, 60, 0.01 }, [] { return 5e9; }, always);
    QVERIFY(repeats.steady);
    QVERIFY(!repeats.ended);
    QCOMPARE(repeats.values, std::vector<double>(fewestRepeats, 5e9));
}

void RepeatsTest::restlessValuesRunIntoTheLimit()
{
    int call = 0;
    const Repeats repeats = repeatUntilSteady(
        { 0, 0.05, 1e-6 }, [&call] { return 1e9 * ++call; }, always);
    QVERIFY(!repeats.steady);
    QVERIFY(!repeats.ended);
    QVERIFY(!repeats.values.empty());
    Roof roof;
    setValue(roof, repeats);
    QVERIFY(std::ranges::find(roof.flags, "unsteady") != roof.flags.end());
}

void RepeatsTest::callerEndsTheRun()
{
    int calls = 0;
    const Repeats repeats = repeatUntilSteady(
        { 0, 60, 0.01 }, [] { return 5e9; }, [&calls](double) { return ++calls < 3; });
    QVERIFY(repeats.ended);
    QCOMPARE(repeats.values.size(), std::size_t(3));
    Roof roof;
    setValue(roof, repeats);
    QCOMPARE(roof.flags, (std::vector<std::string> { "few_samples", "unsteady", "partial" }));
    QCOMPARE(roof.value, 5e9);
}

void RepeatsTest::valueIsTheMiddleOfTheBestQuarter()
{
    // 1..81 in mixed order: the 87.5th percentile stands at 1 + 0.875 * 80. Ranks 65 and 77 (from 1) hold it with 95 %,
    // after the quantiles of the binomial distribution.
    Repeats repeats;
    for (int i = 0; i < 81; ++i)
        repeats.values.push_back(1 + i * 40 % 81);
    repeats.steady = true;
    Roof roof;
    setValue(roof, repeats);
    QCOMPARE(roof.value, 71.0);
    QCOMPARE(roof.interval[0], 65.0);
    QCOMPARE(roof.interval[1], 77.0);
    QVERIFY(roof.samples == repeats.values);
    QVERIFY(roof.flags.empty());
}

void RepeatsTest::fewRepeatsAreFlagged()
{
    Repeats repeats;
    repeats.values = { 1, 2, 3 };
    Roof roof;
    setValue(roof, repeats);
    QCOMPARE(roof.flags.front(), std::string("few_samples"));
    QVERIFY(roof.interval[0] <= roof.value && roof.value <= roof.interval[1]);
}

QTEST_GUILESS_MAIN(RepeatsTest)
#include "repeats_test.moc"
