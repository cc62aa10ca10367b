// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "support/script_model.h"
#include "tests/core/sampling/fake_clock.h"
#include "tests/core/sampling/stop_after.h"
#include "tests/support/test_program.h"

#include "core/timing/latency/trials.h"

#include <ATen/Functions.h>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace rooflight;

/// What is kept of timed runs, never how long they took.
class LatencyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCallIsKept();
    void energyIsThatOfTheRuns();
    void cancelKeepsWhatWasMeasured();
    void cancelBeforeTheFirstSampleKeepsNoStatistics();
    void layersMatchTheAnalysis();
    void changingModelIsRefused();
    void everyRunFindsTheFirstInputs_data();
    void everyRunFindsTheFirstInputs();
    void failingModelIsAnError();
};

namespace {

SamplingLimits fewRuns()
{
    SamplingLimits limits;
    limits.minimumCount = 5;
    limits.minimumSeconds = 0;
    limits.maximumCount = 5;
    return limits;
}

const char *source = R"(
def forward(self, x):
    return torch.matmul(x, x).relu()
)";

/// Of a device that takes 10 W by this clock, whatever it does.
class SteadyCounter : public EnergyCounter
{
public:
    explicit SteadyCounter(const FakeClock &clock)
        : m_clock(clock)
    {
    }

    [[nodiscard]] EnergySource source() const override { return EnergySource::Rapl; }
    [[nodiscard]] std::optional<double> joules() override { return 10 * m_clock.seconds; }
    [[nodiscard]] double updateSeconds() const override { return 1e-4; }

private:
    const FakeClock &m_clock;
};

} // namespace

void LatencyTest::everyCallIsKept()
{
    const ScriptModel script(source);
    LoadedModel model = script.load(Executor::AsLoaded);
    ModelInputs inputs = script.inputs(model, { "7x7" });
    inputs.batch = { 7, BatchSource::Given, "The rows." };
    const Measured<ModelLatency> latency = measureModelLatency(model, inputs, {}, { {}, fewRuns() }, {});
    QVERIFY(latency.value && !latency.error);
    QCOMPARE(latency.value.value().samples.samplesNs.size(), std::size_t { 5 });
    QVERIFY(latency.value.value().samples.warmupNs.size() >= 3);
    QCOMPARE(latency.value.value().batch, std::int64_t { 7 });
    QCOMPARE(latency.value.value().batchSource, BatchSource::Given);
    QCOMPARE(latency.value.value().batchReason.text, std::string("The rows."));
    QCOMPARE(latency.value.value().method, std::string("steady_clock"));
    QCOMPARE(latency.value.value().execution, Execution {});
    QVERIFY(std::ranges::all_of(latency.value.value().samples.samplesNs, [](double sample) { return sample > 0; }));
    QVERIFY(latency.value.value().throughputPerSecond > 0);
}

/// Runs one after the other take 10 W by the time from one to the next: a millisecond, on a clock that they move.
void LatencyTest::energyIsThatOfTheRuns()
{
    const ScriptModel script(source);
    LoadedModel model = script.load(Executor::AsLoaded);
    const ModelInputs inputs = script.inputs(model, { "64x64" });
    SamplingLimits limits = fewRuns();
    limits.minimumCount = limits.maximumCount = 201;
    FakeClock clock;
    MeasurementContext context = clock.context();
    context.progress = [&clock](std::int64_t, std::int64_t) { clock.seconds += 1e-3; };
    EnergyMeter energy({ std::make_shared<SteadyCounter>(clock), {} }, context.now,
                       [&clock](double seconds) { clock.seconds += seconds; });
    energy.readIdle();
    const Measured<ModelLatency> latency = measureModelLatency(model, inputs, {}, { {}, limits }, context, {}, &energy);
    QVERIFY(latency.value && latency.value->energy);
    const EnergyUse &use = *latency.value->energy;
    QVERIFY2(use.joulesPerRun, use.reason.text.c_str());
    const double runsPerSecond = latency.value->throughputPerSecond / static_cast<double>(latency.value->batch);
    // What follows the last window, and the time before the second run, are in one of the two factors.
    QVERIFY2(std::abs(*use.joulesPerRun * runsPerSecond - 10) < 0.05,
             qPrintable(QString::number(*use.joulesPerRun * runsPerSecond)));
    QVERIFY(std::abs(use.idleWatts.value_or(0) - 10) < 1e-6);
    QVERIFY(!measureModelLatency(model, inputs, {}, { {}, fewRuns() }, {}).value->energy);
}

void LatencyTest::cancelKeepsWhatWasMeasured()
{
    const ScriptModel script(source);
    LoadedModel model = script.load(Executor::AsLoaded);
    const ModelInputs inputs = script.inputs(model, { "7x7" });
    std::stop_source stop;
    MeasurementContext context;
    context.stop = stop.get_token();
    context.progress = [&stop](std::int64_t done, std::int64_t) {
        if (done == 2)
            stop.request_stop();
    };
    const Measured<ModelLatency> latency = measureModelLatency(model, inputs, {}, { {}, fewRuns() }, context);
    QVERIFY(latency.value && !latency.error);
    QCOMPARE(latency.value.value().samples.samplesNs.size(), std::size_t { 2 });
    QVERIFY(hasFlag(latency.value.value().samples.flags, SampleFlag::Partial));
}

void LatencyTest::cancelBeforeTheFirstSampleKeepsNoStatistics()
{
    const ScriptModel script(source);
    LoadedModel model = script.load(Executor::AsLoaded);
    const ModelInputs inputs = script.inputs(model, { "7x7" });
    StopAfter stop(1);
    const Measured<ModelLatency> latency = measureModelLatency(model, inputs, {}, { {}, fewRuns() }, stop.context());
    QVERIFY(!latency.error);
    QVERIFY(latency.value.has_value());
    QVERIFY(!latency.value.value().samples.warmupNs.empty());
    QCOMPARE(latency.value.value().samples.summary.count, std::int64_t { 0 });
    QCOMPARE(latency.value.value().throughputPerSecond, 0.0);
}

void LatencyTest::layersMatchTheAnalysis()
{
    torch::jit::Module child = childModule("Linear", { 8, 8 }, R"(
def forward(self, x):
    return torch.linear(x, self.weight)
)");
    const ScriptModel script(R"(
def forward(self, x):
    return self.second.forward(self.first.forward(x).relu())
)",
                             { { "first", child }, { "second", child.copy() } });
    const Analysis analysis = script.analyze({ "2x8" });
    LoadedModel model = script.load(Executor::Unoptimized);
    const ModelInputs inputs = script.inputs(model, { "2x8" });
    const CostModel costs;
    OperatorCatalog operators(costs);
    const Measured<LayerLatencies> latencies =
        measureLayerLatencies(model, inputs, analysis, operators, { {}, fewRuns() }, {});
    QVERIFY(latencies.value && !latencies.error);
    QCOMPARE(analysis.layers.size(), std::size_t { 3 });
    QCOMPARE(analysis.operators.size(), std::size_t { 3 });
    QCOMPARE(latencies.value.value().items.size(), std::size_t { 6 });
    const auto sampleOf = [&](ItemId item, std::size_t run) {
        const auto found = std::ranges::find(latencies.value.value().items, item, &ItemLatency::item);
        return found->samples.samplesNs[run];
    };
    using Kind = ItemId::Kind;
    for (std::size_t run = 0; run < 5; ++run) {
        const double whole = sampleOf({ Kind::Layer, 0 }, run);
        const double inside = sampleOf({ Kind::Layer, 1 }, run) + sampleOf({ Kind::Layer, 2 }, run)
            + sampleOf({ Kind::Operator, 1 }, run);
        QVERIFY(inside <= whole);
        QVERIFY(whole <= latencies.value.value().instrumentedModel.samplesNs[run]);
        QVERIFY(sampleOf({ Kind::Operator, 0 }, run) <= sampleOf({ Kind::Layer, 1 }, run));
    }
}

void LatencyTest::changingModelIsRefused()
{
    const ScriptModel script(R"(
def forward(self, x):
    if bool(torch.rand([1]).item() < 0.5):
        x = x.relu()
    return x + 1
)");
    const Analysis analysis = script.analyze({ "2x2" });
    LoadedModel model = script.load(Executor::Unoptimized);
    const ModelInputs inputs = script.inputs(model, { "2x2" });
    SamplingLimits limits = fewRuns();
    limits.minimumCount = limits.maximumCount = 200;
    const CostModel costs;
    OperatorCatalog operators(costs);
    const Measured<LayerLatencies> latencies =
        measureLayerLatencies(model, inputs, analysis, operators, { {}, limits }, {});
    QVERIFY(latencies.error.has_value());
    QCOMPARE(latencies.error->code, ErrorCode::ModelFailed);
}

void LatencyTest::everyRunFindsTheFirstInputs_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("changes");
    // Each fails when it is given what an earlier run left.
    QTest::newRow("a number") << QStringLiteral("assert int(x.sum()) == 12\n    x += 2") << true;
    QTest::newRow("its shape") << QStringLiteral("assert x.dim() == 2\n    x.unsqueeze_(0)") << true;
    QTest::newRow("its memory") << QStringLiteral("assert x.numel() == 12\n    x.resize_([99])") << true;
    QTest::newRow("only what it makes itself") << QStringLiteral("y = x + 1\n    y += 2") << false;
}

void LatencyTest::everyRunFindsTheFirstInputs()
{
    QFETCH(const QString, code);
    QFETCH(const bool, changes);
    const ScriptModel script("\ndef forward(self, x):\n    " + code.toStdString() + "\n    return x.sum()\n");
    for (const Executor executor : { Executor::AsLoaded, Executor::Unoptimized }) {
        LoadedModel model = script.load(executor);
        const ModelInputs inputs = script.inputs(model, { "3x4:int64:1" });
        const Measured<ModelLatency> latency = measureModelLatency(model, inputs, {}, { {}, fewRuns() }, {});
        QVERIFY2(!latency.error, latency.error ? latency.error->text.c_str() : "");
        QCOMPARE(inputs.areChanged(), changes);
        QVERIFY(inputs.values.front().toTensor().equal(at::ones({ 3, 4 }, at::kLong)));
    }
    const Analysis analysis = script.analyze({ "3x4:int64:1" });
    QCOMPARE(analysis.model.changesInputs, changes);
    LoadedModel model = script.load(Executor::Unoptimized);
    const ModelInputs inputs = script.inputs(model, { "3x4:int64:1" });
    const CostModel costs;
    OperatorCatalog operators(costs);
    const Measured<LayerLatencies> layers =
        measureLayerLatencies(model, inputs, analysis, operators, { {}, fewRuns() }, {});
    QVERIFY2(!layers.error, layers.error ? layers.error->text.c_str() : "");
}

void LatencyTest::failingModelIsAnError()
{
    const ScriptModel script(R"(
def forward(self, x):
    return torch.matmul(x, torch.zeros([99, 99]))
)");
    LoadedModel model = script.load(Executor::AsLoaded);
    const ModelInputs inputs = script.inputs(model, { "4x4" });
    const Measured<ModelLatency> latency = measureModelLatency(model, inputs, {}, { {}, fewRuns() }, {});
    QVERIFY(latency.error.has_value());
    QCOMPARE(latency.error->code, ErrorCode::ModelFailed);
}

ROOFLIGHT_TEST(LatencyTest)
#include "latency_test.moc"
