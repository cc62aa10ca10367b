// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/file_descriptor.h"
#include "core/service/jobs/job.h"
#include "core/service/jobs/model_output.h"
#include "core/service/jobs/process_tree.h"
#include "core/service/sandbox/job_group.h"

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// What a process of a request is for.
enum class JobRole {
    Model, ///< runs untrusted code: in namespaces of its own, unless the request is to run unconfined
    Roofs, ///< measures the device, and never opens a model
    Compiler, ///< runs the user's Python, which reads the model: in namespaces, too
};

/// A job in a child process: a model that crashes, hangs or eats all memory costs this child and no more, and nothing
/// that it starts outlives the job. What the child prints comes through a pipe, bounded and made harmless, to our
/// standard error. Of our descriptors it has none but these pipes.
///
/// Use: poll() descriptors() for reading, and call advance() when one is readable and at least every 100 ms.
class JobProcess
{
public:
    /// What the child does: runJob(), or a stand-in for tests.
    using Body = std::function<void(const Request &, JobReporter &)>;

    /// A line that is longer is not a record: the job ends.
    static constexpr std::size_t maxLineBytes = std::size_t { 256 } << 20;

    /// Forks; call it from a process without threads. A job that is to end is killed after \p grace, and sooner
    /// while it has no results. Errors: Internal.
    [[nodiscard]] static Result<std::unique_ptr<JobProcess>>
    start(const Request &request, const Body &body = runJob, JobRole role = JobRole::Model,
          std::chrono::milliseconds grace = std::chrono::seconds(2));

    ~JobProcess();
    JobProcess(const JobProcess &) = delete;
    JobProcess &operator=(const JobProcess &) = delete;

    /// The error of a request that its sender cancelled.
    [[nodiscard]] static Error cancelled(const Request &request);

    [[nodiscard]] const Request &request() const { return m_request; }
    [[nodiscard]] JobRole role() const { return m_role; }
    [[nodiscard]] std::array<int, 2> descriptors() const { return { m_records.get(), m_output.get() }; }

    /// Asks the job to end.
    void cancel();

    /// Ends the job at once; \p error is its last record, with the status of a model that was killed.
    void refuse(Error error);

    /// Takes what the child has written. Returns whole lines, which are what the child says, no more. When the job is
    /// over the last line is always a Done or an Error, also when the child could not write one; none follows it.
    [[nodiscard]] std::vector<std::string> advance();

    [[nodiscard]] bool finished() const { return m_finished; }

    /// The error that this process added to the end, which no child can send.
    [[nodiscard]] const std::optional<Error> &ownError() const { return m_ownError; }

    /// Whether the limit of memory ended the process, or SIGKILL, as a kernel that has no memory left sends it. Under a
    /// limit of the request an abort or an exit may come of it, too: libraries do so where they get no memory.
    [[nodiscard]] bool mayHaveLackedMemory() const;

    [[nodiscard]] bool diedOfSignal() const { return m_signal != 0; }

    /// The signal that the process died of, in a sentence for what it tried.
    [[nodiscard]] ComposedText sentenceOfLoss() const;

    /// Whether the child waits for roofs (JobReporter::awaitRoofs); it is frozen until answerRoofs(). Twice at
    /// most; to be asked when it has said that it waits.
    [[nodiscard]] bool awaitsRoofs();
    void answerRoofs();

    /// The time of the request began with that job.
    void shareTimeOf(const JobProcess &job) { m_started = job.m_started; }

private:
    struct SharedState;
    struct Pipes;
    enum class Ending { None, Cancelled, TimedOut, Refused, OutOfMemory };

    JobProcess(Request request, JobRole role, std::chrono::milliseconds grace, std::optional<JobGroup> group,
               ProcessTree process, Pipes pipes, SharedState *state);

    [[nodiscard]] static ProcessTree::Isolation isolationOf(const Request &request, JobRole role);
    [[nodiscard]] static std::optional<JobGroup> groupFor(const Request &request, JobRole role);
    static void runInChild(const Request &request, const Body &body, Pipes &pipes, SharedState *state);
    void readRecords();
    void readOutput();
    void enforceLimits();
    void enforceMemory();
    [[nodiscard]] bool holdsTooMuch();
    [[nodiscard]] std::chrono::milliseconds grace() const;
    [[nodiscard]] bool isOutOfTime() const;
    [[nodiscard]] std::vector<std::string> takeLines();
    void refuseLongLine();
    [[nodiscard]] std::optional<Error> errorOfEnd(int waitStatus) const;
    [[nodiscard]] Error killedError(int signal) const;
    [[nodiscard]] Error memoryError() const;
    [[nodiscard]] JobStage stage() const;

    Request m_request;
    JobRole m_role;
    std::chrono::milliseconds m_grace;
    std::optional<JobGroup> m_group; ///< if this process may make one; outlives the processes in it
    ProcessTree m_process;
    FileDescriptor m_records;
    FileDescriptor m_output;
    FileDescriptor m_goOn;
    SharedState *m_state; ///< shared with the child
    ModelOutput m_printed;
    std::string m_buffer; ///< read, not yet returned
    std::size_t m_searched = 0; ///< of it: holds no line end
    std::chrono::steady_clock::time_point m_started;
    std::optional<std::chrono::steady_clock::time_point> m_askedToEnd;
    Ending m_ending = Ending::None;
    Error m_refusal;
    std::optional<Error> m_ownError;
    int m_signal = 0; ///< that it died of; 0: none, or one that we sent
    bool m_hasExited = false; ///< before it said its last
    bool m_hasResults = false; ///< was read: more than what the file holds
    bool m_saidItsLast = false; ///< a Done or an Error was read
    int m_roofsAnswers = 0;
    std::int64_t m_mostBytes = 0; ///< of all its processes together, if no group counts them; 0: not looked at
    std::chrono::steady_clock::time_point m_lookedAtMemory;
    bool m_finished = false;
};

} // namespace rooflight
