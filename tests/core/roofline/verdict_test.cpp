// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/core/roofline/item_ids.h"
#include "tests/core/roofline/session_builder.h"
#include "tests/support/is_close.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofline/judged_session.h"
#include "core/roofline/model_summary.h"
#include "core/roofline/point.h"

#include <algorithm>

using namespace rooflight;
using namespace rooflight::test;

namespace {

} // namespace

class VerdictTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void integerArithmeticIsJudgedByItsOwnRoof();
    void whatPaddingMultipliesNeedNotBeDone();
    void tinyOperatorsAreLaunchBound();
    void aModuleWithoutOperatorsIsNotJudged();
    void aViewTakesTheTimeOfACall();
    void conventionsJudgeNothing();
    void aParentIsTheSumOfItsParts();
    void sharesOfEachRunAddUp();
    void farBelowBothRoofsIsUnderutilized();
    void layersNameCausesOfMostTime();
    void copiedConvolutionsAreUnderutilizedSooner();
    void thresholdsDecide();
    void workOfUnknownSizePromisesNothing();
    void aCallBelowTheLaunchOverheadIsNotAboveIt();
    void theHeaviestBoundIsThatOfALayer();
    void summaryNamesWhatToGain();
    void withoutTimesTheRoofsSuggest();
    void kernelsOfAGpuAreJudgedByTheirOwnTime();
    void kernelsThatWaitForTheirLaunchAreLaunchBound();
    void aLayerOfKernelsIsTheirSum();
    void timeBetweenKernelsIsDividedByWhatWasObserved();
    void kernelsThatExceedTheRunAreFitted();
    void roofsOfAnotherGpuJudgeNothing();
};

void VerdictTest::integerArithmeticIsJudgedByItsOwnRoof()
{
    // 115,605,504 multiply-adds (3x3, 64 to 64 channels at 56 x 56) are 231.2e6 operations: 0.289 ms at 800 Gop/s,
    // 1.156 ms at 200 GFLOP/s. In 0.35 ms it reached 82.6 % of the former, "330 %" of the latter.
    SessionBuilder net;
    const std::int64_t conv = net.addLayer(0, "conv");
    net.addOperator(conv, OperatorFamily::Convolution, DType::QUInt8, { .macs = 115'605'504 }, 440'000, 350'000);
    net.time(layerId(conv), { 350'000 });
    const RooflinePoint op = SessionPoints(net.session()).at(operatorId(0));
    QVERIFY(op.verdict.roof == std::size_t(1));
    QVERIFY(isClose(op.timeAtRoofNs, 231'211'008 / 800.0));
    QVERIFY(isClose(op.verdict.roofFraction, 231'211'008 / 800.0 / 350'000));
    QCOMPARE(op.verdict.bound, Bound::Compute);
    QVERIFY(!op.verdict.aboveRoof);
    QVERIFY(SessionPoints(net.session()).at(layerId(conv)).verdict.roof == std::size_t(1));
}

void VerdictTest::whatPaddingMultipliesNeedNotBeDone()
{
    // Of 1e9 multiply-adds 0.4e9 meet padding: 1.2e9 FLOP / 200e9 FLOP/s = 6 ms are needed. Counts keep all 2e9 FLOP:
    // at 8 ms 250 GFLOP/s, and at its roof 333.
    SessionBuilder net;
    net.addOperator(0, OperatorFamily::Convolution, DType::Float32,
                    { .macs = 1'000'000'000, .avoidableMacs = 400'000'000 }, 1000, 8e6);
    const RooflinePoint op = SessionPoints(net.session()).at(operatorId(0));
    QVERIFY(isClose(op.timeAtRoofNs, 6e6));
    QVERIFY(isClose(op.verdict.roofFraction, 0.75));
    QCOMPARE(op.flops, std::int64_t(2'000'000'000));
    QVERIFY(isClose(op.achievedFlopPerSecond, 250e9));
    QVERIFY(isClose(op.verdict.attainableFlopPerSecond, 2e9 / 6e-3));
    QVERIFY(!op.verdict.aboveRoof);
}

void VerdictTest::tinyOperatorsAreLaunchBound()
{
    // 10,000 additions of 1 FLOP and 12 B, 2.1 us each, 41 ms for the model: at 1.43 us a call 14.3 ms at its roofs.
    SessionBuilder net;
    for (int i = 0; i < 10'000; ++i)
        net.addOperator(0, OperatorFamily::Elementwise, DType::Float32, { .elementwise = 1 }, 12, 2100);
    net.timeModel({ 41e6 });
    const RooflinePoint model = SessionPoints(net.session()).at(layerId(0));
    QCOMPARE(model.verdict.bound, Bound::Launch);
    QVERIFY(isClose(model.timeAtRoofNs, 14.3e6));
    QVERIFY(isClose(model.timeToGainNs, 26.7e6));
    const ModelSummary summary = JudgedSession(net.session()).summary();
    QVERIFY(isClose(summary.launchNs, 14.3e6));
    QCOMPARE(summary.operatorCalls, std::int64_t(10'000));
    // 21 ms within operators, 20 ms between them: all of it calling.
    QCOMPARE(summary.bounds.size(), std::size_t(1));
    QCOMPARE(summary.bounds[0].bound, Bound::Launch);
    QVERIFY(isClose(summary.bounds[0].share, 1.0));
}

void VerdictTest::aModuleWithoutOperatorsIsNotJudged()
{
    SessionBuilder net;
    const std::int64_t identity = net.addLayer(0, "identity");
    net.time(layerId(identity), { 300 });
    QCOMPARE(SessionPoints(net.session()).at(layerId(identity)).verdict.bound, Bound::None);
    QVERIFY(!SessionPoints(net.session()).at(layerId(identity)).timeAtRoofNs);
}

void VerdictTest::aViewTakesTheTimeOfACall()
{
    SessionBuilder net;
    const std::int64_t flatten = net.addLayer(0, "flatten");
    net.addOperator(flatten, OperatorFamily::View, DType::Float32, {}, 0, 900);
    net.time(layerId(flatten), { 1000 });
    const RooflinePoint view = SessionPoints(net.session()).at(operatorId(0));
    QCOMPARE(view.verdict.bound, Bound::Launch);
    QCOMPARE(view.timeAtRoofNs.value(), 0.0);
    QCOMPARE(view.timeToGainNs.value(), 900.0);
    QCOMPARE(SessionPoints(net.session()).at(layerId(flatten)).verdict.bound, Bound::Launch);
}

void VerdictTest::conventionsJudgeNothing()
{
    // Under "mac" a product of 1e9 multiply-adds says 1e9 FLOPs, and a ReLU of 1e6 elements none.
    SessionBuilder net;
    net.addOperator(0, OperatorFamily::Matrix, DType::Float32, { .macs = 1'000'000'000 }, 1'000'000, 12.5e6);
    net.addOperator(0, OperatorFamily::Activation, DType::Float32, { .elementwise = 1'000'000 }, 8'000'000, 400'000);
    Session &session = net.session();
    const std::vector<RooflinePoint> before = SessionPoints(session).operators();
    session.analysis.edit().convention = "mac";
    session.analysis.edit().operators[0].cost.flops = 1'000'000'000;
    session.analysis.edit().operators[1].cost.flops = 0;
    session.analysis.edit().layers[0].cost.flops = 1'000'000'000;
    const std::vector<RooflinePoint> after = SessionPoints(session).operators();
    QVERIFY(isClose(after[0].verdict.roofFraction, 0.8)); // 2e9 / 200e9 s = 10 of 12.5 ms
    QVERIFY(isClose(after[1].arithmeticIntensity, 0.125));
    for (std::size_t i = 0; i < before.size(); ++i) {
        QCOMPARE(after[i].arithmeticIntensity.value(), before[i].arithmeticIntensity.value());
        QCOMPARE(after[i].achievedFlopPerSecond.value(), before[i].achievedFlopPerSecond.value());
        QCOMPARE(after[i].verdict.roofFraction.value(), before[i].verdict.roofFraction.value());
        QCOMPARE(after[i].verdict.bound, before[i].verdict.bound);
        QCOMPARE(after[i].timeAtRoofNs.value(), before[i].timeAtRoofNs.value());
    }
    QCOMPARE(SessionPoints(session).at(layerId(0)).flops, std::int64_t(2'001'000'000));
}

void VerdictTest::aParentIsTheSumOfItsParts()
{
    // conv 1: 2e9 FLOP / 200e9 = 10 ms; conv 2: int8, 4e9 / 800e9 = 5 ms; addition of the block: 40e6 B / 40e9 = 1 ms;
    // head: 80e6 B = 2 ms. As one point of FP32 the block would take 30 ms, as one of INT8 7.5 ms.
    SessionBuilder net;
    const std::int64_t block = net.addLayer(0, "block");
    const std::int64_t first = net.addLayer(block, "block.first");
    const std::int64_t second = net.addLayer(block, "block.second");
    const std::int64_t head = net.addLayer(0, "head");
    net.addOperator(first, OperatorFamily::Convolution, DType::Float32, { .macs = 1'000'000'000 }, 1000);
    net.addOperator(second, OperatorFamily::Convolution, DType::QUInt8, { .macs = 2'000'000'000 }, 1000);
    net.addOperator(block, OperatorFamily::Movement, DType::Float32, {}, 40'000'000);
    net.addOperator(head, OperatorFamily::Movement, DType::Float32, {}, 80'000'000);
    const std::vector<RooflinePoint> points = SessionPoints(net.session()).layers();
    QVERIFY(isClose(points[static_cast<std::size_t>(block)].timeAtRoofNs, 16e6));
    QVERIFY(isClose(points[0].timeAtRoofNs, 18e6));
    QVERIFY(isClose(points[0].verdict.attainableFlopPerSecond, 6e9 / 18e-3));
    // Before the parents were sums, theirs could be less than their children's.
    const double children =
        *points[static_cast<std::size_t>(first)].timeAtRoofNs + *points[static_cast<std::size_t>(second)].timeAtRoofNs;
    QVERIFY(*points[static_cast<std::size_t>(block)].timeAtRoofNs >= children);
}

void VerdictTest::sharesOfEachRunAddUp()
{
    // A busy machine: in the second run everything took twice as long, in the third the first layer did. Shares of the
    // first: 30/100, 60/200, 60/130; of the second: 70/100, 140/200, 70/130. Ratios of medians: 60/130 + 70/130 = 1.
    SessionBuilder net;
    const std::int64_t first = net.addLayer(0, "first");
    const std::int64_t second = net.addLayer(0, "second");
    net.time(layerId(first), { 30, 60, 60 });
    net.time(layerId(second), { 70, 140, 70 });
    net.timeModel({ 100, 200, 130 });
    const std::optional<double> a = SessionPoints(net.session()).at(layerId(first)).timeShare;
    const std::optional<double> b = SessionPoints(net.session()).at(layerId(second)).timeShare;
    QVERIFY(isClose(a, (0.3 + 0.3 + 60.0 / 130) / 3));
    QVERIFY(isClose(*a + *b, 1.0));
}

void VerdictTest::farBelowBothRoofsIsUnderutilized()
{
    // Max pooling of ResNet-18: 1x64x112x112 to 56x56, 3.2e6 + 0.8e6 bytes: 100.4 us at 40 GB/s; took 2.7 ms, 3.7 %.
    SessionBuilder net;
    const std::int64_t pool = net.addLayer(0, "maxpool");
    const std::int64_t id =
        net.addOperator(pool, OperatorFamily::Pooling, DType::Float32, { .comparison = 1 }, 4'014'080, 2.7e6);
    const Verdict verdict = SessionPoints(net.session()).at(operatorId(id)).verdict;
    QCOMPARE(verdict.bound, Bound::Underutilized);
    QVERIFY(isClose(verdict.roofFraction, 100'352 / 2.7e6));
    QVERIFY(!verdict.underutilizedCauses.empty());
    QCOMPARE(verdict.underutilizedCauses.front().id, UnderutilizedCause::Unknown);
    net.session().analysis.edit().operators[static_cast<std::size_t>(id)].name = "aten::max_pool2d";
    QCOMPARE(SessionPoints(net.session()).at(operatorId(id)).verdict.underutilizedCauses.front().id,
             UnderutilizedCause::ScalarKernel);
    // The layer names its operator's reasons.
    QCOMPARE(SessionPoints(net.session()).at(layerId(pool)).verdict.underutilizedCauses.front().id,
             UnderutilizedCause::ScalarKernel);
}

void VerdictTest::layersNameCausesOfMostTime()
{
    // 10 ms in all, each operator far below its roofs: the longest one, 4 ms, has no known cause, the three poolings
    // hold 4.5 ms together, the normalization's 1.5 ms are less than a third.
    SessionBuilder net;
    const std::int64_t block = net.addLayer(0, "block");
    const auto add = [&](std::string name, OperatorWork work, double timeNs) {
        const std::int64_t id =
            net.addOperator(block, OperatorFamily::Pooling, DType::Float32, work, 4'014'080, timeNs);
        net.session().analysis.edit().operators[static_cast<std::size_t>(id)].name = std::move(name);
    };
    add("aten::unfamiliar", { .comparison = 1 }, 4e6);
    QCOMPARE(SessionPoints(net.session()).at(layerId(block)).verdict.underutilizedCauses,
             std::vector<LikelyCause> { UnderutilizedCause::Unknown });
    for (int i = 0; i < 3; ++i)
        add("aten::max_pool2d", { .comparison = 1 }, 1.5e6);
    add("aten::softmax", { .transcendental = 1 }, 1.5e6);
    QCOMPARE(SessionPoints(net.session()).at(layerId(block)).verdict.underutilizedCauses,
             std::vector<LikelyCause> { UnderutilizedCause::ScalarKernel });
    QCOMPARE(SessionPoints(net.session()).at(layerId(0)).verdict.underutilizedCauses,
             std::vector<LikelyCause> { UnderutilizedCause::ScalarKernel });
}

/// 1 MFLOP and 100 kB: 5 us at 200 GFLOP/s, 2.5 us at 40 GB/s, in 15 us.
void VerdictTest::copiedConvolutionsAreUnderutilizedSooner()
{
    SessionBuilder net;
    net.addOperator(0, OperatorFamily::Convolution, DType::Float32, { .macs = 500'000 }, 100'000, 15'000);
    Operator &op = net.session().analysis.edit().operators.front();
    QCOMPARE(SessionPoints(net.session()).at(operatorId(0)).verdict.bound, Bound::Compute);
    op.inputShapes = { { 1, 16, 56, 56 } };
    const Verdict verdict = SessionPoints(net.session()).at(operatorId(0)).verdict;
    QCOMPARE(verdict.bound, Bound::Underutilized);
    QCOMPARE(verdict.underutilizedCauses.front().id, UnderutilizedCause::MemoryFormat);
    net.session().layers.edit().execution.memoryFormat = MemoryFormat::ChannelsLast;
    QCOMPARE(SessionPoints(net.session()).at(operatorId(0)).verdict.bound, Bound::Compute);
}

void VerdictTest::thresholdsDecide()
{
    // 25 of 100 us at the roof.
    SessionBuilder net;
    net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 1'000'000, 100'000);
    QCOMPARE(SessionPoints(net.session()).at(operatorId(0)).verdict.bound, Bound::Bandwidth);
    net.session().thresholds.underutilized = 0.3;
    QCOMPARE(SessionPoints(net.session()).at(operatorId(0)).verdict.bound, Bound::Underutilized);
    // 1.2 of 4 us, launching takes 1.43.
    SessionBuilder tiny;
    tiny.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 48'000, 4000);
    QCOMPARE(SessionPoints(tiny.session()).at(operatorId(0)).verdict.bound, Bound::Launch);
    tiny.session().thresholds.launchOverheads = 2;
    QCOMPARE(SessionPoints(tiny.session()).at(operatorId(0)).verdict.bound, Bound::Bandwidth);
}

void VerdictTest::workOfUnknownSizePromisesNothing()
{
    // 40e6 B take 1 ms at least; it took 7 ms, for an unknown reason.
    SessionBuilder net;
    const std::int64_t id = net.addOperator(0, OperatorFamily::Other, DType::Float32, {}, 40'000'000, 7e6);
    net.session().analysis.edit().operators[static_cast<std::size_t>(id)].known = false;
    net.timeModel({ 8e6 });
    const RooflinePoint op = SessionPoints(net.session()).at(operatorId(id));
    QCOMPARE(op.verdict.bound, Bound::None);
    QVERIFY(!op.verdict.roofFraction && !op.timeToGainNs);
    QVERIFY(isClose(op.timeAtRoofNs, 7e6));
    QVERIFY(isClose(SessionPoints(net.session()).at(layerId(0)).timeAtRoofNs, 7e6));
}

void VerdictTest::aCallBelowTheLaunchOverheadIsNotAboveIt()
{
    // 0.8 us: below the 1.43 us of the cheapest addition, so its own overhead is smaller.
    SessionBuilder net;
    net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 8, 800);
    const RooflinePoint op = SessionPoints(net.session()).at(operatorId(0));
    QVERIFY(!op.verdict.aboveRoof);
    QVERIFY(isClose(op.timeAtRoofNs, 800));
    QCOMPARE(op.verdict.bound, Bound::Launch);
}

void VerdictTest::theHeaviestBoundIsThatOfALayer()
{
    // 12 ms of products at 83 % of FP32, 2 ms of copies at 50 % of memory.
    SessionBuilder net;
    const std::int64_t layer = net.addLayer(0, "block");
    net.addOperator(layer, OperatorFamily::Matrix, DType::Float32, { .macs = 1'000'000'000 }, 1000, 12e6);
    net.addOperator(layer, OperatorFamily::Movement, DType::Float32, {}, 40'000'000, 2e6);
    net.time(layerId(layer), { 14e6 });
    const RooflinePoint point = SessionPoints(net.session()).at(layerId(layer));
    QCOMPARE(point.verdict.bound, Bound::Compute);
    QVERIFY(point.verdict.roof == std::size_t(0));
    QVERIFY(isClose(point.verdict.roofFraction, 11.0 / 14));
}

void VerdictTest::summaryNamesWhatToGain()
{
    // Gains: product 12 - 10 = 2 ms, copy 9 - 1 = 8 ms. Shares: 12/22, 9/22, and 1/22 between the operators.
    SessionBuilder net;
    const std::int64_t product = net.addLayer(0, "product");
    const std::int64_t copy = net.addLayer(0, "copy");
    net.addOperator(product, OperatorFamily::Matrix, DType::Float32, { .macs = 1'000'000'000 }, 1000, 12e6);
    net.addOperator(copy, OperatorFamily::Movement, DType::Float32, {}, 40'000'000, 9e6);
    net.timeModel({ 22e6 });
    const ModelSummary summary = JudgedSession(net.session()).summary();
    QCOMPARE(summary.name, std::string("net"));
    QCOMPARE(summary.ranking.size(), std::size_t(2));
    QCOMPARE(summary.ranking[0].label, std::string("copy"));
    QVERIFY(isClose(summary.ranking[0].gainNs, 8e6));
    QVERIFY(isClose(summary.rankedGainNs, 10e6));
    QVERIFY(isClose(summary.timeAtRoofNs, 11e6));
    QVERIFY(isClose(summary.timeToGainNs, 10e6)); // the sum: time between operators belongs to none
    QCOMPARE(summary.bounds.size(), std::size_t(3));
    QCOMPARE(summary.bounds[0].bound, Bound::Compute);
    QVERIFY(isClose(summary.bounds[0].share, 12.0 / 22));
    QCOMPARE(summary.bounds[1].bound, Bound::Underutilized); // 1 of 9 ms
    QCOMPARE(summary.bounds[1].slowestLabel, std::string("copy"));
    QVERIFY(isClose(summary.platform.ridgeFlopPerByte, 5));
}

void VerdictTest::withoutTimesTheRoofsSuggest()
{
    SessionBuilder net;
    net.addOperator(0, OperatorFamily::Matrix, DType::Float32, { .macs = 300'000'000 }, 1000); // 3 ms
    net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 40'000'000); // 1 ms
    net.session().layers.reset();
    const ModelSummary summary = JudgedSession(net.session()).summary();
    QVERIFY(!summary.sharesOfTime && !summary.medianNs && !summary.timeToGainNs);
    QVERIFY(isClose(summary.bounds[0].share, 0.75));
    QCOMPARE(summary.bounds[0].bound, Bound::Compute);
    QVERIFY(summary.ranking.empty());
}

void VerdictTest::kernelsOfAGpuAreJudgedByTheirOwnTime()
{
    // 1e9 multiply-adds are 2e9 FLOPs: 10 ms at 200 GFLOP/s. 16 ms from launch to end, of which two kernels ran 12.5:
    // 125 GFLOP/s, 62.5 % of the roof. To gain are 6 of the 16 ms.
    SessionBuilder net;
    const std::int64_t layer = net.addLayer(0, "product");
    const std::int64_t op =
        net.addOperator(layer, OperatorFamily::Matrix, DType::Float32, { .macs = 1'000'000'000 }, 1000, 16e6);
    net.kernel(12e6);
    net.kernel(0.5e6);
    net.time(layerId(layer), { 16e6 });
    for (const RooflinePoint &point :
         { SessionPoints(net.session()).at(operatorId(op)), SessionPoints(net.session()).at(layerId(layer)) }) {
        QCOMPARE(point.verdict.bound, Bound::Compute);
        QVERIFY(isClose(point.kernelsNs, 12.5e6));
        QVERIFY(isClose(point.betweenKernelsNs, 3.5e6));
        QVERIFY(isClose(point.achievedFlopPerSecond, 125e9));
        QVERIFY(isClose(point.verdict.roofFraction, 0.625));
        QVERIFY(isClose(point.timeNs, 16e6));
        QVERIFY(isClose(point.timeToGainNs, 6e6));
        QVERIFY(!point.verdict.aboveRoof);
    }
}

void VerdictTest::kernelsThatWaitForTheirLaunchAreLaunchBound()
{
    // 80,000 bytes are 2 us at 40 GB/s: a kernel of 4 us, dispatched in 20. Its call is judged, not "underutilized".
    SessionBuilder net;
    const std::int64_t waiting = net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 80'000, 20'000);
    net.kernel(4000);
    const std::int64_t busy = net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 80'000, 6000);
    net.kernel(4000);
    const RooflinePoint launched = SessionPoints(net.session()).at(operatorId(waiting));
    QCOMPARE(launched.verdict.bound, Bound::Launch);
    QVERIFY(isClose(launched.verdict.roofFraction, 0.1)); // 2 of 20 us
    QVERIFY(isClose(launched.achievedBytePerSecond, 4e9)); // 80,000 bytes in 20 us
    const RooflinePoint worked = SessionPoints(net.session()).at(operatorId(busy));
    QCOMPARE(worked.verdict.bound, Bound::Bandwidth);
    QVERIFY(isClose(worked.verdict.roofFraction, 1.0 / 3)); // 2 of 6 us
    // 1000 FLOPs and 20,000 bytes, 0.5 us at 40 GB/s, in a kernel of 1 us that waits 0.7 us for its launch of 1.43 us:
    // it is its work that the rate is held against.
    net.addOperator(0, OperatorFamily::Elementwise, DType::Float32, { .elementwise = 1000 }, 20'000, 1700);
    net.kernel(1000);
    const RooflinePoint hidden = SessionPoints(net.session()).at(operatorId(2));
    QCOMPARE(hidden.verdict.bound, Bound::Bandwidth);
    QVERIFY(isClose(hidden.verdict.attainableFlopPerSecond, 1000 / 0.5e-6));
    QVERIFY(isClose(hidden.verdict.roofFraction, 0.5 / 1.7));
    QVERIFY(hidden.achievedFlopPerSecond < hidden.verdict.attainableFlopPerSecond);
    QVERIFY(net.session().peaks->roofs[*hidden.verdict.roof].memory());
    // A kernel may be shorter than the host's overhead of 1.43 us: 40,000 bytes are 1 us.
    const std::int64_t shortOne = net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 40'000, 1500);
    net.kernel(1250);
    const RooflinePoint point = SessionPoints(net.session()).at(operatorId(shortOne));
    QVERIFY(isClose(point.verdict.roofFraction, 1.0 / 1.5));
    QVERIFY(!point.verdict.aboveRoof);
}

void VerdictTest::aLayerOfKernelsIsTheirSum()
{
    // 10 of 16 ms by kernels, 2 of 20 us by a call, a view of 1 us: (10,000 + 2) of (16,000 + 20 + 1) us.
    SessionBuilder net;
    const std::int64_t block = net.addLayer(0, "block");
    const std::int64_t product = net.addLayer(block, "product");
    net.addOperator(product, OperatorFamily::Matrix, DType::Float32, { .macs = 1'000'000'000 }, 1000, 16e6);
    net.kernel(12.5e6);
    net.addOperator(block, OperatorFamily::Movement, DType::Float32, {}, 80'000, 20'000);
    net.kernel(4000);
    net.addOperator(block, OperatorFamily::View, DType::Float32, {}, 0, 1000);
    net.time(layerId(block), { 16.1e6 });
    const RooflinePoint point = SessionPoints(net.session()).at(layerId(block));
    QVERIFY(isClose(point.kernelsNs, 12.504e6));
    QCOMPARE(point.verdict.bound, Bound::Compute);
    QVERIFY(isClose(point.timeNs, 16.021e6));
    QVERIFY(isClose(point.verdict.roofFraction, 10'002.0 / 16'021));
}

void VerdictTest::timeBetweenKernelsIsDividedByWhatWasObserved()
{
    // Observed, 12 + 2 ms beyond kernels of 3, 1 and, of no operator, 0.4 ms; a bare run takes 7.9 ms: 3.5 ms beyond
    // all kernels, divided 6 to 1.
    SessionBuilder net;
    const std::int64_t block = net.addLayer(0, "block");
    const std::int64_t slow = net.addOperator(block, OperatorFamily::Movement, DType::Float32, {}, 80'000, 15e6);
    net.kernel(3e6);
    const std::int64_t fast = net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 80'000, 3e6);
    net.kernel(1e6);
    net.time(layerId(0), { 21e6 });
    net.kernel(0.4e6);
    net.timeModel({ 22e6 });
    net.session().layers.edit().bareMedianNs = 7.9e6;
    const JudgedSession judged(net.session());
    QVERIFY(isClose(judged.at(operatorId(slow)).timeNs, 6e6));
    QVERIFY(isClose(judged.at(operatorId(slow)).betweenKernelsNs, 3e6));
    QVERIFY(isClose(judged.at(operatorId(fast)).timeNs, 1.5e6));
    QVERIFY(isClose(judged.at(operatorId(fast)).timeShare, 1.5 / 7.9));
    QVERIFY(isClose(judged.at(layerId(block)).timeNs, 6e6));
    QVERIFY(isClose(judged.at(layerId(0)).timeNs, 7.5e6));
    QVERIFY(isClose(judged.summary().betweenKernelsNs, 3.5e6));
    QVERIFY(isClose(judged.summary().unknownNs, 0.4e6));
    double unjudged = 0;
    for (const BoundShare &share : judged.summary().bounds)
        unjudged += share.bound == Bound::None ? share.share : 0;
    QVERIFY(isClose(unjudged, 0.4 / 7.9));
}

void VerdictTest::kernelsThatExceedTheRunAreFitted()
{
    // Kernels of 6 and 2 ms overlap in a run of 4 ms: each counts half.
    SessionBuilder net;
    net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 80'000, 7e6);
    net.kernel(6e6);
    net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 80'000, 3e6);
    net.kernel(2e6);
    net.timeModel({ 11e6 });
    net.session().layers.edit().bareMedianNs = 4e6;
    const JudgedSession judged(net.session());
    for (const auto &[op, expected] : { std::pair(0, 3e6), std::pair(1, 1e6) }) {
        QVERIFY(isClose(judged.at(operatorId(op)).timeNs, expected));
        QVERIFY(isClose(judged.at(operatorId(op)).kernelsNs, expected));
    }
}

void VerdictTest::roofsOfAnotherGpuJudgeNothing()
{
    SessionBuilder net;
    const std::int64_t op = net.addOperator(0, OperatorFamily::Movement, DType::Float32, {}, 80'000, 6000);
    net.session().layers.edit().device = { "cuda", 0, "NVIDIA H100", "GPU-1", "", 0 };
    net.session().peaks.edit().device = { "cuda", 1, "NVIDIA H100", "GPU-2", "", 0 };
    QVERIFY(!SessionPoints(net.session()).at(operatorId(op)).verdict.roof);
    net.session().peaks.edit().device.uuid = "GPU-1";
    QVERIFY(SessionPoints(net.session()).at(operatorId(op)).verdict.roof.has_value());
}

ROOFLIGHT_TEST(VerdictTest)
#include "verdict_test.moc"
