// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/roofline/session_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofline/explained_items.h"

using namespace rooflight;
using rooflight::test::SessionBuilder;

using Positions = std::vector<std::int64_t>;

/// Which operators experiments are about, and where their results belong.
class ExplainedItemsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mostToGainComesFirst();
    void equalOperatorsAreTriedOnce();
    void layerStandsForItsLongestOperator();
    void unknownLayerIsAnError();
    void selectionOfOperatorsAndLayers();
    void resultsOutsideTheAnalysisAreDropped();
    void verdictIsPutToTheTest();
    void findingHoldsForLayersThatItTakesMostOf();

private:
    /// "a" with operators 0 and 1, "a.b" with 2, "c" with 3, which was not timed, "d" without any.
    static SessionBuilder model()
    {
        SessionBuilder builder;
        const std::int64_t a = builder.addLayer(0, "a");
        const std::int64_t b = builder.addLayer(a, "a.b");
        const std::int64_t c = builder.addLayer(0, "c");
        builder.addLayer(0, "d");
        builder.addOperator(a, OperatorFamily::Matrix, DType::Float32, { .macs = 1'000'000 }, 1000, 50'000);
        builder.addOperator(a, OperatorFamily::Elementwise, DType::Float32, { .elementwise = 1000 }, 1000, 300'000);
        builder.addOperator(b, OperatorFamily::Movement, DType::Float32, {}, 40'000, 900'000);
        builder.addOperator(c, OperatorFamily::Movement, DType::Float32, {}, 40'000);
        return builder;
    }
};

void ExplainedItemsTest::mostToGainComesFirst()
{
    Session session = model().session();
    session.analysis.edit().operators[0].outputShapes = { { 1 } };
    session.analysis.edit().operators[1].outputShapes = { { 2 } };
    session.analysis.edit().operators[2].outputShapes = { { 3 } };
    QCOMPARE(operatorsToExplain(JudgedSession(session), 2), (Positions { 2, 1 }));
    QCOMPARE(operatorsToExplain(JudgedSession(session), 9), (Positions { 2, 1, 0 }));
    QCOMPARE(operatorsToExplain(JudgedSession(Session {}), 3), Positions {});
}

void ExplainedItemsTest::equalOperatorsAreTriedOnce()
{
    const Session session = model().session(); // equal names, types and sizes
    QCOMPARE(operatorsToExplain(JudgedSession(session), 3), Positions { 2 });
}

void ExplainedItemsTest::layerStandsForItsLongestOperator()
{
    const Session session = model().session();
    const JudgedSession judged(session);
    QCOMPARE(operatorsOfLayers(judged, { "a" }).value(), Positions { 2 }); // of the layer below
    QCOMPARE(operatorsOfLayers(judged, { "a.b", "a" }).value(), (Positions { 2, 2 }));
}

void ExplainedItemsTest::unknownLayerIsAnError()
{
    const Session session = model().session();
    const JudgedSession judged(session);
    const Result<Positions> missing = operatorsOfLayers(judged, { "no.such" });
    QVERIFY(!missing.ok());
    QCOMPARE(missing.error().code, ErrorCode::CommandLine);
    QVERIFY(missing.error().text.find("no layer \"no.such\"") != std::string::npos);
    QCOMPARE(operatorsOfLayers(judged, { "c" }).value(), Positions { 3 }); // without a time it is the only one
    const Result<Positions> empty = operatorsOfLayers(judged, { "d" });
    QVERIFY(!empty.ok());
    QVERIFY(empty.error().text.find("The layer \"d\" calls no operator") != std::string::npos);
}

void ExplainedItemsTest::selectionOfOperatorsAndLayers()
{
    const Session session = model().session();
    const JudgedSession judged(session);
    QCOMPARE(operatorsOfItems(judged, { operatorId(0), layerId(1), layerId(3), layerId(4) }), (Positions { 2, 3, 0 }));
    QCOMPARE(operatorsOfItems(judged, {}), Positions {});
}

void ExplainedItemsTest::resultsOutsideTheAnalysisAreDropped()
{
    Session session = model().session();
    session.explanation.emplace();
    session.explanation.edit().operators.resize(3);
    session.explanation.edit().operators[0].id = 99;
    session.explanation.edit().operators[1].id = -1;
    session.explanation.edit().operators[2].id = 2;
    const JudgedSession judged(session);
    const std::vector<ExplainedItem> items = explainedItems(judged);
    QCOMPARE(items.size(), std::size_t { 1 });
    QCOMPARE(items.front().layer->path, std::string("a.b"));
}

/// 40 kB at 40 GB/s are a microsecond of 900: underutilized, and fresh memory is why.
void ExplainedItemsTest::verdictIsPutToTheTest()
{
    Session session = model().session();
    session.explanation.emplace();
    session.explanation.edit().threads = 2;
    session.explanation.edit().operators = { { 2,
                                               900'000,
                                               10,
                                               1.9,
                                               { { Experiment::Control, 1, { 0.97, 1.03 }, 8 },
                                                 { Experiment::PageFaults, 0.25, { 0.2, 0.3 }, 8 } },
                                               "" } };
    const JudgedSession judged(session);
    const ExplainedItem item = explainedItems(judged).front();
    QCOMPARE(item.point->verdict.bound, Bound::Underutilized);
    QCOMPARE(item.proof.proven, true);
    QCOMPARE(item.proof.causes.front().id, ProvenCause::PageFaults);
    QCOMPARE(judged.at(operatorId(2)).finding->cause->id, ProvenCause::PageFaults);
    QCOMPARE(judged.at(operatorId(2)).finding->proven, std::optional(true));
    QVERIFY(!judged.at(operatorId(1)).finding);
    session.explanation.edit().operators.front().otherLoad = true;
    const JudgedSession loaded(session);
    QCOMPARE(explainedItems(loaded).front().proof.proven, std::nullopt);
    QVERIFY(!loaded.at(operatorId(2)).finding->cause);
}

/// Of the time of "a" the operator below takes 900 of 1250 microseconds, of that of the model a smaller part.
void ExplainedItemsTest::findingHoldsForLayersThatItTakesMostOf()
{
    Session session = model().session();
    const auto time = [&session](std::int64_t layer, double ns) {
        ItemLatency latency;
        latency.item = layerId(layer);
        latency.samples.summary.count = 50;
        latency.samples.summary.meanNs = latency.samples.summary.medianNs = ns;
        session.layers.edit().items.push_back(latency);
    };
    std::erase_if(session.layers.edit().items,
                  [](const ItemLatency &item) { return item.item.kind == ItemId::Kind::Layer; });
    time(0, 2'000'000);
    time(1, 1'250'000);
    time(2, 900'000);
    Summary &instrumented = session.layers.edit().instrumentedModel.summary;
    instrumented.meanNs = instrumented.medianNs = 2'000'000;
    session.explanation.emplace();
    session.explanation.edit().threads = 2;
    session.explanation.edit().operators = { { 2, 900'000, 10, 1.9, { { Experiment::Control, 1, { 1, 1 }, 8 } }, "" } };
    const JudgedSession judged(session);
    QVERIFY(judged.at(layerId(2)).finding && judged.at(layerId(1)).finding);
    QVERIFY(!judged.at(layerId(0)).finding && !judged.at(layerId(3)).finding);
}

ROOFLIGHT_TEST(ExplainedItemsTest)
#include "explained_items_test.moc"
