// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/service/experiments/benchmark_messages.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <sys/types.h>

namespace rooflight {

/// What the kernel did for this process, with all its threads, since it began.
struct ProcessUsage {
    std::int64_t pageFaults = 0; ///< without reading a file: new memory
    std::int64_t peakBytes = 0; ///< most memory that it has held
    double cpuNs = 0;
};

[[nodiscard]] ProcessUsage processUsage();

/// What a process answers to one request.
using BenchmarkAnswer = std::function<Result<BenchmarkResponse>(const BenchmarkRequest &)>;

/// Answers one request after the other in a process, \p request first, until the other end is gone or one fails. Of a
/// call or a background load that fails, only that is told: other calls, and the same one changed otherwise, may work.
void answerAll(BenchmarkSocket &socket, BenchmarkRequest request, const BenchmarkAnswer &answer);

/// A process that runs the model under its own setup on request. It ends with this object, and with its parent.
class BenchmarkProcess
{
public:
    /// What the process does with its end of the connection; the process ends behind it.
    using Body = std::function<void(BenchmarkSocket)>;

    /// Forks \p count of them, which wait for requests: call it before the process is confined, as no process can be
    /// made later, and before it computes anything. Errors: Internal.
    [[nodiscard]] static Result<std::vector<BenchmarkProcess>> start(std::size_t count, const Body &body);

    /// Asks and waits. Errors: ModelFailed with what it says, or that it has ended, and by which signal; Cancelled when
    /// \p stopped says true.
    [[nodiscard]] Result<BenchmarkResponse> ask(const BenchmarkRequest &request, const std::function<bool()> &stopped);

    /// CPU time that it has used, as of its last answer.
    [[nodiscard]] double cpuSeconds() const { return m_cpuSeconds; }

    /// It ends when its call has; nothing can be asked any more.
    void end() { m_socket.close(); }

    /// Waits after end(), or after a failure that ends the process, until it is gone: then it holds no memory of a GPU
    /// any more. Gives up after ten seconds, or when \p stopped says true, because a confined process may not kill
    /// another one. Returns at once if the process can still be asked.
    void awaitEnd(const std::function<bool()> &stopped);

private:
    BenchmarkProcess(BenchmarkSocket socket, pid_t pid)
        : m_socket(std::move(socket))
        , m_pid(pid)
    {
    }

    [[nodiscard]] Error lost(const std::function<bool()> &stopped);

    BenchmarkSocket m_socket;
    pid_t m_pid = 0; ///< 0: it has ended, and was waited for
    bool m_isOverdue = false; ///< it was waited for in vain
    int m_signal = 0; ///< that ended it; 0: none, or none is known
    double m_cpuSeconds = 0;
};

} // namespace rooflight
