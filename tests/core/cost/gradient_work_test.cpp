// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/convention.h"
#include "core/cost/rules/cost_table.h"
#include "tests/core/cost/operator_calls.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

namespace {

using Mask = std::vector<bool>;

/// convolution_backward of a square kernel.
OperatorCall convolutionGradient(Shape gradient, Shape input, Shape weight, Mask mask, bool transposed = false)
{
    return call("aten::convolution_backward")
        .with("grad_output", tensor(std::move(gradient)))
        .with("input", tensor(std::move(input)))
        .with("weight", tensor(std::move(weight)))
        .with("stride", Ints { 2, 2 })
        .with("padding", Ints { 1, 1 })
        .with("dilation", Ints { 1, 1 })
        .with("transposed", transposed)
        .with("output_mask", std::move(mask))
        .giving({});
}

OperatorCall gradient(const std::string &name, Shape shape)
{
    return call(name).with("grad_output", tensor(shape)).with("self", tensor(shape)).giving({ tensor(shape) });
}

OperatorCall normGradient(const std::string &name, bool training, Mask mask)
{
    const Shape shape { 2, 8, 4, 4 };
    return call(name)
        .with("grad_out", tensor(shape))
        .with("input", tensor(shape))
        .with("weight", tensor({ 8 }))
        .with("bias", tensor({ 8 }))
        .with("train", training)
        .with("output_mask", std::move(mask))
        .giving({ tensor(shape), tensor({ 8 }), tensor({ 8 }) });
}

} // namespace

/// Work and memory of operators that compute gradients.
class GradientWorkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// FLOPs as torch.utils.flop_counter of PyTorch 2.11 counts y.sum().backward().
    void matrixWork_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("flops");
        const Shape given { 2, 32, 10, 10 };
        const Shape input { 2, 16, 20, 20 };
        const Shape weight { 32, 16, 3, 3 };
        QTest::newRow("input and weight")
            << convolutionGradient(given, input, weight, { true, true, false }) << qint64(3'686'400);
        QTest::newRow("weight") << convolutionGradient(given, input, weight, { false, true, true })
                                << qint64(1'843'200);
        QTest::newRow("input") << convolutionGradient(given, input, weight, { true, false, false })
                               << qint64(1'843'200);
        QTest::newRow("transposed") << convolutionGradient({ 2, 8, 20, 20 }, { 2, 16, 10, 10 }, { 16, 8, 4, 4 },
                                                           { true, true, false }, true)
                                    << qint64(1'638'400);
        QTest::newRow("attention") << call("aten::_scaled_dot_product_flash_attention_backward")
                                          .with("grad_out", tensor({ 2, 4, 10, 24 }))
                                          .with("query", tensor({ 2, 4, 10, 16 }))
                                          .with("key", tensor({ 2, 4, 7, 16 }))
                                          .with("value", tensor({ 2, 4, 7, 24 }))
                                          .giving({})
                                   << qint64(107'520);
    }

    void matrixWork()
    {
        QFETCH(OperatorCall, call);
        const auto work = workOf(call);
        QVERIFY(work);
        QTEST(qint64(flopsOf(call, *work, Convention::Matrix)), "flops");
    }

    /// Each group of 4 inputs and 8 outputs is a convolution of its own: 2 x 20 x 20 positions x 9 taps x 4 x 8 x 4
    /// groups, and once more for the weight. PyTorch's counter takes all 16 inputs for each group of the weight.
    void groupsAreConvolutionsOfTheirOwn()
    {
        const OperatorCall call =
            convolutionGradient({ 2, 32, 20, 20 }, { 2, 16, 20, 20 }, { 32, 4, 3, 3 }, { true, true, false });
        QCOMPARE(workOf(call)->macs, 2 * (2 * 400 * 9 * 4 * 8 * 4));
    }

    /// The bias sums up 2 x 32 x 10 x 10 gradients.
    void biasIsASum()
    {
        const OperatorCall call =
            convolutionGradient({ 2, 32, 10, 10 }, { 2, 16, 20, 20 }, { 32, 16, 3, 3 }, { false, false, true });
        QCOMPARE(workOf(call)->macs, 0);
        QCOMPARE(workOf(call)->reduction, 6'400);
    }

    /// FLOPs by hand.
    void otherWork_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("flops");
        const auto row = [](const char *title, const OperatorCall &call, qint64 flops) {
            QTest::newRow(title) << call << flops;
        };
        row("ReLU: passes or stops each", gradient("aten::threshold_backward", { 2, 3, 4 }), 24);
        row("GELU: derivative, product", gradient("aten::gelu_backward", { 2, 3, 4 }), 2 * 24);
        row("sigmoid: g y (1 - y)", gradient("aten::sigmoid_backward", { 2, 3, 4 }), 3 * 24);
        row("tanh: g (1 - y y)", gradient("aten::tanh_backward", { 2, 3, 4 }), 3 * 24);
        row("softmax: y (g - sum of g y)", gradient("aten::_softmax_backward_data", { 6, 4 }), 4 * 24);
        row("log softmax: g - exp(y) sum of g", gradient("aten::_log_softmax_backward_data", { 6, 4 }), 4 * 24);
        row("batch norm: sums of g and g x, then a g + b x + c",
            normGradient("aten::native_batch_norm_backward", true, { true, true, true }), 7 * 256);
        row("batch norm without the input's: the sums",
            normGradient("aten::native_batch_norm_backward", true, { false, true, true }), 3 * 256);
        row("batch norm with known statistics: the sums, a g",
            normGradient("aten::native_batch_norm_backward", false, { true, true, true }), 4 * 256);
        row("layer norm: 8 for the input, 4 for the weight, 1 for the bias",
            normGradient("aten::native_layer_norm_backward", true, { true, true, true }), 13 * 256);
        row("dropout: mask, scale", gradient("aten::native_dropout_backward", { 24 }), 48);
        row("max pool: an addition each",
            call("aten::max_pool2d_with_indices_backward")
                .with("grad_output", tensor({ 1, 2, 4, 4 }))
                .with("self", tensor({ 1, 2, 8, 8 }))
                .giving({ tensor({ 1, 2, 8, 8 }) }),
            32);
        row("average pool 2x2: divided, added to 4 places",
            call("aten::avg_pool2d_backward")
                .with("grad_output", tensor({ 1, 2, 4, 4 }))
                .with("self", tensor({ 1, 2, 8, 8 }))
                .with("kernel_size", Ints { 2, 2 })
                .giving({ tensor({ 1, 2, 8, 8 }) }),
            32 + 128);
        row("embedding: a row each",
            call("aten::embedding_dense_backward")
                .with("grad_output", tensor({ 5, 8 }))
                .with("indices", tensor({ 5 }, DType::Int64))
                .giving({ tensor({ 100, 8 }) }),
            40);
        row("likelihood: one a row",
            call("aten::nll_loss_backward")
                .with("grad_output", tensor({}))
                .with("self", tensor({ 6, 4 }))
                .with("target", tensor({ 6 }, DType::Int64))
                .giving({ tensor({ 6, 4 }) }),
            6);
        row("squared error: 2 (x - t)", gradient("aten::mse_loss_backward", { 24 }), 48);
    }

    void otherWork()
    {
        QFETCH(OperatorCall, call);
        const auto work = workOf(call);
        QVERIFY(work);
        QTEST(qint64(flopsOf(call, *work, Convention::Fma2)), "flops");
        for (const Convention forwardOnly : { Convention::Thop, Convention::Torchstat, Convention::Fvcore })
            QCOMPARE(flopsOf(call, *work, forwardOnly), 0);
    }

    /// Of the input of a pooling only the shape is needed: 32 gradients and 32 indices are read.
    void inputsOfPoolingsAreNotRead()
    {
        const OperatorBytes bytes = bytesOf(call("aten::max_pool2d_with_indices_backward")
                                                .with("grad_output", tensor({ 1, 2, 4, 4 }))
                                                .with("self", tensor({ 1, 2, 8, 8 }))
                                                .with("indices", tensor({ 1, 2, 4, 4 }, DType::Int64))
                                                .giving({ tensor({ 1, 2, 8, 8 }) }));
        QCOMPARE(bytes.read, 32 * 4 + 32 * 8);
        QCOMPARE(bytes.written, 128 * 4);
    }

    /// Gradients that are not there make the call unusable, not free.
    void withoutAGradient()
    {
        QVERIFY(!workOf(call("aten::convolution_backward").giving({})));
        QVERIFY(!workOf(call("aten::gelu_backward").giving({})));
    }
};

ROOFLIGHT_TEST(GradientWorkTest)
#include "gradient_work_test.moc"
