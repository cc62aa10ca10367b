// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_model.h"
#include "core/cost/rules/convolution_padding.h"
#include "tests/core/cost/call_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

namespace {

struct Convolution {
    std::string name = "aten::conv2d";
    Shape input;
    Shape weight;
    Shape output;
    ArgumentValue stride = Ints { 1 };
    ArgumentValue padding = Ints { 0 };
    ArgumentValue dilation = Ints { 1 };
};

OperatorCall callOf(const Convolution &convolution)
{
    return call(convolution.name)
        .with("input", tensor(convolution.input))
        .with("weight", tensor(convolution.weight))
        .with("stride", convolution.stride)
        .with("padding", convolution.padding)
        .with("dilation", convolution.dilation)
        .giving({ tensor(convolution.output) });
}

OperatorCall attention(std::int64_t queries, std::int64_t keys, bool causal)
{
    return call("aten::_scaled_dot_product_flash_attention_for_cpu")
        .with("query", tensor({ 2, 3, queries, 8 }))
        .with("key", tensor({ 2, 3, keys, 8 }))
        .with("value", tensor({ 2, 3, keys, 8 }))
        .with("is_causal", causal)
        .giving({ tensor({ 2, 3, queries, 8 }) });
}

} // namespace

/// Multiply-adds with a factor that is known to be zero. They are counted, and an implementation may leave them out.
class AvoidableWorkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void counted_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("macs");
        QTest::addColumn<qint64>("avoidable");
        const auto row = [](const char *name, const OperatorCall &call, qint64 macs, qint64 avoidable) {
            QTest::newRow(name) << call << macs << avoidable;
        };
        // Of two elements between two of padding, output 0 meets taps 1 and 2, output 1 taps 0 and 1: 4 of 6 pairs in
        // each dimension, 16 of 36 in both.
        row("2 x 2 under 3 x 3",
            callOf({ .input = { 1, 1, 2, 2 },
                     .weight = { 1, 1, 3, 3 },
                     .output = { 1, 1, 2, 2 },
                     .padding = Ints { 1, 1 } }),
            36, 20);
        // 7 outputs, 3 taps, one lost at each end: 19 of 21; 2 x 4 x 6 x (441 - 361).
        row("7 x 7, channels, batch",
            callOf(
                { .input = { 2, 6, 7, 7 }, .weight = { 4, 6, 3, 3 }, .output = { 2, 4, 7, 7 }, .padding = Ints { 1 } }),
            48 * 441, 48 * 80);
        // Output 0 of 112 misses 3 of 7 taps, output 1 one, output 111 two: 778 of 784.
        row("stride 2",
            callOf({ .name = "aten::conv1d",
                     .input = { 1, 1, 224 },
                     .weight = { 1, 1, 7 },
                     .output = { 1, 1, 112 },
                     .stride = Ints { 2 },
                     .padding = Ints { 3 } }),
            784, 6);
        // Taps at -2, 0 and 2: 3, 5 and 3 of 5 outputs.
        row("same, dilated",
            callOf({ .name = "aten::conv1d",
                     .input = { 1, 1, 5 },
                     .weight = { 1, 1, 3 },
                     .output = { 1, 1, 5 },
                     .padding = std::string("same"),
                     .dilation = Ints { 2 } }),
            15, 4);
        row("valid",
            callOf({ .input = { 1, 1, 5, 5 },
                     .weight = { 1, 1, 3, 3 },
                     .output = { 1, 1, 3, 3 },
                     .padding = std::string("valid") }),
            81, 0);
        row("no padding", callOf({ .input = { 1, 8, 5, 5 }, .weight = { 4, 8, 3, 3 }, .output = { 1, 4, 3, 3 } }),
            8 * 4 * 81, 0);
        // One dimension only: 4 of 6 pairs, 9 of 9 in the other.
        row("padding of one dimension",
            callOf({ .input = { 1, 1, 2, 5 },
                     .weight = { 1, 1, 3, 3 },
                     .output = { 1, 1, 2, 3 },
                     .padding = Ints { 1, 0 } }),
            54, 18);
        // Without batch, two groups: as the first, four times.
        row("groups, no batch",
            callOf({ .input = { 4, 2, 2 }, .weight = { 2, 2, 3, 3 }, .output = { 2, 2, 2 }, .padding = Ints { 1 } }),
            4 * 36, 4 * 20);
        // 28 inputs, 4 taps, results -1 and 56 are cut off: 110 of 112.
        row("transposed",
            callOf({ .name = "aten::conv_transpose1d",
                     .input = { 1, 1, 28 },
                     .weight = { 1, 1, 4 },
                     .output = { 1, 1, 56 },
                     .stride = Ints { 2 },
                     .padding = Ints { 1 } }),
            112, 2);
        // Query i meets i + 1 of 4 keys: 10 of 16 pairs; 6 heads, 16 multiply-adds a pair.
        row("causal", attention(4, 4, true), 96 * 16, 96 * 6);
        row("not causal", attention(4, 4, false), 96 * 16, 0);
        row("causal, more keys", attention(2, 5, true), 96 * 10, 96 * 7); // 1 + 2 of 10
        row("causal, fewer keys", attention(5, 2, true), 96 * 10, 96 * 1); // 1 + 2 + 2 + 2 + 2 of 10
    }

    void counted()
    {
        QFETCH(const OperatorCall, call);
        const OperatorCost cost = CostModel().costOf(call, Convention::Fma2);
        QTEST(qint64(cost.work.macs), "macs");
        QTEST(qint64(cost.work.avoidableMacs), "avoidable");
    }

    /// Sizes of a hostile file neither hang nor overflow.
    void senselessSizes()
    {
        constexpr std::int64_t huge = std::int64_t(1) << 62;
        QCOMPARE(pairsInside({ .input = 4, .output = 4, .kernel = huge }).value(), Count::most);
        QCOMPARE(pairsInside({ .input = 0, .output = 4, .kernel = 3, .padding = 1 }).value(), 12);
        QCOMPARE(pairsInside({ .input = 4, .output = 4, .kernel = 3, .stride = 0, .padding = 1 }).value(), 12);
        QCOMPARE(pairsInside({ .input = 4, .output = 4, .kernel = 3, .padding = huge }).value(), 12);
        QCOMPARE(pairsInside({ .input = 1, .output = 4, .kernel = 1, .stride = 9, .padding = 1 }).value(), 0);
    }
};

ROOFLIGHT_TEST(AvoidableWorkTest)
#include "avoidable_work_test.moc"
