// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_model.h"
#include "tests/core/cost/call_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

/// The type in which operators compute. Expected types are those of LibTorch's kernels and promotion.
class ArithmeticTypeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matrixWork_data()
    {
        using enum DType;
        addColumns();
        const TensorValue quantised = tensor({ 1, 4, 8, 8 }, QUInt8);
        const TensorValue kernel = tensor({ 4, 4, 3, 3 }, QInt8);
        const TensorValue weight = tensor({ 8, 8 }, QInt8);
        const TensorValue x = tensor({ 2, 8 });
        const TensorValue half = tensor({ 2, 8 }, BFloat16);

        // A packed weight is recorded as the weight, then its bias in floating point.
        row("quantised convolution",
            call("quantized::conv2d_relu")
                .with("qx", quantised)
                .with("packed_weight", kernel)
                .with("bias", tensor({ 4 })),
            quantised, QUInt8);
        row("quantised linear", call("quantized::linear").with("X", tensor({ 2, 8 }, QInt8)).with("W_prepack", weight),
            tensor({ 2, 8 }, QInt8), QInt8);
        row("quantised on the fly",
            call("quantized::linear_dynamic").with("X", x).with("W_prepack", weight).with("bias", tensor({ 8 })), x,
            QInt8);
        row("convolution, quantised on the fly",
            call("quantized::conv2d_dynamic").with("x", tensor({ 1, 4, 8, 8 })).with("packed_weight", kernel),
            tensor({ 1, 4, 8, 8 }), QInt8);
        row("recurrent, quantised on the fly",
            call("aten::quantized_lstm")
                .with("input", x)
                .with("hx", Tensors { x, x })
                .with("params", Tensors { weight, weight, tensor({ 32 }) }),
            x, QInt8);
        // Packed halves give themselves as floats, and FBGEMM multiplies floats.
        row("weights in halves",
            call("quantized::linear_dynamic_fp16").with("X", x).with("W_prepack", tensor({ 8, 8 })), x, Float32);
        row("8-bit weights, widened",
            call("aten::_weight_int8pack_mm")
                .with("self", half)
                .with("mat2", tensor({ 8, 8 }, Int8))
                .with("scales", tensor({ 8 }, BFloat16)),
            half, Float32);
        row("4-bit weights, widened",
            call("aten::_weight_int4pack_mm").with("self", half).with("mat2", tensor({ 1, 1, 32, 4 }, Int32)), half,
            BFloat16);
        row("4-bit weights, input quantised on the fly",
            call("aten::_dyn_quant_matmul_4bit").with("inp", x).with("packed_weights", tensor({ 99 }, UInt8)), x, Int8);
        row("integers", call("aten::_int_mm").with("self", tensor({ 2, 8 }, Int8)).with("mat2", tensor({ 8, 8 }, Int8)),
            tensor({ 2, 8 }, Int32), Int8);
        row("scaled",
            call("aten::_scaled_mm")
                .with("self", tensor({ 2, 8 }, Float8E4M3))
                .with("mat2", tensor({ 8, 8 }, Float8E4M3))
                .with("scale_a", tensor({}))
                .with("bias", tensor({ 8 }, BFloat16)),
            half, Float8E4M3);
        row("oneDNN, quantised",
            call("onednn::qconv2d_pointwise")
                .with("qx", tensor({ 1, 4, 8, 8 }, UInt8))
                .with("x_scale", 0.5)
                .with("qw", tensor({ 4, 4, 3, 3 }, Int8))
                .with("w_scale", tensor({ 4 }))
                .with("bias", tensor({ 4 })),
            tensor({ 1, 4, 8, 8 }), UInt8);
        row("bias of another type",
            call("aten::conv2d")
                .with("input", tensor({ 1, 4, 8, 8 }, BFloat16))
                .with("weight", tensor({ 4, 4, 3, 3 }, BFloat16))
                .with("bias", tensor({ 4 })),
            tensor({ 1, 4, 8, 8 }, BFloat16), BFloat16);
        row("summand of another type",
            call("aten::addmm").with("self", tensor({ 8 })).with("mat1", half).with("mat2", tensor({ 8, 8 }, BFloat16)),
            half, BFloat16);
        row("complex",
            call("aten::mm").with("self", tensor({ 2, 8 }, Complex64)).with("mat2", tensor({ 8, 8 }, Complex64)),
            tensor({ 2, 8 }, Complex64), Complex64);
    }

    void matrixWork() { computesIn(); }

    void otherWork_data()
    {
        using enum DType;
        addColumns();
        const TensorValue x = tensor({ 4, 6 });
        const TensorValue half = tensor({ 4, 6 }, BFloat16);
        const TensorValue quantised = tensor({ 4, 6 }, QUInt8);
        const auto add = [](const TensorValue &a, const TensorValue &b) {
            return call("aten::add").with("self", a).with("other", b);
        };
        row("of two types", add(half, x), x, Float32);
        row("bfloat16 and float16", add(half, tensor({ 4, 6 }, Float16)), x, Float32);
        row("a scalar widens nothing", add(half, tensor({})), half, BFloat16);
        row("integers and a scalar", add(tensor({ 4, 6 }, Int64), tensor({})), x, Float32);
        row("integers", add(tensor({ 4, 6 }, Int64), tensor({ 4, 6 }, Int32)), tensor({ 4, 6 }, Int64), Int64);
        row("integers divided",
            call("aten::div").with("self", tensor({ 4 }, Int64)).with("other", tensor({ 4 }, Int64)), tensor({ 4 }),
            Float32);
        row("compared", call("aten::gt").with("self", half).with("other", 0.0), tensor({ 4, 6 }, Bool), BFloat16);
        row("quantised", call("quantized::add").with("qa", quantised).with("qb", quantised), quantised, QUInt8);
        row("quantised with scales",
            call("quantized::batch_norm2d").with("qx", tensor({ 1, 4, 2, 2 }, QUInt8)).with("weight", tensor({ 4 })),
            tensor({ 1, 4, 2, 2 }, QUInt8), QUInt8);
        row("quantising", call("aten::quantize_per_tensor").with("self", x), quantised, Float32);
        row("dequantising", call("aten::dequantize").with("self", quantised), x, Float32);
        row("rows of a table", call("aten::embedding").with("weight", half).with("indices", tensor({ 3 }, Int64)),
            tensor({ 3, 6 }, BFloat16), BFloat16);
        row("elements of integers",
            call("aten::index").with("self", tensor({ 9 }, Int32)).with("indices", Tensors { tensor({ 3 }, Int64) }),
            tensor({ 3 }, Int32), Int32);
        row("cast", call("aten::to").with("self", x), half, BFloat16);
        row("made from nothing", call("aten::arange").with("end", std::int64_t { 9 }), tensor({ 9 }, Int64), Int64);
    }

    void otherWork() { computesIn(); }

private:
    static void addColumns()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<QByteArray>("dtype");
    }

    static void row(const char *title, const CallBuilder &builder, const TensorValue &output, DType dtype)
    {
        const TensorValue result = tensor(output.info.shape, output.info.dtype); // in memory of its own
        QTest::newRow(title) << builder.giving({ result }) << QByteArray(name(dtype).data());
    }

    static void computesIn()
    {
        QFETCH(OperatorCall, call);
        QTEST(QByteArray(name(CostModel().costOf(call, Convention::Fma2).dtype).data()), "dtype");
    }
};

ROOFLIGHT_TEST(ArithmeticTypeTest)
#include "arithmetic_type_test.moc"
