// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/service/jobs/job.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace ridgepoint {

/// A job in a child process: a model that crashes, hangs or eats all memory costs this child and no more. The child's
/// standard output is our standard error, so that nothing a model prints can be taken for a record.
///
/// Use: poll() recordDescriptor() for reading, and call advance() when it is readable and at least every 100 ms.
class JobProcess
{
public:
    /// What the child does: runJob(), or a stand-in for tests.
    using Body = std::function<void(const Request &, JobReporter &)>;

    /// Forks; call it from a process without threads. A job that is to end is killed after \p grace. Errors: Internal.
    [[nodiscard]] static Result<std::unique_ptr<JobProcess>>
    start(const Request &request, const Body &body = runJob, std::chrono::milliseconds grace = std::chrono::seconds(2));

    ~JobProcess();
    JobProcess(const JobProcess &) = delete;
    JobProcess &operator=(const JobProcess &) = delete;

    [[nodiscard]] const Request &request() const { return m_request; }
    [[nodiscard]] int recordDescriptor() const { return m_descriptor; }

    /// Asks the job to end.
    void cancel();

    /// Takes what the child has written. Returns whole lines, each one record. When the job is over the last line is
    /// always a Done or an Error, also when the child could not write one.
    [[nodiscard]] std::vector<std::string> advance();

    [[nodiscard]] bool finished() const { return m_finished; }

private:
    struct SharedState;
    enum class Ending { None, Cancelled, TimedOut };

    JobProcess(Request request, std::chrono::milliseconds grace, pid_t pid, int descriptor, SharedState *state);

    void readAvailable();
    void enforceLimits();
    [[nodiscard]] std::vector<std::string> takeLines();
    [[nodiscard]] std::optional<Error> errorOfEnd(int waitStatus) const;
    [[nodiscard]] Error killedError(int signal) const;

    Request m_request;
    std::chrono::milliseconds m_grace;
    pid_t m_pid;
    int m_descriptor;
    SharedState *m_state; ///< shared with the child
    std::string m_buffer; ///< read, not yet returned
    std::size_t m_searched = 0; ///< of it: holds no line end
    std::chrono::steady_clock::time_point m_started;
    std::optional<std::chrono::steady_clock::time_point> m_askedToEnd;
    Ending m_ending = Ending::None;
    bool m_finished = false;
};

} // namespace ridgepoint
