// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/equal_blocks.h"
#include "tests/core/roofline/item_ids.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>

using namespace rooflight;

namespace {

using Ids = std::vector<std::int64_t>;

/// Models made by hand, layer by layer.
struct Tree {
    Analysis analysis;

    std::int64_t add(std::int64_t parent, const char *type, std::int64_t width = 8)
    {
        Layer made;
        made.id = static_cast<std::int64_t>(analysis.layers.size());
        made.parent = parent;
        made.type = type;
        made.inputShapes = made.outputShapes = { { 1, width } };
        made.cost = { width, 2 * width, 4 * width, 4 * width };
        analysis.layers.push_back(made);
        return made.id;
    }

    void addOperator(std::int64_t caller, const char *name)
    {
        Operator made;
        made.id = static_cast<std::int64_t>(analysis.operators.size());
        made.layer = caller;
        made.name = name;
        analysis.operators.push_back(made);
    }

    /// A block of a linear layer and an activation, each with its operator.
    std::int64_t addBlock(std::int64_t parent, const char *activation = "GELU", std::int64_t width = 8)
    {
        const std::int64_t block = add(parent, "Block", width);
        addOperator(add(block, "Linear", width), "aten::linear");
        addOperator(add(block, activation, width), "aten::gelu");
        return block;
    }
};

RooflinePoint point(double timeNs, double atRoofNs, Bound bound)
{
    RooflinePoint made;
    made.timeNs = timeNs;
    made.timeAtRoofNs = atRoofNs;
    made.timeShare = timeNs / 1024; // exact
    made.timeToGainNs = timeNs - atRoofNs;
    made.cost = { 50, 100, 30, 20 };
    made.flops = 100;
    made.achievedFlopPerSecond = 1;
    made.verdict.bound = bound;
    made.verdict.roofFraction = atRoofNs / timeNs;
    made.verdict.attainableFlopPerSecond = 1;
    return made;
}

} // namespace

class EqualBlocksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void siblingsThatDoTheSame();
    void whatDiffersIsNoEqual_data();
    void whatDiffersIsNoEqual();
    void leavesAreNoBlocks();
    void manyEqualLeavesAreOne();
    void blocksOfTwoKindsInTurns();
    void theSamePlaceInEqualBlocks();
    void blocksInBlocksAreAllOne();
    void nothingEqualsNothing();
    void foldedTimesAddUp();
    void foldedTimesNeedAll();
};

/// 0 the model, 1 to 3, 4 to 6, 7 to 9: three blocks of three layers.
void EqualBlocksTest::siblingsThatDoTheSame()
{
    Tree tree;
    tree.add(-1, "Net");
    for (int i = 0; i < 3; ++i)
        tree.addBlock(0);
    const std::vector<EqualBlocks> blocks = equalBlocks(tree.analysis);
    QCOMPARE(blocks.size(), std::size_t(1));
    QCOMPARE(blocks.front().layers, (Ids { 1, 4, 7 }));
}

void EqualBlocksTest::whatDiffersIsNoEqual_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : { "type", "shape", "work", "element type", "operator", "operators", "deep type" })
        QTest::addRow("%s", what) << what;
}

void EqualBlocksTest::whatDiffersIsNoEqual()
{
    QFETCH(const QString, what);
    Tree tree;
    tree.add(-1, "Net");
    tree.addBlock(0);
    tree.addBlock(0, what == "deep type" ? "ReLU" : "GELU");
    Layer &second = tree.analysis.layers[4];
    if (what == "type")
        second.type = "Other";
    else if (what == "shape")
        second.inputShapes = { { 1, 9 } };
    else if (what == "work")
        second.cost.flops += 1;
    else if (what == "element type")
        second.dtype = DType::Float16;
    else if (what == "operator")
        tree.analysis.operators[2].name = "aten::addmm";
    else if (what == "operators")
        tree.addOperator(4, "aten::add");
    QVERIFY(equalBlocks(tree.analysis).empty());
}

void EqualBlocksTest::leavesAreNoBlocks()
{
    Tree tree;
    tree.add(-1, "Net");
    for (int i = 0; i < 15; ++i)
        tree.add(0, "ReLU");
    QVERIFY(equalBlocks(tree.analysis).empty());
}

/// As in a chain of 1,500 equal layers, which are 1,500 rows else.
void EqualBlocksTest::manyEqualLeavesAreOne()
{
    Tree tree;
    tree.add(-1, "Net");
    for (int i = 0; i < 1500; ++i)
        tree.add(0, i % 2 == 0 ? "Linear" : "ReLU");
    const std::vector<EqualBlocks> blocks = equalBlocks(tree.analysis);
    QCOMPARE(blocks.size(), std::size_t(2));
    QCOMPARE(blocks[0].layers.size(), std::size_t(750));
    QCOMPARE(blocks[0].layers.front(), std::int64_t(1));
    QCOMPARE(blocks[1].layers.back(), std::int64_t(1500));
}

/// As in Swin: every second block shifts its windows.
void EqualBlocksTest::blocksOfTwoKindsInTurns()
{
    Tree tree;
    tree.add(-1, "Net");
    for (int i = 0; i < 2; ++i) {
        tree.addBlock(0, "Plain"); // 1, 7
        tree.addBlock(0, "Shifted"); // 4, 10
    }
    const std::vector<EqualBlocks> blocks = equalBlocks(tree.analysis);
    QCOMPARE(blocks.size(), std::size_t(2));
    QCOMPARE(blocks[0].layers, (Ids { 1, 7 }));
    QCOMPARE(blocks[1].layers, (Ids { 4, 10 }));
}

void EqualBlocksTest::theSamePlaceInEqualBlocks()
{
    Tree tree;
    tree.add(-1, "Net");
    for (int i = 0; i < 3; ++i)
        tree.addBlock(0);
    const EqualItems items(tree.analysis, equalBlocks(tree.analysis));
    QCOMPARE(items.firstOf(layerId(8)), layerId(2)); // the linear layer of the third block
    QCOMPARE(items.firstOf(operatorId(5)), operatorId(1));
    QCOMPARE(items.firstOf(layerId(0)), layerId(0));
    const std::span<const ItemId> gelu = items.equalTo(layerId(3));
    QCOMPARE((std::vector<ItemId>(gelu.begin(), gelu.end())), (std::vector { layerId(3), layerId(6), layerId(9) }));
    QVERIFY(items.equalTo(layerId(6)).empty());
    QCOMPARE(items.equalTo(layerId(0)).size(), std::size_t(1));
}

/// Two stages of two blocks each: four linear layers.
void EqualBlocksTest::blocksInBlocksAreAllOne()
{
    Tree tree;
    tree.add(-1, "Net");
    for (int stage = 0; stage < 2; ++stage) {
        const std::int64_t parent = tree.add(0, "Stage"); // 1, 8
        tree.addBlock(parent); // 2, 9
        tree.addBlock(parent); // 5, 12
    }
    const std::vector<EqualBlocks> blocks = equalBlocks(tree.analysis);
    QCOMPARE(blocks.size(), std::size_t(3));
    QCOMPARE(blocks[0].layers, (Ids { 1, 8 }));
    QCOMPARE(blocks[1].layers, (Ids { 2, 5 }));
    QCOMPARE(blocks[2].layers, (Ids { 9, 12 }));
    const EqualItems items(tree.analysis, blocks);
    QCOMPARE(items.equalTo(layerId(3)).size(), std::size_t(4));
    QCOMPARE(items.equalTo(layerId(1)).size(), std::size_t(2));
    QCOMPARE(items.firstOf(layerId(13)), layerId(3));
}

void EqualBlocksTest::nothingEqualsNothing()
{
    QVERIFY(equalBlocks(Analysis()).empty());
    const EqualItems items(Analysis(), {});
    QCOMPARE(items.firstOf(layerId(3)), layerId(3));
    QVERIFY(items.equalTo(layerId(3)).empty());
}

/// 100 + 300 + 200 ns for 3 x 100 FLOP: 600 ns, 0.5 FLOP/ns. At the roof 10 + 20 + 30: a tenth.
void EqualBlocksTest::foldedTimesAddUp()
{
    const std::vector<RooflinePoint> points = { point(100, 10, Bound::Compute), point(300, 20, Bound::Bandwidth),
                                                point(200, 30, Bound::Compute) };
    const FoldedPoint folded = foldedPoint(std::array { &points[0], &points[1], &points[2] });
    QCOMPARE(folded.count, std::size_t(3));
    QCOMPARE(folded.point.timeNs, std::optional(600.0));
    QCOMPARE(folded.point.timeAtRoofNs, std::optional(60.0));
    QCOMPARE(folded.point.timeToGainNs, std::optional(540.0));
    QCOMPARE(folded.point.timeShare, std::optional(600.0 / 1024));
    QCOMPARE(folded.point.cost.flops, std::int64_t(300));
    QCOMPARE(folded.point.cost.bytesRead, std::int64_t(90));
    QCOMPARE(folded.point.achievedFlopPerSecond, std::optional(0.5e9));
    QCOMPARE(folded.point.verdict.attainableFlopPerSecond, std::optional(5e9));
    QCOMPARE(folded.point.verdict.roofFraction, std::optional(0.1));
    // 300 ns each way: of a tie the first in the order of verdicts.
    QCOMPARE(folded.point.verdict.bound, Bound::Compute);
    QCOMPARE(folded.fastestNs, std::optional(100.0));
    QCOMPARE(folded.medianNs, std::optional(200.0));
    QCOMPARE(folded.slowestNs, std::optional(300.0));
}

void EqualBlocksTest::foldedTimesNeedAll()
{
    std::vector<RooflinePoint> points = { point(100, 10, Bound::Compute), point(300, 20, Bound::Compute) };
    points[1].timeNs.reset();
    const FoldedPoint folded = foldedPoint(std::array { &points[0], &points[1] });
    QVERIFY(!folded.point.timeNs);
    QVERIFY(!folded.medianNs);
    QCOMPARE(folded.point.timeAtRoofNs, std::optional(30.0));
}

ROOFLIGHT_TEST(EqualBlocksTest)
#include "equal_blocks_test.moc"
