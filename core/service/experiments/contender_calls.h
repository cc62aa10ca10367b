// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/service/experiments/contender_messages.h"
#include "core/service/steps/prepared_model.h"
#include "core/timing/device/timed_device.h"
#include "core/torchscript/replay/captured_call.h"
#include "core/torchscript/replay/onednn_log.h"

#include <map>
#include <memory>
#include <vector>

namespace rooflight {

/// The calls of operators that a contender makes again and again, as they were and changed.
class ContenderCalls
{
public:
    /// Call it before the process is confined.
    ContenderCalls() = default;

    /// Runs the model once and keeps the calls at these positions. Errors: those of a run.
    [[nodiscard]] Result<void> capture(PreparedModel &model, const std::vector<std::int64_t> &positions);

    /// Whether the call can be made so. Forgets changes of other calls.
    [[nodiscard]] bool prepare(const CallQuestion &question);

    /// Makes a prepared call. Throws what LibTorch throws.
    [[nodiscard]] ContenderAnswer time(const CallQuestion &question, std::int64_t calls);
    [[nodiscard]] ContenderAnswer log(const CallQuestion &question, std::int64_t calls);

    /// What a call that was kept is made with; nothing where that cannot be found out.
    [[nodiscard]] ContenderAnswer describe(const CallQuestion &question) const;

private:
    [[nodiscard]] const CapturedCall &prepared(const CallQuestion &question) const;

    OneDnnLog m_log;
    std::unique_ptr<TimedDevice> m_device;
    std::map<std::int64_t, CapturedCall> m_calls; ///< by position
    std::int64_t m_position = -1; ///< of the changed calls
    std::map<CallChange, CapturedCall> m_changed;
    int m_threads = 0; ///< LibTorch's own choice
};

} // namespace rooflight
