// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/fusion.h"

#include "tests/core/roofline/item_ids.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace rooflight;

namespace {

void addTime(Session &session, ItemId item, double timeNs)
{
    ItemLatency &latency = session.layers.edit().items.emplace_back();
    latency.item = item;
    latency.samples.summary.count = 9;
    latency.samples.summary.medianNs = timeNs;
}

/// Model 0 of 100 us with a block 1 of layers 2 (30 us) and 3 (10 us), and a layer 4 that was not timed. An operator in
/// each of 2, 3 and 4: 40 kFLOP and 4000 bytes, 2 kFLOP and 2000 bytes, 1 kFLOP and 1000 bytes.
Session block()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    session.layers.emplace();
    session.layers.edit().instrumentedModel.summary.count = 9;
    session.layers.edit().instrumentedModel.summary.medianNs = 100'000;
    analysis.layers.resize(5);
    const std::vector<std::int64_t> parents { -1, 0, 1, 1, 0 };
    const std::vector<std::int64_t> work { 43'000, 42'000, 40'000, 2'000, 1'000 };
    const std::vector<std::int64_t> bytes { 7'000, 6'000, 4'000, 2'000, 1'000 };
    const std::vector<double> times { 100'000, 40'000, 30'000, 10'000, 0 };
    for (std::size_t i = 0; i < 5; ++i) {
        Layer &made = analysis.layers[i];
        made.id = static_cast<std::int64_t>(i);
        made.parent = parents[i];
        made.leaf = i > 1;
        made.cost = { work[i] / 2, work[i], bytes[i] - 500, 500 };
        if (times[i] > 0)
            addTime(session, layerId(made.id), times[i]);
        if (!made.leaf)
            continue;
        Operator &op = analysis.operators.emplace_back();
        op.id = static_cast<std::int64_t>(analysis.operators.size()) - 1;
        op.layer = made.id;
        op.known = true;
        op.family = OperatorFamily::Elementwise;
        op.work.elementwise = work[i];
        op.cost = made.cost;
    }
    return session;
}

} // namespace

class JointFiguresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sumsOfSeveralLayers();
    void nothingCountsTwice();
    void sumsNeedEveryPart();
    void whatIsNotThereIsLeftOut();
};

void JointFiguresTest::sumsOfSeveralLayers()
{
    const JointFigures joint = jointFigures(JudgedSession(block()), { layerId(2), layerId(3) });
    QCOMPARE(joint.items.size(), std::size_t(2));
    QCOMPARE(joint.timeNs, std::optional(40'000.0));
    QVERIFY(std::abs(joint.timeShare.value_or(0) - 0.4) < 1e-12);
    QCOMPARE(joint.cost.flops, std::int64_t(42'000));
    QCOMPARE(joint.cost.bytesRead + joint.cost.bytesWritten, std::int64_t(6'000));
    QCOMPARE(joint.intensity, std::optional(7.0)); // 42,000 / 6,000: of the sums, neither 10 nor 1
    QVERIFY(!joint.timeAtRoofNs); // without roofs
}

void JointFiguresTest::nothingCountsTwice()
{
    // Layers 2 and 3 and their operators are inside of 1.
    const std::set<ItemId> items { layerId(1), layerId(2), layerId(3), { ItemId::Kind::Operator, 0 } };
    const JointFigures joint = jointFigures(JudgedSession(block()), items);
    QCOMPARE(joint.items, std::vector { layerId(1) });
    QCOMPARE(joint.timeNs, std::optional(40'000.0));
    QCOMPARE(joint.cost.flops, std::int64_t(42'000));
}

void JointFiguresTest::sumsNeedEveryPart()
{
    const JointFigures joint = jointFigures(JudgedSession(block()), { layerId(3), layerId(4) });
    QVERIFY(!joint.timeNs && !joint.timeShare);
    QCOMPARE(joint.cost.flops, std::int64_t(3'000));
    QCOMPARE(joint.intensity, std::optional(1.0));
}

void JointFiguresTest::whatIsNotThereIsLeftOut()
{
    QVERIFY(
        jointFigures(JudgedSession(block()), { layerId(7), layerId(-1), { ItemId::Kind::Operator, 3 } }).items.empty());
    QVERIFY(!jointFigures(JudgedSession(block()), {}).timeNs);
    QVERIFY(jointFigures(JudgedSession(Session()), { layerId(0) }).items.empty());
}

ROOFLIGHT_TEST(JointFiguresTest)
#include "joint_figures_test.moc"
