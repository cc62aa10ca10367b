// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_model.h"
#include "core/import/profiler_trace.h"
#include "core/import/trace_calls.h"
#include "core/request/input_spec.h"
#include "tests/fuzz/targets.h"

#include <sstream>

namespace rooflight::fuzz {

namespace {

TensorValue tensor(Shape shape)
{
    TensorValue value;
    value.info = { std::move(shape), DType::Float32 };
    return value;
}

/// A call with an argument of most kinds.
OperatorCall sampleCall()
{
    OperatorCall call;
    call.name = "my::op";
    call.arguments = { { "x", false, tensor({ 2, 100, 8 }) },
                       { "parts", false, std::vector { tensor({ 2, 3 }), tensor({ 4 }) } },
                       { "bias", false, std::monostate() },
                       { "groups", false, std::int64_t { 3 } },
                       { "huge", false, std::int64_t { 0x7fff'ffff'ffff'ffff } },
                       { "flag", false, true },
                       { "kernel", false, std::vector<std::int64_t> { 5, 7 } },
                       { "mode", false, std::string("sum") } };
    call.outputs = { tensor({ 2, 100, 16 }) };
    return call;
}

} // namespace

void readInput(std::string_view input)
{
    const Result<InputSpec> spec = parseInputSpec(input);
    if (!spec.ok()) {
        require(exitStatus(spec.error()) == 2 && !spec.error().text.empty(), "an input is refused with status 2");
        return;
    }
    const std::string text = specText(spec.value().value);
    const Result<InputSpec> again = parseInputSpec(text);
    require(again.ok() && again.value().argument.empty(), "the text of an input is an input without a name");
    // What is not a number equals nothing, not itself either.
    const bool sameNan = text.find("nan") != std::string::npos && specText(again.value().value) == text;
    require(sameNan || again.value().value == spec.value().value, "the text of an input is read as the same");
}

void readFormulas(std::string_view input)
{
    Result<CustomFormulas> formulas = CustomFormulas::parse(input, "own.txt");
    if (!formulas.ok()) {
        require(exitStatus(formulas.error()) == 2 && !formulas.error().text.empty(),
                "a formula is refused with status 2");
        return;
    }
    static const OperatorCall call = sampleCall();
    const CostModel costs(std::move(formulas).value());
    const OperatorCost cost = costs.costOf(call, Convention::Fma2);
    require(cost.cost.flops >= 0 && cost.cost.bytesRead >= 0 && cost.cost.bytesWritten >= 0, "no figure is negative");
    static_cast<void>(costs.formulaOf(call.name));
}

void readTrace(std::string_view input)
{
    std::istringstream stream { std::string(input) };
    const Result<ProfilerTrace> trace = readProfilerTrace(stream, "trace.json");
    if (!trace.ok()) {
        require(exitStatus(trace.error()) == 3 && !trace.error().text.empty(), "a trace is refused with status 3");
        return;
    }
    const TracedCalls calls = callsOf(trace.value());
    require(!calls.runs.empty(), "a trace has a run");
    for (const TracedRun &run : calls.runs) {
        require(run.order.size() == calls.runs.front().order.size(), "runs have the same calls");
        require(!run.order.empty() && run.order.size() <= calls.calls.size(), "a run has calls, each once");
    }
}

} // namespace rooflight::fuzz
