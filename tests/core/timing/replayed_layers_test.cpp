// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "support/script_model.h"
#include "tests/support/test_program.h"

#include "core/timing/latency/trials.h"

#include <ATen/ATen.h>

#include <QTest>

#include <algorithm>

using namespace rooflight;

namespace {

TrialLimits rounds(std::int64_t count)
{
    TrialLimits limits;
    limits.warmup.maximumCount = 0;
    limits.sampling.minimumCount = limits.sampling.maximumCount = count;
    limits.sampling.minimumSeconds = 0;
    return limits;
}

/// A model, run and called again operator by operator.
struct Replayed {
    Replayed(const ScriptModel &script, const std::vector<std::string> &specs, std::int64_t count = 3)
        : analysis(script.analyze(specs))
        , model(script.load(Executor::Unoptimized))
        , inputs(script.inputs(model, specs))
        , operators(costs)
        , measured(replayLayers(model, inputs, analysis, operators, rounds(count), {}))
    {
    }

    [[nodiscard]] const ItemLatency &item(ItemId::Kind kind, std::int64_t id) const
    {
        return *std::ranges::find(measured.value->items, ItemId { kind, id }, &ItemLatency::item);
    }

    Analysis analysis;
    LoadedModel model;
    ModelInputs inputs;
    CostModel costs;
    OperatorCatalog operators;
    Measured<LayerLatencies> measured;
};

} // namespace

/// Operators that are called again, alone.
class ReplayedLayersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalCallsHaveOneTime();
    void layersAreSumsOfTheirOperators();
    void writtenTensorsStayWhatTheyAre();
    void otherOperatorsEachTimeAreRefused();
};

void ReplayedLayersTest::equalCallsHaveOneTime()
{
    const Replayed run(ScriptModel("def forward(self, x):\n    return x.relu().relu() + x[1:].relu()[0]\n"),
                       { "4x64" });
    QVERIFY2(!run.measured.error, run.measured.error ? run.measured.error->text.c_str() : "");
    std::vector<std::vector<double>> relus;
    for (const Operator &op : run.analysis.operators) {
        if (op.name == "aten::relu")
            relus.push_back(run.item(ItemId::Kind::Operator, op.id).samples.samplesNs);
    }
    QCOMPARE(relus.size(), std::size_t { 3 });
    QCOMPARE(relus[0].size(), std::size_t { 3 });
    QCOMPARE(relus[0], relus[1]);
    QVERIFY(relus[0] != relus[2]); // of three rows
    QVERIFY(std::ranges::all_of(relus[0], [](double ns) { return ns > 0; }));
    QCOMPARE(run.measured.value->method, std::string("steady_clock"));
}

void ReplayedLayersTest::layersAreSumsOfTheirOperators()
{
    torch::jit::Module child = childModule("Linear", { 8, 8 }, R"(
def forward(self, x):
    return torch.linear(x, self.weight).relu()
)");
    const Replayed run(ScriptModel(R"(
def forward(self, x):
    return self.second.forward(self.first.forward(x).tanh())
)",
                                   { { "first", child }, { "second", child.copy() } }),
                       { "2x8" });
    QCOMPARE(run.analysis.operators.size(), std::size_t { 5 });
    using Kind = ItemId::Kind;
    const auto sample = [&run](Kind kind, std::int64_t id) { return run.item(kind, id).samples.samplesNs[1]; };
    QCOMPARE(sample(Kind::Layer, 1), sample(Kind::Operator, 0) + sample(Kind::Operator, 1));
    double all = 0;
    for (std::int64_t i = 0; i < 5; ++i)
        all += sample(Kind::Operator, i);
    QVERIFY(qAbs(sample(Kind::Layer, 0) - all) < 1e-6 * all);
    QVERIFY(qAbs(run.measured.value->instrumentedModel.samplesNs[1] - all) < 1e-6 * all);
}

void ReplayedLayersTest::writtenTensorsStayWhatTheyAre()
{
    const ScriptModel script("def forward(self, x):\n    y = x.clone()\n    y.add_(1.)\n    return y\n");
    Replayed run(script, { "4:float32" });
    QVERIFY(!run.measured.error);
    const at::Tensor x = run.inputs.values.front().toTensor();
    QVERIFY(at::equal(run.model.run(run.inputs.values).toTensor(), x + 1));
    // The run itself adds 1, which is put back, and the calls before it add nothing.
    const ScriptModel adding("def forward(self, x):\n    x.add_(1.)\n    return x\n");
    Replayed added(adding, { "4:float32" });
    const at::Tensor before = adding.inputs(added.model, { "4:float32" }).values.front().toTensor();
    QVERIFY(at::equal(added.inputs.values.front().toTensor(), before));
}

void ReplayedLayersTest::otherOperatorsEachTimeAreRefused()
{
    const ScriptModel script(R"(
def forward(self, x):
    if bool(torch.rand([1]).item() < 0.5):
        x = x.relu()
    return x + 1
)");
    const Replayed run(script, { "2x2" }, 60);
    QVERIFY(run.measured.error.has_value());
    QCOMPARE(run.measured.error->code, ErrorCode::ModelFailed);
}

ROOFLIGHT_TEST(ReplayedLayersTest)
#include "replayed_layers_test.moc"
