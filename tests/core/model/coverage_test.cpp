// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/count.h"
#include "core/model/coverage.h"
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
    void unfitLatenciesAreLeftOut();
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

ItemLatency latencyOf(ItemId::Kind kind, std::int64_t id, double medianNs, std::int64_t count = 10)
{
    ItemLatency latency;
    latency.item = { kind, id };
    latency.samples.summary.count = count;
    latency.samples.summary.medianNs = medianNs;
    return latency;
}

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

    LayerLatencies latencies;
    latencies.items = { latencyOf(ItemId::Kind::Layer, 0, 1000), latencyOf(ItemId::Kind::Operator, 0, 30),
                        latencyOf(ItemId::Kind::Operator, 1, 60), latencyOf(ItemId::Kind::Operator, 2, 10) };
    QCOMPARE(coverageOf(analysis, &latencies).shareOfTime(), std::optional(0.4));
}

void CoverageTest::viewsAreLeftOut()
{
    Analysis analysis;
    analysis.operators = { operatorOf(false, 8, 8), operatorOf(true, 0, 0, OperatorFamily::View) };
    LayerLatencies latencies;
    latencies.items = { latencyOf(ItemId::Kind::Operator, 0, 5), latencyOf(ItemId::Kind::Operator, 1, 5) };
    const Coverage coverage = coverageOf(analysis, &latencies);
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

void CoverageTest::unfitLatenciesAreLeftOut()
{
    // A session file may name operators that are not there, and an operator may not have run again.
    Analysis analysis;
    analysis.operators = { operatorOf(true, 1, 1) };
    LayerLatencies latencies;
    latencies.items = { latencyOf(ItemId::Kind::Operator, 1, 5), latencyOf(ItemId::Kind::Operator, -1, 5),
                        latencyOf(ItemId::Kind::Operator, 0, 5, 0) };
    QVERIFY(!coverageOf(analysis, &latencies).shareOfTime());
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
