// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/fusion.h"
#include "tests/support/simple_roofs.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

ItemId layer(std::int64_t id)
{
    return { ItemId::Kind::Layer, id };
}

ItemId op(std::int64_t id)
{
    return { ItemId::Kind::Operator, id };
}

void addOperator(Analysis &analysis, std::int64_t caller, std::int64_t flops, const Cost &bytes,
                 std::vector<Shape> inputs, std::vector<Shape> outputs)
{
    Operator made;
    made.id = static_cast<std::int64_t>(analysis.operators.size());
    made.layer = caller;
    made.name = "aten::op";
    made.family = OperatorFamily::Elementwise;
    made.known = true;
    made.dtype = DType::Float32;
    made.cost = { 0, flops, bytes.bytesRead, bytes.bytesWritten };
    made.work.elementwise = flops;
    made.inputShapes = std::move(inputs);
    made.outputShapes = std::move(outputs);
    analysis.operators.push_back(made);
}

/// Layer 1 with three operators on a tensor of 1000 x 1000 fp32, 4 MB: read and write 4 MB each, the last one reads a
/// second tensor of the same size. 100 GB/s, 1 TFLOP/s, 5 us a launch.
Session threeElementwise()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.layers.resize(2);
    analysis.layers[1].id = 1;
    analysis.layers[1].parent = 0;
    const Shape square { 1000, 1000 };
    addOperator(analysis, 1, 1'000'000, { 0, 0, 4'000'000, 4'000'000 }, { square }, { square });
    addOperator(analysis, 1, 1'000'000, { 0, 0, 4'000'000, 4'000'000 }, { square }, { square });
    addOperator(analysis, 1, 1'000'000, { 0, 0, 8'000'000, 4'000'000 }, { square, square }, { square });
    session.peaks.emplace().roofs = test::simpleRoofs(5e-6);
    return session;
}

} // namespace

class FusionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resultsInBetweenAreNotMoved();
    void twoOfThree();
    void anOtherShapeIsNoResult();
    void oneFusesNothing();
    void withoutAFormulaNothingIsKnown();
    void whatRunsInBetweenNeedsTheResult();
};

/// 8 + 8 + 12 MB, each for itself: 80 + 80 + 120 us. The results of the first two are neither written nor read: 16 MB
/// less. The last one takes a second input, which only the first result could be, but that is taken already. 12 MB: 120
/// us.
void FusionTest::resultsInBetweenAreNotMoved()
{
    const std::optional<Fusion> fusion = fusionOf(threeElementwise(), { layer(1) });
    QVERIFY(fusion);
    QCOMPARE(fusion->operators, std::int64_t(3));
    QVERIFY(fusion->keepsResults());
    QCOMPARE(fusion->bytesBefore, std::int64_t(28'000'000));
    QCOMPARE(fusion->bytes, std::int64_t(12'000'000));
    QCOMPARE(fusion->flops, std::int64_t(3'000'000));
    QCOMPARE(fusion->intensity(), std::optional(0.25));
    QCOMPARE(fusion->atRoofBeforeNs, 280e3);
    QCOMPARE(fusion->atRoofNs, 120e3);
    QCOMPARE(fusion->savedNs(), 160e3);
}

/// The second and the third: 8 + 12 MB less 8 MB.
void FusionTest::twoOfThree()
{
    const std::optional<Fusion> fusion = fusionOf(threeElementwise(), { op(1), op(2) });
    QVERIFY(fusion);
    QCOMPARE(fusion->bytes, std::int64_t(12'000'000));
    QCOMPARE(fusion->savedNs(), 80e3);
    // A layer and what lies in it are there once.
    QCOMPARE(fusionOf(threeElementwise(), { layer(0), layer(1), op(1) })->operators, std::int64_t(3));
}

void FusionTest::anOtherShapeIsNoResult()
{
    Session session = threeElementwise();
    session.analysis.edit().operators[0].outputShapes = { { 500, 2000 } };
    const std::optional<Fusion> fusion = fusionOf(session, { op(0), op(1) });
    QVERIFY(fusion);
    QCOMPARE(fusion->bytes, fusion->bytesBefore);
    QVERIFY(!fusion->keepsResults());
    QCOMPARE(fusion->savedNs(), 0.0);
}

void FusionTest::oneFusesNothing()
{
    const std::optional<Fusion> fusion = fusionOf(threeElementwise(), { op(0) });
    QVERIFY(fusion);
    QCOMPARE(fusion->operators, std::int64_t(1));
    QCOMPARE(fusion->savedNs(), 0.0);
    QVERIFY(!fusionOf(Session(), { op(0) }));
}

void FusionTest::withoutAFormulaNothingIsKnown()
{
    Session session = threeElementwise();
    session.analysis.edit().operators[1].known = false;
    QVERIFY(!fusionOf(session, { layer(1) }));
    QVERIFY(fusionOf(session, { op(0), op(2) }));
}

/// The second one takes what the first one wrote, so that has to be written.
void FusionTest::whatRunsInBetweenNeedsTheResult()
{
    const std::optional<Fusion> fusion = fusionOf(threeElementwise(), { op(0), op(2) });
    QVERIFY(fusion);
    QCOMPARE(fusion->bytes, fusion->bytesBefore);
    QCOMPARE(fusion->savedNs(), 0.0);
}

ROOFLIGHT_TEST(FusionTest)
#include "fusion_test.moc"
