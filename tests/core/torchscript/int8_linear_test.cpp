// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/int8_linear.h"
#include "support/script_model.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace rooflight;

namespace {

/// A layer, whose weights are three columns, saved and loaded.
LoadedModel modelOf(const std::string &product, const std::vector<std::array<float, 3>> &rows, LinearLayers layers,
                    const Execution &execution = {})
{
    const auto count = static_cast<std::int64_t>(rows.size());
    const torch::jit::Module child = scriptedModule("def forward(self, x):\n    return " + product + "\n",
                                                    { { "weight", { count, 3 } }, { "bias", { count } } });
    float *next = child.attr("weight").toTensor().mutable_data_ptr<float>();
    for (const std::array<float, 3> &row : rows)
        next = std::ranges::copy(row, next).out;
    child.attr("bias").toTensor().fill_(0.25);
    const ScriptModel script("def forward(self, x):\n    return self.product.forward(x)\n", { { "product", child } });
    Result<LoadedModel> model = LoadedModel::load(script.path(), "cpu", execution, layers);
    return model.ok() ? std::move(model).value() : throw std::runtime_error(model.error().text);
}

std::vector<float> resultOf(LoadedModel &model, const std::vector<float> &input)
{
    const at::Tensor result = model.run({ at::tensor(input).reshape({ -1, 3 }) }).toTensor().contiguous();
    return { result.const_data_ptr<float>(), result.const_data_ptr<float>() + result.numel() };
}

/// The greatest weight is 127.5, so that one step of int8 is 1.
const std::vector<std::array<float, 3>> weights = { { 127.5F, 5, 3.4F }, { -2.6F, 7.7F, 1.3F } };

const char *const layerCode = "torch.linear(x, self.weight, self.bias)";

} // namespace

class Int8LinearTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void weightsAreRounded_data();
    void weightsAreRounded();
    void inputsAreRounded();
    void frozenOnesAreRounded_data();
    void frozenOnesAreRounded();
    void whatIsNoLinearLayerIsNone_data();
    void whatIsNoLinearLayerIsNone();
    void halvesAreNone();
};

void Int8LinearTest::weightsAreRounded_data()
{
    QTest::addColumn<QString>("product");
    QTest::addColumn<float>("bias");
    QTest::newRow("linear") << layerCode << 0.25F;
    QTest::newRow("without bias") << "torch.linear(x, self.weight)" << 0.F;
    QTest::newRow("addmm of t") << "torch.addmm(self.bias, x, torch.t(self.weight))" << 0.25F;
    QTest::newRow("addmm of permute") << "torch.addmm(self.bias, x, torch.permute(self.weight, [1, 0]))" << 0.25F;
    QTest::newRow("mm of transpose") << "torch.mm(x, torch.transpose(self.weight, -2, -1))" << 0.F;
    QTest::newRow("matmul of t") << "torch.matmul(x, torch.t(self.weight))" << 0.F;
}

/// 127.5 becomes 127, the greatest of int8, 3.4 becomes 3, -2.6 becomes -3, 7.7 becomes 8 and 1.3 becomes 1. Inputs of
/// 0 and 1 are exact, whatever the range of their 8 bits.
void Int8LinearTest::weightsAreRounded()
{
    QFETCH(QString, product);
    QFETCH(float, bias);
    LoadedModel plain = modelOf(product.toStdString(), weights, LinearLayers::AsLoaded);
    QVERIFY(hasLinearLayers(plain.module()));
    const std::vector<float> exact = resultOf(plain, { 1, 0, 1, 0, 1, 0 });
    const std::vector<float> exactlyExpected = { 130.9F + bias, -1.3F + bias, 5 + bias, 7.7F + bias };
    LoadedModel rounded = modelOf(product.toStdString(), weights, LinearLayers::DynamicInt8);
    const std::vector<float> results = resultOf(rounded, { 1, 0, 1, 0, 1, 0 });
    const std::vector<float> expected = { 130 + bias, -2 + bias, 5 + bias, 8 + bias };
    QCOMPARE(results.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QVERIFY2(std::abs(exact[i] - exactlyExpected[i]) < 1e-4, std::to_string(exact[i]).c_str());
        QVERIFY2(std::abs(results[i] - expected[i]) < 1e-4, std::to_string(results[i]).c_str());
    }
    const std::vector<float> again = resultOf(rounded, { 1, 0, 1, 0, 1, 0 }); // optimized by then
    QCOMPARE(again, results);
}

/// 0.3 of a range of 1 is no whole number of steps, of 127 or of 255.
void Int8LinearTest::inputsAreRounded()
{
    LoadedModel rounded = modelOf(layerCode, { { 1, 1, 1 }, { 127.5F, 0, 0 } }, LinearLayers::DynamicInt8);
    const std::vector<float> results = resultOf(rounded, { 1, 0.3F, 0 });
    const float error = std::abs(results[0] - 1.55F);
    QVERIFY2(error > 5e-4F && error <= 0.5F / 127, std::to_string(results[0]).c_str());
}

void Int8LinearTest::frozenOnesAreRounded_data()
{
    QTest::addColumn<int>("executor");
    QTest::newRow("frozen") << static_cast<int>(Executor::Frozen);
    QTest::newRow("optimized for inference") << static_cast<int>(Executor::OptimizedForInference);
    QTest::newRow("unoptimized") << static_cast<int>(Executor::Unoptimized);
}

void Int8LinearTest::frozenOnesAreRounded()
{
    QFETCH(int, executor);
    Execution execution;
    execution.executor = static_cast<Executor>(executor);
    LoadedModel rounded = modelOf(layerCode, weights, LinearLayers::DynamicInt8, execution);
    for (int run = 0; run < 3; ++run)
        QCOMPARE(resultOf(rounded, { 1, 0, 1 }), (std::vector<float> { 130.25F, -1.75F }));
}

void Int8LinearTest::whatIsNoLinearLayerIsNone_data()
{
    QTest::addColumn<QString>("product");
    QTest::newRow("no product") << "torch.relu(x) + self.bias[0]";
    QTest::newRow("weights that are computed") << "torch.linear(x, torch.relu(self.weight))";
    QTest::newRow("weights that are an input") << "torch.linear(x, x)";
    QTest::newRow("scaled") << "torch.addmm(self.bias, x, torch.t(self.weight), beta=1, alpha=2)";
    QTest::newRow("bias that is computed") << "torch.linear(x, self.weight, torch.relu(self.bias))";
    QTest::newRow("rows are inputs") << "torch.mm(torch.slice(x, 1, 0, 2), self.weight)";
}

void Int8LinearTest::whatIsNoLinearLayerIsNone()
{
    QFETCH(QString, product);
    LoadedModel plain = modelOf(product.toStdString(), weights, LinearLayers::AsLoaded);
    QVERIFY(!hasLinearLayers(plain.module()));
    torch::jit::Module module = plain.module();
    const Result<void> quantized = quantizeLinearLayers(module, "net.pt");
    QVERIFY(!quantized.ok());
    QCOMPARE(quantized.error().text, std::string("net.pt has no linear layer with weights of float32."));
}

/// Weights of another type are left alone.
void Int8LinearTest::halvesAreNone()
{
    Execution execution;
    execution.precision = ModelPrecision::BFloat16;
    const LoadedModel halves = modelOf(layerCode, weights, LinearLayers::AsLoaded, execution);
    QVERIFY(!hasLinearLayers(halves.module()));
}

ROOFLIGHT_TEST(Int8LinearTest)
#include "int8_linear_test.moc"
