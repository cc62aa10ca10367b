// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/inspect.h"
#include "core/model/error_sentences.h"
#include "core/torchscript/inputs/converted_inputs.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/profile/analyzer.h"
#include "core/torchscript/values/tensor_values.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include <QTest>

using namespace rooflight;

namespace {

std::string fileNamed(const char *name)
{
    return std::string(ROOFLIGHT_TEST_DATA "/export/") + name + ".pt2";
}

LoadedModel loaded(const char *name)
{
    Result<LoadedModel> model = LoadedModel::load(fileNamed(name), "cpu", Executor::Unoptimized);
    if (!model.ok())
        throw std::runtime_error(model.error().text);
    return std::move(model).value();
}

ModelInputs inputsOf(LoadedModel &model)
{
    Result<ModelInputs> inputs = makeModelInputs(model, {}, 0);
    if (!inputs.ok())
        throw std::runtime_error(inputs.error().text);
    return std::move(inputs).value();
}

Analysis analyzed(LoadedModel &model)
{
    const ModelInputs inputs = inputsOf(model);
    const CostModel costs;
    OperatorCatalog operators(costs);
    const Result<Inspection> inspection = inspectFile(model.path(), false);
    Result<Analysis> analysis = analyze(model, inputs, inspection.value(), Device(), operators, Convention::Fma2);
    if (!analysis.ok())
        throw std::runtime_error(analysis.error().text);
    return std::move(analysis).value();
}

std::vector<at::Tensor> tensorsIn(const c10::IValue &value)
{
    std::vector<at::Tensor> tensors;
    forEachTensor(value, [&tensors](const at::Tensor &tensor) { tensors.push_back(tensor); });
    return tensors;
}

} // namespace

/// Files of torch.export as TorchScript modules. The models: tests/accuracy/export_models.py.
class ExportedModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasModulesAndWeights();
    void showsEachCallOfAModule();
    void nestsArgumentsAndResults();
    void changesBuffers();
    void takesBranches();
    void runsLoops();
    void runsSteps();
    void inlinesContexts();
    void freezes();
    void keepsNamesInOtherPrecision();
    void setsOpenSizes();
    void refusesOtherSizes_data();
    void refusesOtherSizes();
    void checksInputs();
    void checksGuards();
    void opensFilesOfEachPyTorch_data();
    void opensFilesOfEachPyTorch();
};

void ExportedModelTest::hasModulesAndWeights()
{
    const LoadedModel model = loaded("nested");
    QStringList modules;
    for (const auto &module : model.module().named_modules())
        modules << QString::fromStdString(module.name + ':' + module.value.type()->name()->name());
    QCOMPARE(modules, QStringList({ ":Nested", "table:Embedding", "fc:Linear", "head:Linear" }));
    QStringList weights;
    for (const auto &weight : model.module().named_parameters())
        weights << QString::fromStdString(weight.name);
    QCOMPARE(weights, QStringList({ "table.weight", "fc.weight", "fc.bias", "head.weight" }));
    // The two tables are one memory, as in the file.
    QVERIFY(model.module().attr("table").toModule().attr("weight").toTensor().is_alias_of(
        model.module().attr("head").toModule().attr("weight").toTensor()));
}

void ExportedModelTest::showsEachCallOfAModule()
{
    LoadedModel model = loaded("nested");
    const Analysis analysis = analyzed(model);
    QStringList calls;
    for (const Layer &layer : analysis.layers)
        calls << QString("%1 %2").arg(QString::fromStdString(layer.path)).arg(layer.call);
    QCOMPARE(calls, QStringList({ " 0", "table 0", "fc 0", "fc 1", "head 0" }));
    // 2x5 tokens: twice 8x8, and the head's 8x10, each token.
    QCOMPARE(analysis.totals.cost.macs, 10 * (2 * 8 * 8 + 8 * 10));
    QCOMPARE(analysis.totals.unknownOperators, 0);
    QCOMPARE(analysis.layers[0].parameters, 10 * 8 + 8 * 8 + 8); // the tied table once
    QCOMPARE(analysis.model.parameters, 10 * 8 + 8 * 8 + 8);
}

void ExportedModelTest::nestsArgumentsAndResults()
{
    LoadedModel model = loaded("nested");
    const ModelInputs inputs = inputsOf(model);
    QCOMPARE(inputs.arguments.size(), std::size_t { 2 });
    QCOMPARE(inputs.arguments[0].name, std::string("ids"));
    QCOMPARE(inputs.arguments[1].name, std::string("options"));
    QVERIFY(inputs.values[1].isTuple());
    const std::vector<at::Tensor> results = tensorsIn(model.run(inputs.values));
    QCOMPARE(results.size(), std::size_t { 3 });
    QVERIFY(results[0].sizes() == at::IntArrayRef({ 2, 5, 10 }));
    QVERIFY(at::equal(results[2], at::ones({ 3 }))); // handed through
}

void ExportedModelTest::changesBuffers()
{
    LoadedModel counting = loaded("nested");
    const ModelInputs inputs = inputsOf(counting);
    counting.run(inputs.values);
    counting.run(inputs.values);
    QCOMPARE(counting.module().attr("calls").toTensor().item<float>(), 2.0F);

    // Decomposed: the new cache is a result of the graph, which the signature hands to the buffer.
    LoadedModel cache = loaded("static_cache_decomposed");
    const ModelInputs places = inputsOf(cache); // rows 3 and 4 of 16
    QCOMPARE(tensorsIn(cache.run(places.values)).size(), std::size_t { 1 });
    const at::Tensor written =
        cache.module().attr("keys").toTensor().abs().sum(at::IntArrayRef({ 0, 2 })).gt(0).nonzero().view(-1);
    QVERIFY(at::equal(written, at::tensor({ 3, 4 }, at::kLong)));
}

void ExportedModelTest::takesBranches()
{
    LoadedModel model = loaded("branches"); // left(x) if x.sum() > 0, else twice right(x)
    const at::Tensor ones = at::ones({ 2, 4 });
    const auto weight = [&](const char *module, const char *name) {
        return model.module().attr(module).toModule().attr(name).toTensor();
    };
    const at::Tensor left = at::linear(ones, weight("left", "weight"), weight("left", "bias"));
    const at::Tensor right = at::linear(-ones, weight("right", "weight"), weight("right", "bias")) * 2;
    QVERIFY(at::allclose(tensorsIn(model.run({ ones })).at(0), left));
    QVERIFY(at::allclose(tensorsIn(model.run({ -ones })).at(0), right));
}

void ExportedModelTest::runsLoops()
{
    LoadedModel model = loaded("loop"); // four times y @ y * 0.1
    at::Tensor expected = at::eye(4) * 20; // 20 -> 40 -> 160 -> 2560 -> 655360, each y * y * 0.1
    const std::vector<at::Tensor> results = tensorsIn(model.run({ expected }));
    QCOMPARE(results.at(0).item<std::int64_t>(), 4);
    QVERIFY(at::allclose(results.at(1), at::eye(4) * 655360));
    QCOMPARE(analyzed(model).totals.cost.macs, 4 * 4 * 4 * 4);
}

void ExportedModelTest::runsSteps()
{
    LoadedModel model = loaded("scan"); // carry + step, and twice the carry
    const std::vector<at::Tensor> results = tensorsIn(model.run({ at::zeros({ 3 }), at::ones({ 5, 3 }) }));
    QVERIFY(at::equal(results.at(0), at::full({ 3 }, 5.0)));
    QVERIFY(at::equal(results.at(1).select(1, 0), at::arange(0, 10, 2, at::kFloat)));
}

void ExportedModelTest::inlinesContexts()
{
    LoadedModel model = loaded("wrapped");
    const Analysis analysis = analyzed(model);
    QStringList paths;
    for (const Layer &layer : analysis.layers)
        paths << QString::fromStdString(layer.path);
    QCOMPARE(paths, QStringList({ "", "a", "b" }));
    QCOMPARE(analysis.totals.cost.macs, 2 * (2 * 4 * 4));

    const auto linear = [&](const at::Tensor &input, const char *module) {
        const auto of = [&](const char *name) { return model.module().attr(module).toModule().attr(name).toTensor(); };
        return at::linear(input, of("weight"), of("bias"));
    };
    const c10::InferenceMode inference; // as the model's weights were made
    const at::Tensor ones = at::ones({ 2, 4 });
    const at::Tensor inner = linear(ones, "a");
    const at::Tensor outer = linear(inner, "b");
    const std::vector<at::Tensor> results = tensorsIn(model.run({ ones }));
    QCOMPARE(results.size(), std::size_t { 3 });
    QVERIFY(at::allclose(results[0], outer + 1));
    QVERIFY(at::allclose(results[1], outer));
    QVERIFY(at::equal(results[2], inner.argmax(-1)));
}

void ExportedModelTest::freezes()
{
    for (const Executor executor : { Executor::Frozen, Executor::OptimizedForInference, Executor::AsLoaded }) {
        Result<LoadedModel> model = LoadedModel::load(fileNamed("wrapped"), "cpu", executor);
        QVERIFY2(model.ok(), model.ok() ? "" : model.error().text.c_str());
        LoadedModel plain = loaded("wrapped");
        const ModelInputs inputs = inputsOf(plain);
        QVERIFY(
            at::allclose(tensorsIn(model.value().run(inputs.values)).at(0), tensorsIn(plain.run(inputs.values)).at(0)));
    }
}

void ExportedModelTest::keepsNamesInOtherPrecision()
{
    LoadedModel model = loaded("nested");
    Execution execution;
    execution.precision = ModelPrecision::BFloat16;
    const ModelInputs inputs = convertedInputs(inputsOf(model), execution);
    QVERIFY(inputs.values.at(1).toTupleRef().type()->schema() != nullptr);
    QCOMPARE(tensorsIn(inputs.values.at(1)).at(0).scalar_type(), at::kBFloat16);
}

void ExportedModelTest::setsOpenSizes()
{
    LoadedModel model = loaded("nested");
    const std::string symbol = inspectFile(model.path(), false).value().symbols.at(0).name; // the batch
    const Result<void> set = model.setSizes({ symbol + "=3", "ids.1=7" });
    QVERIFY2(set.ok(), set.ok() ? "" : set.error().text.c_str());
    QCOMPARE(inputsOf(model).described.at(0).tensor.shape, (Shape { 3, 7 }));
    QCOMPARE(analyzed(model).totals.cost.macs, 3 * 7 * (2 * 8 * 8 + 8 * 10));
}

void ExportedModelTest::refusesOtherSizes_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("part");
    QTest::newRow("no number") << "ids.1=many"
                               << "\"ids.1=many\" is not a size";
    QTest::newRow("no value") << "ids.1"
                              << "\"ids.1\" is not a size";
    QTest::newRow("no such size") << "words.0=3"
                                  << "no open size called \"words.0\"";
    QTest::newRow("fixed") << "options[a].0=2"
                           << "no open size called \"options[a].0\"";
    QTest::newRow("too large") << "ids.1=513"
                               << "ids.1 cannot be 513";
    QTest::newRow("too small") << "ids.0=0"
                               << "ids.0 cannot be 0";
}

void ExportedModelTest::refusesOtherSizes()
{
    QFETCH(QString, given);
    QFETCH(QString, part);
    LoadedModel model = loaded("nested");
    const Result<void> set = model.setSizes({ given.toStdString() });
    QVERIFY(!set.ok());
    QVERIFY2(QString::fromStdString(set.error().text).contains(part), set.error().text.c_str());
    QCOMPARE(exitStatus(set.error()), 2);
}

void ExportedModelTest::checksInputs()
{
    LoadedModel model = loaded("nested");
    const auto errorOf = [&model](const char *spec) {
        const Result<ModelInputs> inputs = makeModelInputs(model, { parseInputSpec(spec).value() }, 0);
        return inputs.ok() ? std::string() : inputs.error().text;
    };
    QCOMPARE(errorOf("ids:64x512:int64:1"), std::string());
    QVERIFY(errorOf("ids:65x5:int64:1").find("ids.0 is 65, and 1 to 64 is what the export allows")
            != std::string::npos);
    QVERIFY(errorOf("ids:2:int64:1").find("ids has 1 dimensions, and 2") != std::string::npos);
    QVERIFY(errorOf("options:{\"a\":\"2\",\"b\":[\"3\"]}").find("options[a].0 is 2, and 1 is what")
            != std::string::npos);
    // A run that is observed sees to it, too; LibTorch would run on.
    ModelInputs inputs = inputsOf(model);
    inputs.values[0] = at::ones({ 65, 5 }, at::kLong);
    QVERIFY_THROWS_EXCEPTION(RaisedError, model.run(inputs.values));
}

void ExportedModelTest::checksGuards()
{
    // Of tests/accuracy/export_models.py: exported with 8 x 6, where 8 % 4 == 0 and 8 * 6 < 3000.
    LoadedModel model = loaded("guarded");
    const auto errorOf = [&model](const char *spec) {
        const Result<ModelInputs> inputs = makeModelInputs(model, { parseInputSpec(spec).value() }, 0);
        return inputs.ok() ? std::string() : inputs.error().text;
    };
    QCOMPARE(errorOf("16x100"), std::string());
    const std::string remainder = errorOf("10x6");
    QVERIFY2(remainder.find("x.0 is 10, and (x.0 % 4) == 0 is what the export allows: 8 and 12 are the nearest")
                 != std::string::npos,
             remainder.c_str());
    const std::string large = errorOf("80x60");
    QVERIFY2(large.find("x.1 is 60 and x.0 is 80, and x.1*x.0 < 3000 is what the export allows") != std::string::npos,
             large.c_str());
    ModelInputs inputs = inputsOf(model);
    inputs.values[0] = at::ones({ 10, 6 });
    QVERIFY_THROWS_EXCEPTION(RaisedError, model.run(inputs.values));
}

void ExportedModelTest::opensFilesOfEachPyTorch_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("types"); // of its results: each version exports more of them
    QTest::newRow("2.9") << "torch_2_9" << QStringList { "float32" };
    QTest::newRow("2.11") << "torch_2_11" << QStringList { "float32" };
    QTest::newRow("2.13") << "torch_2_13" << QStringList { "float32", "float8_e8m0fnu", "uint32", "uint64" };
    QTest::newRow("2.15") << "torch_2_15" << QStringList { "float32", "float8_e8m0fnu", "uint32", "uint64" };
}

void ExportedModelTest::opensFilesOfEachPyTorch()
{
    QFETCH(QString, file);
    QFETCH(QStringList, types);
    LoadedModel model = loaded(qPrintable(file));
    const Result<void> set = model.setSizes({ "image.0=3" });
    QVERIFY2(set.ok(), set.ok() ? "" : set.error().text.c_str());
    const Analysis analysis = analyzed(model);
    // Three images: a 3x3 convolution from 3 to 4 channels on 8x8, and a linear layer from 4 to 5.
    QCOMPARE(analysis.totals.cost.macs, 3 * (8 * 8 * 4 * 3 * 9 + 4 * 5));
    QCOMPARE(analysis.totals.unknownOperators, 0);
    // The buffer that counts the calls is not among the outputs.
    QCOMPARE(analysis.layers.front().outputShapes.size(), static_cast<std::size_t>(types.size()));
    QStringList found;
    for (const at::Tensor &result : tensorsIn(model.run(inputsOf(model).values))) {
        const std::string_view type = name(dtypeOf(result.scalar_type()));
        found << QString::fromUtf8(type.data(), static_cast<qsizetype>(type.size()));
    }
    QCOMPARE(found, types);
}

ROOFLIGHT_TEST(ExportedModelTest)
#include "exported_model_test.moc"
