// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/models/layer_filter_proxy.h"
#include "ui/models/layer_tree_model.h"
#include "ui/views/widgets/table_text.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <functional>

using namespace rooflight;

namespace {

using Tester = QAbstractItemModelTester;

void visit(const QAbstractItemModel &model, const QModelIndex &parent,
           const std::function<void(const QModelIndex &)> &see)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        see(index);
        visit(model, index, see);
    }
}

QStringList names(const QAbstractItemModel &model)
{
    QStringList result;
    visit(model, {}, [&](const QModelIndex &index) { result.append(index.data().toString()); });
    return result;
}

ItemId layerCalled(const Session &session, std::string_view path)
{
    for (const Layer &layer : session.analysis->layers) {
        if (layer.path == path)
            return { ItemId::Kind::Layer, layer.id };
    }
    return { ItemId::Kind::Layer, -1 };
}

QModelIndex cell(const LayerTreeModel &model, ItemId item, FactId column)
{
    return model.indexOf(item).siblingAtColumn(int(column));
}

/// A model of two blocks, each with two layers that call one operator.
Session nested()
{
    Session session;
    Analysis analysis;
    analysis.model.path = "/models/nested.pt";
    const auto addLayer = [&](std::int64_t parent, const char *path, const char *type) {
        Layer layer;
        layer.id = std::int64_t(analysis.layers.size());
        layer.parent = parent;
        layer.path = path;
        layer.type = type;
        layer.cost = { 1, 2, 3, 4 };
        analysis.layers.push_back(layer);
        return layer.id;
    };
    addLayer(-1, "", "Net");
    for (const std::string block : { "block1", "block2" }) {
        const std::int64_t parent = addLayer(0, block.c_str(), "Block");
        for (const std::string name : { "conv1", "fc" }) {
            Operator op;
            op.id = std::int64_t(analysis.operators.size());
            op.layer = addLayer(parent, (block + '.' + name).c_str(), name == "fc" ? "Linear" : "Conv2d");
            op.name = name == "fc" ? "aten::linear" : "aten::conv2d";
            op.known = true;
            op.cost = { 1, 2, 3, 4 };
            analysis.operators.push_back(op);
        }
        analysis.layers[std::size_t(parent)].leaf = false;
    }
    analysis.layers[0].leaf = false;
    session.analysis = analysis;
    return session;
}

/// One layer whose operators hang at the top, as in a frozen file: nothing known, something known, a view.
Session frozen()
{
    Session session;
    Analysis analysis;
    analysis.model.path = "/models/frozen.pt";
    Layer root;
    root.type = "Model";
    root.cost = { 10, 20, 400, 100 };
    analysis.layers.push_back(root);
    Operator known;
    known.id = 0;
    known.name = "aten::conv2d";
    known.family = OperatorFamily::Convolution;
    known.known = true;
    known.cost = { 10, 20, 400, 100 };
    Operator view;
    view.id = 1;
    view.name = "aten::flatten";
    view.family = OperatorFamily::View;
    view.known = true;
    Operator unknown;
    unknown.id = 2;
    unknown.name = "custom::thing";
    unknown.cost = { 0, 0, 64, 64 };
    analysis.operators = { known, view, unknown };
    session.analysis = analysis;
    return session;
}

} // namespace

class TestLayerModel : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void holdsWhatAModelMustHold()
    {
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        const Tester modelTester(&model, Tester::FailureReportingMode::QtTest);
        const Tester proxyTester(&proxy, Tester::FailureReportingMode::QtTest);
        model.setSession(JudgedSession(fixture::resnet18WithoutTimes()));
        model.setSession(JudgedSession(fixture::resnet18()));
        proxy.setFilterText("conv");
        proxy.sort(int(FactId::Time), Qt::DescendingOrder);
        model.setArrangement(LayerTreeModel::Arrangement::Flat);
        model.setSession(JudgedSession(fixture::awkward()));
        model.setArrangement(LayerTreeModel::Arrangement::Tree);
        proxy.setFilterText({});
        model.setSession(JudgedSession(frozen()));
        model.setSession(JudgedSession(Session()));
        QCOMPARE(model.rowCount(), 0);
    }

    void everyLayerHasARow()
    {
        const Session session = fixture::resnet18();
        LayerTreeModel model;
        model.setSession(JudgedSession(session));
        QCOMPARE(model.rowCount(), 1);
        for (const Layer &layer : session.analysis->layers) {
            const ItemId item { ItemId::Kind::Layer, layer.id };
            const QModelIndex index = model.indexOf(item);
            QVERIFY2(index.isValid(), layer.path.c_str());
            QVERIFY(model.itemAt(index) == item);
            QCOMPARE(index.data(Qt::ToolTipRole).toString(),
                     QString::fromStdString(layer.path.empty() ? layer.type : layer.path));
        }
    }

    void layersHangUnderTheirParents()
    {
        LayerTreeModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        model.setSession(JudgedSession(nested()));
        QCOMPARE(names(model),
                 (QStringList { "Net", "block1", "conv1", "aten::conv2d", "fc", "aten::linear", "block2", "conv1",
                                "aten::conv2d", "fc", "aten::linear" }));
        QCOMPARE(model.parent(model.indexOf(layerCalled(nested(), "block2.fc"))),
                 model.indexOf(layerCalled(nested(), "block2")));
        model.setArrangement(LayerTreeModel::Arrangement::Flat);
        QCOMPARE(names(model), (QStringList { "block1.conv1", "block1.fc", "block2.conv1", "block2.fc" }));
    }

    void numbersAreThoseOfTheSession()
    {
        // conv1 of ResNet-18: 64 filters of 3x7x7 on 112x112 positions, counted by hand.
        const Session session = fixture::resnet18();
        LayerTreeModel model;
        model.setSession(JudgedSession(session));
        const ItemId conv1 = layerCalled(session, "conv1");
        QCOMPARE(cell(model, conv1, FactId::Macs).data(LayerTreeModel::SortRole).toDouble(), 118013952.0);
        QCOMPARE(cell(model, conv1, FactId::Macs).data().toString(), QStringLiteral("118 MMAC"));
        QCOMPARE(cell(model, conv1, FactId::Parameters).data(LayerTreeModel::SortRole).toDouble(), 9408.0);
        QCOMPARE(cell(model, conv1, FactId::OutputShapes).data().toString(), QStringLiteral("1x64x112x112"));
        QCOMPARE(cell(model, conv1, FactId::Type).data().toString(), QStringLiteral("Conv2d"));
        const QVariant share = cell(model, conv1, FactId::Share).data(LayerTreeModel::FractionRole);
        QVERIFY(share.isValid() && share.toDouble() > 0 && share.toDouble() < 1);
        const QModelIndex time = cell(model, conv1, FactId::Time); // which has the bar, as shares are hidden at first
        QCOMPARE(time.data(LayerTreeModel::FractionRole), share);
        QVERIFY(time.data(Qt::ToolTipRole).toString().contains(cell(model, conv1, FactId::Share).data().toString()));
        QVERIFY(!cell(model, conv1, FactId::Flops).data(LayerTreeModel::FractionRole).isValid());
    }

    /// 1 GFLOP at 2 TFLOP/s takes half a millisecond, whatever it took here.
    void otherRoofsTellTheBestTimeThere()
    {
        Session session;
        session.analysis.emplace();
        Layer layer;
        layer.path = "conv";
        layer.dtype = DType::Float32;
        layer.cost = { .flops = 1'000'000'000, .bytesRead = 1000 };
        session.analysis.edit().layers = { layer };
        session.peaks.emplace();
        session.peaks.edit().theoretical = true;
        Roof compute;
        compute.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
        compute.value = 2e12;
        Roof memory;
        memory.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read };
        memory.value = 1e12;
        session.peaks.edit().roofs = { compute, memory };
        LayerTreeModel model;
        model.setSession(JudgedSession(session));
        const QModelIndex index = cell(model, { ItemId::Kind::Layer, 0 }, FactId::AtBest);
        QCOMPARE(index.data().toString(), QString("500 µs"));
        QCOMPARE(index.data(LayerTreeModel::SortRole).toDouble(), 5e5);
    }

    void frozenFilesShowTheirOperators()
    {
        LayerTreeModel model;
        model.setSession(JudgedSession(frozen()));
        QCOMPARE(names(model), (QStringList { "Model", "aten::conv2d", "custom::thing" }));
        const ItemId unknown { ItemId::Kind::Operator, 2 };
        QCOMPARE(cell(model, unknown, FactId::Flops).data().toString(), QStringLiteral("Unknown"));
        QVERIFY(!cell(model, unknown, FactId::Flops).data(LayerTreeModel::SortRole).isValid());
        const ItemId whole { ItemId::Kind::Layer, 0 };
        QVERIFY(cell(model, whole, FactId::Flops).data().toString().startsWith(u'≥'));
        QVERIFY(!model.indexOf({ ItemId::Kind::Operator, 1 }).isValid()); // a view does nothing
    }

    void rowsStayWhenOnlyNumbersArrive()
    {
        LayerTreeModel model;
        model.setSession(JudgedSession(fixture::resnet18WithoutTimes()));
        const Session session = fixture::resnet18();
        const QPersistentModelIndex conv1 = cell(model, layerCalled(session, "conv1"), FactId::Time);
        QVERIFY(conv1.data().toString().isEmpty());
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setSession(JudgedSession(session));
        QCOMPARE(reset.count(), 0);
        QVERIFY(changed.count() > 0);
        QVERIFY(conv1.isValid());
        QVERIFY(!conv1.data().toString().isEmpty());
    }

    void sortsByRawNumberAbsentLast_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("descending");
        for (const FactId column :
             { FactId::Time, FactId::Flops, FactId::Intensity, FactId::RoofFraction, FactId::Parameters }) {
            for (const bool descending : { false, true }) {
                QTest::addRow("column %d %s", int(column), descending ? "descending" : "ascending")
                    << int(column) << descending;
            }
        }
    }

    void sortsByRawNumberAbsentLast()
    {
        QFETCH(int, column);
        QFETCH(bool, descending);
        LayerTreeModel model;
        model.setArrangement(LayerTreeModel::Arrangement::Flat);
        LayerFilterProxy proxy(&model);
        Session session = fixture::resnet18();
        session.layers.edit().items.erase(session.layers->items.begin() + 3, session.layers->items.begin() + 9);
        model.setSession(JudgedSession(session));
        proxy.sort(column, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
        QVERIFY(proxy.rowCount() > 20);
        std::optional<double> previous;
        bool absent = false;
        for (int row = 0; row < proxy.rowCount(); ++row) {
            const QVariant value = proxy.index(row, column).data(LayerTreeModel::SortRole);
            if (!value.isValid()) {
                absent = true;
                continue;
            }
            QVERIFY2(!absent, "a number stands below an absent one");
            if (previous)
                QVERIFY(descending ? *previous >= value.toDouble() : *previous <= value.toDouble());
            previous = value.toDouble();
        }
        QVERIFY(previous.has_value());
    }

    void textSortsInNaturalOrder()
    {
        Session session;
        Analysis analysis;
        for (const char *path : { "", "layer10", "layer2", "layer1" }) {
            Layer layer;
            layer.id = std::int64_t(analysis.layers.size());
            layer.parent = layer.id == 0 ? -1 : 0;
            layer.path = path;
            layer.type = "Linear";
            analysis.layers.push_back(layer);
        }
        analysis.model.path = "m.pt";
        session.analysis = analysis;
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(session));
        proxy.sort(int(FactId::Layer), Qt::AscendingOrder);
        QCOMPARE(names(proxy), (QStringList { "Linear", "layer1", "layer2", "layer10" }));
    }

    void repeatedCallsAreToldApart()
    {
        Session session;
        Analysis analysis;
        for (int i = 0; i < 3; ++i) {
            Layer layer;
            layer.id = i;
            layer.parent = i == 0 ? -1 : 0;
            layer.path = i == 0 ? "" : "relu";
            layer.type = "ReLU";
            layer.call = i == 2 ? 1 : 0;
            analysis.layers.push_back(layer);
        }
        analysis.model.path = "m.pt";
        session.analysis = analysis;
        LayerTreeModel model;
        model.setSession(JudgedSession(session));
        QCOMPARE(names(model), (QStringList { "ReLU", "relu (call 1)", "relu (call 2)" }));
        QCOMPARE(cell(model, { ItemId::Kind::Layer, 2 }, FactId::Calls).data().toString(), QStringLiteral("2"));
    }

    void searchKeepsWhatStandsAboveAndBelow()
    {
        const Session session = nested();
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(session));
        QCOMPARE(proxy.matchCount(), model.rowTotal());
        QSignalSpy counted(&proxy, &LayerFilterProxy::matchCountChanged);
        proxy.setFilterText("  block2   CONV1 ");
        QCOMPARE(counted.count(), 1);
        QCOMPARE(proxy.matchCount(), 1);
        QCOMPARE(names(proxy), (QStringList { "Net", "block2", "conv1", "aten::conv2d" }));
        proxy.setFilterText("no such layer");
        QCOMPARE(proxy.rowCount(), 0);
        QCOMPARE(proxy.matchCount(), 0);
        proxy.setFilterText({});
        QCOMPARE(names(proxy), names(model));
    }

    void searchHoldsForANewSession()
    {
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        proxy.setFilterText("conv1");
        model.setSession(JudgedSession(fixture::resnet18()));
        QVERIFY(proxy.matchCount() > 0 && proxy.matchCount() < model.rowTotal());
        visit(proxy, {}, [&](const QModelIndex &) {});
        QVERIFY(!names(proxy).contains("bn1"));
    }

    void copiesRawNumbers()
    {
        const Session session = fixture::resnet18();
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(session));
        const QModelIndex conv1 = proxy.mapFromSource(model.indexOf(layerCalled(session, "conv1")));
        const QString text =
            tableText(model, proxy, { conv1 }, { int(FactId::Layer), int(FactId::Macs), int(FactId::Type) });
        QCOMPARE(text, QStringLiteral("Layer\tMACs [MAC]\tType\nconv1\t118013952\tConv2d\n"));
        const QString all = tableText(model, proxy, {}, { 0 });
        QCOMPARE(all.count(u'\n'), model.rowTotal() + 1);
    }

    void hostileNamesStayOnOneLine()
    {
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(fixture::awkward()));
        const QString text = tableText(model, proxy, {}, { 0, int(FactId::Type) });
        QCOMPARE(text.count(u'\n'), model.rowTotal() + 1);
        QCOMPARE(text.count(u'\t'), model.rowTotal() + 1);
    }

    void brokenReferencesDoNoHarm()
    {
        Session session = frozen();
        session.analysis.edit().operators[0].layer = 77;
        session.analysis.edit().operators[2].layer = -5;
        Layer loop;
        loop.id = 1;
        loop.parent = 1;
        loop.path = "loop";
        session.analysis.edit().layers.push_back(loop);
        session.analysis.edit().layers[0].leaf = false;
        LayerTreeModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        model.setSession(JudgedSession(session));
        QCOMPARE(names(model).size(), 4);
    }

    void largeModelsStayQuick()
    {
        // Every row is visited a few times; anything quadratic would run into the time limit of the test.
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(fixture::large(100000)));
        QVERIFY(model.rowTotal() >= 100000);
        proxy.sort(int(FactId::Time), Qt::DescendingOrder);
        int seen = 0;
        visit(proxy, {}, [&](const QModelIndex &index) {
            ++seen;
            QVERIFY(model.itemAt(proxy.mapToSource(index)).has_value());
        });
        QCOMPARE(seen, model.rowTotal());
        proxy.setFilterText("99");
        QVERIFY(proxy.matchCount() > 0);
    }
};

ROOFLIGHT_TEST(TestLayerModel)
#include "test_layer_model.moc"
