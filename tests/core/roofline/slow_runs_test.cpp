// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_samples.h"
#include "tests/core/roofline/session_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

using namespace rooflight;
using test::samples;

class SlowRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slowestAreFirst()
    {
        const SampleSet set = samples({ 10, 30, 20, 30, 5 });
        QCOMPARE(slowestRuns(set, 3), (std::vector<std::size_t> { 1, 3, 2 }));
        QCOMPARE(slowestRuns(set, 9), (std::vector<std::size_t> { 1, 3, 2, 0, 4 }));
        QVERIFY(slowestRuns({}, 3).empty());
        const double noTime = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(slowestRuns(samples({ 1, noTime, 2 }), 3), (std::vector<std::size_t> { 2, 0 }));
    }

    void onlyTheUpperEndCounts()
    {
        // Quartiles of 1 to 9 are 3 and 7: slow is what takes more than 13.
        QCOMPARE(slowRunCount(samples({ 1, 2, 3, 4, 5, 6, 7, 8, 9 })), std::size_t(0));
        QCOMPARE(slowRunCount(samples({ -100, 2, 3, 4, 5, 6, 7, 8, 13 })), std::size_t(0));
        QCOMPARE(slowRunCount(samples({ 1, 2, 3, 4, 5, 6, 7, 8, 13.5 })), std::size_t(1));
        QCOMPARE(slowRunCount(samples({ 1, 1, 100 })), std::size_t(0)); // too few for quartiles
    }

    void oneOperatorHoldsIt()
    {
        test::SessionBuilder builder;
        const std::int64_t layer = builder.addLayer(0, "conv");
        const std::int64_t first = builder.addOperator(layer, OperatorFamily::Convolution, DType::Float32, {}, 0);
        const std::int64_t second = builder.addOperator(layer, OperatorFamily::Activation, DType::Float32, {}, 0);
        builder.time({ ItemId::Kind::Layer, layer }, { 30, 30, 100 });
        builder.time({ ItemId::Kind::Operator, first }, { 20, 20, 85 });
        builder.time({ ItemId::Kind::Operator, second }, { 10, 9, 9 });
        builder.timeModel({ 35, 34, 110 });
        builder.session().layers.edit().unattributed = samples({ 5, 5, 16 });
        const auto excess = excessOf(*builder.session().layers, 2);
        QVERIFY(excess);
        QCOMPARE(excess->excessNs, 75.0);
        QCOMPARE(excess->betweenNs, 11.0);
        QCOMPARE(excess->item, std::optional(ItemId { ItemId::Kind::Operator, first })); // not the layer around it
        QCOMPARE(excess->itemNs, 65.0);
        QCOMPARE(excess->slower, std::size_t(1));
        QCOMPARE(excess->all, std::size_t(2));
        QVERIFY(!excessOf(*builder.session().layers, 3));
    }

    void operatorsOfOtherRunsDoNotCount()
    {
        test::SessionBuilder builder;
        const std::int64_t layer = builder.addLayer(0, "conv");
        const std::int64_t id = builder.addOperator(layer, OperatorFamily::Convolution, DType::Float32, {}, 0);
        builder.time({ ItemId::Kind::Operator, id }, { 20, 85 });
        builder.timeModel({ 35, 34, 110 });
        const auto excess = excessOf(*builder.session().layers, 2);
        QVERIFY(excess && !excess->item);
        QCOMPARE(excess->all, std::size_t(0));
    }
};

ROOFLIGHT_TEST(SlowRunsTest)
#include "slow_runs_test.moc"
