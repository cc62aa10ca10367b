// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/estimate.h"
#include "core/roofline/scaled_time.h"

#include "tests/support/simple_roofs.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

void addTime(LayerLatencies &latencies, ItemId::Kind kind, std::int64_t id, double ns)
{
    ItemLatency &item = latencies.items.emplace_back();
    item.item = { kind, id };
    item.samples.summary.count = 9;
    item.samples.summary.medianNs = ns;
    item.samples.summary.meanNs = ns;
}

/// Calls alone, one time an operator.
LayerLatencies calls(const std::vector<double> &ns)
{
    LayerLatencies latencies;
    for (std::size_t i = 0; i < ns.size(); ++i)
        addTime(latencies, ItemId::Kind::Operator, static_cast<std::int64_t>(i), ns[i]);
    return latencies;
}

/// A model of 100 us with a product of 60 us and an activation of 30 us, each in a layer; 10 us are between them.
Session timedModel()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    for (const char *path : { "", "fc", "act" }) {
        Layer layer;
        layer.id = static_cast<std::int64_t>(analysis.layers.size());
        layer.parent = layer.id == 0 ? -1 : 0;
        layer.path = path;
        layer.leaf = layer.id > 0;
        analysis.layers.push_back(layer);
    }
    OperatorWork product;
    product.macs = 5'000'000;
    test::addOperator(analysis, OperatorFamily::Matrix, product, { { 10'000, 20'000, false, false } }, { 1, 2500 })
        .layer = 1;
    OperatorWork activation;
    activation.elementwise = 2'500;
    test::addOperator(analysis, OperatorFamily::Activation, activation, { { 10'000, 10'000, false, false } },
                      { 1, 2500 })
        .layer = 2;
    analysis.operators[0].name = "aten::linear";
    analysis.operators[1].name = "aten::relu";
    analysis.layers[0].cost = { 5'000'000, 10'002'500, 20'000, 0 };
    session.latency.emplace().samples.summary.count = 9;
    session.latency.edit().samples.summary.medianNs = 100'000;
    session.latency.edit().samples.summary.medianIntervalNs = { 100'000, 100'000 };
    LayerLatencies &layers = session.layers.emplace();
    layers.instrumentedModel.summary.count = 9;
    layers.instrumentedModel.summary.medianNs = layers.instrumentedModel.summary.meanNs = 200'000;
    addTime(layers, ItemId::Kind::Layer, 0, 200'000);
    addTime(layers, ItemId::Kind::Layer, 1, 120'000);
    addTime(layers, ItemId::Kind::Layer, 2, 60'000);
    addTime(layers, ItemId::Kind::Operator, 0, 120'000);
    addTime(layers, ItemId::Kind::Operator, 1, 60'000);
    return session;
}

Session onlyCounted(const Session &session)
{
    Session there;
    there.analysis = session.analysis;
    there.peaks = session.peaks;
    return there;
}

/// Runs with this median, and half of its interval.
Session ranIn(const Session &session, double medianNs, double halfNs = 0)
{
    Session there = onlyCounted(session);
    Summary &summary = there.latency.emplace().samples.summary;
    summary.count = 5;
    summary.medianNs = medianNs;
    summary.medianIntervalNs = { medianNs - halfNs, medianNs + halfNs };
    return there;
}

RooflinePoint point(Bound bound, double timeNs, std::int64_t flops, std::int64_t bytes, double atRoofNs)
{
    RooflinePoint made;
    made.verdict.bound = bound;
    made.timeNs = timeNs;
    made.flops = flops;
    made.cost.bytesRead = bytes;
    made.timeAtRoofNs = atRoofNs;
    return made;
}

} // namespace

class EstimateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Another method is not taken in silence, whichever side failed.
    void reasonIsKnownWhyNothingWasReplayed()
    {
        const Session here = timedModel();
        const Session there = ranIn(here, 150'000);
        Session replayed = there;
        replayed.layers = here.layers;
        QVERIFY(!whyNotReplayed(here, replayed, true));
        QVERIFY(!whyNotReplayed(here, here, false));

        Session failedHere;
        failedHere.error = Error { ErrorCode::ModelFailed, "It failed here.", "" };
        QCOMPARE(whyNotReplayed(failedHere, replayed, true)->text, std::string("It failed here."));
        Session failedThere = replayed;
        failedThere.error = Error { ErrorCode::OutOfMemory, "It failed there.", "" };
        QCOMPARE(whyNotReplayed(failedHere, failedThere, true)->text, std::string("It failed there."));
        QCOMPARE(whyNotReplayed(here, there, true)->text,
                 std::string("The model's operators could not be called again."));
        Session withoutRuns = replayed;
        withoutRuns.latency.reset();
        const std::optional<Error> notRun = whyNotReplayed(here, withoutRuns, true);
        QCOMPARE(notRun->text, std::string("The model could not be run."));
        // It follows an estimate: a hint would read as if there were none.
        QCOMPARE(scaledInstead({ ErrorCode::OutOfMemory, "It needs more memory.", "Use a smaller batch." }),
                 std::string("It needs more memory. Its time is scaled instead."));
    }

    /// Other programs may have slowed any of the runs that it comes from.
    void disturbedRunsAreNamed()
    {
        Session here = timedModel();
        LayerLatencies callsHere = calls({ 50'000, 20'000 });
        LayerLatencies callsThere = calls({ 200'000, 25'000 });
        Session there = ranIn(here, 565'000);
        QVERIFY(replayedEstimate(here, callsHere, there, callsThere).disturbedBy.empty());
        QVERIFY(scaledEstimate(here, onlyCounted(here), {}).disturbedBy.empty());
        there.latency.edit().samples.flags = { SampleFlag::VeryNoisy, SampleFlag::FewSamples };
        callsThere.instrumentedModel.flags = { SampleFlag::OtherLoad };
        QCOMPARE(replayedEstimate(here, callsHere, there, callsThere).disturbedBy,
                 (std::vector<std::string> { "very_noisy", "other_load" }));
        here.latency.edit().samples.flags = { SampleFlag::OtherLoad };
        QCOMPARE(scaledEstimate(here, onlyCounted(here), {}).disturbedBy, std::vector<std::string> { "other_load" });
    }

    /// 60 x 200/50 = 240 and 30 x 25/20 = 37.5 us in proportion, and 10 us between them, add up to the runs: 565 us.
    void runsAreSharedOutByCalls()
    {
        const Session here = timedModel();
        const Estimate estimate =
            replayedEstimate(here, calls({ 50'000, 20'000 }), ranIn(here, 565'000), calls({ 200'000, 25'000 }));
        QCOMPARE(estimate.method, EstimateMethod::Replayed);
        QCOMPARE(estimate.hereNs.value(), 100'000.0);
        QCOMPARE(estimate.medianNs.value(), 565'000.0);
        QCOMPARE(estimate.intervalNs[0], 565'000 * 0.9);
        QCOMPARE(estimate.intervalNs[1], 565'000 * 1.1);
        QCOMPARE(estimate.macs, 5'000'000);
        QCOMPARE(estimate.layers[1].hereNs.value(), 60'000.0);
        QCOMPARE(estimate.layers[1].medianNs.value(), 480'000.0);
        QCOMPARE(estimate.layers[2].medianNs.value(), 75'000.0);
        QVERIFY(!estimate.limitNs.value_or(0));
    }

    /// 0.24 of the median either way, and 0.1 by which processes differ: their squares add up to that of 0.26.
    void unsureRunsWidenTheInterval()
    {
        const Session here = timedModel();
        const LayerLatencies alone = calls({ 50'000, 20'000 });
        const Estimate estimate = replayedEstimate(here, alone, ranIn(here, 100'000, 24'000), alone);
        QCOMPARE(estimate.medianNs.value(), 100'000.0);
        QCOMPARE(estimate.intervalNs[0], 74'000.0);
        QCOMPARE(estimate.intervalNs[1], 126'000.0);
    }

    /// An operator that only the changed model has takes what those of the run take beside their calls: 90 / 70.
    void newOperatorsHaveTheirShare()
    {
        const Session here = timedModel();
        Session there = ranIn(here, 109'000);
        there.analysis.edit().operators.push_back(there.analysis->operators.back());
        there.analysis.edit().operators.back().name = "aten::copy_";
        const Estimate estimate =
            replayedEstimate(here, calls({ 50'000, 20'000 }), there, calls({ 50'000, 20'000, 7'000 }));
        QCOMPARE(qRound(estimate.layers[2].medianNs.value()), 39'000);
    }

    /// 10 MFLOP at 1 TFLOP/s take 10 us: an estimate of less is one that the roofs contradict.
    void noEstimateIsBelowItsLimit()
    {
        Session here = timedModel();
        here.peaks.emplace().roofs = test::simpleRoofs();
        const Estimate estimate = replayedEstimate(here, calls({ 50'000, 20'000 }), ranIn(here, 2), calls({ 1, 1 }));
        QVERIFY(estimate.limitNs.value() >= 10'000);
        QVERIFY(estimate.medianNs.value() >= estimate.limitNs.value());
        QVERIFY(estimate.intervalNs[0] >= estimate.limitNs.value());
        QVERIFY(estimate.layers[1].medianNs.value() >= estimate.layers[1].limitNs.value());
    }

    void nothingIsExpectedOfAnotherDevice()
    {
        Session here = timedModel();
        Session there = onlyCounted(here);
        there.peaks.emplace().roofs = test::simpleRoofs();
        const Estimate estimate = limitOnly(here, there);
        QVERIFY(!estimate.medianNs);
        QVERIFY(estimate.limitNs.value() >= 10'000);
        QVERIFY(!estimate.layers[1].medianNs);
    }

    void workIsScaledByWhatLimitsIt_data()
    {
        QTest::addColumn<Bound>("bound");
        QTest::addColumn<double>("expected");
        // 80 us; eight times the FLOPs, four times the bytes, 5 us at the roofs become 20.
        QTest::newRow("compute") << Bound::Compute << 320.0;
        QTest::newRow("bandwidth") << Bound::Bandwidth << 320.0;
        QTest::newRow("balanced") << Bound::Balanced << 640.0;
        QTest::newRow("underutilized") << Bound::Underutilized << 640.0;
        QTest::newRow("launch") << Bound::Launch << 80.0;
    }

    void workIsScaledByWhatLimitsIt()
    {
        QFETCH(Bound, bound);
        const RooflinePoint before = point(bound, 80, 100, 1000, 5);
        const std::optional<double> scaled = scaledTimeNs(before, point(Bound::None, 0, 800, 4000, 20));
        QTEST(scaled.value(), "expected");
        QVERIFY(scaledTimeNs(before, point(Bound::None, 0, 800, 4000, 9999)).value() >= 9999);
    }

    void whatWasNotTimedIsNotScaled()
    {
        RooflinePoint before = point(Bound::Compute, 0, 100, 1000, 5);
        QVERIFY(!scaledTimeNs(before, point(Bound::None, 0, 800, 4000, 20)));
        before = point(Bound::Underutilized, 80, 0, 0, 5);
        QVERIFY(!scaledTimeNs(before, point(Bound::None, 0, 0, 0, 20)));
    }

    /// Neither the 60 nor the 30 us hold a launch that was measured: the 10 us between them go, or may stay.
    void changesOfTheProgramAreForecast()
    {
        const Session here = timedModel();
        const Estimate estimate = scaledEstimate(here, onlyCounted(here), { .noLaunches = true });
        QCOMPARE(estimate.method, EstimateMethod::Scaled);
        QCOMPARE(estimate.medianNs.value(), 90'000.0);
        QCOMPARE(estimate.intervalNs[0], 90'000 * 0.75);
        QCOMPARE(estimate.intervalNs[1], 100'000 * 1.25);
        QVERIFY(!estimate.layers[1].medianNs); // which of them becomes shorter is not known
    }

    void supposedWorkIsScaled()
    {
        const Session here = timedModel();
        Session there = onlyCounted(here);
        for (Operator &op : there.analysis.edit().operators) {
            op.work.macs *= 4;
            op.work.elementwise *= 4;
        }
        // Without roofs nothing has a bound: 100 + 3 x (60 + 30).
        const Estimate estimate = scaledEstimate(here, there, {});
        QCOMPARE(estimate.method, EstimateMethod::Scaled);
        QCOMPARE(estimate.medianNs.value(), 370'000.0);
        QCOMPARE(estimate.intervalNs[1], 370'000 * 1.25);
        QCOMPARE(estimate.layers[1].medianNs.value(), 240'000.0);
        QCOMPARE(estimate.layers[2].medianNs.value(), 120'000.0);
        QCOMPARE(forecastOf(here, there, {}).thereNs.value(), 370'000.0); // as the window says
    }
};

ROOFLIGHT_TEST(EstimateTest)
#include "estimate_test.moc"
