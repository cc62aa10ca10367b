// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "support/script_model.h"
#include "tests/support/test_program.h"

#include "core/timing/latency/trials.h"
#include "core/timing/pipeline/pipeline_stages.h"
#include "core/torchscript/inputs/converted_inputs.h"

#include <ATen/Functions.h>

#include <QTest>

#include <dlfcn.h>

using namespace rooflight;

/// The choices under which a model is timed do what they say, and the model still computes the same.
class ExecutionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void convertedModelsComputeTheSame_data();
    void convertedModelsComputeTheSame();
    void integersStay();
    void frozenWeightsCannotBeConverted();
    void pipelineFeedsResultsOn();
    void pipelineGivesInputsOfTheirOwn();
    void withoutADriverThereIsNoGpu();
};

namespace {

const char *const linear = R"(
def forward(self, x):
    return torch.linear(x, self.weight).relu()
)";

const char *const callsChild = R"(
def forward(self, x):
    return self.child.forward(x)
)";

ScriptModel linearModel()
{
    return ScriptModel(callsChild, { { "child", childModule("Linear", { 8, 8 }, linear) } });
}

at::Tensor resultOf(const ScriptModel &script, const Execution &execution)
{
    LoadedModel plain = script.load(Executor::Unoptimized);
    const ModelInputs inputs = convertedInputs(script.inputs(plain, { "4x8" }), execution);
    Result<LoadedModel> model = LoadedModel::load(script.path(), "cpu", execution);
    if (!model.ok())
        return {};
    for (int call = 0; call < 3; ++call) // the profiling executor changes what it runs
        model.value().run(inputs.values);
    return model.value().run(inputs.values).toTensor();
}

} // namespace

void ExecutionTest::convertedModelsComputeTheSame_data()
{
    QTest::addColumn<int>("executor");
    QTest::addColumn<int>("precision");
    QTest::addColumn<double>("tolerance");
    for (const Executor executor :
         { Executor::AsLoaded, Executor::Unoptimized, Executor::Frozen, Executor::OptimizedForInference }) {
        for (const auto &[precision, tolerance] :
             { std::pair(ModelPrecision::AsLoaded, 1e-6), std::pair(ModelPrecision::Float16, 2e-2),
               std::pair(ModelPrecision::BFloat16, 1e-1) })
            QTest::addRow("%s %s", name(executor).data(), name(precision).data())
                << static_cast<int>(executor) << static_cast<int>(precision) << tolerance;
    }
}

void ExecutionTest::convertedModelsComputeTheSame()
{
    QFETCH(int, executor);
    QFETCH(int, precision);
    QFETCH(double, tolerance);
    const ScriptModel script = linearModel();
    const at::Tensor expected = resultOf(script, {});
    Execution execution;
    execution.executor = static_cast<Executor>(executor);
    execution.precision = static_cast<ModelPrecision>(precision);
    const at::Tensor result = resultOf(script, execution);
    QVERIFY(expected.defined() && result.defined());
    QVERIFY(at::allclose(expected, result.to(at::kFloat), tolerance, tolerance * 10));
    const c10::ScalarType types[] = { c10::kFloat, c10::kFloat, c10::kHalf, c10::kBFloat16 };
    QCOMPARE(static_cast<int>(result.scalar_type()), static_cast<int>(types[precision]));
}

void ExecutionTest::integersStay()
{
    const ScriptModel script(R"(
def forward(self, ids, table):
    return table.index_select(0, ids)
)");
    LoadedModel model = script.load(Executor::Unoptimized);
    Execution execution;
    execution.precision = ModelPrecision::BFloat16;
    const ModelInputs inputs = convertedInputs(script.inputs(model, { "3:int64:0..4", "5x2" }), execution);
    QCOMPARE(static_cast<int>(inputs.values[0].toTensor().scalar_type()), static_cast<int>(c10::kLong));
    QCOMPARE(static_cast<int>(inputs.values[1].toTensor().scalar_type()), static_cast<int>(c10::kBFloat16));
    QCOMPARE(inputs.described[0].tensor.dtype, DType::Int64);
    QCOMPARE(inputs.described[1].tensor.dtype, DType::BFloat16);
}

void ExecutionTest::frozenWeightsCannotBeConverted()
{
    const ScriptModel script(R"(
def forward(self, x):
    return x + 1
)");
    Execution execution;
    execution.precision = ModelPrecision::Float16;
    const Result<LoadedModel> model = LoadedModel::load(script.path(), "cpu", execution);
    QVERIFY(!model.ok());
    QCOMPARE(model.error().code, ErrorCode::ModelFailed);
    QVERIFY(model.error().text.find("float16") != std::string::npos);
}

void ExecutionTest::pipelineFeedsResultsOn()
{
    const ScriptModel first(R"(
def forward(self, x):
    return x.flatten(), x.size(0)
)");
    const ScriptModel second(R"(
def forward(self, values, count: int):
    return values * count
)");
    const Result<std::unique_ptr<PipelineStages>> pipeline =
        PipelineStages::load({ { first.path(), { parseInputSpec("2x3").value() } }, { second.path(), {} } },
                             { parseHostWork("copy").value() }, "cpu", {}, 0);
    QVERIFY2(pipeline.ok(), pipeline.ok() ? "" : pipeline.error().text.c_str());
    const std::vector<PipelineStep> &steps = pipeline.value()->steps();
    QCOMPARE(steps.size(), std::size_t { 3 });
    QVERIFY(steps[0].about.isModel && !steps[0].about.fed);
    QVERIFY(!steps[1].about.isModel);
    QVERIFY(steps[2].about.isModel && steps[2].about.fed);
    QCOMPARE(pipeline.value()->batch(), std::int64_t { 2 });
    for (int round = 0; round < 3; ++round) {
        for (const PipelineStep &step : steps)
            step.call();
    }
}

void ExecutionTest::pipelineGivesInputsOfTheirOwn()
{
    const ScriptModel first(R"(
def forward(self, x):
    return x.sum()
)");
    const ScriptModel second(R"(
def forward(self, ids):
    return torch.embedding(torch.ones([5, 2]), ids)
)");
    const Result<std::unique_ptr<PipelineStages>> pipeline =
        PipelineStages::load({ { first.path(), { parseInputSpec("2x3").value() } },
                               { second.path(), { parseInputSpec("1x4:int64:0..4").value() } } },
                             { parseHostWork("busy:0.1").value() }, "cpu", {}, 0);
    QVERIFY2(pipeline.ok(), pipeline.ok() ? "" : pipeline.error().text.c_str());
    QVERIFY(!pipeline.value()->steps()[2].about.fed);
    pipeline.value()->steps()[2].call();
}

void ExecutionTest::withoutADriverThereIsNoGpu()
{
    if (dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL))
        QSKIP("This machine has an NVIDIA driver.");
    // Also if this LibTorch was fetched without its libraries for GPUs.
    const Result<c10::Device> device = openDevice("cuda:0");
    QVERIFY(!device.ok());
    QCOMPARE(device.error().code, ErrorCode::DeviceMissing);
    const QByteArray text = QByteArray::fromStdString(device.error().text);
    QVERIFY2(text.contains("this machine has no NVIDIA driver"), text);
}

ROOFLIGHT_TEST(ExecutionTest)
#include "execution_test.moc"
