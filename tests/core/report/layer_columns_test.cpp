// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/layer_columns.h"
#include "core/report/tables/layer_table.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace ridgepoint;

namespace {

/// A row of 1500 FLOPs on 250 + 750 bytes.
struct TestRow {
    RooflinePoint point;
    Layer layer;
    LayerRow row { .point = &point, .layer = &layer, .name = "fc" };

    TestRow()
    {
        point.cost = { 700, 1500, 250, 750 };
        layer.type = "Linear";
        layer.parameters = 12345;
        layer.inputShapes = { { 1, 3 }, {} };
    }
};

} // namespace

class LayerColumnsTest : public QObject
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

void LayerColumnsTest::cellsAreWrittenForProgramsAndForPeople_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("csv");
    QTest::addColumn<QString>("text");
    QTest::newRow("name") << int(LayerColumn::Layer) << "fc"
                          << "fc";
    QTest::newRow("class") << int(LayerColumn::Type) << "Linear"
                           << "Linear";
    QTest::newRow("work") << int(LayerColumn::Flops) << "1500"
                          << "1.50 kFLOP";
    QTest::newRow("few") << int(LayerColumn::Macs) << "700"
                         << "700 MAC";
    QTest::newRow("bytes") << int(LayerColumn::Bytes) << "1000"
                           << "1.00 kB";
    QTest::newRow("count") << int(LayerColumn::Parameters) << "12345"
                           << "12,345";
    QTest::newRow("shapes") << int(LayerColumn::InputShapes) << "1x3;0d"
                            << "1x3, scalar";
    QTest::newRow("ratio") << int(LayerColumn::Intensity) << "1.5"
                           << "1.50 FLOP/B";
    QTest::newRow("time") << int(LayerColumn::Time) << "2500"
                          << "2.50 µs";
    QTest::newRow("share") << int(LayerColumn::Share) << "0.25"
                           << "25 %";
    QTest::newRow("rate") << int(LayerColumn::Achieved) << "600000000"
                          << "600 MFLOP/s";
    QTest::newRow("not known") << int(LayerColumn::Gain) << ""
                               << "";
    QTest::newRow("not timed") << int(LayerColumn::P90) << ""
                               << "";
}

void LayerColumnsTest::cellsAreWrittenForProgramsAndForPeople()
{
    QFETCH(int, column);
    TestRow test;
    test.point.arithmeticIntensity = 1.5;
    test.point.timeNs = 2500;
    test.point.timeShare = 0.25;
    test.point.achievedFlopPerSecond = 6e8;
    QTEST(QString::fromStdString(layerCsvCell(test.row, LayerColumn(column))), "csv");
    QTEST(QString::fromStdString(layerText(test.row, LayerColumn(column))), "text");
}

void LayerColumnsTest::unknownWorkHasNoNumber()
{
    TestRow test;
    QCOMPARE(layerNumber(test.row, LayerColumn::Flops), std::optional(1500.0));
    test.point.known = false;
    QCOMPARE(layerNumber(test.row, LayerColumn::Flops), std::optional(1500.0));
    QCOMPARE(layerText(test.row, LayerColumn::Flops), "≥ 1.50 kFLOP");
    QCOMPARE(layerText(test.row, LayerColumn::BytesRead), "250 B");
    test.point.cost.flops = 0;
    QCOMPARE(layerNumber(test.row, LayerColumn::Flops), std::nullopt);
    QCOMPARE(layerCsvCell(test.row, LayerColumn::Flops), "0");
    QCOMPARE(layerNumber(test.row, LayerColumn::Type), std::nullopt);
}

void LayerColumnsTest::operatorsLackWhatLayersHave()
{
    TestRow test;
    Operator op;
    op.outputShapes = { { 4 } };
    test.row.layer = nullptr;
    test.row.op = &op;
    QCOMPARE(layerCsvCell(test.row, LayerColumn::Parameters), "");
    QCOMPARE(layerText(test.row, LayerColumn::Calls), "");
    QCOMPARE(layerText(test.row, LayerColumn::OutputShapes), "4");
}

void LayerColumnsTest::everyColumnOfTheWindowIsDescribed()
{
    for (int i = 0; i <= int(LayerColumn::Calls); ++i) {
        const LayerColumnFacts &facts = factsOf(LayerColumn(i));
        QVERIFY(!std::string_view(facts.title).empty());
        QVERIFY2(std::string_view(facts.help).ends_with('.'), facts.title);
        QVERIFY2(!std::string_view(facts.sample).empty(), facts.title);
        QCOMPARE(isNumeric(facts.column), !facts.unit.empty());
    }
}

void LayerColumnsTest::columnsNeedWhatTheySpeakOf()
{
    QCOMPARE(layerCsvColumns().size(), 30U);
    // docs/reference/csv.md: the first 14 columns and the fused intensity are there without any measurement.
    for (std::size_t i = 0; i < layerCsvColumns().size(); ++i)
        QCOMPARE(factsOf(layerCsvColumns()[i]).needs == 0, i < 14 || i == 27);
    QCOMPARE(factsOf(LayerColumn::AtBest).needs, unsigned(NeedsDataSheet));
}

void LayerColumnsTest::pathsAreShortenedBelowTheirParents()
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

RIDGEPOINT_TEST(LayerColumnsTest)
#include "layer_columns_test.moc"
