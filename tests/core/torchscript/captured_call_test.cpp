// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/changed_call.h"
#include "core/torchscript/replay/onednn_log.h"
#include "support/script_model.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>

#include <QTest>

#include <set>

using namespace rooflight;

namespace {

/// The only operator that does work in \p forward, with what it was called with.
CapturedCall callIn(const std::string &forward, const std::vector<std::string> &specs)
{
    const ScriptModel script(forward);
    const Analysis analysis = script.analyze(specs);
    std::set<std::int64_t> wanted;
    for (const Operator &op : analysis.operators) {
        if (op.family != OperatorFamily::View)
            wanted = { op.id };
    }
    LoadedModel model = script.load(Executor::Unoptimized);
    const CostModel costs;
    OperatorCatalog operators(costs);
    Result<std::vector<CapturedCall>> calls =
        captureCalls(model, script.inputs(model, specs).values, operators, wanted);
    return calls.ok() ? calls.value().front() : throw std::runtime_error(calls.error().text);
}

at::Tensor argument(const CapturedCall &call, std::size_t index)
{
    return call.arguments.at(index).toTensor();
}

const char *const relu = "def forward(self, x):\n    return torch.relu(x)\n";
const char *const convolved = "def forward(self, x, w, b):\n    return torch.conv2d(x, w, b)\n";
const char *const grouped = "def forward(self, x, w):\n    return torch.conv2d(x, w, None, 1, 0, 1, 2)\n";
const char *const doubled = "def forward(self, x, w):\n    return torch.linear(x, w)\n";

} // namespace

/// Calls of operators in small models, kept and changed.
class CapturedCallTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callHasTheRunsArguments();
    void writtenArgumentIsACopy();
    void missingCallIsSaid();
    void footprintIsAViewOfOneRow();
    void footprintIsForWhatTakesAnyStrides();
    void mergedCallHasEightTimesTheItems();
    void mergedCallSharesWeights();
    void mergedCallHasMergedWork();
    void gapsAreClosed();
    void imagesBecomeChannelsLast();
    void changeThatDoesNotApplyIsNone();
    void largerBatchSharesLargeWeights();
    void halfTypesReplaceFloat32Alone();
    void channelsAndFeaturesArePadded();
    void tf32IsForProductsThatItChanges();
    void copyMovesAsManyBytes();
    void lackOfMemoryIsNoMissingChange();
    void logAddsUpReorders();
    void convolutionIsInTheLog();
};

void CapturedCallTest::callHasTheRunsArguments()
{
    const CapturedCall call = callIn(relu, { "4x8" });
    QCOMPARE(call.name(), std::string("aten::relu"));
    QCOMPARE(argument(call, 0).sizes().vec(), (std::vector<std::int64_t> { 4, 8 }));
    call.run();
}

void CapturedCallTest::writtenArgumentIsACopy()
{
    const CapturedCall call = callIn("def forward(self, x):\n    x.add_(1.)\n    return x\n", { "4:float32" });
    QCOMPARE(call.written.front(), true);
    const at::Tensor before = argument(call, 0).clone();
    call.run();
    QVERIFY(at::allclose(argument(call, 0), before + 1));
}

void CapturedCallTest::missingCallIsSaid()
{
    const ScriptModel script(relu);
    LoadedModel model = script.load(Executor::Unoptimized);
    const CostModel costs;
    OperatorCatalog operators(costs);
    const Result<std::vector<CapturedCall>> calls =
        captureCalls(model, script.inputs(model, { "4:float32" }).values, operators, { 0, 7 });
    QVERIFY(!calls.ok());
    QVERIFY(calls.error().text.find("1 of 2") != std::string::npos);
}

void CapturedCallTest::footprintIsAViewOfOneRow()
{
    const std::optional<CapturedCall> small = changedCall(callIn(relu, { "1024x1024" }), CallChange::SmallFootprint);
    QVERIFY(small);
    QCOMPARE(argument(*small, 0).sizes().vec(), (std::vector<std::int64_t> { 1024, 1024 }));
    QCOMPARE(argument(*small, 0).strides().vec(), (std::vector<std::int64_t> { 16, 1 }));
    small->run();
}

void CapturedCallTest::footprintIsForWhatTakesAnyStrides()
{
    QVERIFY(!changedCall(callIn(doubled, { "256x256", "256x256" }), CallChange::SmallFootprint));
}

void CapturedCallTest::mergedCallHasEightTimesTheItems()
{
    const std::optional<CapturedCall> merged = changedCall(callIn(relu, { "3x5" }), CallChange::Merged);
    QVERIFY(merged);
    QCOMPARE(argument(*merged, 0).sizes().vec(), (std::vector<std::int64_t> { 3 * mergedCalls, 5 }));
}

void CapturedCallTest::mergedCallSharesWeights()
{
    const std::optional<CapturedCall> merged = changedCall(callIn(doubled, { "4x4", "4x4" }), CallChange::Merged);
    QVERIFY(merged);
    QCOMPARE(argument(*merged, 0).size(0), 4 * mergedCalls);
    QCOMPARE(argument(*merged, 1).size(0), 4);
}

/// However many rows there are, an index takes or writes as many as before.
void CapturedCallTest::mergedCallHasMergedWork()
{
    const CapturedCall selects =
        callIn("def forward(self, x, i):\n    return torch.index_select(x, 0, i)\n", { "500x16", "8:int64:0..499" });
    const CapturedCall gathers =
        callIn("def forward(self, x, i):\n    return torch.gather(x, 0, i)\n", { "500x16", "8x16:int64:0..499" });
    const CapturedCall indexes = callIn("def forward(self, x, i):\n    return x[i]\n", { "500x16", "8:int64:0..499" });
    const CapturedCall writes = callIn("def forward(self, x, i, v):\n    return x.index_add_(0, i, v)\n",
                                       { "500x16", "8:int64:0..499", "8x16" });
    const CapturedCall adds = callIn("def forward(self, x):\n    return torch.sum(x)\n", { "500x16" });
    const CapturedCall rectifies = callIn("def forward(self, x):\n    return torch.relu_(x)\n", { "500x16" });
    for (const CallChange change : { CallChange::Merged, CallChange::LargerBatch }) {
        for (const CapturedCall &call : { selects, gathers, indexes, writes, adds })
            QVERIFY2(!changedCall(call, change), call.name().c_str());
        for (const CapturedCall &call : { rectifies, callIn(relu, { "500x16" }), callIn(doubled, { "4x4", "4x4" }) })
            QVERIFY2(changedCall(call, change), call.name().c_str());
    }
}

void CapturedCallTest::gapsAreClosed()
{
    const CapturedCall strided = callIn("def forward(self, x):\n    return torch.relu(x[:, ::2])\n", { "4x8" });
    QVERIFY(!argument(strided, 0).is_contiguous());
    const std::optional<CapturedCall> dense = changedCall(strided, CallChange::Contiguous);
    QVERIFY(dense);
    QVERIFY(argument(*dense, 0).is_contiguous());
    QVERIFY(at::equal(argument(*dense, 0), argument(strided, 0)));
}

void CapturedCallTest::imagesBecomeChannelsLast()
{
    const std::optional<CapturedCall> changed = changedCall(callIn(relu, { "2x3x4x5" }), CallChange::ChannelsLast);
    QVERIFY(changed);
    QVERIFY(argument(*changed, 0).is_contiguous(at::MemoryFormat::ChannelsLast));
}

void CapturedCallTest::largerBatchSharesLargeWeights()
{
    const CapturedCall call = callIn(doubled, { "4x256", "512x256" });
    QVERIFY(!changedCall(call, CallChange::Merged));
    const std::optional<CapturedCall> larger = changedCall(call, CallChange::LargerBatch);
    QVERIFY(larger);
    QCOMPARE(argument(*larger, 0).size(0), 4 * mergedCalls);
    QCOMPARE(argument(*larger, 1).size(0), 512);
}

void CapturedCallTest::halfTypesReplaceFloat32Alone()
{
    const CapturedCall call = callIn(doubled, { "4x8", "8x8" });
    QCOMPARE(argument(changedCall(call, CallChange::Float16).value(), 1).scalar_type(), at::kHalf);
    QCOMPARE(argument(changedCall(call, CallChange::BFloat16).value(), 0).scalar_type(), at::kBFloat16);
    QCOMPARE(argument(call, 0).scalar_type(), at::kFloat);
    QVERIFY(!changedCall(callIn(relu, { "4x8:float64" }), CallChange::Float16));
    QVERIFY(!changedCall(callIn(relu, { "4x8:int64:0..3" }), CallChange::BFloat16));
}

/// Zeros behind the values change none of the results that there were.
void CapturedCallTest::channelsAndFeaturesArePadded()
{
    const CapturedCall linear = callIn(doubled, { "4x12", "6x12" });
    const CapturedCall wider = changedCall(linear, CallChange::Padded).value();
    QCOMPARE(argument(wider, 0).sizes().vec(), (std::vector<std::int64_t> { 4, 16 }));
    QCOMPARE(argument(wider, 1).sizes().vec(), (std::vector<std::int64_t> { 8, 16 }));
    const at::Tensor products = at::linear(argument(wider, 0), argument(wider, 1));
    QVERIFY(at::allclose(products.slice(1, 0, 6), at::linear(argument(linear, 0), argument(linear, 1))));
    QVERIFY(!changedCall(callIn(doubled, { "4x16", "8x16" }), CallChange::Padded));

    const CapturedCall convolution = callIn(convolved, { "2x3x6x6", "10x3x3x3", "10:float32" });
    const CapturedCall padded = changedCall(convolution, CallChange::Padded).value();
    QCOMPARE(argument(padded, 0).sizes().vec(), (std::vector<std::int64_t> { 2, 8, 6, 6 }));
    QCOMPARE(argument(padded, 1).sizes().vec(), (std::vector<std::int64_t> { 16, 8, 3, 3 }));
    QCOMPARE(argument(padded, 2).sizes().vec(), (std::vector<std::int64_t> { 16 }));
    QVERIFY(!changedCall(callIn(relu, { "3x5" }), CallChange::Padded));
    QVERIFY(!changedCall(callIn(grouped, { "2x6x6x6", "6x3x3x3" }), CallChange::Padded));
}

/// By default convolutions may use it, and products may not.
void CapturedCallTest::tf32IsForProductsThatItChanges()
{
    const CapturedCall linear = callIn(doubled, { "4x8", "8x8" });
    QCOMPARE(changedCall(linear, CallChange::Tf32).value().tf32, std::optional(Tf32::Allowed));
    QVERIFY(!changedCall(linear, CallChange::NoTf32));
    const CapturedCall convolution = callIn(convolved, { "2x3x6x6", "8x3x3x3", "8:float32" });
    QVERIFY(!changedCall(convolution, CallChange::Tf32));
    QCOMPARE(changedCall(convolution, CallChange::NoTf32).value().tf32, std::optional(Tf32::Forbidden));
    QVERIFY(changedCall(convolution, CallChange::CudnnBenchmark));
    QVERIFY(!changedCall(linear, CallChange::CudnnBenchmark));
    QVERIFY(!changedCall(callIn(relu, { "4x8" }), CallChange::Tf32));
    QVERIFY(at::globalContext().allowTF32CuDNN() && !at::globalContext().allowTF32CuBLAS()); // as before the calls
}

void CapturedCallTest::copyMovesAsManyBytes()
{
    const CapturedCall call = callIn(relu, { "4x8" });
    const CapturedCall copy = copyOfBytes(call, 4096).value();
    QCOMPARE(copy.name(), std::string("aten::copy_"));
    QCOMPARE(argument(copy, 0).nbytes() + argument(copy, 1).nbytes(), std::size_t { 4096 });
    QVERIFY(!copyOfBytes(call, 0));
}

/// More than any address space has. What the change would have shown is then not known.
void CapturedCallTest::lackOfMemoryIsNoMissingChange()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("it ends the process instead");
#endif
    constexpr std::int64_t bytes = std::int64_t { 1 } << 60;
    CapturedCall call = callIn(relu, { "4x8" });
    QVERIFY_THROWS_EXCEPTION(c10::Error, static_cast<void>(copyOfBytes(call, bytes)));
    call.arguments[0] = at::zeros({ 1 }).expand({ bytes / 4 });
    QVERIFY_THROWS_EXCEPTION(c10::Error, static_cast<void>(changedCall(call, CallChange::Float16)));
    QVERIFY_THROWS_EXCEPTION(c10::Error, static_cast<void>(changedCall(call, CallChange::Contiguous)));
}

void CapturedCallTest::changeThatDoesNotApplyIsNone()
{
    const CapturedCall call = callIn(relu, { "4x8" });
    QVERIFY(!changedCall(call, CallChange::Contiguous));
    QVERIFY(!changedCall(call, CallChange::ChannelsLast));
    QVERIFY(!changedCall(call, CallChange::SmallFootprint)); // it is in a cache as it is
    QVERIFY(changedCall(call, CallChange::None));
}

void CapturedCallTest::logAddsUpReorders()
{
    const OneDnnTimes times =
        oneDnnTimes("onednn_verbose,v1,info,cpu,isa:Intel AVX2\n"
                    "onednn_verbose,v1,primitive,exec,cpu,reorder,jit:uni,undef,src:f32::blocked:abcd,,,1x3x8x8,0.25\n"
                    "onednn_verbose,v1,primitive,exec,cpu,convolution,jit:avx2,forward_inference,src:f32,,,mb1,0.75\n"
                    "onednn_verbose,v1,primitive,create:cache_miss,cpu,convolution,jit:avx2,forward,src:f32,,,mb1,9\n"
                    "something else,exec,cpu,reorder,x,5\n");
    QCOMPARE(times.allNs, 1e6);
    QCOMPARE(times.reordersNs, 0.25e6);
    QCOMPARE(oneDnnTimes(""), OneDnnTimes {});
}

void CapturedCallTest::convolutionIsInTheLog()
{
    const CapturedCall call =
        callIn("def forward(self, x, w):\n    return torch.conv2d(x, w)\n", { "4x64x32x32", "64x64x3x3" });
    OneDnnLog log;
    const OneDnnTimes times = log.timesOf([&call] { call.run(); });
    QVERIFY(times.allNs > 0);
    QVERIFY(times.reordersNs > 0 && times.reordersNs < times.allNs);
    QCOMPARE(log.timesOf([] {}), OneDnnTimes {}); // nothing is left of the run before
}

ROOFLIGHT_TEST(CapturedCallTest)
#include "captured_call_test.moc"
