// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/what_if.h"

#include "core/roofline/judged_session.h"
#include "core/roofline/point.h"
#include "core/roofline/scaled_time.h"
#include "core/roofline/size_paths.h"
#include "tests/support/simple_roofs.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

ItemId layer(std::int64_t id)
{
    return { ItemId::Kind::Layer, id };
}

void addLayer(Session &session, std::int64_t parent, const char *path, std::int64_t bytesLowerBound, double timeNs)
{
    Analysis &analysis = session.analysis.edit();
    Layer made;
    made.id = static_cast<std::int64_t>(analysis.layers.size());
    made.parent = parent;
    made.path = path;
    made.dtype = DType::Float32;
    made.bytesLowerBound = bytesLowerBound;
    made.inputShapes = made.outputShapes = { { 1, 2500 } };
    if (parent >= 0)
        analysis.layers[static_cast<std::size_t>(parent)].leaf = false;
    analysis.layers.push_back(made);
    ItemLatency latency;
    latency.item = layer(made.id);
    latency.samples.summary.count = 9;
    latency.samples.summary.medianNs = timeNs;
    session.layers.edit().items.push_back(latency);
}

void addOperator(Session &session, std::int64_t caller, OperatorFamily family, const OperatorWork &work,
                 const std::vector<MemoryReuse> &reuse)
{
    test::addOperator(session.analysis.edit(), family, work, reuse, { 1, 2500 }).layer = caller;
}

/// Model 0 with a block 1 of a linear layer 2 and an activation 3, on 2500 fp32 numbers (10 kB). The linear layer does
/// 10 MFLOP with 80 kB of weights in 20 us, the activation 2500 FLOP in 2 us. 1 TFLOP/s in fp32, 2 TFLOP/s in bf16 on
/// matrix units, 100 GB/s, 1 us a launch: at the roofs 10 us + 1 us.
Session smallBlock()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.model.parameterBytes = 80'000;
    analysis.inputs = { { "x", { { 1, 2500 }, DType::Float32 }, InputSource::Given } };
    session.layers.emplace();
    addLayer(session, -1, "", 100'000, 22'000);
    addLayer(session, 0, "block", 100'000, 22'000);
    addLayer(session, 1, "block.fc", 100'000, 20'000);
    analysis.layers.back().parameters = 20'000;
    addLayer(session, 1, "block.act", 20'000, 2'000);
    for (Layer &made : analysis.layers)
        made.parameters = made.id == 3 ? 0 : 20'000;
    OperatorWork product;
    product.macs = 5'000'000;
    addOperator(
        session, 2, OperatorFamily::Matrix, product,
        { { 10'000, 20'000, false, false }, { 80'000, 1'000'000, true, false }, { 10'000, 100'000, false, true } });
    OperatorWork activation;
    activation.elementwise = 2'500;
    addOperator(session, 3, OperatorFamily::Activation, activation,
                { { 10'000, 10'000, false, false }, { 10'000, 20'000, false, true } });
    DeviceRoofs &peaks = session.peaks.emplace();
    peaks.roofs = test::simpleRoofs(1e-6);
    peaks.roofs.push_back(test::roof(ComputeLimit { Precision::Bf16, ArithmeticUnit::Tensor }, 2e12));
    session.latency.emplace().samples.summary.count = 9;
    session.latency.edit().samples.summary.medianNs = 22'000;
    return session;
}

double atRoof(const Session &session, std::int64_t id)
{
    return SessionPoints(session).at(layer(id)).timeAtRoofNs.value_or(-1);
}

} // namespace

class WhatIfTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingChangedIsTheSame()
    {
        const Session session = smallBlock();
        const Session same = sessionIf(session, {});
        QVERIFY(WhatIf {}.changesNothing());
        QCOMPARE(same.analysis->operators[0].reuse, session.analysis->operators[0].reuse);
        QCOMPARE(atRoof(same, 0), 11'000.0);
        QVERIFY(!SessionPoints(same).at(layer(2)).timeNs); // nothing of it was timed
    }

    void batchScalesWorkAndActivations()
    {
        // Linear x 4: 40 MFLOP; reads 4 x 10 kB and 80 kB of weights, writes 40 kB: 160 kB, 250 FLOP/B, 40 us.
        // Activation: 80 kB in 0.8 us, less than a launch.
        const Session there = sessionIf(smallBlock(), { .batch = 4 });
        const RooflinePoint product = SessionPoints(there).at(layer(2));
        QCOMPARE(product.flops, 40'000'000);
        QCOMPARE(product.cost.bytesRead, 120'000);
        QCOMPARE(product.cost.bytesWritten, 40'000);
        QCOMPARE(product.arithmeticIntensity.value(), 250.0);
        QCOMPARE(atRoof(there, 2), 40'000.0);
        QCOMPARE(atRoof(there, 3), 1'000.0);
        QCOMPARE(atRoof(there, 0), 41'000.0);
        QCOMPARE(there.analysis->layers[2].outputShapes.front(), (Shape { 4, 2500 }));
        QCOMPARE(there.analysis->layers[0].cost.bytesRead, 160'000);
        // As if fused: 4 x (100 kB - 80 kB) + 80 kB.
        QCOMPARE(there.analysis->layers[2].bytesLowerBound, 160'000);
    }

    void distancesKeepTheConstants()
    {
        // Weights come back after a run, 80 kB of which are constants: 80 + 4 x 920 kB. The input: 20 kB, 10 of which
        // may be weights: 10 + 4 x 10 kB. The result: of 100 kB 80 are weights, and 4 x 20 kB.
        const Session there = sessionIf(smallBlock(), { .batch = 4 });
        const std::vector<MemoryReuse> expected { { 40'000, 50'000, false, false },
                                                  { 80'000, 3'760'000, true, false },
                                                  { 40'000, 160'000, false, true } };
        QCOMPARE(there.analysis->operators[0].reuse, expected);
    }

    void onlyWhatHoldsTheBatchGrows()
    {
        Session session = smallBlock();
        session.analysis.edit().inputs.front().tensor.shape = { 3, 2500 };
        session.analysis.edit().operators[0].outputShapes = { { 7, 2500 } }; // no multiple of 3
        session.analysis.edit().operators[1].outputShapes = { { 6, 10 } };
        const Session there = sessionIf(session, { .batch = 2 });
        QCOMPARE(there.analysis->operators[0].work.macs, 5'000'000);
        QCOMPARE(there.analysis->operators[1].work.elementwise, 5'000);

        session = smallBlock();
        session.analysis.edit().operators[1].reuse.front().constant = true; // works on weights
        QCOMPARE(sessionIf(session, { .batch = 2 }).analysis->operators[1].work.elementwise, 2'500);
        session.analysis.edit().operators[1].family = OperatorFamily::Movement; // picks some of them
        const Session picked = sessionIf(session, { .batch = 2 });
        QCOMPARE(picked.analysis->operators[1].cost.bytesRead, 20'000);
    }

    void precisionScalesBytesAndChoosesTheRoof()
    {
        // Half the bytes. The product runs on matrix units: 10 MFLOP / 2 TFLOP/s = 5 us.
        const Session there = sessionIf(smallBlock(), { .precision = ModelPrecision::BFloat16 });
        const RooflinePoint product = SessionPoints(there).at(layer(2));
        QCOMPARE(product.cost.bytesRead, 45'000);
        QCOMPARE(product.cost.bytesWritten, 5'000);
        QCOMPARE(product.flops, 10'000'000);
        QCOMPARE(there.analysis->operators[0].dtype, DType::BFloat16);
        QCOMPARE(atRoof(there, 0), 6'000.0);
    }

    void indicesKeepTheirSize()
    {
        Session session = smallBlock();
        session.analysis.edit().operators[1].dtype = DType::Int64;
        const Session there = sessionIf(session, { .precision = ModelPrecision::Float16 });
        QCOMPARE(there.analysis->operators[1].dtype, DType::Int64);
        QCOMPARE(there.analysis->operators[1].cost.bytesRead, 10'000);
    }

    void fusedBlocksMoveWhatEntersAndLeaves()
    {
        // One operator: 10,002,500 FLOP, 10 kB in, 10 kB out, 80 kB of weights, one launch.
        const Session there = sessionIf(smallBlock(), { .fusion = FusionScope::Blocks });
        const std::vector<RooflinePoint> points = JudgedSession(there).chartPoints();
        QCOMPARE(points.size(), std::size_t(1));
        QCOMPARE(points.front().item, layer(1));
        QCOMPARE(points.front().cost.bytesRead + points.front().cost.bytesWritten, 100'000);
        QCOMPARE(points.front().arithmeticIntensity.value(), 100.025);
        QCOMPARE(atRoof(there, 0), 10'002.5);
    }

    void fusedLayersStayLayers()
    {
        const Session there = sessionIf(smallBlock(), { .fusion = FusionScope::Layers });
        QCOMPARE(JudgedSession(there).chartPoints().size(), std::size_t(2));
        QCOMPARE(atRoof(there, 0), 11'000.0); // each was one operator already
    }

    void otherDeviceJudges()
    {
        DeviceRoofs sheet;
        sheet.theoretical = true;
        sheet.roofs = { test::roof(ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector }, 10e12),
                        test::roof(MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read }, 1e12) };
        const Session session = smallBlock();
        const WhatIf change { .roofs = sheet };
        const Session there = sessionIf(session, change);
        // 1 us of arithmetic, and for 20 kB / 1 TB/s = 20 ns the 1 us of a call, which no data sheet states.
        QCOMPARE(atRoof(there, 0), 2'000.0);
        const Forecast forecast = forecastOf(session, there, change);
        QCOMPARE(forecast.hereNs.value(), 22'000.0);
        QCOMPARE(forecast.thereAtRoofNs.value(), 2'000.0);
        QCOMPARE(forecast.unjudged, 0);
        QVERIFY(!forecast.thereNs); // how far from its roofs it would stay there is not known
        sheet.roofs.push_back(test::roof(LaunchLimit {}, 0.5e-6)); // its own
        QCOMPARE(atRoof(sessionIf(session, { .roofs = sheet }), 0), 1'500.0);
    }

    void countsWhatNoRoofCovers()
    {
        DeviceRoofs sheet; // without arithmetic
        sheet.theoretical = true;
        sheet.roofs = { test::roof(MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read }, 1e12) };
        const Session session = smallBlock();
        const WhatIf change { .roofs = sheet };
        QCOMPARE(forecastOf(session, sessionIf(session, change), change).unjudged, 2);
    }

    void forecastKeepsTheDistanceToTheRoof()
    {
        // The product took twice its 10 us, the activation twice its 1 us: 2 x 40 us and 2 x 1 us.
        const Session session = smallBlock();
        const WhatIf change { .batch = 4 };
        const Forecast forecast = forecastOf(session, sessionIf(session, change), change);
        QCOMPARE(forecast.hereAtRoofNs.value(), 11'000.0);
        QCOMPARE(forecast.thereAtRoofNs.value(), 41'000.0);
        QCOMPARE(forecast.thereNs.value(), 82'000.0);
        QCOMPARE(forecast.batchHere, 1);
        QCOMPARE(forecast.batchThere, 4.0);
    }

    void pathRunsAlongTheRoof()
    {
        // 10 MFLOP x b / (80 kB + 20 kB x b); at a ridge of 10 FLOP/B all of it is under the compute roof.
        const std::vector<BatchPlace> path = ItemAtBatches(smallBlock(), layer(2), {}).path({ 1, 4, 16 });
        QCOMPARE(path.size(), std::size_t(3));
        QCOMPARE(path[0].intensity, 100.0);
        QCOMPARE(path[1].intensity, 250.0);
        QCOMPARE(path[2].intensity, 400.0);
        QCOMPARE(path[2].flopPerSecond, 1e12);
    }

    void pathOfWhatIsLaunchedRisesWithTheBatch()
    {
        // 2500 FLOP x b in one launch of 1 us until 20 kB x b / 100 GB/s takes longer: from b = 5 on.
        const std::vector<BatchPlace> path =
            ItemAtBatches(smallBlock(), { ItemId::Kind::Operator, 1 }, {}).path({ 1, 2, 10, 100 });
        QCOMPARE(path.size(), std::size_t(4));
        QCOMPARE(path[0].flopPerSecond, 2.5e9);
        QCOMPARE(path[1].flopPerSecond, 5e9);
        QCOMPARE(path[2].flopPerSecond, 12.5e9);
        QCOMPARE(path[3].flopPerSecond, 12.5e9);
        QCOMPARE(path[3].intensity, 0.125);
    }

    void batchIsFoundOrGiven()
    {
        Session session = smallBlock();
        session.analysis.edit().inputs.front().tensor.shape = { 8, 2500 };
        QCOMPARE(observedBatch(session), 8);
        session.latency.edit().batch = 16;
        session.latency.edit().batchSource = BatchSource::Given;
        QCOMPARE(observedBatch(session), 16);
        QCOMPARE(observedBatch(Session {}), 1);
    }
};

ROOFLIGHT_TEST(WhatIfTest)
#include "what_if_test.moc"
