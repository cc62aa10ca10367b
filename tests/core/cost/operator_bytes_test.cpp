// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_table.h"
#include "tests/core/cost/call_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rooflight;
using namespace rooflight::test;

namespace {

constexpr std::int64_t floatBytes = 4;

OperatorCall dropout(const std::string &name, bool train)
{
    const TensorValue x = tensor({ 10 });
    CallBuilder builder = call(name);
    name.ends_with('_') ? builder.writing("self", x) : builder.with("input", x);
    return builder.with("train", train).giving({ name.ends_with('_') || !train ? x : tensor({ 10 }) });
}

OperatorCall batchNorm(bool training)
{
    return call("aten::batch_norm")
        .with("input", tensor({ 2, 8, 5, 5 }))
        .with("weight", tensor({ 8 }))
        .with("bias", tensor({ 8 }))
        .with("running_mean", tensor({ 8 }))
        .with("running_var", tensor({ 8 }))
        .with("training", training)
        .giving({ tensor({ 2, 8, 5, 5 }) });
}

/// Eight tokens of 64 halves to 256 experts of 64 x 32: 1,024 bytes of tokens, 4,096 an expert, offsets of 1,024,
/// results of 512.
OperatorCall expertsCall(const std::string &name, const std::vector<std::int64_t> &usedExperts)
{
    constexpr std::int64_t experts = 256;
    TensorValue offsets = tensor({ experts }, DType::Int32);
    for (std::int64_t expert = 0; expert < experts; ++expert) {
        const auto before = std::ranges::count_if(usedExperts, [expert](std::int64_t used) { return used <= expert; });
        offsets.groupEnds.push_back(before);
    }
    return call(name)
        .with("self", tensor({ 8, 64 }, DType::BFloat16))
        .with("mat2", tensor({ experts, 64, 32 }, DType::BFloat16))
        .with("offs", offsets)
        .giving({ tensor({ 8, 32 }, DType::BFloat16) });
}

OperatorCall withoutData(OperatorCall call)
{
    for (Argument &argument : call.arguments) {
        if (auto *tensor = std::get_if<TensorValue>(&argument.value))
            tensor->groupEnds.clear();
    }
    return call;
}

} // namespace

/// Memory traffic by the rules of the manual: distinct memory, views free, only what is really touched.
class OperatorBytesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void moved_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("read");
        QTest::addColumn<qint64>("written");
        const auto row = [](const char *title, const OperatorCall &call, qint64 read, qint64 written) {
            QTest::newRow(title) << call << read << written;
        };
        const TensorValue x = tensor({ 4, 6 });
        const TensorValue y = tensor({ 4, 6 });
        const TensorValue half = tensor({ 4, 6 }, DType::Float16);
        const auto add = [&x](const TensorValue &other) {
            return call("aten::add").with("self", x).with("other", other).giving({ tensor({ 4, 6 }) });
        };
        row("two operands", add(y), 192, 96);
        row("the same memory twice", add(x), 96, 96);
        row("the same memory transposed",
            call("aten::mm").with("self", x).with("mat2", viewOf(x, { 6, 4 }, { 1, 6 })).giving({ tensor({ 4, 4 }) }),
            96, 64);
        row("another part of the same storage", add(viewOf(x, { 4, 6 }, {}, 24)), 192, 96);
        row("expanded operand", add(viewOf(tensor({ 6 }), { 4, 6 }, { 0, 1 })), 96 + 24, 96);
        row("unexpanded operand", add(tensor({ 6 })), 96 + 24, 96);
        row("slice", add(viewOf(tensor({ 100, 100 }), { 4, 6 }, { 100, 1 })), 192, 96);
        row("overlapping windows", add(viewOf(tensor({ 9 }), { 4, 6 }, { 1, 1 })), 96 + 36, 96);
        row("half precision",
            call("aten::add").with("self", half).with("other", half).giving({ tensor({ 4, 6 }, DType::Float16) }), 48,
            48);
        row("half precision, another operand",
            call("aten::add").with("self", half).with("other", y).giving({ tensor({ 4, 6 }) }), 48 + 96, 96);
        row("empty tensor", call("aten::relu").with("self", tensor({ 0, 6 })).giving({ tensor({ 0, 6 }) }), 0, 0);
        row("tensor that was not given",
            call("aten::add").with("self", x).with("other", TensorValue {}).giving({ tensor({ 4, 6 }) }), 96, 96);
        row("list", call("aten::cat").with("tensors", Tensors { x, y, x }).giving({ tensor({ 12, 6 }) }), 192, 288);

        row("in place", call("aten::relu_").writing("self", x).giving({ x }), 96, 96);
        row("in place, other operand", call("aten::add_").writing("self", x).with("other", tensor({ 6 })).giving({ x }),
            96 + 24, 96);
        row("into a given result", call("aten::add").with("self", x).with("other", x).writing("out", y).giving({ y }),
            96, 96);
        row("copy", call("aten::copy_").writing("self", x).with("src", half).giving({ x }), 48, 96);
        row("fill", call("aten::fill_").writing("self", x).with("value", 1.0).giving({ x }), 0, 96);
        row("zeros like another", call("aten::zeros_like").with("self", x).giving({ tensor({ 4, 6 }) }), 0, 96);
        row("allocates memory", call("aten::empty").giving({ tensor({ 4, 6 }) }), 0, 0);

        row("view", call("aten::view").with("self", x).giving({ viewOf(x, { 24 }) }), 0, 0);
        row("several views", call("aten::unbind").with("self", x).giving({ viewOf(x, { 6 }), viewOf(x, { 6 }, {}, 6) }),
            0, 0);
        row("reshape that copies", call("aten::reshape").with("self", x).giving({ tensor({ 24 }) }), 96, 96);
        row("reshape that does not", call("aten::reshape").with("self", x).giving({ viewOf(x, { 24 }) }), 0, 0);
        row("cast", call("aten::to").with("self", x).giving({ half }), 96, 48);
        row("cast to the same", call("aten::to").with("self", x).giving({ x }), 0, 0);

        row("batch norm", batchNorm(false), 400 * floatBytes + 4 * 8 * floatBytes, 400 * floatBytes);
        row("batch norm in training", batchNorm(true), 400 * floatBytes + 4 * 8 * floatBytes,
            400 * floatBytes + 2 * 8 * floatBytes);
        row("dropout in inference", dropout("aten::dropout", false), 0, 0);
        row("dropout in place in inference", dropout("aten::dropout_", false), 0, 0);
        row("dropout in training", dropout("aten::dropout", true), 40, 40);
        row("max pool with indices",
            call("aten::max_pool2d_with_indices")
                .with("self", tensor({ 1, 1, 4, 4 }))
                .with("kernel_size", Ints { 2, 2 })
                .giving({ tensor({ 1, 1, 2, 2 }), tensor({ 1, 1, 2, 2 }, DType::Int64) }),
            64, 16 + 32);
        row("enlarging",
            call("aten::upsample_nearest2d").with("input", tensor({ 1, 1, 4, 4 })).giving({ tensor({ 1, 1, 8, 8 }) }),
            64, 256);
        row("shrinking",
            call("aten::upsample_nearest2d").with("input", tensor({ 1, 1, 8, 8 })).giving({ tensor({ 1, 1, 2, 2 }) }),
            16, 16);
        row("packed weight",
            call("quantized::linear")
                .with("X", tensor({ 2, 8 }, DType::QUInt8))
                .with("W_prepack",
                      [] {
                          TensorValue packed = tensor({ 3, 8 }, DType::QInt8);
                          packed.packedBytes = 36;
                          return packed;
                      }())
                .giving({ tensor({ 2, 3 }, DType::QUInt8) }),
            16 + 36, 6);
        // Two rows of 64 halves, and 48 outputs. Of 8 bits: 48 x 64 bytes and a scale of two bytes an output.
        row("8-bit weights",
            call("aten::_weight_int8pack_mm")
                .with("self", tensor({ 2, 64 }, DType::BFloat16))
                .with("mat2", tensor({ 48, 64 }, DType::Int8))
                .with("scales", tensor({ 48 }, DType::BFloat16))
                .giving({ tensor({ 2, 48 }, DType::BFloat16) }),
            256 + 3072 + 96, 192);
        // Of 4 bits: 48 x 64 / 2 bytes; for each 32 of an output a scale and a zero point of two bytes each.
        row("4-bit weights",
            call("aten::_weight_int4pack_mm_for_cpu")
                .with("self", tensor({ 2, 64 }, DType::BFloat16))
                .with("mat2", tensor({ 48, 32 }, DType::UInt8))
                .with("qGroupSize", std::int64_t { 32 })
                .with("qScaleAndZeros", tensor({ 2, 48, 2 }, DType::BFloat16))
                .giving({ tensor({ 2, 48 }, DType::BFloat16) }),
            256 + 1536 + 384, 192);
    }

    void moved()
    {
        QFETCH(OperatorCall, call);
        const OperatorBytes bytes = bytesOf(call);
        QTEST(qint64(bytes.read), "read");
        QTEST(qint64(bytes.written), "written");
    }

    void experts_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("read");
        QTest::addColumn<qint64>("written");
        const std::string name = "aten::_grouped_mm";
        QTest::newRow("seven of 256") << expertsCall(name, { 0, 3, 3, 17, 90, 91, 200, 255 })
                                      << qint64(1024 + 7 * 4096 + 1024) << qint64(512);
        QTest::newRow("one") << expertsCall(name, std::vector<std::int64_t>(8, 42)) << qint64(1024 + 4096 + 1024)
                             << qint64(512);
        QTest::newRow("none") << expertsCall(name, {}) << qint64(1024) << qint64(0);
        QTest::newRow("rows of no expert")
            << expertsCall(name, { 5, 6 }) << qint64(2 * 128 + 2 * 4096 + 1024) << qint64(2 * 64);
        // Each token has a scale of four bytes, each expert one an output.
        OperatorCall scaled = expertsCall("aten::_scaled_grouped_mm", { 1, 2, 3, 4, 4, 4, 4, 4 });
        scaled.arguments.push_back({ "scale_a", false, tensor({ 8 }) });
        scaled.arguments.push_back({ "scale_b", false, tensor({ 256, 32 }) });
        QTest::newRow("scales") << scaled << qint64(1024 + 4 * 4096 + 1024 + 8 * 4 + 4 * 32 * 4) << qint64(512);
        OperatorCall second = expertsCall("aten::_scaled_grouped_mm_v2", { 1, 2, 3, 4, 4, 4, 4, 4 });
        second.arguments.push_back({ "scale_a", false, Tensors { tensor({ 8 }) } });
        second.arguments.push_back({ "scale_b", false, Tensors { tensor({ 256, 32 }) } });
        second.arguments.push_back({ "out", true, second.outputs.front() });
        QTest::newRow("lists of scales, into a given result")
            << second << qint64(1024 + 4 * 4096 + 1024 + 8 * 4 + 4 * 32 * 4) << qint64(512);
        // 256 (1 - (255/256)^8) = 7.8915 experts are expected.
        QTest::newRow("without data") << withoutData(expertsCall(name, {})) << qint64(1024 + 32323 + 1024)
                                      << qint64(512);
        QTest::newRow("without groups") << call(name)
                                               .with("self", tensor({ 3, 4, 8 }))
                                               .with("mat2", tensor({ 3, 8, 2 }))
                                               .giving({ tensor({ 3, 4, 2 }) })
                                        << qint64(4 * (96 + 48)) << qint64(4 * 24);
    }

    void experts() { moved(); }

    void experts_withoutData()
    {
        const std::string name = "aten::_grouped_mm";
        QVERIFY(!groupEstimateOf(expertsCall(name, { 1, 2 })));
        const std::optional<GroupEstimate> estimate = groupEstimateOf(withoutData(expertsCall(name, {})));
        QVERIFY(estimate);
        QCOMPARE(estimate->groups, 256);
        QCOMPARE(estimate->most, 8);
        QVERIFY(std::abs(estimate->expected - 7.8915) < 0.0001);
        QCOMPARE(estimate->leastBytesRead, 1024 + 4096 + 1024);
        QCOMPARE(estimate->mostBytesRead, 1024 + 8 * 4096 + 1024);
    }

    /// One token to two of eight experts always reads two, four tokens to two of eight each read 8 (1 - (6/8)^4)
    /// = 5.46875 and at least two; where another choice was made, rows fall anywhere: 8 (1 - (7/8)^2) = 1.875.
    void expertsOfATokenDiffer()
    {
        const auto product = [](std::int64_t rows, std::optional<RowChoice> choice) {
            OperatorCall made = call("aten::_grouped_mm")
                                    .with("self", tensor({ rows, 64 }, DType::BFloat16))
                                    .with("mat2", tensor({ 8, 64, 32 }, DType::BFloat16))
                                    .with("offs", tensor({ 8 }, DType::Int32))
                                    .giving({ tensor({ rows, 32 }, DType::BFloat16) });
            made.choice = choice;
            return *groupEstimateOf(made);
        };
        QCOMPARE(product(2, RowChoice { 1, 8, 2 }).expected, 2.0);
        QCOMPARE(product(8, RowChoice { 4, 8, 2 }).expected, 5.46875);
        QCOMPARE(product(8, RowChoice { 4, 8, 2 }).leastBytesRead, 8 * 64 * 2 + 2 * 4096 + 8 * 4);
        QCOMPARE(product(2, std::nullopt).expected, 1.875);
        QCOMPARE(product(2, RowChoice { 1, 16, 2 }).expected, 1.875); // of other ones
        QCOMPARE(product(2, RowChoice { 2, 8, 2 }).expected, 1.875); // for other rows
    }

    /// Eight heads of queries share two of keys and values: a quarter of what eight would have.
    void groupedQueries()
    {
        const auto attention = [](std::int64_t keyHeads) {
            return bytesOf(call("aten::scaled_dot_product_attention")
                               .with("query", tensor({ 1, 8, 16, 32 }))
                               .with("key", tensor({ 1, keyHeads, 16, 32 }))
                               .with("value", tensor({ 1, keyHeads, 16, 32 }))
                               .with("enable_gqa", true)
                               .giving({ tensor({ 1, 8, 16, 32 }) }))
                .read;
        };
        constexpr std::int64_t queryBytes = 8 * 16 * 32 * 4;
        QCOMPARE(attention(2), queryBytes + 2 * queryBytes / 4);
        QCOMPARE(attention(8), 3 * queryBytes);
    }

    void gathered_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("read");
        QTest::addColumn<qint64>("written");
        const TensorValue table = tensor({ 1000, 8 });
        const TensorValue five = tensor({ 5 }, DType::Int64);
        const TensorValue thousands = tensor({ 5000 }, DType::Int64);
        const TensorValue rows = tensor({ 5, 8 });
        QTest::newRow("embedding")
            << call("aten::embedding").with("weight", table).with("indices", five).giving({ tensor({ 5, 8 }) })
            << qint64(160 + 40) << qint64(160);
        QTest::newRow("embedding, rows again and again")
            << call("aten::embedding").with("weight", table).with("indices", thousands).giving({ tensor({ 5000, 8 }) })
            << qint64(32'000 + 40'000) << qint64(160'000);
        QTest::newRow("bag") << call("aten::embedding_bag")
                                    .with("weight", table)
                                    .with("indices", five)
                                    .with("offsets", tensor({ 1 }, DType::Int64))
                                    .giving({ tensor({ 1, 8 }) })
                             << qint64(160 + 40 + 8) << qint64(32);
        QTest::newRow("index")
            << call("aten::index").with("self", table).with("indices", Tensors { five }).giving({ rows })
            << qint64(160 + 40) << qint64(160);
        QTest::newRow("index_put_") << call("aten::index_put_")
                                           .writing("self", table)
                                           .with("indices", Tensors { five })
                                           .with("values", rows)
                                           .giving({ table })
                                    << qint64(160 + 40) << qint64(160);
        QTest::newRow("index_add_") << call("aten::index_add_")
                                           .writing("self", table)
                                           .with("dim", std::int64_t { 0 })
                                           .with("index", five)
                                           .with("source", rows)
                                           .giving({ table })
                                    << qint64(160 + 40 + 160) << qint64(160);
        QTest::newRow("scatter into a copy") << call("aten::scatter")
                                                    .with("self", table)
                                                    .with("index", tensor({ 5, 8 }, DType::Int64))
                                                    .with("src", rows)
                                                    .giving({ tensor({ 1000, 8 }) })
                                             << qint64(32'000 + 320 + 160) << qint64(32'000);
    }

    void gathered() { moved(); }

    /// Expected values were counted in Python on live tensors.
    void picked_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("read");
        QTest::addColumn<qint64>("written");
        const auto row = [](const char *title, const OperatorCall &call, qint64 read, qint64 written) {
            QTest::newRow(title) << call << read << written;
        };
        const TensorValue self = tensor({ 4, 6 });
        const TensorValue source = tensor({ 4, 6 });
        const TensorValue index = tensor({ 4, 2 }, DType::Int64);
        const auto scatter = [&](const char *name) {
            return call(name).writing("self", self).with("index", index).with("src", source).giving({ self });
        };
        row("scatter_ of a larger source", scatter("aten::scatter_"), 96, 32);
        row("scatter_add_ of a larger source", scatter("aten::scatter_add_"), 128, 32);
        row("index_fill_",
            call("aten::index_fill_")
                .writing("self", self)
                .with("dim", std::int64_t { 1 })
                .with("index", tensor({ 2 }, DType::Int64))
                .with("value", 1.0)
                .giving({ self }),
            16, 32);
        TensorValue mask = tensor({ 4, 6 }, DType::Bool);
        mask.trueElements = 7;
        row("index_put_ of one value by a mask",
            call("aten::index_put_")
                .writing("self", self)
                .with("indices", Tensors { mask })
                .with("values", tensor({}))
                .giving({ self }),
            28, 28);
        row("index_put_ of columns",
            call("aten::index_put_")
                .writing("self", self)
                .with("indices", Tensors { TensorValue {}, tensor({ 2 }, DType::Int64) })
                .with("values", tensor({}))
                .giving({ self }),
            16 + 4, 4 * 2 * 4);
        row("index_put_ of a grid",
            call("aten::index_put_")
                .writing("self", self)
                .with("indices", Tensors { tensor({ 3, 1 }, DType::Int64), tensor({ 2 }, DType::Int64) })
                .with("values", tensor({ 3, 2 }))
                .giving({ self }),
            24 + 16 + 24, 24);
        mask.trueElements = 12;
        row("masked_scatter_",
            call("aten::masked_scatter_")
                .writing("self", self)
                .with("mask", mask)
                .with("source", source)
                .giving({ self }),
            72, 48);
        const auto grid = [](std::int64_t mode) {
            return call("aten::grid_sampler")
                .with("input", tensor({ 1, 3, 8, 8 }))
                .with("grid", tensor({ 1, 6, 6, 2 }))
                .with("interpolation_mode", mode)
                .giving({ tensor({ 1, 3, 6, 6 }) });
        };
        row("grid_sampler, nearest", grid(1), 720, 432);
        row("grid_sampler, bilinear", grid(0), 768 + 288, 432);
        row("antialiased",
            call("aten::_upsample_bilinear2d_aa")
                .with("self", tensor({ 1, 3, 16, 16 }))
                .giving({ tensor({ 1, 3, 5, 5 }) }),
            3'072, 300);
        row("boxes",
            call("torchvision::roi_align")
                .with("input", tensor({ 1, 1, 100, 100 }))
                .with("rois", tensor({ 2, 5 }))
                .with("sampling_ratio", std::int64_t { 2 })
                .giving({ tensor({ 2, 1, 3, 3 }) }),
            40 + 18 * 16 * 4, 72);
        TensorValue packed = tensor({ 20, 8 }, DType::QUInt8);
        packed.packedBytes = 20 * 16;
        const auto rows = [&packed](const char *name, const TensorValue &output) {
            return call(name).with("weight", packed).with("indices", tensor({ 7 }, DType::Int64)).giving({ output });
        };
        row("quantised rows", rows("quantized::embedding_byte", tensor({ 7, 8 })), 168, 224);
        row("bag of quantised rows", rows("quantized::embedding_bag_byte", tensor({ 1, 8 })), 168, 32);
        row("likelihood of classes",
            call("aten::nll_loss_forward")
                .with("self", tensor({ 4, 10 }))
                .with("target", tensor({ 4 }, DType::Int64))
                .giving({ tensor({}), tensor({}) }),
            16 + 32, 8);
    }

    void picked() { moved(); }

    /// Only what is stored of them lies in memory.
    void storedInPart_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("read");
        QTest::addColumn<qint64>("written");
        TensorValue nested;
        nested.info = { { 2, 5, 8 }, DType::Float32 };
        nested.storedElements = 64;
        QTest::newRow("nested") << call("aten::relu").with("self", nested).giving({ nested }) << qint64(256)
                                << qint64(256);
        const TensorValue quantised = tensor({ 4, 6 }, DType::QUInt8);
        QTest::newRow("in place by an argument")
            << call("quantized::relu6").with("qx", quantised).with("inplace", true).giving({ quantised }) << qint64(24)
            << qint64(24);
        QTest::newRow("result of a quantised operator") << call("quantized::add_out")
                                                               .with("qa", quantised)
                                                               .with("qb", quantised)
                                                               .writing("out", tensor({ 4, 6 }, DType::QUInt8))
                                                               .giving({})
                                                        << qint64(24) << qint64(24);
    }

    void storedInPart() { moved(); }

    /// Operators outside the table move bytes by the general rule.
    void unknownOperators()
    {
        const TensorValue x = tensor({ 4, 6 });
        const OperatorBytes bytes = bytesOf(call("my::op").with("a", x).giving({ tensor({ 2 }) }));
        QCOMPARE(bytes.read, 96);
        QCOMPARE(bytes.written, 8);
        QCOMPARE(bytesOf(call("my::op").with("a", x).giving({ viewOf(x, { 24 }) })), OperatorBytes {});
        const OperatorBytes inPlace = bytesOf(call("my::op").writing("a", x).giving({}));
        QCOMPARE(inPlace.read, 96);
        QCOMPARE(inPlace.written, 96);
    }

    void families()
    {
        const TensorValue x = tensor({ 4, 6 });
        const auto family = [](const OperatorCall &call) { return QByteArray(name(familyOf(call)).data()); };
        QCOMPARE(family(call("aten::reshape").with("self", x).giving({ viewOf(x, { 24 }) })), QByteArray("view"));
        QCOMPARE(family(call("aten::reshape").with("self", x).giving({ tensor({ 24 }) })), QByteArray("movement"));
        QCOMPARE(family(call("aten::contiguous").with("self", x).giving({ x })), QByteArray("view"));
        QCOMPARE(family(call("aten::relu_").writing("self", x).giving({ x })), QByteArray("activation"));
        QCOMPARE(family(dropout("aten::dropout_", false)), QByteArray("view"));
        QCOMPARE(family(dropout("aten::dropout_", true)), QByteArray("elementwise"));
        QCOMPARE(family(call("aten::permute").with("self", x).giving({ x })), QByteArray("view"));
        QCOMPARE(family(call("my::op").with("a", x).giving({ x })), QByteArray("other"));
    }
};

ROOFLIGHT_TEST(OperatorBytesTest)
#include "operator_bytes_test.moc"
