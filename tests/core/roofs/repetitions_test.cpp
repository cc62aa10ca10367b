// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/repetitions.h"

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

namespace {

bool always(double)
{
    return true;
}

/// Visits of thirty repeats that are all the same.
std::vector<Repeats> alikeWithinEach(const QList<double> &values)
{
    std::vector<Repeats> visits;
    for (const double value : values) {
        visits.emplace_back();
        visits.back().values.assign(30, value);
        visits.back().steady = true;
    }
    return visits;
}

bool isUnsteady(const Roof &roof)
{
    return std::ranges::find(roof.flags, "unsteady") != roof.flags.end();
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
    void intervalTellsHowFarVisitsAreApart_data();
    void intervalTellsHowFarVisitsAreApart();
    void bestFloorsAreTheSmallest();
    void visitThatEndedEarlyIsPartial();
    void whatOthersHoldUpIsToldByTheBestVisits_data();
    void whatOthersHoldUpIsToldByTheBestVisits();
};

void RepeatsTest::intervalTellsHowFarVisitsAreApart_data()
{
    QTest::addColumn<QList<double>>("visits");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("lower");
    QTest::addColumn<double>("upper");
    QTest::addColumn<bool>("unsteady");
    // scipy.stats.t.interval(0.95, n - 1, loc=mean, scale=sem)
    QTest::newRow("two") << QList<double> { 80, 81 } << 81.0 << 74.14689763 << 86.85310237 << true;
    QTest::newRow("three") << QList<double> { 79, 80, 81 } << 81.0 << 77.51586229 << 82.48413771 << false;
    QTest::newRow("six") << QList<double> { 77, 80, 80, 80, 81, 85 } << 85.0 << 77.78360320 << 85.0 << false;
    QTest::newRow("below zero") << QList<double> { 10, 50, 80 } << 80.0 << 0.0 << 133.90671602 << true;
    QTest::newRow("equal") << QList<double> { 80, 80, 80 } << 80.0 << 80.0 << 80.0 << false;
    QTest::newRow("one") << QList<double> { 80 } << 80.0 << 80.0 << 80.0 << false;
}

/// Repeats of one visit are alike: alone they would claim to know the value exactly.
void RepeatsTest::intervalTellsHowFarVisitsAreApart()
{
    QFETCH(QList<double>, visits);
    Roof roof;
    setValue(roof, alikeWithinEach(visits));
    QFETCH(double, lower);
    QFETCH(double, upper);
    QTEST(roof.value, "value");
    QVERIFY2(std::abs(roof.interval[0] - lower) < 1e-5, qPrintable(QString::number(roof.interval[0], 'g', 12)));
    QVERIFY2(std::abs(roof.interval[1] - upper) < 1e-5, qPrintable(QString::number(roof.interval[1], 'g', 12)));
    QCOMPARE(roof.samples.size(), static_cast<std::size_t>(30 * visits.size()));
    QTEST(isUnsteady(roof), "unsteady");
}

void RepeatsTest::whatOthersHoldUpIsToldByTheBestVisits_data()
{
    QTest::addColumn<QList<double>>("visits");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("lower");
    QTest::addColumn<double>("upper");
    QTest::addColumn<bool>("unsteady");
    QTest::newRow("alike") << QList<double> { 79.5, 80, 80 } << 80.0 << 80.0 << 80.0 << false;
    QTest::newRow("one disturbed") << QList<double> { 80, 40, 80 } << 80.0 << 80.0 << 80.0 << false;
    QTest::newRow("two disturbed") << QList<double> { 40, 80, 60 } << 80.0 << 60.0 << 80.0 << true;
    QTest::newRow("two best apart") << QList<double> { 40, 80, 79 } << 80.0 << 79.0 << 80.0 << false;
    QTest::newRow("one") << QList<double> { 80 } << 80.0 << 80.0 << 80.0 << false;
}

void RepeatsTest::whatOthersHoldUpIsToldByTheBestVisits()
{
    QFETCH(QList<double>, visits);
    Roof roof;
    setReachedValue(roof, alikeWithinEach(visits));
    QTEST(roof.value, "value");
    QTEST(roof.interval[0], "lower");
    QTEST(roof.interval[1], "upper");
    QCOMPARE(roof.samples.size(), static_cast<std::size_t>(30 * visits.size()));
    QTEST(isUnsteady(roof), "unsteady");
}

void RepeatsTest::bestFloorsAreTheSmallest()
{
    std::vector<Repeats> visits = alikeWithinEach({ 80, 40, 79 });
    for (Repeats &visit : visits)
        visit.fraction = 1 - bestQuarterMiddle;
    Roof roof;
    setReachedValue(roof, visits);
    QCOMPARE(roof.value, 40.0);
    QVERIFY((roof.interval == std::array<double, 2> { 40, 79 }));
    QVERIFY(isUnsteady(roof));
}

void RepeatsTest::visitThatEndedEarlyIsPartial()
{
    Repeats visit;
    visit.values.assign(30, 50e9);
    visit.ended = true;
    Roof roof;
    setValue(roof, std::vector<Repeats> { visit, visit });
    QVERIFY(std::ranges::find(roof.flags, "partial") != roof.flags.end());
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
    QVERIFY(isUnsteady(roof));
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

#include "repetitions_test.moc"
RIDGEPOINT_TEST(RepeatsTest)
#include "repeats_test.moc"
