// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/topology.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace rooflight {

/// Threads that start together, again and again.
class WorkerTeam
{
public:
    using Work = std::function<void(int worker)>;

    /// Pins one thread to each place; without places starts `threads` threads that the system moves as it likes.
    /// `runningShare` is the part of their time that they may run: below 1 under a quota, and if there are more
    /// threads than CPUs. Throws std::system_error when a thread cannot be started.
    WorkerTeam(int threads, const std::vector<LogicalCpu> &places, double runningShare = 1);
    ~WorkerTeam();
    WorkerTeam(const WorkerTeam &) = delete;
    WorkerTeam &operator=(const WorkerTeam &) = delete;

    [[nodiscard]] int size() const { return static_cast<int>(m_spans.size()); }

    /// Runs `work` on every thread at once and gives the seconds from the first start to the last end; `after` runs
    /// right behind it on the same thread, outside of that time. If they may not always run that time would depend
    /// on the moment: ownSeconds() is taken instead.
    double run(const Work &work, const Work &after = {});

    /// What the slowest thread itself ran in the last run(): other programs may have held it up in between.
    [[nodiscard]] double longestThreadSeconds() const;

    /// As above, stretched to the part of the time that it may run: the time of work that threads do without each
    /// other.
    [[nodiscard]] double ownSeconds() const { return longestThreadSeconds() / m_runningShare; }

private:
    using Clock = std::chrono::steady_clock;

    struct alignas(128) Span {
        Clock::time_point start;
        Clock::time_point end;
        double threadSeconds = 0;
    };

    void serve(int worker);
    void stop();

    const double m_runningShare;
    std::vector<Span> m_spans;
    std::barrier<> m_start;
    std::barrier<> m_end;
    const Work *m_work = nullptr;
    const Work *m_after = nullptr;
    std::atomic<int> m_ready = 0;
    std::atomic<bool> m_stopping = false;
    std::vector<std::thread> m_threads;
};

} // namespace rooflight
