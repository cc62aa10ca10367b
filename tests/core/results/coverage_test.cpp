// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/count.h"
#include "core/results/analysis/analysis.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

/// The share of a model that has formulas, on figures small enough to check by hand.
class CoverageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sharesAreOfOperatorsBytesAndTime();
    void viewsAreLeftOut();
    void modelWithoutOperatorsIsCovered();
    void operatorsWithoutTimesHaveNoShare();
    void hugeBytesDoNotWrap();
};

namespace {

Operator operatorOf(bool known, std::int64_t bytesRead, std::int64_t bytesWritten,
                    OperatorFamily family = OperatorFamily::Elementwise)
{
    Operator op;
    op.known = known;
    op.family = family;
    op.cost.bytesRead = bytesRead;
    op.cost.bytesWritten = bytesWritten;
    return op;
}

using Times = std::vector<std::optional<double>>;

} // namespace

void CoverageTest::sharesAreOfOperatorsBytesAndTime()
{
    Analysis analysis;
    analysis.operators = { operatorOf(true, 20, 10), operatorOf(false, 5, 5), operatorOf(true, 60, 0),
                           operatorOf(true, 0, 0) };
    const Coverage untimed = coverageOf(analysis);
    QCOMPARE(untimed.operators, std::int64_t { 4 });
    QCOMPARE(untimed.knownOperators, std::int64_t { 3 });
    QCOMPARE(untimed.shareOfOperators(), 0.75);
    QCOMPARE(untimed.bytes, std::int64_t { 100 });
    QCOMPARE(untimed.shareOfBytes(), 0.9);
    QVERIFY(!untimed.shareOfTime());

    QCOMPARE(coverageOf(analysis, Times { 30, 60, 10, std::nullopt }).shareOfTime(), std::optional(0.4));
}

void CoverageTest::viewsAreLeftOut()
{
    Analysis analysis;
    analysis.operators = { operatorOf(false, 8, 8), operatorOf(true, 0, 0, OperatorFamily::View) };
    const Coverage coverage = coverageOf(analysis, Times { 5, 5 });
    QCOMPARE(coverage.operators, std::int64_t { 1 });
    QCOMPARE(coverage.shareOfOperators(), 0.0);
    QCOMPARE(coverage.shareOfBytes(), 0.0);
    QCOMPARE(coverage.shareOfTime(), std::optional(0.0));
}

void CoverageTest::modelWithoutOperatorsIsCovered()
{
    const Coverage coverage = coverageOf({});
    QCOMPARE(coverage.shareOfOperators(), 1.0);
    QCOMPARE(coverage.shareOfBytes(), 1.0);
    QVERIFY(!coverage.shareOfTime());
}

void CoverageTest::operatorsWithoutTimesHaveNoShare()
{
    Analysis analysis;
    analysis.operators = { operatorOf(true, 1, 1) };
    QVERIFY(!coverageOf(analysis, Times { std::nullopt }).shareOfTime());
    QVERIFY(!coverageOf(analysis, Times { std::nullopt, 5 }).shareOfTime()); // of an operator that is not there
}

void CoverageTest::hugeBytesDoNotWrap()
{
    Analysis analysis;
    analysis.operators = { operatorOf(true, Count::most, Count::most), operatorOf(true, Count::most, Count::most),
                           operatorOf(false, Count::most, 0) };
    QCOMPARE(coverageOf(analysis).bytes, Count::most);
}

ROOFLIGHT_TEST(CoverageTest)
#include "coverage_test.moc"
