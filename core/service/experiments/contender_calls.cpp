// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/contender_calls.h"

#include "core/service/experiments/process_usage.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/latency/model_latency.h"
#include "core/torchscript/replay/described_call.h"

#include <ATen/Parallel.h>

#include <set>
#include <stdexcept>

namespace rooflight {

Result<void> ContenderCalls::capture(PreparedModel &model, const std::vector<std::int64_t> &positions)
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

bool ContenderCalls::prepare(const CallQuestion &question)
{
    const auto call = m_calls.find(question.position);
    if (call == m_calls.end())
        return false;
    if (question.position != m_position)
        m_changed.clear();
    m_position = question.position;
    if (std::optional<CapturedCall> changed = changedCall(call->second, question.change)) {
        m_changed.insert_or_assign(question.change, std::move(*changed));
        return true;
    }
    return false;
}

const CapturedCall &ContenderCalls::prepared(const CallQuestion &question) const
{
    const auto call = m_changed.find(question.change);
    if (question.position != m_position || call == m_changed.end())
        throw std::logic_error("a call that was not prepared");
    return call->second;
}

ContenderAnswer ContenderCalls::time(const CallQuestion &question, std::int64_t calls)
{
    const CapturedCall &call = prepared(question);
    const int threads = question.threads > 0 ? question.threads : m_threads;
    if (threads != at::get_num_threads())
        at::set_num_threads(threads);
    ContenderAnswer answer;
    const ProcessUsage before = processUsage();
    answer.ns = timedCallsNs(
        *m_device, [&call] { call.run(); }, calls, question.caches);
    const ProcessUsage after = processUsage();
    answer.pageFaults = after.pageFaults - before.pageFaults;
    answer.callsCpuNs = after.cpuNs - before.cpuNs;
    return answer;
}

ContenderAnswer ContenderCalls::log(const CallQuestion &question, std::int64_t calls)
{
    const CapturedCall &call = prepared(question);
    ContenderAnswer answer;
    answer.oneDnn = m_log.timesOf([&call, calls] {
        for (std::int64_t i = 0; i < calls; ++i)
            call.run();
    });
    return answer;
}

ContenderAnswer ContenderCalls::describe(const CallQuestion &question) const
{
    ContenderAnswer answer;
    const auto call = m_calls.find(question.position);
    std::optional<CalledOperator> described = call == m_calls.end() ? std::nullopt : describedCall(call->second);
    answer.described = std::move(described).value_or(CalledOperator());
    return answer;
}

} // namespace rooflight
