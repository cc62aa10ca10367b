// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/size_paths.h"

#include "tests/support/simple_roofs.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

constexpr ItemId product { ItemId::Kind::Operator, 0 };
constexpr ItemId activation { ItemId::Kind::Operator, 1 };

/// A linear layer from 1000 to 1000 fp32 numbers, and an activation that moves 30 kB an item; 1 TFLOP/s, 100 GB/s, and
/// 1 us a launch. At batch b the product does 2 MFLOP x b in 2 us x b, and moves 4 MB of weights and 8 kB x b in
/// 40 us + 0.08 us x b.
Session linear(std::int64_t batch)
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.model.parameterBytes = 4'000'000;
    analysis.inputs = { { "x", { { batch, 1000 }, DType::Float32 }, InputSource::Given } };
    analysis.layers.emplace_back();
    OperatorWork multiply;
    multiply.macs = 1'000'000 * batch;
    test::addOperator(analysis, OperatorFamily::Matrix, multiply,
                      { { 4'000 * batch, 10'000'000, false, false },
                        { 4'000'000, 10'000'000, true, false },
                        { 4'000 * batch, 10'000'000, false, true } },
                      { batch, 1000 });
    OperatorWork apply;
    apply.elementwise = 1'000 * batch;
    test::addOperator(analysis, OperatorFamily::Activation, apply,
                      { { 15'000 * batch, 10'000'000, false, false }, { 15'000 * batch, 10'000'000, false, true } },
                      { batch, 1000 });
    session.peaks.emplace().roofs = test::simpleRoofs(1e-6);
    return session;
}

std::optional<BatchTurn> turnOf(const Session &session, ItemId item, const std::vector<double> &batches)
{
    const ItemAtBatches only(session, item, {});
    return only.turn(only.path(batches));
}

} // namespace

class BatchPathTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesAreUnderTheRoofs();
    void turnIsExactToOneItem();
    void turnCountsItemsWhateverWasObserved();
    void firstTurnWhereNothingIsComputeBound();
    void noTurnWhereTheBoundStays();
};

void BatchPathTest::placesAreUnderTheRoofs()
{
    // At 1: 2 MFLOP and 4,008,000 bytes. At 64: 128 MFLOP in 128 us.
    const std::vector<BatchPlace> path = ItemAtBatches(linear(1), product, {}).path({ 1, 64 });
    QCOMPARE(path.size(), std::size_t(2));
    QCOMPARE(path[0].intensity, 2'000'000.0 / 4'008'000);
    QCOMPARE(path[0].bound, Bound::Bandwidth);
    QCOMPARE(path[1].flopPerSecond, 1e12);
    QCOMPARE(path[1].timeNs, 128'000.0);
    QCOMPARE(path[1].bound, Bound::Compute);
}

/// Compute-bound is what takes more than 1.2 times as long for arithmetic as for memory: 2 b > 1.2 (40 + 0.08 b), which
/// is b > 25.2.
void BatchPathTest::turnIsExactToOneItem()
{
    const auto turn = turnOf(linear(1), product, { 1, 2, 4, 8, 16, 32, 64 });
    QVERIFY(turn.has_value());
    QCOMPARE(turn->batch, std::int64_t(26));
    QCOMPARE(turn->from, Bound::Bandwidth);
    QCOMPARE(turn->to, Bound::Compute);
}

void BatchPathTest::turnCountsItemsWhateverWasObserved()
{
    const auto turn = turnOf(linear(4), product, { 0.25, 0.5, 1, 2, 4, 8, 16 });
    QVERIFY(turn.has_value());
    QCOMPARE(turn->batch, std::int64_t(26));
}

/// 0.3 us x b of memory takes longer than a launch from b = 4 on.
void BatchPathTest::firstTurnWhereNothingIsComputeBound()
{
    const auto turn = turnOf(linear(1), activation, { 1, 2, 8, 16 });
    QVERIFY((turn == BatchTurn { Bound::Launch, Bound::Bandwidth, 4 }));
}

void BatchPathTest::noTurnWhereTheBoundStays()
{
    QVERIFY(!turnOf(linear(1), activation, { 4, 8, 16 }));
    QVERIFY(!turnOf(linear(1), product, {}));
    QVERIFY(!turnOf(Session {}, product, { 1, 2 }));
}

ROOFLIGHT_TEST(BatchPathTest)
#include "batch_path_test.moc"
