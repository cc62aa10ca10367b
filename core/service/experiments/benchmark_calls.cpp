// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_calls.h"

#include "core/service/experiments/process_usage.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/latency/model_latency.h"
#include "core/torchscript/replay/described_call.h"

#include <ATen/Parallel.h>

#include <set>
#include <stdexcept>

namespace rooflight {

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
    return {};
}

bool BenchmarkCalls::prepare(const CallRequest &request)
{
    const auto call = m_calls.find(request.position);
    if (call == m_calls.end())
        return false;
    if (request.position != m_position)
        m_changed.clear();
    m_position = request.position;
    if (std::optional<CapturedCall> changed = changedCall(call->second, request.change)) {
        m_changed.insert_or_assign(request.change, std::move(*changed));
        return true;
    }
    return false;
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
    response.ns = timedCallsNs(
        *m_device, [&call] { call.run(); }, calls, request.caches);
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
