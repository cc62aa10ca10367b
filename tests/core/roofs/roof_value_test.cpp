// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"
#include <QTest>

#include "core/roofs/roof_value.h"

#include <cmath>

using namespace rooflight;

namespace {

/// Rounds of thirty repetitions that are all the same.
std::vector<Repetitions> alikeWithinEach(const QList<double> &values)
{
    std::vector<Repetitions> rounds;
    for (const double value : values) {
        rounds.emplace_back();
        rounds.back().values.assign(30, value);
        rounds.back().steady = true;
    }
    return rounds;
}

bool isUnsteady(const Roof &roof)
{
    return roof.hasFlag("unsteady");
}

} // namespace

class RoofValueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valueIsTheMiddleOfTheBestQuarter();
    void fewRepetitionsAreFlagged();
    void intervalShowsHowFarRoundsAreApart_data();
    void intervalShowsHowFarRoundsAreApart();
    void bestLaunchOverheadsAreTheSmallest();
    void roundThatWasStoppedIsPartial();
    void everyDoubtIsFlagged();
    void clockIsThatOfTheBetterHalf();
    void whatOthersHoldUpIsDecidedByTheBestRounds_data();
    void whatOthersHoldUpIsDecidedByTheBestRounds();
};

void RoofValueTest::intervalShowsHowFarRoundsAreApart_data()
{
    QTest::addColumn<QList<double>>("rounds");
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

/// Repetitions of one round are alike: alone they would claim to know the value exactly.
void RoofValueTest::intervalShowsHowFarRoundsAreApart()
{
    QFETCH(QList<double>, rounds);
    Roof roof;
    setValue(roof, alikeWithinEach(rounds));
    QFETCH(double, lower);
    QFETCH(double, upper);
    QTEST(roof.value, "value");
    QVERIFY2(std::abs(roof.interval[0] - lower) < 1e-5, qPrintable(QString::number(roof.interval[0], 'g', 12)));
    QVERIFY2(std::abs(roof.interval[1] - upper) < 1e-5, qPrintable(QString::number(roof.interval[1], 'g', 12)));
    QCOMPARE(roof.samples.size(), static_cast<std::size_t>(30 * rounds.size()));
    QTEST(isUnsteady(roof), "unsteady");
}

void RoofValueTest::whatOthersHoldUpIsDecidedByTheBestRounds_data()
{
    QTest::addColumn<QList<double>>("rounds");
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

void RoofValueTest::whatOthersHoldUpIsDecidedByTheBestRounds()
{
    QFETCH(QList<double>, rounds);
    Roof roof;
    setReachedValue(roof, alikeWithinEach(rounds));
    QTEST(roof.value, "value");
    QTEST(roof.interval[0], "lower");
    QTEST(roof.interval[1], "upper");
    QCOMPARE(roof.samples.size(), static_cast<std::size_t>(30 * rounds.size()));
    QTEST(isUnsteady(roof), "unsteady");
}

void RoofValueTest::bestLaunchOverheadsAreTheSmallest()
{
    Roof roof;
    setReachedValue(roof, alikeWithinEach({ 80, 40, 79 }), 1 - bestQuarterMiddle);
    QCOMPARE(roof.value, 40.0);
    QVERIFY((roof.interval == std::array<double, 2> { 40, 79 }));
    QVERIFY(isUnsteady(roof));
}

void RoofValueTest::roundThatWasStoppedIsPartial()
{
    Repetitions round;
    round.values.assign(30, 50e9);
    round.stopped = true;
    Roof roof;
    setValue(roof, std::vector<Repetitions> { round, round });
    QVERIFY(roof.hasFlag("partial"));
}

void RoofValueTest::everyDoubtIsFlagged()
{
    Repetitions repetitions;
    repetitions.values.assign(3, 5e9);
    repetitions.stopped = true;
    Roof roof;
    setValue(roof, repetitions);
    QCOMPARE(roof.flags, (std::vector<std::string> { "few_samples", "unsteady", "partial" }));
    QCOMPARE(roof.value, 5e9);
}

void RoofValueTest::clockIsThatOfTheBetterHalf()
{
    QCOMPARE(clockAtRoof({ 10, 40, 20, 30 }, { 1e9, 4e9, 2e9, 3e9 }).value_or(0), 4e9); // of 3 and 4 GHz the upper
    QCOMPARE(clockAtRoof({ 10, 40, 20, 30 }, { 1e9, 0, 2e9, 3e9 }).value_or(0), 3e9);
    QVERIFY(!clockAtRoof({ 10, 20 }, { 0, 0 }));
}

void RoofValueTest::valueIsTheMiddleOfTheBestQuarter()
{
    // 1..81 in mixed order: the 87.5th percentile stands at 1 + 0.875 * 80. Ranks 65 and 77 (from 1) hold it with 95 %,
    // after the quantiles of the binomial distribution.
    Repetitions repetitions;
    for (int i = 0; i < 81; ++i)
        repetitions.values.push_back(1 + i * 40 % 81);
    repetitions.steady = true;
    Roof roof;
    setValue(roof, repetitions);
    QCOMPARE(roof.value, 71.0);
    QCOMPARE(roof.interval[0], 65.0);
    QCOMPARE(roof.interval[1], 77.0);
    QVERIFY(roof.samples == repetitions.values);
    QVERIFY(roof.flags.empty());
}

void RoofValueTest::fewRepetitionsAreFlagged()
{
    Repetitions repetitions;
    repetitions.values = { 1, 2, 3 };
    Roof roof;
    setValue(roof, repetitions);
    QCOMPARE(roof.flags.front(), std::string("few_samples"));
    QVERIFY(roof.interval[0] <= roof.value && roof.value <= roof.interval[1]);
}

ROOFLIGHT_TEST(RoofValueTest)
#include "roof_value_test.moc"
