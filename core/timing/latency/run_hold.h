// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/timing/device/timed_device.h"

#include <cstdint>
#include <functional>
#include <string>

namespace rooflight {

/// Holds a GPU back until the host has queued the whole of an instrumented run: its events then bracket work, and not
/// the time that the host takes to note and to dispatch the next operator. It is not done if the host sets the pace
/// of bare runs, too, as the waits between operators are the model's own there, and not on a CPU.
class RunHold
{
public:
    /// `entries`: launches and events of one instrumented run, about.
    RunHold(TimedDevice &device, std::int64_t entries);

    /// Calls `bareRun` a few times, held and not, and decides. Before that nothing is held.
    void decide(const std::function<void()> &bareRun);

    /// Calls `run`. Retries if the hold expired before everything was queued; after a few retries it runs without a
    /// hold.
    void run(const std::function<void()> &run);

    [[nodiscard]] bool holds() const { return m_holds; }

    /// One sentence why nothing is held; empty while it is not decided, and on a CPU.
    [[nodiscard]] const std::string &reason() const { return m_reason; }

private:
    void giveUp(std::string reason);

    TimedDevice &m_device;
    std::int64_t m_entries;
    bool m_holds = false;
    int m_broken = 0;
    std::string m_reason;
};

} // namespace rooflight
