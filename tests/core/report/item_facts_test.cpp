// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/facts/item_facts.h"
#include "core/report/tables/layer_table.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace rooflight;

namespace {

/// A row of 1500 FLOPs on 250 + 750 bytes.
struct TestRow {
    RooflinePoint point;
    Layer layer;
    ItemRow row { .point = &point, .name = "fc" };

    TestRow()
    {
        point.cost = { 700, 1500, 250, 750 };
        layer.type = "Linear";
        layer.parameters = 12345;
        layer.inputShapes = { { 1, 3 }, {} };
        row.takeLayer(layer);
    }
};

/// Rows behind those of FactId have a place, too.
FactId idOf(std::string_view key)
{
    const std::span<const ItemFact> facts = factTable();
    return FactId(std::ranges::find(facts, key, &ItemFact::key) - facts.begin());
}

} // namespace

class ItemFactsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cellsAreWrittenForProgramsAndForPeople_data();
    void cellsAreWrittenForProgramsAndForPeople();
    void unknownWorkHasNoNumber();
    void operatorsLackWhatLayersHave();
    void everyColumnOfTheWindowIsDescribed();
    void columnsNeedWhatTheySpeakOf();
    void pathsAreShortenedBelowTheirParents();
};

void ItemFactsTest::cellsAreWrittenForProgramsAndForPeople_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("csv");
    QTest::addColumn<QString>("text");
    QTest::newRow("name") << "layer"
                          << "fc"
                          << "fc";
    QTest::newRow("class") << "type"
                           << "Linear"
                           << "Linear";
    QTest::newRow("work") << "flops"
                          << "1500"
                          << "1.50 kFLOP";
    QTest::newRow("few") << "macs"
                         << "700"
                         << "700 MAC";
    QTest::newRow("bytes") << "bytes"
                           << "1000"
                           << "1.00 kB";
    QTest::newRow("count") << "parameters"
                           << "12345"
                           << "12,345";
    QTest::newRow("shapes") << "input_shapes"
                            << "1x3;0d"
                            << "1x3, scalar";
    QTest::newRow("ratio") << "arithmetic_intensity"
                           << "1.5"
                           << "1.50 FLOP/B";
    QTest::newRow("time") << "time_ns"
                          << "2500"
                          << "2.50 µs";
    QTest::newRow("share") << "time_share"
                           << "0.25"
                           << "25 %";
    QTest::newRow("rate") << "achieved_flop_per_second"
                          << "600000000"
                          << "600 MFLOP/s";
    QTest::newRow("not known") << "time_to_gain_ns"
                               << ""
                               << "";
    QTest::newRow("not timed") << "latency_p90_ns"
                               << ""
                               << "";
}

void ItemFactsTest::cellsAreWrittenForProgramsAndForPeople()
{
    QFETCH(QString, key);
    const FactId id = idOf(key.toStdString());
    TestRow test;
    test.point.arithmeticIntensity = 1.5;
    test.point.timeNs = 2500;
    test.point.timeShare = 0.25;
    test.point.achievedFlopPerSecond = 6e8;
    QTEST(QString::fromStdString(factCsv(test.row, id)), "csv");
    QTEST(QString::fromStdString(factText(test.row, id)), "text");
}

void ItemFactsTest::unknownWorkHasNoNumber()
{
    TestRow test;
    QCOMPARE(factNumber(test.row, FactId::Flops), std::optional(1500.0));
    test.point.known = false;
    QCOMPARE(factNumber(test.row, FactId::Flops), std::optional(1500.0));
    QCOMPARE(factText(test.row, FactId::Flops), "≥ 1.50 kFLOP");
    QCOMPARE(factText(test.row, FactId::BytesRead), "250 B");
    test.point.cost.flops = 0;
    QCOMPARE(factNumber(test.row, FactId::Flops), std::nullopt);
    QCOMPARE(factCsv(test.row, FactId::Flops), "0");
    QCOMPARE(factNumber(test.row, FactId::Type), std::nullopt);
}

void ItemFactsTest::operatorsLackWhatLayersHave()
{
    TestRow test;
    Operator op;
    op.outputShapes = { { 4 } };
    test.row.layer = nullptr;
    test.row.takeOperator(op);
    QCOMPARE(factCsv(test.row, FactId::Parameters), "");
    QCOMPARE(factText(test.row, FactId::Calls), "");
    QCOMPARE(factText(test.row, FactId::OutputShapes), "4");
}

void ItemFactsTest::everyColumnOfTheWindowIsDescribed()
{
    for (const FactId id : factsIn(InWindow)) {
        const ItemFact &fact = factOf(id);
        QVERIFY(!std::string_view(fact.title).empty());
        QVERIFY2(std::string_view(fact.help).ends_with('.'), fact.title);
        QVERIFY2(!std::string_view(fact.sample).empty(), fact.title);
        QCOMPARE(isNumeric(id), !fact.unit.empty());
    }
}

void ItemFactsTest::columnsNeedWhatTheySpeakOf()
{
    // docs/reference/csv.md: the first 14 columns and the fused intensity are there without any measurement.
    for (std::size_t i = 0; i < 30; ++i)
        QCOMPARE(factOf(factsIn(InCsv)[i]).needs == 0, i < 14 || i == 27);
    QCOMPARE(factOf(FactId::AtBest).needs, unsigned(NeedsDataSheet));
}

void ItemFactsTest::pathsAreShortenedBelowTheirParents()
{
    std::vector<Layer> layers(4);
    layers[1].path = "block";
    layers[1].parent = 0;
    layers[2].path = "block.fc";
    layers[2].parent = 1;
    layers[3].path = "blocks.fc";
    layers[3].parent = 1;
    QCOMPARE(pathBelowParent(layers[0], layers), "");
    QCOMPARE(pathBelowParent(layers[1], layers), "block");
    QCOMPARE(pathBelowParent(layers[2], layers), "fc");
    QCOMPARE(pathBelowParent(layers[3], layers), "blocks.fc");
}

ROOFLIGHT_TEST(ItemFactsTest)
#include "item_facts_test.moc"
