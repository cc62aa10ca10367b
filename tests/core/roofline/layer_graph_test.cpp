// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/layer_graph.h"

#include "tests/core/roofline/item_ids.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

void addLayer(Analysis &analysis, std::int64_t parent, const char *type)
{
    Layer made;
    made.id = std::int64_t(analysis.layers.size());
    made.parent = parent;
    made.type = type;
    made.dtype = DType::Float32;
    if (parent >= 0)
        analysis.layers[std::size_t(parent)].leaf = false;
    analysis.layers.push_back(made);
}

void addOperator(Analysis &analysis, std::int64_t caller, std::vector<std::int64_t> sources,
                 OperatorFamily family = OperatorFamily::Matrix)
{
    Operator made;
    made.id = std::int64_t(analysis.operators.size());
    made.layer = caller;
    made.family = family;
    made.name = "aten::op";
    made.known = true;
    made.cost = { 0, 10, 100, 100 };
    made.sources = std::move(sources);
    analysis.operators.push_back(made);
}

/// Model 0: stem 1, then two equal residual blocks 2 and 5 of a convolution, an activation and an addition of the
/// block's own, then head 8. Operators: 0 stem; 1, 2, 3 the first block, whose addition reads the stem's result, too;
/// 4, 5, 6 the second one; 7 a view of the model's own; 8 the head.
Analysis residual()
{
    Analysis analysis;
    addLayer(analysis, -1, "Net");
    addLayer(analysis, 0, "Conv2d");
    for (int block = 0; block < 2; ++block) {
        const auto id = std::int64_t(analysis.layers.size());
        addLayer(analysis, 0, "Block");
        addLayer(analysis, id, "Conv2d");
        addLayer(analysis, id, "ReLU");
    }
    addLayer(analysis, 0, "Linear");
    addOperator(analysis, 1, {});
    addOperator(analysis, 3, { 0 });
    addOperator(analysis, 4, { 1 });
    addOperator(analysis, 2, { 0, 2 });
    addOperator(analysis, 6, { 3 });
    addOperator(analysis, 7, { 4 });
    addOperator(analysis, 5, { 3, 5 });
    addOperator(analysis, 0, { 6 }, OperatorFamily::View);
    addOperator(analysis, 8, { 6 });
    return analysis;
}

std::vector<ItemId> itemsOf(const LayerGraph &graph)
{
    std::vector<ItemId> items;
    for (const GraphNode &node : graph.nodes)
        items.push_back(node.item);
    return items;
}

} // namespace

class LayerGraphTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void closedLayersAreOneNode()
    {
        const LayerGraph graph = layerGraph(residual(), {}, {});
        QCOMPARE(itemsOf(graph), (std::vector { layerId(1), layerId(2), layerId(5), layerId(8) }));
        QCOMPARE(graph.edges, (std::vector<GraphEdge> { { 0, 1 }, { 1, 2 }, { 2, 3 } }));
        QVERIFY(graph.followsData);
        QVERIFY(graph.nodes[1].canOpen);
        QVERIFY(!graph.nodes[0].canOpen);
        QCOMPARE(graph.nodeOf(layerId(4)), std::optional(std::size_t(1))); // inside of a block
        QCOMPARE(graph.nodeOf({ ItemId::Kind::Operator, 5 }), std::optional(std::size_t(2)));
        QCOMPARE(graph.nodeOf({ ItemId::Kind::Operator, 7 }), std::nullopt); // a view
        QCOMPARE(graph.nodeOf(layerId(0)), std::nullopt); // is all of it
    }

    void openLayersShowWhatIsInThem()
    {
        const LayerGraph graph = layerGraph(residual(), { 2 }, {});
        const ItemId addition { ItemId::Kind::Operator, 3 };
        QCOMPARE(itemsOf(graph),
                 (std::vector { layerId(1), layerId(3), layerId(4), addition, layerId(5), layerId(8) }));
        // The shortcut leads past the convolution.
        QCOMPARE(graph.edges, (std::vector<GraphEdge> { { 0, 1 }, { 0, 3 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 5 } }));
    }

    void equalBlocksAreOneNode()
    {
        const Analysis analysis = residual();
        const EqualItems equal(analysis, equalBlocks(analysis));
        const LayerGraph graph = layerGraph(analysis, {}, equal);
        QCOMPARE(itemsOf(graph), (std::vector { layerId(1), layerId(2), layerId(8) }));
        QCOMPARE(graph.nodes[1].items, (std::vector { layerId(2), layerId(5) }));
        QCOMPARE(graph.edges, (std::vector<GraphEdge> { { 0, 1 }, { 1, 2 } }));
        QCOMPARE(graph.nodeOf(layerId(7)), std::optional(std::size_t(1)));

        // Opened it shows one of them, each part for both.
        const LayerGraph opened = layerGraph(analysis, { 2 }, equal);
        QCOMPARE(opened.nodes.size(), std::size_t(5));
        QCOMPARE(opened.nodes[1].items, (std::vector { layerId(3), layerId(6) }));
        QCOMPARE(opened.edges, (std::vector<GraphEdge> { { 0, 1 }, { 0, 3 }, { 1, 2 }, { 2, 3 }, { 3, 4 } }));
    }

    void withoutSourcesEdgesFollowTheExecution()
    {
        Analysis analysis = residual();
        for (Operator &op : analysis.operators)
            op.sources.clear();
        const LayerGraph graph = layerGraph(analysis, {}, {});
        QVERIFY(!graph.followsData);
        QCOMPARE(graph.edges, (std::vector<GraphEdge> { { 0, 1 }, { 1, 2 }, { 2, 3 } }));
    }

    void withoutOperatorsLayersStandInTheirOrder()
    {
        Analysis analysis = residual();
        analysis.operators.clear();
        QCOMPARE(itemsOf(layerGraph(analysis, {}, {})),
                 (std::vector { layerId(1), layerId(2), layerId(5), layerId(8) }));
        QVERIFY(layerGraph({}, {}, {}).nodes.empty());
    }
};

ROOFLIGHT_TEST(LayerGraphTest)
#include "layer_graph_test.moc"
