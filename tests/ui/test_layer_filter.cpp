// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/models/layer_filter_proxy.h"
#include "ui/models/layer_tree_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace rooflight;

namespace {

QStringList shownNames(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList all;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        all << index.data().toString() << shownNames(model, index);
    }
    return all;
}

std::set<ItemId> layers(std::initializer_list<std::int64_t> ids)
{
    std::set<ItemId> items;
    for (const std::int64_t id : ids)
        items.insert({ ItemId::Kind::Layer, id });
    return items;
}

} // namespace

/// What of a model is shown, and equal blocks as one row and one point; see threeBlocks() for the numbers.
class TestLayerFilter : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void criteriaAreAskedOfWhatStandsOnTheChart_data()
    {
        QTest::addColumn<LayerFilter>("filter");
        QTest::addColumn<std::set<ItemId>>("expected");
        const auto row = [](const char *name, const LayerFilter &filter, const std::set<ItemId> &expected) {
            QTest::addRow("%s", name) << filter << expected;
        };
        row("compute-bound", { .bounds = { Bound::Compute } }, layers({ 2, 5, 8 }));
        row("two bounds", { .bounds = { Bound::Compute, Bound::Bandwidth } }, layers({ 2, 3, 5, 6, 8, 9, 10 }));
        row("slowest two", { .slowest = 2 }, layers({ 8, 10 }));
        // 12 us of 110 are 10.9 %, 14 are 12.7 %.
        row("12 % of the time", { .leastShare = 0.12 }, layers({ 5, 8, 10 }));
        row("words and a bound", { .text = "blocks.1", .bounds = { Bound::Bandwidth } }, layers({ 6 }));
        row("a pattern", { .text = "blocks\\.[02]\\.fc$|head", .isPattern = true, .needsArithmetic = true },
            layers({ 10 })); // the path is followed by the type
        row("a pattern over path and type", { .text = "\\.[02]\\.fc Lin", .isPattern = true }, layers({ 2, 8 }));
        row("only what is selected", { .only = layers({ 4, 10 }) }, layers({ 5, 6, 10 }));
        row("nothing", { .bounds = { Bound::Launch } }, {});
    }

    void criteriaAreAskedOfWhatStandsOnTheChart()
    {
        QFETCH(const LayerFilter, filter);
        QFETCH(const std::set<ItemId>, expected);
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(fixture::threeBlocks()));
        proxy.setFilter(filter);
        QCOMPARE(proxy.matchingItems(), std::optional(expected));
        QCOMPARE(proxy.matchCount(), int(expected.size()));
        QCOMPARE(proxy.rowCount() == 0, expected.empty());
    }

    /// Numbers of the headline are the same as on the chart: those of its first, second and third.
    void whatTheHeadlineNamesIsNumbered()
    {
        const Session session = fixture::threeBlocks();
        const JudgedSession judged(session);
        LayerTreeModel model;
        model.setSession(judged);
        QMap<int, QString> numbers;
        for (int row = 0; row < model.rowCount(model.index(0, 0)); ++row) {
            const QModelIndex top = model.index(row, 0, model.index(0, 0));
            for (int below = -1; below < model.rowCount(top); ++below) {
                const QModelIndex index = below < 0 ? top : model.index(below, 0, top);
                if (const QVariant number = index.data(LayerTreeModel::NumberRole); number.isValid())
                    numbers.insert(number.toInt(), index.data(LayerTreeModel::WholeNameRole).toString());
            }
        }
        QCOMPARE(numbers, (QMap<int, QString> { { 1, "blocks.0.fc" }, { 2, "head" }, { 3, "blocks.0.act" } }));
        const RooflineContent content = rooflineContent(judged);
        for (std::size_t i = 0; i < content.points.size(); ++i) {
            const int number = int(content.details[i].number);
            QVERIFY(number == 0 || numbers.value(number).toStdString() == content.points[i].label);
        }
    }

    void noFilterMatchesAll()
    {
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(fixture::threeBlocks()));
        QVERIFY(!proxy.matchingItems());
        proxy.setFilter({ .slowest = 1 });
        QCOMPARE(shownNames(proxy), (QStringList { "Net", "head" }));
        proxy.setFilter({});
        QCOMPARE(shownNames(proxy), shownNames(model));
    }

    void anUnfinishedPatternMatchesNothingAndSaysSo()
    {
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(fixture::threeBlocks()));
        proxy.setFilter({ .text = "fc(", .isPattern = true });
        QCOMPARE(proxy.matchCount(), 0);
        QVERIFY(!proxy.patternError().isEmpty());
        proxy.setFilter({ .text = "fc(", .isPattern = false });
        QVERIFY(proxy.patternError().isEmpty());
    }

    void criteriaFollowNewTimes()
    {
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        Session session = fixture::threeBlocks();
        model.setSession(JudgedSession(session));
        proxy.setFilter({ .slowest = 1 });
        QCOMPARE(proxy.matchingItems(), std::optional(layers({ 10 })));
        session.layers.edit().items.front().samples.summary.medianNs = 1e6; // blocks.0.fc
        model.setSession(JudgedSession(session));
        proxy.refresh();
        QCOMPARE(proxy.matchingItems(), std::optional(layers({ 2 })));
    }

    /// As "conv2" is in the type of each Conv2d: the layer that is called so is meant.
    void thePathIsMeantBeforeTheType()
    {
        LayerTreeModel model;
        LayerFilterProxy proxy(&model);
        Session session = fixture::threeBlocks();
        session.analysis.edit().layers[2].type = "Head2d"; // blocks.0.fc
        model.setSession(JudgedSession(session));
        proxy.setFilter({ .text = "head" });
        QCOMPARE(proxy.matchingItems(), std::optional(layers({ 2, 10 })));
        QCOMPARE(proxy.bestMatch(), std::optional(ItemId { ItemId::Kind::Layer, 10 }));
        proxy.setFilter({ .text = "head2" });
        QCOMPARE(proxy.bestMatch(), std::optional(ItemId { ItemId::Kind::Layer, 2 }));
    }

    void equalBlocksAreOneRow()
    {
        LayerTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSession(JudgedSession(fixture::threeBlocks()));
        QCOMPARE(model.rowTotal(), 11);
        model.setFolded(true);
        QCOMPARE(shownNames(model),
                 (QStringList { "Net", "blocks.0 … 2 ×3", "blocks.0", "fc", "act", "blocks.1", "fc", "act", "blocks.2",
                                "fc", "act", "head" }));
        const QModelIndex group = model.index(0, 0, model.index(0, 0));
        QCOMPARE(group.data(LayerTreeModel::FoldedRole).toInt(), 3);
        const std::vector<ItemId> items = model.itemsAt(group);
        QCOMPARE(std::set(items.begin(), items.end()), layers({ 1, 4, 7 }));
        model.setArrangement(LayerTreeModel::Arrangement::Flat);
        QCOMPARE(shownNames(model).first(5),
                 (QStringList { "blocks.0.fc ×3", "blocks.0.fc", "blocks.1.fc", "blocks.2.fc", "blocks.0.act ×3" }));
        model.setFolded(false);
        QCOMPARE(shownNames(model).first(2), (QStringList { "blocks.0.fc", "blocks.0.act" }));
    }

    /// 12 + 14 + 16 us; from the fastest to the slowest 4 us, the median is 14: 28.6 %.
    void aFoldedRowAddsUp()
    {
        LayerTreeModel model;
        model.setArrangement(LayerTreeModel::Arrangement::Flat);
        model.setFolded(true);
        model.setSession(JudgedSession(fixture::threeBlocks()));
        const auto number = [&](FactId column) {
            return model.index(0, int(column)).data(LayerTreeModel::SortRole).toDouble();
        };
        QCOMPARE(number(FactId::Time), 42e3);
        QCOMPARE(number(FactId::Flops), 30e6);
        QCOMPARE(number(FactId::Gain), 12e3);
        QCOMPARE(number(FactId::Spread), 4.0 / 14);
        QCOMPARE(number(FactId::RoofFraction), 30.0 / 42);
    }

    void timesSayWhatInstrumentedRunsTook()
    {
        Session session = fixture::threeBlocks();
        session.layers.edit().bareMedianNs = 100e3;
        LayerTreeModel model;
        model.setSession(JudgedSession(session));
        const QString help = model.index(0, int(FactId::Time)).data(Qt::ToolTipRole).toString();
        QVERIFY2(help.contains("110 µs"), qPrintable(help));
        const ItemId head { ItemId::Kind::Layer, 10 };
        const QModelIndex time = model.indexOf(head).siblingAtColumn(int(FactId::Time));
        QVERIFY2(time.data(Qt::ToolTipRole).toString().contains("50.0 µs"),
                 qPrintable(time.data(Qt::ToolTipRole).toString()));
    }

    void filtersFindWhatIsFolded()
    {
        LayerTreeModel model;
        model.setFolded(true);
        LayerFilterProxy proxy(&model);
        model.setSession(JudgedSession(fixture::threeBlocks()));
        proxy.setFilterText("blocks.1.fc");
        QCOMPARE(shownNames(proxy), (QStringList { "Net", "blocks.0 … 2 ×3", "blocks.1", "fc" }));
    }

    /// 30 MFLOP in 42 us are 714 GFLOP/s.
    void equalBlocksAreOnePoint()
    {
        const RooflineContent content = rooflineContent(JudgedSession(fixture::threeBlocks()), { .folds = true });
        QCOMPARE(content.marks.size(), std::size_t(3)); // fc, act, head
        const std::vector<ItemId> &equal = content.details[0].equal;
        QCOMPARE(std::set(equal.begin(), equal.end()), layers({ 2, 5, 8 }));
        QCOMPARE(content.details[0].fastestNs, std::optional(12e3));
        QCOMPARE(content.details[0].slowestNs, std::optional(16e3));
        QVERIFY(std::abs(std::pow(10, content.marks[0].y) - 30e6 / 42e-6) < 1e3);
        QVERIFY(cardText(content, 0).startsWith("blocks.0.fc ×3\n"));
        QVERIFY(cardText(content, 0).contains("Time of each\t12.0 µs to 16.0 µs\n"));
        const ItemId first { ItemId::Kind::Layer, 2 };
        QCOMPARE(rooflineContent(JudgedSession(fixture::threeBlocks()), { true, { first } }).marks.size(),
                 std::size_t(5));
    }

    void coloursSayWhatTheyAreAskedFor()
    {
        const RooflineContent content = rooflineContent(JudgedSession(fixture::threeBlocks()));
        const ChartStyle style { QPalette() };
        const auto keyOf = [&](ColorBy coloring) {
            QStringList texts;
            for (const ColorKey &key : markColors(content, style, coloring).key)
                texts << key.text;
            return texts;
        };
        for (const auto &[coloring, text] : enumNames<ColorBy>)
            QCOMPARE(markColors(content, style, coloring).colors.size(), content.marks.size());
        QVERIFY(keyOf(ColorBy::Family).isEmpty());
        QCOMPARE(keyOf(ColorBy::Bound), (QStringList { "Bandwidth-bound (4)", "Compute-bound (3)" }));
        QCOMPARE(keyOf(ColorBy::Gain), (QStringList { "0 ns", "5.00 µs", "10.0 µs" })); // the head: 50 - 40
        QCOMPARE(keyOf(ColorBy::Depth), (QStringList { "depth 0", "depth 1", "depth 2" }));
        QCOMPARE(keyOf(ColorBy::ElementType), QStringList { "float32 (7)" });
        const MarkColors bounds = markColors(content, style, ColorBy::Bound);
        QCOMPARE(bounds.colors[0], style.boundColor(Bound::Compute));
        QCOMPARE(bounds.colors[1], style.boundColor(Bound::Bandwidth));
    }
};

ROOFLIGHT_TEST(TestLayerFilter)
#include "test_layer_filter.moc"
