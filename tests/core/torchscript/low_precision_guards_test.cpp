// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/operator_guards.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <tuple>
#include <vector>

using namespace rooflight;

/// A call of an operator whose sizes do not fit.
struct UnfitCall {
    std::function<void()> run;
};

Q_DECLARE_METATYPE(UnfitCall)

namespace {

constexpr const char *leftReason = "the left side of a product with a packed weight is a dense matrix";
at::Tensor bytes(at::IntArrayRef sizes)
{
    return at::zeros(sizes, at::kByte);
}

/// Of 32 rows of 64 weights, in groups of 32, where nothing else is said.
struct Int4Product {
    at::Tensor left = at::ones({ 3, 64 });
    at::Tensor weight = bytes({ 32, 32 });
    std::int64_t group = 32;
    at::Tensor scales = at::ones({ 2, 32, 2 });

    void operator()() const { at::_weight_int4pack_mm_for_cpu(left, weight, group, scales); }
};

/// The same as one row: a bias, and where nothing else is said no more.
struct RowProduct {
    at::Tensor left = at::ones({ 3, 64 });
    at::Tensor packed = at::ones({ 32 * 32 + 32 * 2 });
    std::int64_t block = 32;
    std::int64_t length = 64;
    std::int64_t outputs = 32;

    void operator()() const { at::_dyn_quant_matmul_4bit(left, packed, block, length, outputs); }
};

struct Int8Product {
    at::Tensor left = at::ones({ 3, 64 });
    at::Tensor weight = at::ones({ 8, 64 }, at::kChar);
    at::Tensor scales = at::ones({ 8 });

    void operator()() const { at::_weight_int8pack_mm(left, weight, scales); }
};

struct ScaledProduct {
    at::Tensor left = at::ones({ 3, 16 });
    at::Tensor right = at::ones({ 16, 8 });
    at::Tensor leftScale = at::ones({ 1 });
    at::Tensor rightScale = at::ones({ 1 });
    at::Tensor bias;

    [[nodiscard]] at::Tensor operator()() const
    {
        return at::_scaled_mm(left.to(at::kFloat8_e4m3fn), right.to(at::kFloat8_e4m3fn), leftScale, rightScale,
                              bias.defined() ? std::optional(bias) : std::nullopt, {}, at::kFloat);
    }
};

struct Observer {
    at::Tensor input = at::ones({ 4, 6 });
    std::int64_t ranges = 1;
    std::int64_t scales = 1;
    bool perChannel = false;
    std::int64_t axis = 0;
    std::int64_t least = 0;
    std::int64_t greatest = 255;

    void operator()() const
    {
        at::Tensor low = at::zeros({ ranges });
        at::Tensor high = at::zeros({ ranges });
        at::Tensor scale = at::ones({ scales });
        at::Tensor zero = at::zeros({ scales }, at::kInt);
        at::fused_moving_avg_obs_fake_quant(input, at::ones({ 1 }, at::kLong), at::ones({ 1 }, at::kLong), low, high,
                                            scale, zero, 0.01, least, greatest, axis, perChannel, false);
    }
};

} // namespace

/// Calls whose sizes do not fit: without the guards most of them read or write beyond their tensors.
class LowPrecisionGuardsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { guardOperators(); }

    void refusesWhatDoesNotFit_data()
    {
        QTest::addColumn<UnfitCall>("call");
        QTest::addColumn<QString>("reason");
        packedRows();
        rowsOfWeights();
        int8Rows();
        scaledRows();
        observedRows();
    }

    void refusesWhatDoesNotFit()
    {
        QFETCH(UnfitCall, call);
        QFETCH(QString, reason);
        const c10::InferenceMode inference;
        try {
            call.run();
        } catch (const c10::Error &error) {
            QCOMPARE(QString::fromUtf8(error.what_without_backtrace()), reason);
            return;
        }
        QFAIL("it ran");
    }

    void multipliesByPackedWeights()
    {
        const c10::InferenceMode inference;
        // Weights are stored with 8 added: w = 0, 1, ... 15, 0, ... less 8, times 0.5, plus 0.25.
        const at::Tensor weight = at::arange(32 * 64, at::kInt).remainder(16).view({ 32, 64 });
        const at::Tensor expected = ((weight - 8).to(at::kFloat) * 0.5 + 0.25).sum(1).expand({ 3, 32 });
        Int4Product product;
        product.weight = at::_convert_weight_to_int4pack_for_cpu(weight, 2);
        product.scales.select(2, 0).fill_(0.5);
        product.scales.select(2, 1).fill_(0.25);
        QVERIFY(at::allclose(
            at::_weight_int4pack_mm_for_cpu(product.left, product.weight, product.group, product.scales), expected));
        const at::Tensor eights =
            at::_weight_int8pack_mm(at::ones({ 3, 16 }), at::full({ 4, 16 }, 2, at::kChar), at::full({ 4 }, 0.5));
        QVERIFY(at::allclose(eights, at::full({ 3, 4 }, 16.0)));
        // Two weights a byte, 9 and 9: each is 1 more than its zero point of 8, and has a scale of 2. Values of the
        // left side become 8-bit integers first.
        const at::Tensor row = at::_dyn_quant_pack_4bit_weight(at::full({ 32, 32 }, 0x99, at::kByte),
                                                               at::full({ 32, 2 }, 2.0), {}, 32, 64, 32);
        QVERIFY(at::allclose(at::_dyn_quant_matmul_4bit(at::ones({ 3, 64 }), row, 32, 64, 32),
                             at::full({ 3, 32 }, 128.0), 0.01));
    }

    void multipliesByScales()
    {
        const c10::InferenceMode inference;
        ScaledProduct product;
        product.leftScale.fill_(0.5);
        product.bias = at::ones({ 8 });
        QVERIFY(at::allclose(product(), at::full({ 3, 8 }, 9.0)));
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 15 // 2.11 takes one of each
        product.leftScale = at::full({ 3, 1 }, 0.5);
        product.rightScale = at::full({ 1, 8 }, 2.0);
        QVERIFY(at::allclose(product(), at::full({ 3, 8 }, 17.0)));
#endif
    }

    /// One observation moves a range that was infinite to what was seen.
    void observes()
    {
        const c10::InferenceMode inference;
        constexpr double infinite = std::numeric_limits<double>::infinity();
        const at::Tensor input = at::tensor({ -1.0F, 0.5F, 1.0F, 4.1F });
        at::Tensor low = at::full({ 1 }, infinite);
        at::Tensor high = at::full({ 1 }, -infinite);
        at::Tensor scale = at::ones({ 1 });
        at::Tensor zero = at::zeros({ 1 }, at::kInt);
        const at::Tensor on = at::ones({ 1 }, at::kLong);
        const at::Tensor output =
            at::fused_moving_avg_obs_fake_quant(input, on, on, low, high, scale, zero, 0.01, 0, 255, 0, false, false);
        QCOMPARE(low.item<float>(), -1.0F);
        QCOMPARE(high.item<float>(), 4.1F);
        QVERIFY(at::allclose(scale, at::full({ 1 }, 5.1 / 255)));
        QCOMPARE(zero.item<int>(), 50); // 1 / 0.02
        QVERIFY(at::allclose(output, input, 0, 0.011));

        // A range for each of two rows; the first call makes them.
        at::Tensor lows = at::empty({ 0 });
        at::Tensor highs = at::empty({ 0 });
        at::Tensor scales = at::ones({ 1 });
        at::Tensor zeros = at::zeros({ 1 }, at::kInt);
        at::fused_moving_avg_obs_fake_quant(input.view({ 2, 2 }), on, on, lows, highs, scales, zeros, 0.01, -128, 127,
                                            0, true, true);
        QVERIFY(at::allclose(lows, at::tensor({ -1.0F, 1.0F })));
        QVERIFY(at::allclose(highs, at::tensor({ 0.5F, 4.1F })));
    }

private:
    static void row(const char *name, const char *reason, std::function<void()> call)
    {
        QTest::newRow(name) << UnfitCall { std::move(call) } << QString::fromUtf8(reason);
    }

    template<typename Call> static void changed(const char *name, const char *reason, void (*change)(Call &call))
    {
        row(name, reason, [change] {
            Call call;
            change(call);
            static_cast<void>(call());
        });
    }

    static void packedRows()
    {
        const auto product = changed<Int4Product>;
        const char *groups = "4-bit weights have a scale and a zero for each group";
        const char *tiles = "a weight is packed to 4 bits in whole tiles";
        product("too few scales", groups, [](auto &call) { call.scales = at::ones({ 1, 32, 2 }); });
        product("scales without zeros", groups, [](auto &call) { call.scales = at::ones({ 2, 32, 1 }); });
        product("scales that lie apart", groups, [](auto &call) {
            call.scales = at::ones({ 1, 1, 2 }).expand({ 2, 32, 2 });
        });
        product("a group that does not divide", groups, [](auto &call) { call.group = 256; });
        product("no group", "a group of 4-bit weights has 32, 64, 128 or 256 of them",
                [](auto &call) { call.group = 0; });
        product("part of a tile", "4-bit weights are packed in tiles of 16 rows", [](auto &call) {
            call.weight = bytes({ 33, 32 });
            call.scales = at::ones({ 2, 33, 2 });
        });
        product("short rows", "4-bit weights are two a byte", [](auto &call) { call.weight = bytes({ 32, 16 }); });
        product("a list of rows", leftReason, [](auto &call) { call.left = at::ones({ 64 }); });
        product("rows that lie apart", leftReason, [](auto &call) { call.left = at::ones({ 64, 3 }).t(); });
        product("more than can be counted", "a product with a packed weight is of fewer numbers", [](auto &call) {
            call.left = at::empty({ 1LL << 40, 0 });
            call.weight = bytes({ 1 << 20, 0 });
        });
        const auto onGpu = [](const char *name, const char *reason, at::IntArrayRef sizes) {
            row(name, reason, [sizes = sizes.vec()] {
                at::_weight_int4pack_mm(at::ones({ 3, 64 }), at::zeros(sizes, at::kInt), 32, at::ones({ 2, 32, 2 }));
            });
        };
        onGpu("of a GPU: half a tile", "4-bit weights are packed in tiles of 8 rows", { 4, 2, 16, 1 });
        onGpu("of a GPU: longer rows", "4-bit weights are as long as the rows of the left side", { 4, 4, 32, 1 });
        row("to pack: part of a tile", tiles, [] {
            at::_convert_weight_to_int4pack_for_cpu(at::ones({ 17, 64 }, at::kInt), 2);
        });
        row("to pack: half a byte", tiles, [] {
            at::_convert_weight_to_int4pack_for_cpu(at::ones({ 16, 63 }, at::kInt), 2);
        });
        row("to pack for a GPU: no tiles", "tiles of 4-bit weights are packed by 2, 4 or 8", [] {
            at::_convert_weight_to_int4pack(bytes({ 16, 64 }), 0);
        });
    }

    static void rowsOfWeights()
    {
        const auto product = changed<RowProduct>;
        const char *numbers = "rows of 4-bit weights have an even length that groups divide";
        const char *whole = "a row of 4-bit weights holds them, a scale for each group, and a bias for each output or "
                            "none";
        product("one row: no block", numbers, [](auto &call) { call.block = 0; });
        product("one row: negative", numbers, [](auto &call) { call.outputs = -32; });
        product("one row: too long to count", numbers, [](auto &call) { call.outputs = 1LL << 40; });
        product("one row: without scales", whole, [](auto &call) { call.packed = at::ones({ 32 * 32 }); });
        product("one row: too short", whole, [](auto &call) { call.packed = at::ones({ 5 }); });
        product("one row: that lies apart", whole, [](auto &call) { call.packed = at::ones({ 1 }).expand({ 1088 }); });
        product("one row: shorter rows to multiply", "rows of 4-bit weights are as long as those of the left side",
                [](auto &call) {
                    call.left = at::ones({ 3, 32 });
                });
        product("one row: one number to multiply", leftReason, [](auto &call) {
            call.left = at::ones({ 1, 1 }).expand({ 3, 64 });
        });
        const char *parts = "4-bit weights have a scale for each group, and a bias for each output";
        row("one row to pack: no block", numbers, [] {
            at::_dyn_quant_pack_4bit_weight(bytes({ 32, 32 }), at::ones({ 32, 2 }), {}, 0, 64, 32);
        });
        row("one row to pack: few scales", parts, [] {
            at::_dyn_quant_pack_4bit_weight(bytes({ 32, 32 }), at::ones({ 32, 1 }), {}, 32, 64, 32);
        });
        row("one row to pack: few weights", parts, [] {
            at::_dyn_quant_pack_4bit_weight(bytes({ 32 }), at::ones({ 32, 2 }), {}, 32, 64, 32);
        });
    }

    static void int8Rows()
    {
        const auto product = changed<Int8Product>;
        const char *sizes = "8-bit weights are as long as the rows of the left side and have a scale each";
        const char *aligned = "a product of 8-bit weights is of 16 numbers at once";
        product("8-bit: few scales", sizes, [](auto &call) { call.scales = at::ones({ 4 }); });
        product("8-bit: scales that lie apart", sizes, [](auto &call) { call.scales = at::ones({ 1 }).expand({ 8 }); });
        product("8-bit: shorter weights", sizes, [](auto &call) { call.weight = at::ones({ 8, 32 }, at::kChar); });
        product("8-bit: a part of 16", aligned, [](auto &call) {
            call.left = at::ones({ 3, 9 });
            call.weight = at::ones({ 8, 9 }, at::kChar);
        });
        product("8-bit: from an odd place", aligned, [](auto &call) {
            call.left = at::ones({ 193 }).slice(0, 1).view({ 3, 64 });
        });
    }

    static void scaledRows()
    {
        const auto product = changed<ScaledProduct>;
        const char *sides = "the sides of a scaled product fit together";
        const char *scales = "a scaled product has a scale for each side, or for each of its rows and outputs";
        product("scaled: other lengths", sides, [](auto &call) { call.right = at::ones({ 32, 8 }); });
        product("scaled: a row", sides, [](auto &call) { call.left = at::ones({ 16 }); });
        product("scaled: two scales for three rows", scales, [](auto &call) { call.leftScale = at::ones({ 2, 1 }); });
        product("scaled: no scale", scales, [](auto &call) { call.rightScale = at::ones({ 0 }); });
        product("scaled: a short bias", "the bias of a scaled product has one value an output",
                [](auto &call) { call.bias = at::ones({ 7 }); });
    }

    static void observedRows()
    {
        const auto observed = changed<Observer>;
        const char *ranges = "an observer has a range, a scale and a zero point for each channel";
        const char *along = "channels are quantized along a dimension of their tensor";
        const char *bits = "quantized numbers have a range of 32 bits";
        observed("observed: no range", ranges, [](auto &call) { call.ranges = 0; });
        observed("observed: one range for four channels", ranges, [](auto &call) { call.perChannel = true; });
        observed("observed: one scale for four channels", ranges, [](auto &call) {
            call.perChannel = true;
            call.ranges = 4;
        });
        observed("observed: along a negative dimension", along, [](auto &call) {
            call.perChannel = true;
            call.axis = -1;
        });
        observed("observed: along one far beyond", along, [](auto &call) {
            call.perChannel = true;
            call.axis = 1LL << 40;
        });
        observed("observed: a number has no channels", along, [](auto &call) {
            call.perChannel = true;
            call.input = at::ones({});
        });
        observed("observed: no numbers between", bits, [](auto &call) { call.least = 256; });
        observed("observed: numbers of 64 bits", bits, [](auto &call) { call.greatest = 1LL << 32; });
    }
};

ROOFLIGHT_TEST(LowPrecisionGuardsTest)
#include "low_precision_guards_test.moc"
