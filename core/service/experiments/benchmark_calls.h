// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/service/experiments/benchmark_messages.h"
#include "core/service/steps/prepared_model.h"
#include "core/timing/device/timed_device.h"
#include "core/torchscript/replay/changed_call.h"
#include "core/torchscript/replay/onednn_log.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace rooflight {

/// The calls of operators that a benchmark process makes again and again, as they were and changed.
class BenchmarkCalls
{
public:
    /// Call it before the process is confined.
    BenchmarkCalls() = default;

    /// Runs the model once and keeps the calls at these positions, on a GPU once more, for their bytes. Errors: those
    /// of a run.
    [[nodiscard]] Result<void> capture(PreparedModel &model, const std::vector<std::int64_t> &positions);

    /// Whether the call can be made and timed so. Forgets changes of other calls.
    [[nodiscard]] bool prepare(const CallRequest &request);

    /// Makes a prepared call. Throws what LibTorch throws.
    [[nodiscard]] BenchmarkResponse time(const CallRequest &request, std::int64_t calls);
    [[nodiscard]] BenchmarkResponse log(const CallRequest &request, std::int64_t calls);

    /// What a call that was kept is made with; nothing if that cannot be found out.
    [[nodiscard]] BenchmarkResponse describe(const CallRequest &request) const;

private:
    [[nodiscard]] const CapturedCall &prepared(const CallRequest &request) const;
    [[nodiscard]] std::optional<CapturedCall> changed(const CapturedCall &call, CallChange change);
    [[nodiscard]] std::optional<CapturedCall> copyOfItsBytes(const CapturedCall &call);
    [[nodiscard]] bool canBeTimed(const CapturedCall &call, const CallRequest &request);
    [[nodiscard]] double timedNs(const CapturedCall &call, const CallRequest &request, std::int64_t calls);
    Result<void> countBytes(PreparedModel &model);

    OneDnnLog m_log;
    std::unique_ptr<TimedDevice> m_device;
    std::map<std::int64_t, CapturedCall> m_calls; ///< by position
    std::int64_t m_position = -1; ///< of the changed calls
    std::map<CallChange, CapturedCall> m_changed;
    std::function<void()> m_graph; ///< of the call as it is, this many times in a row as it was prepared for
    std::map<std::int64_t, std::int64_t> m_bytes; ///< read and written, by position; on a GPU
    int m_threads = 0; ///< LibTorch's own choice
};

} // namespace rooflight
