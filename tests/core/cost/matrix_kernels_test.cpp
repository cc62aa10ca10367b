// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_table.h"
#include "tests/core/cost/operator_calls.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

namespace {

OperatorCall packedConvolution(const std::string &name, Shape input, Shape weight, Shape output)
{
    const std::int64_t channels = output[1];
    return call(name)
        .with("qx", tensor(std::move(input), DType::QUInt8))
        .with("packed_weight", tensor(std::move(weight), DType::QInt8))
        .with("bias", tensor({ channels }))
        .giving({ tensor(std::move(output), DType::QUInt8) });
}

OperatorCall packedLinear(const std::string &name, Shape input, Shape weight)
{
    Shape output = input;
    output.back() = weight.front();
    return call(name)
        .with("X", tensor(std::move(input), DType::QUInt8))
        .with("W_prepack", tensor(weight, DType::QInt8))
        .with("bias", tensor({ weight.front() }))
        .giving({ tensor(std::move(output), DType::QUInt8) });
}

OperatorCall pairOf(const std::string &name, const TensorValue &self, const TensorValue &mat2,
                    const TensorValue &output)
{
    return call(name).with("self", self).with("mat2", mat2).giving({ output });
}

TensorValue sparse(Shape shape, std::int64_t stored)
{
    TensorValue value = tensor(std::move(shape));
    value.strides.clear();
    value.storage = 0;
    value.storedElements = stored;
    return value;
}

/// One layer of 16 to 32 features, four gates.
CallBuilder layerKernel(const std::string &name)
{
    return call(name)
        .with("input", tensor({ 5, 3, 16 }))
        .with("weight0", tensor({ 128, 16 }))
        .with("weight1", tensor({ 128, 32 }))
        .with("weight2", tensor({ 128 }))
        .with("weight3", tensor({ 128 }));
}

Tensors lstmParameters()
{
    return { tensor({ 128, 16 }), tensor({ 128, 32 }), tensor({ 128, 32 }), tensor({ 128, 32 }),
             tensor({ 128 }),     tensor({ 128 }),     tensor({ 128 }),     tensor({ 128 }) };
}

} // namespace

/// Multiply-adds of kernels that stand for common operators: packed, sparse, ragged, fused, complex. Expected values
/// are closed forms worked out by hand.
class MatrixKernelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void work_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("macs");
        QTest::addColumn<qint64>("biasAdds");
        QTest::addColumn<qint64>("besides");
        packedRows();
        productRows();
        sparseRows();
        complexRows();
        attentionRows();
        recurrentRows();
    }

    void work()
    {
        QFETCH(OperatorCall, call);
        const auto work = workOf(call);
        QVERIFY(work);
        QTEST(qint64(work->macs), "macs");
        QTEST(qint64(work->biasAdds), "biasAdds");
        QTEST(qint64(work->elementwise + work->transcendental + work->reduction), "besides");
    }

private:
    static void row(const char *title, const OperatorCall &call, qint64 macs, qint64 biasAdds = 0, qint64 besides = 0)
    {
        QTest::newRow(title) << call << macs << biasAdds << besides;
    }

    static void packedRows()
    {
        row("quantized conv2d",
            packedConvolution("quantized::conv2d", { 1, 3, 10, 10 }, { 16, 3, 3, 3 }, { 1, 16, 8, 8 }), 64 * 432, 1024);
        row("quantized conv1d, its weight of height 1",
            packedConvolution("quantized::conv1d", { 2, 4, 10 }, { 8, 4, 1, 3 }, { 2, 8, 8 }), 16 * 96, 128);
        row("quantized conv2d with addition and ReLU",
            packedConvolution("quantized::conv2d_add_relu", { 1, 3, 10, 10 }, { 16, 3, 3, 3 }, { 1, 16, 8, 8 }),
            64 * 432, 1024, 2048);
        row("quantized transposed",
            packedConvolution("quantized::conv_transpose2d", { 1, 3, 2, 2 }, { 3, 1, 2, 2 }, { 1, 1, 4, 4 }), 48, 16);
        row("XNNPACK transposed, clamped",
            call("prepacked::conv2d_transpose_clamp_run")
                .with("X", tensor({ 1, 3, 2, 2 }))
                .with("W_prepack", tensor({ 3, 1, 2, 2 }))
                .giving({ tensor({ 1, 1, 4, 4 }) }),
            48, 0, 32);
        row("oneDNN, weight laid out by groups, ReLU fused",
            call("mkldnn::_convolution_pointwise")
                .with("X", tensor({ 1, 8, 4, 4 }))
                .with("W", tensor({ 2, 4, 4, 1, 1 }))
                .with("stride", Ints { 1, 1 })
                .with("groups", std::int64_t { 2 })
                .with("attr", std::string("relu"))
                .giving({ tensor({ 1, 8, 4, 4 }) }),
            16 * 32, 0, 128);
        row("oneDNN, sum and ReLU fused",
            call("onednn::qconv2d_pointwise")
                .with("qx", tensor({ 1, 3, 10, 10 }, DType::UInt8))
                .with("qw", tensor({ 16, 3, 3, 3 }, DType::Int8))
                .with("bias", tensor({ 16 }))
                .with("binary_attr", std::string("sum"))
                .with("unary_attr", std::string("relu"))
                .giving({ tensor({ 1, 16, 8, 8 }) }),
            64 * 432, 1024, 2048);
        row("quantized linear", packedLinear("quantized::linear", { 4, 16 }, { 8, 16 }), 512, 32);
        row("quantized linear, dynamic, ReLU", packedLinear("quantized::linear_relu_dynamic", { 2, 4, 16 }, { 8, 16 }),
            1024, 64, 64);
        row("XNNPACK linear", packedLinear("prepacked::linear_clamp_run", { 4, 16 }, { 8, 16 }), 512, 32, 64);
        row("oneDNN linear, nothing fused",
            call("mkldnn::_linear_pointwise")
                .with("X", tensor({ 4, 16 }))
                .with("W", tensor({ 8, 16 }))
                .with("attr", std::string("none"))
                .giving({ tensor({ 4, 8 }) }),
            512);
        row("time first convolution",
            call("aten::conv_tbc")
                .with("self", tensor({ 10, 2, 4 }))
                .with("weight", tensor({ 3, 4, 8 }))
                .with("bias", tensor({ 8 }))
                .giving({ tensor({ 8, 2, 8 }) }),
            128 * 12, 128);
        row("deformable convolution with a mask",
            call("torchvision::deform_conv2d")
                .with("input", tensor({ 1, 4, 8, 8 }))
                .with("weight", tensor({ 6, 4, 3, 3 }))
                .with("bias", tensor({ 6 }))
                .with("use_mask", true)
                .giving({ tensor({ 1, 6, 6, 6 }) }),
            36 * 216, 216, 36 * 4 * 9 * 9);
    }

    static void productRows()
    {
        row("int8",
            pairOf("aten::_int_mm", tensor({ 5, 6 }, DType::Int8), tensor({ 6, 7 }, DType::Int8),
                   tensor({ 5, 7 }, DType::Int32)),
            210);
        row("4-bit weights, packed",
            pairOf("aten::_weight_int4pack_mm_for_cpu", tensor({ 5, 64 }), tensor({ 16, 32 }, DType::UInt8),
                   tensor({ 5, 16 })),
            5'120);
        row("4-bit weights, one packed row",
            call("aten::_dyn_quant_matmul_4bit")
                .with("inp", tensor({ 5, 64 }))
                .with("packed_weights", tensor({ 600 }, DType::UInt8))
                .giving({ tensor({ 5, 16 }) }),
            5'120);
        row("4-bit weights, packed for a GPU",
            pairOf("aten::_weight_int4pack_mm", tensor({ 5, 64 }, DType::BFloat16),
                   tensor({ 2, 1, 32, 2 }, DType::Int32), tensor({ 5, 16 }, DType::BFloat16)),
            5'120);
        row("8-bit weights with a scale each",
            pairOf("aten::_weight_int8pack_mm", tensor({ 5, 64 }), tensor({ 16, 64 }, DType::Int8), tensor({ 5, 16 })),
            5'120);
        row("fake quantization that observes: a scale, a zero point, and a mask that counts nothing",
            call("aten::_fused_moving_avg_obs_fq_helper")
                .with("self", tensor({ 5, 6 }))
                .with("running_min", tensor({ 1 }))
                .giving({ tensor({ 5, 6 }), tensor({ 5, 6 }, DType::Bool) }),
            0, 0, 60);
        row("8-bit floats with a bias",
            call("aten::_scaled_mm")
                .with("self", tensor({ 5, 6 }, DType::Float8E4M3))
                .with("mat2", tensor({ 6, 7 }, DType::Float8E4M3))
                .with("bias", tensor({ 7 }))
                .giving({ tensor({ 5, 7 }) }),
            210, 35);
        row("groups of rows", pairOf("aten::_grouped_mm", tensor({ 12, 16 }), tensor({ 3, 16, 8 }), tensor({ 12, 8 })),
            12 * 8 * 16);
        row("groups of columns",
            pairOf("aten::_grouped_mm", tensor({ 3, 4, 16 }), tensor({ 16, 12 }), tensor({ 4, 12 })), 4 * 12 * 16);
        const auto grouped = [](const TensorValue &left, const TensorValue &right, Ints ends,
                                const TensorValue &output) {
            TensorValue offsets = tensor({ 3 }, DType::Int32);
            offsets.groupEnds = std::move(ends);
            return call("aten::_grouped_mm")
                .with("self", left)
                .with("mat2", right)
                .with("offs", offsets)
                .giving({ output });
        };
        row("groups of rows, two in none",
            grouped(tensor({ 12, 16 }), tensor({ 3, 16, 8 }), { 0, 4, 10 }, tensor({ 12, 8 })), 10 * 8 * 16);
        row("no rows in groups", grouped(tensor({ 12, 16 }), tensor({ 3, 16, 8 }), { 0, 0, 0 }, tensor({ 12, 8 })), 0);
        row("offsets behind the end",
            grouped(tensor({ 12, 16 }), tensor({ 3, 16, 8 }), { 5, 3, 99 }, tensor({ 12, 8 })), 12 * 8 * 16);
        row("groups of columns, three in none",
            grouped(tensor({ 3, 4, 16 }), tensor({ 16, 12 }), { 2, 2, 9 }, tensor({ 4, 12 })), 4 * 9 * 16);
        row("groups of the common side, two in none",
            grouped(tensor({ 4, 12 }), tensor({ 12, 8 }), { 2, 2, 10 }, tensor({ 3, 4, 8 })), 4 * 8 * 10);
        row("groups of the common side, unknown",
            grouped(tensor({ 4, 12 }), tensor({ 12, 8 }), {}, tensor({ 3, 4, 8 })), 4 * 8 * 12);
        row("affine grid",
            call("aten::affine_grid_generator").with("theta", tensor({ 2, 2, 3 })).giving({ tensor({ 2, 4, 5, 2 }) }),
            2 * 20 * 6);
    }

    static void sparseRows()
    {
        row("sparse x dense", pairOf("aten::mm", sparse({ 100, 50 }, 30), tensor({ 50, 7 }), tensor({ 100, 7 })), 210);
        row("dense x sparse", pairOf("aten::mm", tensor({ 7, 100 }), sparse({ 100, 50 }, 30), tensor({ 7, 50 })), 210);
        row("sparse x vector",
            call("aten::mv")
                .with("self", sparse({ 100, 50 }, 30))
                .with("vec", tensor({ 50 }))
                .giving({ tensor({ 100 }) }),
            30);
        row("sparse addmm",
            call("aten::addmm")
                .with("self", tensor({ 100, 7 }))
                .with("mat1", sparse({ 100, 50 }, 30))
                .with("mat2", tensor({ 50, 7 }))
                .giving({ tensor({ 100, 7 }) }),
            210, 700);
        row("sparse x sparse",
            call("aten::_sparse_sparse_matmul")
                .with("self", sparse({ 10, 10 }, 20))
                .with("other", sparse({ 10, 10 }, 30))
                .giving({ sparse({ 10, 10 }, 45) }),
            60);
        row("empty sparse", pairOf("aten::mm", sparse({ 100, 50 }, 0), tensor({ 50, 7 }), tensor({ 100, 7 })), 0);
        row("sampled by a sparse matrix",
            call("aten::sparse_sampled_addmm")
                .with("self", sparse({ 100, 50 }, 30))
                .with("mat1", tensor({ 100, 16 }))
                .with("mat2", tensor({ 16, 50 }))
                .giving({ sparse({ 100, 50 }, 30) }),
            480, 30);
        row("two of four",
            call("aten::_sparse_semi_structured_linear")
                .with("input", tensor({ 8, 32 }, DType::Float16))
                .with("weight", tensor({ 16, 16 }, DType::Float16))
                .with("bias", tensor({ 16 }, DType::Float16))
                .giving({ tensor({ 8, 16 }, DType::Float16) }),
            8 * 16 * 16, 128);
    }

    /// LAPACK Working Note 41: a complex multiply-add is four real ones, an addition two.
    static void complexRows()
    {
        const auto complex = [](Shape shape) { return tensor(std::move(shape), DType::Complex64); };
        row("complex mm", pairOf("aten::mm", complex({ 5, 6 }), complex({ 6, 7 }), complex({ 5, 7 })), 840);
        row("complex addmm",
            call("aten::addmm")
                .with("self", complex({ 5, 7 }))
                .with("mat1", complex({ 5, 6 }))
                .with("mat2", complex({ 6, 7 }))
                .giving({ complex({ 5, 7 }) }),
            840, 70);
        row("complex conv2d, three real ones",
            call("aten::conv2d")
                .with("input", complex({ 1, 3, 10, 10 }))
                .with("weight", complex({ 16, 3, 3, 3 }))
                .giving({ complex({ 1, 16, 8, 8 }) }),
            3 * 64 * 432);
    }

    static void attentionRows()
    {
        const auto kernel = [](const std::string &name, const Shape &query) {
            return call(name)
                .with("query", tensor(query))
                .with("key", tensor(query))
                .with("value", tensor(query))
                .with("max_k", std::int64_t { 30 });
        };
        row("flash kernel", kernel("aten::_flash_attention_forward", { 2, 64, 12, 64 }).giving({ tensor({ 1 }) }),
            12'582'912, 0, 5 * 98'304);
        row("flash kernel, packed sequences",
            kernel("aten::_flash_attention_forward", { 100, 4, 16 }).giving({ tensor({ 1 }) }), 12'000 * 32, 0, 60'000);
        row("biases and scale of projections",
            call("aten::_transform_bias_rescale_qkv")
                .with("qkv", tensor({ 2, 5, 24 }))
                .giving({ tensor({ 2, 2, 5, 4 }) }),
            0, 0, 240 + 80);
        // Sequences of 3 and 5: eight rows are projected, scores are computed on 5 x 5 each.
        TensorValue nested = sparse({ 2, 5, 8 }, 8 * 8);
        row("nested sequences",
            call("aten::_native_multi_head_attention")
                .with("query", nested)
                .with("key", nested)
                .with("num_head", std::int64_t { 2 })
                .giving({ nested }),
            4 * 8 * 64 + 2 * 25 * 8 * 2, 4 * 8 * 8, 2 * 25 * 2 * 5);
    }

    static void recurrentRows()
    {
        const OperatorCall reference = recurrent("aten::lstm", 4, false);
        row("cuDNN's LSTM",
            call("aten::_cudnn_rnn")
                .with("input", tensor({ 5, 3, 16 }))
                .with("weight", reference.find("params")->value)
                .with("mode", std::int64_t { 2 })
                .with("num_layers", std::int64_t { 2 })
                .giving({ tensor({ 5, 3, 32 }) }),
            215'040, 15 * 4 * 4 * 32, 15 * 2 * 32 * 13);
        row("oneDNN's layer",
            layerKernel("aten::mkldnn_rnn_layer").with("mode", std::int64_t { 2 }).giving({ tensor({ 5, 3, 32 }) }),
            15 * 128 * 48, 15 * 256, 15 * 32 * 13);
        row("quantised LSTM",
            call("aten::quantized_lstm")
                .with("input", tensor({ 5, 3, 16 }))
                .with("params", lstmParameters())
                .with("num_layers", std::int64_t { 2 })
                .giving({ tensor({ 5, 3, 32 }) }),
            215'040, 15 * 4 * 4 * 32, 15 * 2 * 32 * 13);
        row("quantised GRU cell",
            call("quantized::quantized_gru_cell_dynamic")
                .with("input", tensor({ 3, 16 }))
                .with("hx", tensor({ 3, 32 }))
                .with("w_ih", tensor({ 96, 16 }, DType::QInt8))
                .with("w_hh", tensor({ 96, 32 }, DType::QInt8))
                .with("b_ih", tensor({ 96 }))
                .with("b_hh", tensor({ 96 }))
                .giving({ tensor({ 3, 32 }) }),
            3 * 96 * 48, 3 * 192, 3 * 32 * 10);
        row("gates of an LSTM cell",
            call("aten::_thnn_fused_lstm_cell")
                .with("input_gates", tensor({ 3, 128 }))
                .with("hidden_gates", tensor({ 3, 128 }))
                .with("cx", tensor({ 3, 32 }))
                .with("input_bias", tensor({ 128 }))
                .with("hidden_bias", tensor({ 128 }))
                .giving({ tensor({ 3, 32 }) }),
            0, 96 * 8, 96 * 13);
        row("gates of a GRU cell",
            call("aten::_thnn_fused_gru_cell").with("hx", tensor({ 3, 32 })).giving({ tensor({ 3, 32 }) }), 0, 0,
            96 * 10);
    }
};

ROOFLIGHT_TEST(MatrixKernelsTest)
#include "matrix_kernels_test.moc"
