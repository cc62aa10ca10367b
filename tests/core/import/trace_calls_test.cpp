// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/import/trace_calls.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace rooflight;

/// Nests calls, separates runs and gives kernels to operators.
class TraceCallsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsNestByTime();
    void stepsAreRuns();
    void callsOfOneModuleAreRuns();
    void otherwiseAllIsOneRun();
    void runsThatDifferAreLeftOut();
    void hierarchyMakesModules();
    void callsOfATorchScriptModelAreRuns();
    void stepsOfATorchScriptModelAreRuns();
    void threadsOfATorchScriptModelAreApart();
    void differentTorchScriptModelsAreOneRun();
    void deepNestingEnds();
    void hostTimesAreThoseOfTheCalls();
    void kernelsAreJoinedByCorrelation();
    void gridsAreOfTheLongestLaunch();
};

namespace {

using Kind = RecordedEvent::Kind;

RecordedEvent eventOf(Kind kind, const char *name, double begin, double end, std::int64_t correlation = -1)
{
    RecordedEvent event;
    event.kind = kind;
    event.name = name;
    event.beginNs = begin;
    event.endNs = end;
    event.correlation = correlation;
    return event;
}

RecordedEvent op(const char *name, double begin, double end)
{
    return eventOf(Kind::Operator, name, begin, end);
}

RecordedEvent module(const char *name, double begin, double end)
{
    return eventOf(Kind::Module, name, begin, end);
}

RecordedEvent opIn(const char *hierarchy, const char *name, double begin, double end)
{
    RecordedEvent event = op(name, begin, end);
    event.hierarchy = hierarchy;
    return event;
}

std::string namesOf(const TracedCalls &calls, const std::vector<std::size_t> &order)
{
    std::string names;
    for (const std::size_t call : order)
        names += (names.empty() ? "" : " ") + calls.calls[call].name;
    return names;
}

/// A model with a layer, each with an operator.
Analysis analysisOfTwo()
{
    Analysis analysis;
    analysis.layers.resize(2);
    analysis.layers[1].id = 1;
    analysis.layers[1].parent = 0;
    analysis.operators.resize(2);
    analysis.operators[0].layer = 1;
    analysis.operators[1].layer = 0;
    return analysis;
}

double medianOf(const LayerLatencies &latencies, ItemId item)
{
    for (const ItemLatency &candidate : latencies.items) {
        if (candidate.item == item)
            return candidate.samples.summary.medianNs;
    }
    return -1;
}

} // namespace

void TraceCallsTest::callsNestByTime()
{
    const TracedCalls calls = callsOf(
        { { module("Net_0", 0, 100), op("aten::linear", 10, 50), op("aten::addmm", 20, 40), op("aten::relu", 50, 60) },
          {} });
    QCOMPARE(namesOf(calls, calls.runs[0].order), std::string("Net_0 aten::linear aten::addmm aten::relu"));
    QVERIFY(calls.model());
    QCOMPARE(calls.model()->type, std::string("Net"));
    QCOMPARE(namesOf(calls, calls.model()->children), std::string("aten::linear aten::relu"));
}

void TraceCallsTest::stepsAreRuns()
{
    const TracedCalls calls =
        callsOf({ { eventOf(Kind::Step, "ProfilerStep#1", 0, 10), op("aten::relu", 1, 5),
                    eventOf(Kind::Step, "ProfilerStep#2", 10, 20), op("aten::relu", 12, 18), op("aten::relu", 25, 26) },
                  {} });
    QCOMPARE(calls.runs.size(), std::size_t(2));
    QCOMPARE(calls.runs[1].beginNs, 12.0);
    QCOMPARE(calls.runs[1].endNs, 18.0);
    QVERIFY(!calls.model());
}

void TraceCallsTest::callsOfOneModuleAreRuns()
{
    const TracedCalls calls = callsOf(
        { { module("Net_0", 0, 10), op("aten::relu", 1, 5), module("Net_0", 10, 30), op("aten::relu", 12, 18) }, {} });
    QCOMPARE(calls.runs.size(), std::size_t(2));
    QCOMPARE(calls.otherRuns, std::size_t(0));
}

void TraceCallsTest::otherwiseAllIsOneRun()
{
    const TracedCalls calls = callsOf({ { op("aten::relu", 1, 5), op("aten::relu", 6, 8) }, {} });
    QCOMPARE(calls.runs.size(), std::size_t(1));
    QCOMPARE(calls.runs[0].outermost.size(), std::size_t(2));
}

void TraceCallsTest::runsThatDifferAreLeftOut()
{
    const TracedCalls calls = callsOf({ { module("Net_0", 0, 10), op("aten::gelu", 1, 5), module("Net_0", 10, 30),
                                          op("aten::relu", 12, 18), module("Net_0", 30, 40), op("aten::relu", 31, 32) },
                                        {} });
    QCOMPARE(calls.runs.size(), std::size_t(2));
    QCOMPARE(calls.otherRuns, std::size_t(1));
}

void TraceCallsTest::hierarchyMakesModules()
{
    RecordedEvent first = op("aten::conv2d", 0, 10);
    first.hierarchy = "TOP(Net)::forward.stem(Conv2d)::forward.SELF(Conv2d)::_conv_forward.";
    RecordedEvent second = op("aten::batch_norm", 10, 14);
    second.hierarchy = "TOP(Net)::forward.body(Sequential)::forward.0(BatchNorm2d)::forward.::batch_norm.";
    RecordedEvent third = op("aten::relu", 14, 20);
    third.hierarchy = "TOP(Net)::forward.body(Sequential)::forward.1(ReLU)::forward.";
    // TorchScript puts the name of the method around all of them.
    const TracedCalls calls = callsOf({ { op("forward", 0, 30), first, second, third }, {} });
    QCOMPARE(namesOf(calls, calls.runs[0].order),
             std::string("TOP stem aten::conv2d body 0 aten::batch_norm 1 aten::relu"));
    QCOMPARE(calls.model()->type, std::string("Net"));
    QCOMPARE(calls.calls[calls.model()->children[1]].endNs, 20.0);
}

void TraceCallsTest::callsOfATorchScriptModelAreRuns()
{
    constexpr auto model = "TOP(Net)::forward.";
    constexpr auto layer = "TOP(Net)::forward.act(ReLU)::forward.";
    const TracedCalls calls = callsOf(
        { { opIn("TOP()::defaults.", "defaults", 0, 1), opIn(model, "forward", 1, 10), opIn(layer, "aten::relu", 2, 5),
            opIn(model, "forward", 10, 30), opIn(layer, "aten::relu", 12, 18) },
          {} });
    QCOMPARE(calls.runs.size(), std::size_t(2));
    QCOMPARE(calls.otherRuns, std::size_t(0));
    QCOMPARE(namesOf(calls, calls.runs[1].order), std::string("TOP act aten::relu"));
    QCOMPARE(calls.runs[1].beginNs, 12.0);
    QCOMPARE(calls.runs[1].endNs, 18.0);
}

void TraceCallsTest::stepsOfATorchScriptModelAreRuns()
{
    constexpr auto layer = "TOP(Net)::forward.act(ReLU)::forward.";
    const TracedCalls calls =
        callsOf({ { eventOf(Kind::Step, "ProfilerStep#1", 0, 10), opIn(layer, "aten::relu", 1, 5),
                    eventOf(Kind::Step, "ProfilerStep#2", 10, 20), opIn(layer, "aten::relu", 12, 18) },
                  {} });
    QCOMPARE(calls.runs.size(), std::size_t(2));
    QCOMPARE(namesOf(calls, calls.runs[0].order), std::string("TOP act aten::relu"));
    QCOMPARE(calls.runs[0].endNs, 5.0);
}

void TraceCallsTest::threadsOfATorchScriptModelAreApart()
{
    constexpr auto model = "TOP(Net)::forward.";
    constexpr auto layer = "TOP(Net)::forward.act(ReLU)::forward.";
    std::vector<RecordedEvent> events { opIn(model, "forward", 0, 20),     opIn(layer, "aten::relu", 1, 5),
                                        opIn(layer, "aten::relu", 11, 15), opIn(model, "forward", 2, 30),
                                        opIn(layer, "aten::relu", 6, 8),   opIn(layer, "aten::relu", 16, 18) };
    for (std::size_t i = 3; i < events.size(); ++i)
        events[i].thread = 1;
    const TracedCalls calls = callsOf({ events, {} });
    QCOMPARE(calls.runs.size(), std::size_t(2));
    for (const TracedRun &run : calls.runs)
        QCOMPARE(namesOf(calls, run.order), std::string("TOP act aten::relu aten::relu"));
}

void TraceCallsTest::differentTorchScriptModelsAreOneRun()
{
    const TracedCalls calls = callsOf(
        { { opIn("TOP(Encoder)::forward.", "forward", 0, 10), opIn("TOP(Encoder)::forward.", "aten::relu", 1, 5),
            opIn("TOP(Decoder)::forward.", "forward", 10, 20), opIn("TOP(Decoder)::forward.", "aten::gelu", 12, 18) },
          {} });
    QCOMPARE(calls.runs.size(), std::size_t(1));
    QCOMPARE(calls.runs[0].outermost.size(), std::size_t(2));
}

void TraceCallsTest::deepNestingEnds()
{
    ProfilerTrace trace;
    for (int i = 0; i < 100'000; ++i)
        trace.events.push_back(op("aten::relu", i, 1e6 - i));
    QCOMPARE(callsOf(trace).runs[0].order.size(), std::size_t(100'000));
}

void TraceCallsTest::hostTimesAreThoseOfTheCalls()
{
    const ProfilerTrace trace { { module("Net_0", 0, 100), module("Linear_0", 10, 60), op("aten::linear", 20, 50),
                                  op("aten::relu", 70, 80) },
                                {} };
    const TracedCalls calls = callsOf(trace);
    const LayerLatencies latencies = timesOf(trace, calls, { { 0, 1 }, { 2, 3 } }, analysisOfTwo());
    QCOMPARE(latencies.instrumentedModel.samplesNs, std::vector<double> { 100 });
    QCOMPARE(medianOf(latencies, { ItemId::Kind::Layer, 1 }), 50.0);
    QCOMPARE(medianOf(latencies, { ItemId::Kind::Operator, 1 }), 10.0);
    QCOMPARE(latencies.items[0].selfMedianNs, 50.0); // 100 without the 50 of the layer in it
    QCOMPARE(latencies.unattributed.samplesNs, std::vector<double> { 60 }); // 100 - 30 - 10
}

void TraceCallsTest::kernelsAreJoinedByCorrelation()
{
    // The kernel of the first operator runs after the second operator has ended.
    ProfilerTrace trace { { module("Net_0", 0, 100), module("Linear_0", 10, 60), op("aten::linear", 20, 50),
                            eventOf(Kind::Launch, "cudaLaunchKernel", 30, 32, 7), op("aten::relu", 70, 80),
                            eventOf(Kind::Launch, "cudaLaunchKernel", 75, 76, 8),
                            eventOf(Kind::Launch, "cudaMemsetAsync", 90, 91, 9),
                            eventOf(Kind::Kernel, "sgemm", 120, 520, 7), eventOf(Kind::Kernel, "relu", 520, 540, 8),
                            eventOf(Kind::Kernel, "memset", 540, 541, 9) },
                          {} };
    std::ranges::find(trace.events, "sgemm", &RecordedEvent::name)->blocksPerMultiprocessor = 0.5;
    const LayerLatencies latencies = timesOf(trace, callsOf(trace), { { 0, 1 }, { 2, 3 } }, analysisOfTwo());
    QCOMPARE(medianOf(latencies, { ItemId::Kind::Operator, 0 }), 400.0);
    QCOMPARE(medianOf(latencies, { ItemId::Kind::Operator, 1 }), 20.0);
    QCOMPARE(medianOf(latencies, { ItemId::Kind::Layer, 1 }), 400.0);
    QCOMPARE(medianOf(latencies, { ItemId::Kind::Layer, 0 }), 540.0); // from the first call to the last kernel
    QCOMPARE(latencies.items[2].kernels, (std::vector<KernelUse> { { "sgemm", 1, 400, 0.5 } }));
    QCOMPARE(latencies.items[0].kernels, (std::vector<KernelUse> { { "memset", 1, 1 } }));
}

void TraceCallsTest::gridsAreOfTheLongestLaunch()
{
    ProfilerTrace trace { { module("Net_0", 0, 100), module("Linear_0", 10, 60), op("aten::linear", 20, 50),
                            eventOf(Kind::Launch, "cudaLaunchKernel", 30, 32, 7),
                            eventOf(Kind::Launch, "cudaLaunchKernel", 33, 34, 8), op("aten::relu", 70, 80),
                            eventOf(Kind::Launch, "cudaLaunchKernel", 75, 76, 9),
                            eventOf(Kind::Kernel, "sgemm", 120, 130, 7), eventOf(Kind::Kernel, "sgemm", 130, 530, 8),
                            eventOf(Kind::Kernel, "relu", 530, 540, 9) },
                          {} };
    trace.events[7].blocksPerMultiprocessor = 8;
    trace.events[8].blocksPerMultiprocessor = 0.5;
    const LayerLatencies latencies = timesOf(trace, callsOf(trace), { { 0, 1 }, { 2, 3 } }, analysisOfTwo());
    QCOMPARE(latencies.items[2].kernels, (std::vector<KernelUse> { { "sgemm", 2, 410, 0.5 } }));
}

ROOFLIGHT_TEST(TraceCallsTest)
#include "trace_calls_test.moc"
