// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_calls.h"

#include "core/model/error_sentences.h"
#include "core/model/result_sentences.h"
#include "core/service/experiments/benchmark_process.h"
#include "core/statistics/summary.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/latency/trials.h"
#include "core/torchscript/profile/analyzer.h"
#include "core/torchscript/replay/captured_call.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace rooflight {

namespace {

/// Of calls in a row, which the queue of a stream has room for: it takes about 1,000 launches.
constexpr std::int64_t mostHeldCalls = 16;
constexpr int holdTries = 3;

/// A call is queued in no time that counts. Throws RaisedError where the device cannot hold its queue back.
double heldNs(TimedDevice &device, const std::function<void()> &run)
{
    for (int attempt = 0; attempt < holdTries; ++attempt) {
        const HeldSpan span = heldSpanNs(device, run);
        if (span.outcome == HoldOutcome::Held)
            return span.timeNs;
        if (span.outcome == HoldOutcome::Refused)
            throw RaisedError(Error { ErrorCode::ModelFailed, sentences::cannotHold, "" });
    }
    throw RaisedError(Error { ErrorCode::ModelFailed, sentences::holdBreaks, "" });
}

/// Mean of calls in a row; of each apart where caches are flushed before.
double heldCallsNs(TimedDevice &device, const std::function<void()> &run, std::int64_t calls, Caches caches)
{
    double ns = 0;
    for (std::int64_t left = calls; left > 0;) {
        const std::int64_t held = caches == Caches::Cold ? 1 : std::min(left, mostHeldCalls);
        if (caches == Caches::Cold)
            device.flushCaches();
        ns += heldNs(device, [&run, held] {
            for (std::int64_t i = 0; i < held; ++i)
                run();
        });
        left -= held;
    }
    return ns / static_cast<double>(calls);
}

/// Of several calls, each apart.
double heldMedianNs(TimedDevice &device, const CapturedCall &call)
{
    constexpr int count = 5;
    std::vector<double> ns;
    for (int i = 0; i < count; ++i)
        ns.push_back(heldCallsNs(
            device, [&call] { call.run(); }, 2, Caches::Warm));
    return medianOf(std::move(ns));
}

} // namespace

Result<void> BenchmarkCalls::capture(PreparedModel &model, const std::vector<std::int64_t> &positions)
{
    const std::set<std::int64_t> wanted(positions.begin(), positions.end());
    Result<std::vector<CapturedCall>> captured =
        captureCalls(model.instrumented(), model.inputs->values, model.operators, wanted);
    if (!captured.ok())
        return captured.error();
    for (CapturedCall &call : captured.value())
        m_calls.emplace(call.position, std::move(call));
    m_device = makeTimedDevice(model.instrumented().device());
    m_threads = at::get_num_threads();
    return m_device->isAsynchronous() ? countBytes(model) : Result<void>();
}

Result<void> BenchmarkCalls::countBytes(PreparedModel &model)
{
    const Result<Analysis> analysis =
        analyze(model.instrumented(), *model.inputs, model.inspection.value_or(Inspection()), model.device,
                model.operators, model.convention);
    if (!analysis.ok())
        return analysis.error();
    for (const Operator &op : analysis.value().operators) {
        if (m_calls.contains(op.id))
            m_bytes[op.id] = op.cost.bytes();
    }
    return {};
}

bool BenchmarkCalls::prepare(const CallRequest &request)
{
    const auto call = m_calls.find(request.position);
    if (call == m_calls.end())
        return false;
    if (request.position != m_position) {
        m_changed.clear();
        m_graph = {};
    }
    m_position = request.position;
    std::optional<CapturedCall> made = changed(call->second, request.change);
    if (!made || !canBeTimed(*made, request))
        return false;
    m_changed.insert_or_assign(request.change, std::move(*made));
    return true;
}

std::optional<CapturedCall> BenchmarkCalls::changed(const CapturedCall &call, CallChange change)
{
    return change == CallChange::CopiedBytes ? copyOfItsBytes(call) : changedCall(call, change);
}

/// Nothing where it is so short that its fixed cost is most of it: it then says nothing about memory.
std::optional<CapturedCall> BenchmarkCalls::copyOfItsBytes(const CapturedCall &call)
{
    constexpr double mostlyBytes = 1.6; // twice the bytes take so much longer
    const auto bytes = m_bytes.find(call.position);
    if (bytes == m_bytes.end())
        return std::nullopt;
    std::optional<CapturedCall> whole = copyOfBytes(call, bytes->second);
    const std::optional<CapturedCall> half = copyOfBytes(call, bytes->second / 2);
    if (!whole || !half)
        return std::nullopt;
    try {
        const bool tells = heldMedianNs(*m_device, *whole) >= mostlyBytes * heldMedianNs(*m_device, *half);
        return tells ? std::move(whole) : std::nullopt;
    } catch (const RaisedError &) { // the queue cannot be held back
        return std::nullopt;
    }
}

/// Tries it: a call that waits for its own results can be neither held back nor recorded.
bool BenchmarkCalls::canBeTimed(const CapturedCall &call, const CallRequest &request)
{
    if (request.timing == CallTiming::Held) {
        call.run(); // what is loaded or allocated once would break the hold
        m_device->synchronize();
        return heldSpanNs(*m_device, [&call] { call.run(); }).outcome == HoldOutcome::Held;
    }
    if (request.timing != CallTiming::Graph)
        return true;
    Result<std::function<void()>> graph = m_device->capture([&call, &request] {
        for (std::int64_t i = 0; i < request.row; ++i)
            call.run();
    });
    if (graph.ok())
        m_graph = std::move(graph).value();
    return graph.ok();
}

double BenchmarkCalls::timedNs(const CapturedCall &call, const CallRequest &request, std::int64_t calls)
{
    const auto run = [&call] { call.run(); };
    if (request.timing == CallTiming::Held)
        return heldCallsNs(*m_device, run, calls, request.caches);
    if (request.timing == CallTiming::Graph)
        return timedCallsNs(*m_device, m_graph, 1, request.caches) / static_cast<double>(request.row);
    return timedCallsNs(*m_device, run, request.row > 0 ? request.row : calls, request.caches);
}

const CapturedCall &BenchmarkCalls::prepared(const CallRequest &request) const
{
    const auto call = m_changed.find(request.change);
    if (request.position != m_position || call == m_changed.end())
        throw std::logic_error("a call that was not prepared");
    return call->second;
}

BenchmarkResponse BenchmarkCalls::time(const CallRequest &request, std::int64_t calls)
{
    const CapturedCall &call = prepared(request);
    const int threads = request.threads > 0 ? request.threads : m_threads;
    if (threads != at::get_num_threads())
        at::set_num_threads(threads);
    BenchmarkResponse response;
    const ProcessUsage before = processUsage();
    response.ns = timedNs(call, request, calls);
    const ProcessUsage after = processUsage();
    response.pageFaults = after.pageFaults - before.pageFaults;
    response.callsCpuNs = after.cpuNs - before.cpuNs;
    return response;
}

BenchmarkResponse BenchmarkCalls::log(const CallRequest &request, std::int64_t calls)
{
    const CapturedCall &call = prepared(request);
    BenchmarkResponse response;
    response.oneDnn = m_log.timesOf([&call, calls] {
        for (std::int64_t i = 0; i < calls; ++i)
            call.run();
    });
    return response;
}

BenchmarkResponse BenchmarkCalls::describe(const CallRequest &request) const
{
    BenchmarkResponse response;
    const auto call = m_calls.find(request.position);
    std::optional<CalledOperator> described = call == m_calls.end() ? std::nullopt : describedCall(call->second);
    response.described = std::move(described).value_or(CalledOperator());
    return response;
}

} // namespace rooflight
