// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_table.h"
#include "core/cost/traffic/reuse_distances.h"
#include "tests/core/cost/call_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace rooflight;
using namespace rooflight::test;

namespace {

TensorValue bytes(std::int64_t size)
{
    return tensor({ size }, DType::UInt8);
}

OperatorCall calling(const Tensors &inputs, const Tensors &outputs)
{
    return call("my::op").with("inputs", inputs).giving(outputs);
}

std::vector<std::vector<MemoryReuse>> reuseOf(const std::vector<OperatorCall> &calls, const Tensors &constants)
{
    ReuseDistances distances;
    for (const OperatorCall &call : calls)
        distances.add(touchesOf(call));
    return distances.evaluate([&constants](std::uint64_t storage) {
        return std::ranges::find(constants, storage, &TensorValue::storage) != constants.end();
    });
}

/// Each entry as bytes and distance, marks behind what is constant (c) or written (w); each call a line.
QStringList linesOf(const std::vector<std::vector<MemoryReuse>> &reuse)
{
    QStringList lines;
    for (const std::vector<MemoryReuse> &ofCall : reuse) {
        QStringList entries;
        for (const MemoryReuse &entry : ofCall)
            entries += QStringLiteral("%1@%2%3%4")
                           .arg(entry.bytes)
                           .arg(entry.distanceBytes)
                           .arg(entry.constant ? QStringLiteral("c") : QString())
                           .arg(entry.written ? QStringLiteral("w") : QString());
        lines += entries.join(u' ');
    }
    return lines;
}

/// Distinct bytes from the last touch of \p memory before \p at, by looking at every touch since.
std::int64_t distanceByLooking(const Tensors &trace, std::size_t at)
{
    std::set<std::uint64_t> seen;
    std::int64_t distance = 0;
    for (std::size_t i = at; i-- > 0;) {
        if (seen.insert(trace[i].storage).second)
            distance += trace[i].info.shape[0];
        if (trace[i].storage == trace[at].storage)
            return distance;
    }
    return -1;
}

} // namespace

/// Distances of single-byte elements, worked out by hand: a call reads its arguments one after the other, then writes.
class ReuseDistancesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void chainWithWeights()
    {
        const TensorValue x = bytes(10);
        const TensorValue a = bytes(20);
        const TensorValue b = bytes(30);
        const Tensors weights { bytes(100), bytes(200), bytes(50) };
        // All of a run: 10 + 100 + 20 + 200 + 30 + 50 + 5 = 415 bytes.
        const QStringList expected { "10@415 100@415c 20@130w", "20@20 200@415c 30@250w", "30@30 50@415c 5@85w" };
        QCOMPARE(linesOf(reuseOf({ calling({ x, weights[0] }, { a }), calling({ a, weights[1] }, { b }),
                                   calling({ b, weights[2] }, { bytes(5) }) },
                                 weights)),
                 expected);
    }

    void twiceTheSame()
    {
        const TensorValue x = bytes(10);
        const TensorValue weight = bytes(100);
        // First: both were last touched by the second call of the run before, which then wrote 30. Second: by the
        // first.
        const QStringList expected { "10@140 100@140c 20@130w", "10@130 100@130c 30@140w" };
        QCOMPARE(linesOf(reuseOf({ calling({ x, weight }, { bytes(20) }), calling({ x, weight }, { bytes(30) }) },
                                 { weight })),
                 expected);
    }

    void inPlaceAgainAndAgain()
    {
        const TensorValue x = bytes(40);
        const OperatorCall relu = call("aten::relu_").writing("self", x).giving({ x });
        QCOMPARE(linesOf(reuseOf({ relu, relu, relu }, {})),
                 QStringList({ "40@40 40@40w", "40@40 40@40w", "40@40 40@40w" }));
    }

    void viewsMoveNothing()
    {
        const TensorValue x = bytes(40);
        QCOMPARE(linesOf(reuseOf({ call("aten::view").with("self", x).giving({ viewOf(x, { 4, 10 }) }) }, {})),
                 QStringList(""));
    }

    /// A transposed view is the same memory; a slice was written with the whole.
    void viewsOfOneStorage()
    {
        const TensorValue weight = bytes(10);
        const TensorValue x = tensor({ 10, 10 }, DType::UInt8);
        const auto half = [&x](std::int64_t first) { return viewOf(x, { 5, 10 }, {}, first); };
        // All of a run: 10 + 100 + 5 + 5 + 6 = 126 bytes. The whole at the end was last touched in parts: the first
        // half by the second call, since when there were 50 + 5 + 50 + 5.
        const QStringList expected { "10@126c 100@110w", "50@50 5@55w", "50@105 5@55w", "100@110 6@106w" };
        QCOMPARE(linesOf(reuseOf({ calling({ weight }, { x }), calling({ half(0) }, { bytes(5) }),
                                   calling({ half(50) }, { bytes(5) }),
                                   calling({ viewOf(x, { 10, 10 }, { 1, 10 }) }, { bytes(6) }) },
                                 { weight })),
                 expected);
    }

    void writtenInParts()
    {
        const TensorValue x = tensor({ 10, 10 }, DType::UInt8);
        const TensorValue low = viewOf(x, { 5, 10 });
        const TensorValue high = viewOf(x, { 5, 10 }, {}, 50);
        const auto filling = [](const TensorValue &part) {
            return call("aten::zero_").writing("self", part).giving({ part });
        };
        QCOMPARE(linesOf(reuseOf({ filling(low), filling(high), calling({ x }, { bytes(7) }) }, {})),
                 QStringList({ "50@50w", "50@50w", "100@100 7@107w" }));
    }

    /// A table whose rows are picked first and which a product reads in full at the end.
    void pickedAndWhole()
    {
        const TensorValue table = tensor({ 10, 10 }, DType::UInt8);
        const TensorValue row = tensor({ 1, 10 }, DType::UInt8);
        const TensorValue index = tensor({ 1 }, DType::Int64);
        // All of a run: 8 + 100 + 10 + 10 = 128 bytes. The row came with the whole table, then 10 and 8 bytes.
        const QStringList expected { "8@128 10@28c 10@28w", "10@10 100@128c 10@120w" };
        QCOMPARE(linesOf(reuseOf({ call("aten::embedding").with("weight", table).with("indices", index).giving({ row }),
                                   calling({ row, table }, { bytes(10) }) },
                                 { table })),
                 expected);
    }

    /// Without a storage nothing is known but the call itself.
    void memoryFromNowhere()
    {
        TensorValue sparse;
        sparse.info = { { 10, 10 }, DType::UInt8 };
        sparse.storedElements = 20;
        // 20 + 5 + 7 bytes in the first call; the 5 come back after 7 + 100 + 20.
        QCOMPARE(linesOf(reuseOf({ calling({ sparse, bytes(5) }, { bytes(7) }), calling({}, { bytes(100) }) }, {})),
                 QStringList({ "20@32 5@132 7@32w", "100@100w" }));
    }

    void fewEntriesEach()
    {
        std::vector<OperatorCall> calls;
        Tensors made;
        for (int i = 0; i < 20; ++i) {
            made.insert(made.begin(), bytes(1000));
            calls.push_back(calling({}, { made.front() }));
        }
        calls.push_back(calling(made, { bytes(20'000) }));
        // The last one made has a distance of 1000, the first one of 20,000; joined from a power of two to the next.
        const QString expected = "20000@40000w 4000@20000 8000@16000 4000@8000 2000@4000 1000@2000 1000@1000";
        QCOMPARE(linesOf(reuseOf(calls, {})).last(), expected);
    }

    void likeLookingAtEveryTouch()
    {
        std::mt19937 random(20261122);
        const auto below = [&random](std::size_t limit) { return random() % limit; };
        for (int round = 0; round < 50; ++round) {
            Tensors memory;
            for (std::size_t i = 0; i < 1 + below(12); ++i)
                memory.push_back(bytes(static_cast<std::int64_t>(1 + below(100))));
            std::vector<OperatorCall> calls;
            Tensors trace;
            for (std::size_t i = 0; i < 40; ++i) {
                const TensorValue read = memory[below(memory.size())];
                calls.push_back(calling({ read }, { bytes(3) }));
                trace.insert(trace.end(), { read, calls.back().outputs.front() });
            }
            const std::size_t lap = trace.size();
            const Tensors firstRun = trace;
            trace.insert(trace.end(), firstRun.begin(), firstRun.end());
            const auto reuse = reuseOf(calls, {});
            for (std::size_t i = 0; i < calls.size(); ++i) {
                const std::int64_t size = trace[2 * i].info.shape[0];
                const std::vector<MemoryReuse> expected { { size, distanceByLooking(trace, lap + 2 * i), false, false },
                                                          { 3, size + 3, false, true } };
                QCOMPARE(linesOf({ reuse[i] }), linesOf({ expected }));
            }
        }
    }
};

ROOFLIGHT_TEST(ReuseDistancesTest)
#include "reuse_distances_test.moc"
