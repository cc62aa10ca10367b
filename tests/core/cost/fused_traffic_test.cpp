// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_table.h"
#include "core/cost/traffic/fused_traffic.h"
#include "tests/core/cost/call_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace rooflight;
using namespace rooflight::test;

namespace {

/// Layers and calls as a run would report them. Storages live until they are freed.
class Run
{
public:
    void begin() { m_traffic.layerBegan(); }
    const TensorValue &call(const OperatorCall &call)
    {
        std::set<std::uint64_t> given;
        for (const Argument &argument : call.arguments) {
            if (const auto *tensor = std::get_if<TensorValue>(&argument.value))
                given.insert(tensor->storage);
        }
        for (const TensorValue &output : call.outputs) {
            if (!given.contains(output.storage))
                m_traffic.allocated(output.storage);
        }
        const MemoryTouches touches = touchesOf(call);
        m_unfused += touches.sums().read + touches.sums().written;
        m_traffic.touched(touches);
        return m_last = call.outputs.front();
    }
    void free(const TensorValue &tensor) { m_freed.insert(tensor.storage); }
    /// Ends a layer whose results are \p outputs.
    qint64 end(const std::vector<TensorValue> &outputs)
    {
        return m_traffic.layerEnded(outputs, [this](std::uint64_t storage) { return !m_freed.contains(storage); })
            .value();
    }
    /// Bytes of all calls so far.
    [[nodiscard]] qint64 unfused() const { return m_unfused; }

private:
    FusedTraffic m_traffic;
    std::set<std::uint64_t> m_freed;
    TensorValue m_last;
    qint64 m_unfused = 0;
};

OperatorCall embedding(const TensorValue &table, const TensorValue &indices)
{
    return call("aten::embedding")
        .with("weight", table)
        .with("indices", indices)
        .giving({ tensor({ indices.info.shape[0], table.info.shape[1] }) });
}

OperatorCall relu(const TensorValue &x)
{
    return call("aten::relu").with("self", x).giving({ tensor(x.info.shape) });
}

OperatorCall reluInPlace(const TensorValue &x)
{
    return call("aten::relu_").writing("self", x).giving({ x });
}

OperatorCall convolution(const TensorValue &x, const TensorValue &weight)
{
    return call("aten::conv2d").with("input", x).with("weight", weight).giving({ tensor(x.info.shape) });
}

} // namespace

/// Bounds of fused layers, worked out by hand: each memory once, what stays inside not at all.
class FusedTrafficTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void embeddingAndLinear()
    {
        Run run;
        run.begin();
        run.begin();
        // 16 indices of 8 bytes, 16 rows of 768 floats read and written.
        const TensorValue rows = run.call(embedding(tensor({ 30522, 768 }), tensor({ 16 }, DType::Int64)));
        QCOMPARE(run.end({ rows }), 128 + 49'152 + 49'152);
        run.begin();
        const TensorValue result = run.call(call("aten::linear")
                                                .with("input", rows)
                                                .with("weight", tensor({ 768, 768 }))
                                                .with("bias", tensor({ 768 }))
                                                .giving({ tensor({ 16, 768 }) }));
        QCOMPARE(run.end({ result }), 49'152 + 2'359'296 + 3'072 + 49'152);
        run.free(rows);
        QCOMPARE(run.end({ result }), 2'460'800); // 128 + 49,152 + 2,359,296 + 3,072 + 49,152
        QCOMPARE(run.unfused(), 2'460'800 + 2 * 49'152);
    }

    void gathersOfOneTable()
    {
        const TensorValue table = tensor({ 10, 4 }); // 160 bytes, a row has 16
        for (const auto &[indices, expected] : { std::pair { 4, 2 * (32 + 64) + 128 }, { 8, 2 * (64 + 128) + 160 } }) {
            Run run;
            run.begin();
            const TensorValue first = run.call(embedding(table, tensor({ indices }, DType::Int64)));
            const TensorValue second = run.call(embedding(table, tensor({ indices }, DType::Int64)));
            QCOMPARE(run.end({ first, second }), qint64(expected));
        }
    }

    void slicesOfOneTensor()
    {
        const TensorValue large = tensor({ 1000, 10 });
        const auto rows = [&large](std::int64_t first) { return viewOf(large, { 5, 10 }, {}, first * 10); };
        Run run;
        run.begin();
        run.begin();
        const TensorValue a = run.call(relu(rows(0)));
        const TensorValue again = run.call(relu(rows(0)));
        QCOMPARE(run.end({ a, again }), 200 + 2 * 200); // 5 rows of 40 bytes, read once
        const TensorValue b = run.call(relu(rows(500)));
        QCOMPARE(run.end({ a, again, b }), 400 + 3 * 200);
    }

    void wholeAndPart()
    {
        const TensorValue x = tensor({ 10, 10 });
        Run run;
        run.begin();
        const TensorValue whole = run.call(relu(x));
        const TensorValue part = run.call(relu(viewOf(x, { 5, 10 })));
        QCOMPARE(run.end({ whole, part }), 400 + 400 + 200); // no more of x than there is
    }

    void broadcastOperand()
    {
        Run run;
        run.begin();
        const TensorValue bias = viewOf(tensor({ 1, 3, 1, 1 }), { 2, 3, 4, 4 }, { 0, 1, 0, 0 });
        const TensorValue sum = run.call(call("aten::add")
                                             .with("self", tensor({ 2, 3, 4, 4 }))
                                             .with("other", bias)
                                             .giving({ tensor({ 2, 3, 4, 4 }) }));
        QCOMPARE(run.end({ sum }), 384 + 12 + 384);
    }

    void changedInPlace()
    {
        const TensorValue x = tensor({ 8, 8 });
        Run run;
        run.begin();
        run.begin();
        run.call(reluInPlace(x));
        run.call(reluInPlace(x));
        QCOMPARE(run.end({ x }), 256 + 256); // once, however often
        QCOMPARE(run.end({ x }), 256 + 256);
        QCOMPARE(run.unfused(), 4 * 256);
    }

    void nothingIsMoved()
    {
        const TensorValue x = tensor({ 8, 8 });
        Run run;
        run.begin();
        run.begin();
        QCOMPARE(run.end({}), 0); // hands its input back
        run.call(call("aten::view").with("self", x).giving({ viewOf(x, { 64 }) }));
        QCOMPARE(run.end({ viewOf(x, { 64 }) }), 0);
    }

    /// Made in the layer above and handed through one that does not use it.
    void passedThrough()
    {
        Run run;
        run.begin();
        const TensorValue x = run.call(relu(tensor({ 8, 8 })));
        const TensorValue y = tensor({ 2 });
        run.begin();
        const TensorValue result = run.call(relu(y));
        QCOMPARE(run.end({ result }), 8 + 8);
        QCOMPARE(run.end({ x, result }), 2 * 256 + 16);
    }

    void cacheOfKeys()
    {
        const TensorValue cache = tensor({ 8, 16 }); // 512 bytes, a key has 64
        const TensorValue key = tensor({ 1, 16 });
        Run run;
        run.begin();
        run.call(call("aten::index_copy_")
                     .writing("self", cache)
                     .with("dim", std::int64_t { 0 })
                     .with("index", tensor({ 1 }, DType::Int64))
                     .with("source", key)
                     .giving({ cache }));
        const TensorValue scores = run.call(call("aten::mm")
                                                .with("self", tensor({ 1, 16 }))
                                                .with("mat2", viewOf(cache, { 16, 8 }, { 1, 16 }))
                                                .giving({ tensor({ 1, 8 }) }));
        // Index, key in, key into the cache, query, the 7 other keys, scores.
        QCOMPARE(run.end({ scores }), 8 + 64 + 64 + 64 + 7 * 64 + 32);
    }

    void overwrittenBeforeItIsRead()
    {
        const TensorValue buffer = tensor({ 8, 8 });
        Run run;
        run.begin();
        run.call(call("aten::copy_").writing("self", buffer).with("src", tensor({ 8, 8 })).giving({ buffer }));
        const TensorValue result = run.call(relu(buffer));
        QCOMPARE(run.end({ result }), 3 * 256); // source, buffer, result
    }

    void residualBlock()
    {
        const TensorValue x = tensor({ 1, 2, 4, 4 }); // 128 bytes; a weight has 144
        Run run;
        run.begin();
        const TensorValue first = run.call(convolution(x, tensor({ 2, 2, 3, 3 })));
        run.call(reluInPlace(first));
        const TensorValue second = run.call(convolution(first, tensor({ 2, 2, 3, 3 })));
        run.free(first);
        run.call(call("aten::add_").writing("self", second).with("other", x).giving({ second }));
        run.call(reluInPlace(second));
        QCOMPARE(run.end({ second }), 128 + 144 + 144 + 128);
    }

    /// As a packed object is observed: no strides, its own size.
    void packedWeightsOnce()
    {
        TensorValue weight;
        weight.info = { { 8, 8 }, DType::QInt8 };
        weight.packedBytes = 96;
        weight.storage = tensor({}).storage;
        const TensorValue x = tensor({ 2, 8 }, DType::QUInt8);
        const auto linear = [&weight](const TensorValue &input) {
            return call("quantized::linear")
                .with("X", input)
                .with("W_prepack", weight)
                .giving({ tensor({ 2, 8 }, DType::QUInt8) });
        };
        Run run;
        run.begin();
        const TensorValue first = run.call(linear(x));
        const TensorValue second = run.call(linear(first));
        run.free(first);
        QCOMPARE(run.end({ second }), 16 + 96 + 16);
    }

    /// Of what a layer made only a view is kept.
    void keptInPart()
    {
        Run run;
        run.begin();
        const TensorValue all = run.call(relu(tensor({ 4, 8 })));
        QCOMPARE(run.end({ viewOf(all, { 1, 8 }, {}, 24) }), 128 + 32);
    }

    /// Who calls a layer may drop what it changes.
    void changedAndDropped()
    {
        Run run;
        run.begin();
        const TensorValue x = run.call(relu(tensor({ 8, 8 })));
        run.begin();
        run.call(reluInPlace(x));
        const TensorValue sum = run.call(call("aten::sum").with("self", x).with("dtype", {}).giving({ tensor({}) }));
        run.free(x);
        QCOMPARE(run.end({ sum }), 256 + 4);
        QCOMPARE(run.end({ sum }), 256 + 4);
    }
};

ROOFLIGHT_TEST(FusedTrafficTest)
#include "fused_traffic_test.moc"
