// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/graph/graph_view.h"
#include "ui/models/selection.h"
#include "ui/views/panels/graph_panel.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace rooflight;

namespace {

constexpr QSizeF nodeSize(100, 40);

using Pairs = std::vector<std::pair<int, int>>;

LayerGraph graphOf(std::size_t nodes, std::vector<GraphEdge> edges)
{
    LayerGraph graph;
    for (std::size_t i = 0; i < nodes; ++i)
        graph.nodes.push_back(
            { { ItemId::Kind::Layer, std::int64_t(i) }, { { ItemId::Kind::Layer, std::int64_t(i) } } });
    graph.edges = std::move(edges);
    return graph;
}

/// Nodes in a row, each leading to the next one.
LayerGraph chain(std::size_t nodes)
{
    std::vector<GraphEdge> edges;
    for (std::size_t i = 1; i < nodes; ++i)
        edges.push_back({ i - 1, i });
    return graphOf(nodes, edges);
}

bool overlap(const GraphLayout &layout)
{
    for (std::size_t a = 0; a < layout.nodes.size(); ++a) {
        for (std::size_t b = a + 1; b < layout.nodes.size(); ++b) {
            if (layout.nodes[a].intersects(layout.nodes[b]))
                return true;
        }
    }
    return false;
}

} // namespace

class TestGraph : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void edgesLeadDownwards_data()
    {
        QTest::addColumn<Pairs>("pairs");
        QTest::newRow("chain") << Pairs { { 0, 1 }, { 1, 2 }, { 2, 3 } };
        QTest::newRow("diamond") << Pairs { { 0, 1 }, { 0, 2 }, { 1, 3 }, { 2, 3 } };
        QTest::newRow("shortcut") << Pairs { { 0, 1 }, { 0, 4 }, { 1, 2 }, { 2, 3 }, { 3, 4 } };
        QTest::newRow("branches") << Pairs { { 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 4 },
                                             { 1, 5 }, { 2, 5 }, { 3, 5 }, { 4, 5 } };
        Pairs distant;
        for (int i = 1; i < 60; ++i)
            distant.emplace_back(i - 1, i);
        distant.insert(distant.begin(), { 0, 59 });
        QTest::newRow("over many layers") << distant;
    }

    void edgesLeadDownwards()
    {
        QFETCH(Pairs, pairs);
        std::vector<GraphEdge> edges;
        std::size_t nodes = 0;
        for (const auto &[from, to] : pairs) {
            edges.push_back({ std::size_t(from), std::size_t(to) });
            nodes = std::max(nodes, std::size_t(to) + 1);
        }
        std::ranges::sort(edges);
        const LayerGraph graph = graphOf(nodes, edges);
        const GraphLayout layout = graphLayout(graph, nodeSize);
        QVERIFY(!overlap(layout));
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const QRectF &from = layout.nodes[edges[i].from];
            const QRectF &to = layout.nodes[edges[i].to];
            QVERIFY(from.bottom() < to.top());
            QCOMPARE(layout.edges[i].first(), QPointF(from.center().x(), from.bottom()));
            QCOMPARE(layout.edges[i].last(), QPointF(to.center().x(), to.top()));
            for (const QPointF &corner : layout.edges[i])
                QVERIFY(layout.bounds.contains(corner));
        }
    }

    void chainIsStraight()
    {
        const GraphLayout layout = graphLayout(chain(5), nodeSize);
        for (const QRectF &node : layout.nodes)
            QCOMPARE(node.center().x(), layout.nodes.front().center().x());
    }

    void shortcutPassesBesideTheNodes()
    {
        const LayerGraph graph = graphOf(4, { { 0, 1 }, { 0, 3 }, { 1, 2 }, { 2, 3 } });
        const GraphLayout layout = graphLayout(graph, nodeSize);
        for (const QPointF &corner : layout.edges[1]) {
            QVERIFY(!layout.nodes[1].contains(corner));
            QVERIFY(!layout.nodes[2].contains(corner));
        }
    }

    void branchesDoNotCross()
    {
        // Two chains of two beside each other, the second one listed the other way round.
        const LayerGraph graph = graphOf(6, { { 0, 1 }, { 0, 2 }, { 1, 4 }, { 2, 3 }, { 3, 5 }, { 4, 5 } });
        const GraphLayout layout = graphLayout(graph, nodeSize);
        const bool isLeft = layout.nodes[1].x() < layout.nodes[2].x();
        QCOMPARE(layout.nodes[4].x() < layout.nodes[3].x(), isLeft);
    }

    void paintsOnlyWhatIsInSight()
    {
        Selection selection;
        GraphView view(&selection);
        view.resize(300, 400);
        const std::size_t count = 5000;
        view.setGraph(chain(count), std::vector<GraphLook>(count));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTRY_VERIFY(view.paintedNodes() > 0);
        view.zoomBy(1 / 0.6, QPointF(150, 0));
        QVERIFY(!view.grab().isNull());
        QVERIFY(view.paintedNodes() > 0 && view.paintedNodes() < 20);
    }

    void panelOpensLayersAndFoldsEqualOnes()
    {
        Session session = fixture::threeBlocks();
        const JudgedSession judged(session);
        Selection selection;
        GraphPanel panel(&selection);
        panel.resize(400, 600);
        panel.setFolded(true);
        panel.setSession(judged);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const LayerGraph &graph = panel.view()->graph();
        QCOMPARE(graph.nodes.size(), std::size_t(2)); // the three blocks as one, and the head
        QCOMPARE(graph.nodes.front().items.size(), std::size_t(3));
        QVERIFY(!graph.followsData); // the fixture has no operators

        QTest::mouseDClick(panel.view(), Qt::LeftButton, {}, panel.view()->boxOf(0).center().toPoint());
        QCOMPARE(graph.nodes.size(), std::size_t(3)); // fc, act, head
        QCOMPARE(graph.nodes.front().items.size(), std::size_t(3));
        QTest::mouseClick(panel.view(), Qt::LeftButton, {}, panel.view()->boxOf(1).center().toPoint());
        QCOMPARE(selection.selected().size(), std::size_t(3)); // all three act
        QTest::keyClick(panel.view(), Qt::Key_Left);
        QCOMPARE(graph.nodes.size(), std::size_t(2));
        QTest::keyClick(panel.view(), Qt::Key_Down);
        QCOMPARE(selection.focus(), std::optional(ItemId { ItemId::Kind::Layer, 10 }));
        QSignalSpy activated(&panel, &GraphPanel::itemActivated);
        QTest::keyClick(panel.view(), Qt::Key_Return);
        QCOMPARE(activated.count(), 1);

        panel.setFolded(false);
        panel.setSession(judged);
        QCOMPARE(graph.nodes.size(), std::size_t(4)); // each block by itself
    }

    void buttonsFitIntoANarrowPanel()
    {
        Selection selection;
        GraphPanel panel(&selection);
        panel.setMinimumSize(170, 48); // as its dock does
        panel.show();
        const QList<QToolButton *> buttons = panel.findChildren<QToolButton *>();
        QCOMPARE(buttons.size(), 2);
        for (const int width : { 170, 600 }) {
            panel.resize(width, 300);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            for (const QToolButton *button : buttons) {
                QVERIFY(button->width() >= button->sizeHint().width());
                QVERIFY(button->geometry().right() < width);
                QCOMPARE(button->toolButtonStyle(), width < 200 ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextOnly);
            }
        }
    }

    void followsTheSelectionOfOthers()
    {
        const Session session = fixture::threeBlocks();
        const JudgedSession judged(session);
        Selection selection;
        GraphPanel panel(&selection);
        panel.resize(400, 160);
        panel.setFolded(false);
        panel.setSession(judged);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.view()->zoomBy(3, QPointF(0, 0));
        selection.select({ ItemId::Kind::Layer, 10 });
        QVERIFY(QRectF(panel.view()->rect()).contains(panel.view()->boxOf(3).center()));
    }
};

ROOFLIGHT_TEST(TestGraph)
#include "test_graph.moc"
