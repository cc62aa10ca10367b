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

/// Sum of the windows of one dimension, counted one element at a time.
std::int64_t windowElements(std::int64_t input, std::int64_t output, std::int64_t kernel, std::int64_t stride,
                            std::int64_t padding)
{
    std::int64_t elements = 0;
    for (std::int64_t o = 0; o < output; ++o) {
        for (std::int64_t k = 0; k < kernel; ++k) {
            const std::int64_t position = o * stride - padding + k;
            elements += position >= 0 && position < input;
        }
    }
    return elements;
}

std::int64_t adaptiveWindowElements(std::int64_t input, std::int64_t output)
{
    std::int64_t elements = 0;
    for (std::int64_t o = 0; o < output; ++o)
        elements += ((o + 1) * input + output - 1) / output - o * input / output;
    return elements;
}

} // namespace

/// Work of single operators, against closed forms and the integers of bug reports at other counters.
class OperatorWorkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matrixWork_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("macs");
        QTest::addColumn<qint64>("biasAdds");
        const auto row = [](const char *title, const OperatorCall &call, qint64 macs, qint64 biasAdds) {
            QTest::newRow(title) << call << macs << biasAdds;
        };
        row("Conv1d 16->32 k3 s2 p1", convolution("aten::conv1d", { 2, 16, 100 }, { 32, 16, 3 }, { 2, 32, 50 }, true),
            153'600, 3'200);
        row("Conv2d 16->32 k3 d2 g4",
            convolution("aten::conv2d", { 1, 16, 20, 20 }, { 32, 4, 3, 3 }, { 1, 32, 20, 20 }, true), 460'800, 12'800);
        row("Conv2d without batch", convolution("aten::conv2d", { 16, 20, 20 }, { 32, 4, 3, 3 }, { 32, 20, 20 }, true),
            460'800, 12'800);
        row("string padding",
            convolution("aten::_convolution_mode", { 1, 16, 20, 20 }, { 32, 4, 3, 3 }, { 1, 32, 20, 20 }, true),
            460'800, 12'800);
        row("depthwise 32 k3 p1",
            convolution("aten::conv2d", { 1, 32, 14, 14 }, { 32, 1, 3, 3 }, { 1, 32, 14, 14 }, false), 56'448, 0);
        row("Conv3d 3->8 k3 p1",
            convolution("aten::conv3d", { 1, 3, 8, 16, 16 }, { 8, 3, 3, 3, 3 }, { 1, 8, 8, 16, 16 }, true), 1'327'104,
            16'384);
        row("ConvTranspose2d 3->1 k2 s2, thop issue 92",
            convolution("aten::conv_transpose2d", { 1, 3, 2, 2 }, { 3, 1, 2, 2 }, { 1, 1, 4, 4 }, true), 48, 16);
        row("ConvTranspose2d 4->6 k4 s2 p1, DeepSpeed issue 8323",
            convolution("aten::conv_transpose2d", { 2, 4, 8, 8 }, { 4, 6, 4, 4 }, { 2, 6, 16, 16 }, true), 49'152,
            3'072);
        row("ConvTranspose2d 4->4 k3 s2 p1 op1 g4",
            convolution("aten::conv_transpose2d", { 2, 4, 8, 8 }, { 4, 1, 3, 3 }, { 2, 4, 16, 16 }, true), 4'608,
            2'048);
        row("ConvTranspose2d 6->6 k2 s2 g3",
            convolution("aten::conv_transpose2d", { 2, 6, 8, 8 }, { 6, 2, 2, 2 }, { 2, 6, 16, 16 }, true), 6'144,
            3'072);
        row("ConvTranspose2d 32->1 k3, fvcore issue 78",
            convolution("aten::conv_transpose2d", { 1, 32, 1, 1 }, { 32, 1, 3, 3 }, { 1, 1, 3, 3 }, true), 288, 9);
        OperatorCall traced = convolution("aten::_convolution", { 1, 32, 1, 1 }, { 32, 1, 3, 3 }, { 1, 1, 3, 3 }, true);
        traced.arguments.push_back({ "transposed", false, true });
        row("the same in a trace", traced, 288, 9);

        row("Linear 768->3072", linear({ 2, 128, 768 }, 3072), 603'979'776, 786'432);
        row("Linear 100->100, one of DeepSpeed issue 7256", linear({ 1, 100 }, 100, false), 10'000, 0);
        row("mm", product("aten::mm", { 5, 6 }, { 6, 7 }, { 5, 7 }), 210, 0);
        row("mv", product("aten::mv", { 5, 6 }, { 6 }, { 5 }), 30, 0);
        row("dot", product("aten::dot", { 6 }, { 6 }, {}), 6, 0);
        row("bmm of matmul [5,6]x[4,6,7], broadcast on the left",
            product("aten::bmm", { 4, 5, 6 }, { 4, 6, 7 }, { 4, 5, 7 }), 840, 0);
        row("bmm inside einsum bhid,bhjd->bhij", product("aten::bmm", { 6, 4, 5 }, { 6, 5, 6 }, { 6, 4, 6 }), 720, 0);
        row("addmm", addedProduct("aten::addmm", "mat1", { 5, 6 }, "mat2", { 6, 7 }, { 5, 7 }), 210, 35);
        row("addmv", addedProduct("aten::addmv", "mat", { 5, 6 }, "vec", { 6 }, { 5 }), 30, 5);
        row("baddbmm", addedProduct("aten::baddbmm", "batch1", { 4, 5, 6 }, "batch2", { 4, 6, 7 }, { 4, 5, 7 }), 840,
            140);
        row("addbmm", addedProduct("aten::addbmm", "batch1", { 4, 5, 6 }, "batch2", { 4, 6, 7 }, { 5, 7 }), 840, 35);

        row("MultiheadAttention d100 h1 S1000, thop issue 197", multiHead(1000, 100, 1), 240'000'000, 400'000);
        row("attention on a CPU, pytorch issue 195460", attention({ 1, 12, 64, 64 }, 64), 6'291'456, 0);
        row("attention 4x8x128x64", attention({ 4, 8, 128, 64 }, 128), 67'108'864, 0);
        row("attention to 256 keys", attention({ 4, 8, 128, 64 }, 256), 134'217'728, 0);

        row("LSTM 16-32, two layers, T5 N3", recurrent("aten::lstm", 4, false), 215'040, 15 * 4 * 4 * 32);
        row("bidirectional LSTM", recurrent("aten::lstm", 4, true), 552'960, 15 * 8 * 4 * 32);
        row("GRU", recurrent("aten::gru", 3, false), 161'280, 15 * 4 * 3 * 32);
        row("RNN", recurrent("aten::rnn_tanh", 1, false), 53'760, 15 * 4 * 32);
    }

    void matrixWork()
    {
        QFETCH(OperatorCall, call);
        const auto work = workOf(call);
        QVERIFY(work);
        QTEST(qint64(work->macs), "macs");
        QTEST(qint64(work->biasAdds), "biasAdds");
        QCOMPARE(flopsOf(call, *work, Convention::Mac), work->macs);
        QCOMPARE(flopsOf(call, *work, Convention::Matrix), 2 * work->macs);
    }

    /// ViT-B/16 on 224 pixels: the encoder as PyTorch's fast path calls it, patches and head around it.
    void visionTransformer()
    {
        const TensorValue source = tensor({ 1, 197, 768 });
        const OperatorCall encoder = call("aten::_transformer_encoder_layer_fwd")
                                         .with("src", source)
                                         .with("num_heads", std::int64_t { 12 })
                                         .with("use_gelu", true)
                                         .with("ffn_weight_1", tensor({ 3072, 768 }))
                                         .giving({ tensor({ 1, 197, 768 }) });
        const auto patches =
            workOf(convolution("aten::conv2d", { 1, 3, 224, 224 }, { 768, 3, 16, 16 }, { 1, 768, 14, 14 }, true));
        const auto layer = workOf(encoder);
        const auto scores = workOf(attention({ 1, 12, 197, 64 }, 197));
        const auto head = workOf(linear({ 1, 768 }, 1000));
        QVERIFY(patches && layer && scores && head);
        QCOMPARE(patches->macs, 115'605'504);
        QCOMPARE(12 * scores->macs, 715'327'488);
        QCOMPARE(patches->macs + 12 * layer->macs + head->macs, 17'563'828'224);
    }

    void otherWork_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("flops");
        QTest::addColumn<qint64>("comparisons");
        const auto row = [](const char *title, const OperatorCall &call, qint64 flops, qint64 comparisons = 0) {
            QTest::newRow(title) << call << flops << comparisons;
        };
        row("mul [2,3,4]x[4], DeepSpeed issue 8324", product("aten::mul", { 2, 3, 4 }, { 4 }, { 2, 3, 4 }), 24);
        row("mul in place", product("aten::mul_", { 2, 3, 4 }, { 4 }, { 2, 3, 4 }), 24);
        row("integers", unary("aten::add", { 24 }, DType::Int64), 0, 24);
        row("comparison", unary("aten::eq", { 24 }), 0, 24);
        row("hardtanh in place", unary("aten::hardtanh_", { 2, 3, 4 }), 24);
        row("gelu", unary("aten::gelu", { 2, 3, 4 }), 24);
        row("softmax", unary("aten::softmax", { 2, 3, 4 }), 5 * 24);
        row("interpolate 8x3x32x32 to 64, nearest",
            call("aten::upsample_nearest2d")
                .with("input", tensor({ 8, 3, 32, 32 }))
                .giving({ tensor({ 8, 3, 64, 64 }) }),
            0);
        row("interpolate 8x3x32x32 to 64, bilinear",
            call("aten::upsample_bilinear2d")
                .with("input", tensor({ 8, 3, 32, 32 }))
                .giving({ tensor({ 8, 3, 64, 64 }) }),
            7 * 98'304);
        row("layer norm",
            call("aten::layer_norm")
                .with("input", tensor({ 197, 768 }))
                .with("weight", tensor({ 768 }))
                .giving({ tensor({ 197, 768 }) }),
            5 * 197 * 768);
        row("batch norm in training",
            call("aten::batch_norm")
                .with("input", tensor({ 2, 8, 4, 4 }))
                .with("weight", tensor({ 8 }))
                .with("training", true)
                .giving({ tensor({ 2, 8, 4, 4 }) }),
            5 * 256);
        row("dropout in inference",
            call("aten::dropout").with("input", tensor({ 9 })).with("train", false).giving({ tensor({ 9 }) }), 0);
        row("sum", call("aten::sum").with("self", tensor({ 3, 7 })).giving({ tensor({}) }), 21);
        row("variance", call("aten::var").with("self", tensor({ 3, 7 })).giving({ tensor({}) }), 4 * 21);
        row("maximum of a tensor", call("aten::max").with("self", tensor({ 3, 7 })).giving({ tensor({}) }), 0, 21);
        row("maximum of two tensors", product("aten::max", { 3, 7 }, { 7 }, { 3, 7 }), 21);
        row("max pool 3x3",
            pool("aten::max_pool2d", { 1, 64, 112, 112 }, { 3, 3 }, { 2, 2 }, { 1, 1 }, { 1, 64, 56, 56 }), 0,
            8 * 64 * 56 * 56);
        row("average pool without padding",
            pool("aten::avg_pool2d", { 1, 2, 8, 8 }, { 2, 2 }, {}, { 0, 0 }, { 1, 2, 4, 4 }), 128 + 32);
        row("average pool with borders",
            pool("aten::avg_pool2d", { 1, 5, 17, 12 }, { 3, 5 }, { 2, 3 }, { 1, 2 }, { 1, 5, 9, 4 }),
            5 * windowElements(17, 9, 3, 2, 1) * windowElements(12, 4, 5, 3, 2) + 5 * 9 * 4);
        row("average pool, last window cut by ceil_mode",
            pool("aten::avg_pool1d", { 1, 1, 8 }, { 3 }, { 3 }, { 0 }, { 1, 1, 3 }), windowElements(8, 3, 3, 3, 0) + 3);
        row("adaptive average pool, uneven windows",
            call("aten::adaptive_avg_pool2d").with("self", tensor({ 2, 3, 13, 10 })).giving({ tensor({ 2, 3, 6, 7 }) }),
            6 * adaptiveWindowElements(13, 6) * adaptiveWindowElements(10, 7) + 6 * 42);
        row("embedding",
            call("aten::embedding")
                .with("weight", tensor({ 100, 8 }))
                .with("indices", tensor({ 5 }, DType::Int64))
                .giving({ tensor({ 5, 8 }) }),
            0);
        row("view", unary("aten::view", { 3, 4 }), 0);
        row("zeros", call("aten::zeros").with("size", Ints { 3, 4 }).giving({ tensor({ 3, 4 }) }), 0);
    }

    void otherWork()
    {
        QFETCH(OperatorCall, call);
        const auto work = workOf(call);
        QVERIFY(work);
        QCOMPARE(work->macs, 0);
        QTEST(qint64(flopsOf(call, *work, Convention::Fma2)), "flops");
        QTEST(qint64(work->comparison), "comparisons");
        QCOMPARE(flopsOf(call, *work, Convention::Matrix), 0);
    }

    /// Masks and softmax of attention: 12 x 64 x 64 scores, five each and one for the mask.
    void attentionBesidesProducts()
    {
        OperatorCall masked = attention({ 1, 12, 64, 64 }, 64);
        masked.arguments.back().value = tensor({ 64, 64 });
        const auto work = workOf(masked);
        QVERIFY(work);
        QCOMPARE(work->elementwise + work->transcendental + work->reduction, 6 * 49'152);
        QCOMPARE(flopsOf(masked, *work, Convention::Fma2), 12'582'912 + 6 * 49'152);
    }

    /// Heads of the query count when several share a key.
    void groupedQueries()
    {
        const OperatorCall grouped = call("aten::_scaled_dot_product_flash_attention_for_cpu")
                                         .with("query", tensor({ 1, 8, 16, 32 }))
                                         .with("key", tensor({ 1, 2, 16, 32 }))
                                         .with("value", tensor({ 1, 2, 16, 32 }))
                                         .giving({ tensor({ 1, 8, 16, 32 }) });
        QCOMPARE(workOf(grouped)->macs, 8 * 16 * 16 * 64);
    }
};

ROOFLIGHT_TEST(OperatorWorkTest)
#include "operator_work_test.moc"
