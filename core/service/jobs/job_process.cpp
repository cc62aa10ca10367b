// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/job_process.h"

#include "core/service/jobs/stop_on_signal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <iostream>
#include <new>
#include <system_error>

namespace ridgepoint {

/// Lives in memory that parent and child share, so that it shows how far the child came even when the child died.
struct JobProcess::SharedState {
    std::atomic<int> stage { static_cast<int>(JobStage::Starting) };
    std::atomic<bool> ended { false }; ///< a Done or Error was written
};

namespace {

constexpr int pipeBytes = 1 << 20;
/// What a worker holds back of a line that has no end yet. Longer ones are no records of ours.
constexpr std::size_t maximumLineBytes = std::size_t { 2 } << 30;

void writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            _exit(exitStatus(ErrorCode::Internal)); // nobody listens any more
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void becomeChild(int descriptor, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(exitStatus(ErrorCode::Internal));
    std::signal(SIGINT, SIG_IGN); // Ctrl-C is for the parent, which asks us politely
    const rlimit noCore { 0, 0 };
    setrlimit(RLIMIT_CORE, &noCore);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    // A program the model might start must not inherit the way to the parent.
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

std::string_view verbOf(JobStage stage)
{
    return stage <= JobStage::Loading ? "loaded" : "ran";
}

} // namespace

Result<std::unique_ptr<JobProcess>> JobProcess::start(const Request &request, const Body &body,
                                                      std::chrono::milliseconds grace)
{
    const auto failure = [](std::string_view what) {
        return Error { ErrorCode::Internal, fmt::format("{} failed: {}.", what, std::generic_category().message(errno)),
                       "Close other programs and try again." };
    };
    void *memory = mmap(nullptr, sizeof(SharedState), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return failure("Reserving memory for a job");
    auto *state = new (memory) SharedState;
    std::array<int, 2> pipeEnds {};
    if (pipe2(pipeEnds.data(), O_CLOEXEC) != 0) {
        munmap(memory, sizeof(SharedState));
        return failure("Opening a pipe to a job");
    }
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) {
        munmap(memory, sizeof(SharedState));
        close(pipeEnds[0]);
        close(pipeEnds[1]);
        return failure("Starting a process for a job");
    }
    if (pid == 0) {
        close(pipeEnds[0]);
        const std::stop_token stop = stopOnSignals({ SIGTERM });
        becomeChild(pipeEnds[1], parent);
        const auto send = [descriptor = pipeEnds[1], state, id = request.id](RecordBody body) {
            const bool ends = std::holds_alternative<Done>(body) || std::holds_alternative<Error>(body);
            writeAll(descriptor, encode({ id, std::move(body) }));
            if (ends)
                state->ended = true;
        };
        const auto enter = [state](JobStage stage) { state->stage = static_cast<int>(stage); };
        JobReporter reporter(send, enter, stop);
        body(request, reporter);
        std::cout.flush(); // what the model printed
        _exit(0); // no destructors of LibTorch's globals: the model's threads may still use them
    }
    close(pipeEnds[1]);
    fcntl(pipeEnds[0], F_SETFL, O_NONBLOCK);
    fcntl(pipeEnds[0], F_SETPIPE_SZ, pipeBytes); // best effort: fewer, larger reads
    return std::unique_ptr<JobProcess>(new JobProcess(request, grace, pid, pipeEnds[0], state));
}

JobProcess::JobProcess(Request request, std::chrono::milliseconds grace, pid_t pid, int descriptor, SharedState *state)
    : m_request(std::move(request))
    , m_grace(grace)
    , m_pid(pid)
    , m_descriptor(descriptor)
    , m_state(state)
    , m_started(std::chrono::steady_clock::now())
{
}

JobProcess::~JobProcess()
{
    if (!m_finished) {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }
    close(m_descriptor);
    munmap(m_state, sizeof(SharedState));
}

void JobProcess::cancel()
{
    if (m_ending != Ending::None || m_finished)
        return;
    m_ending = Ending::Cancelled;
    m_askedToEnd = std::chrono::steady_clock::now();
    kill(m_pid, SIGTERM);
}

void JobProcess::enforceLimits()
{
    const auto now = std::chrono::steady_clock::now();
    if (m_ending == Ending::None && m_request.timeoutSeconds > 0
        && now - m_started > std::chrono::duration<double>(m_request.timeoutSeconds)) {
        m_ending = Ending::TimedOut;
        m_askedToEnd = now;
        kill(m_pid, SIGTERM);
    }
    if (m_askedToEnd && now - *m_askedToEnd > m_grace)
        kill(m_pid, SIGKILL);
}

void JobProcess::readAvailable()
{
    std::array<char, 65536> chunk;
    while (m_buffer.size() < maximumLineBytes) {
        const ssize_t got = read(m_descriptor, chunk.data(), chunk.size());
        if (got > 0) {
            m_buffer.append(chunk.data(), static_cast<std::size_t>(got));
        } else if (got == 0 || errno != EINTR) {
            return;
        }
    }
}

std::vector<std::string> JobProcess::takeLines()
{
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end; (end = m_buffer.find('\n', std::max(begin, m_searched))) != std::string::npos;
         begin = end + 1)
        lines.push_back(m_buffer.substr(begin, end + 1 - begin));
    m_buffer.erase(0, begin);
    m_searched = m_buffer.size();
    return lines;
}

std::vector<std::string> JobProcess::advance()
{
    if (m_finished)
        return {};
    enforceLimits();
    int waitStatus = 0;
    // Whatever a child has written is in the pipe before it has ended. What it forked may keep the pipe open.
    m_finished = waitpid(m_pid, &waitStatus, WNOHANG) == m_pid;
    readAvailable();
    std::vector<std::string> lines = takeLines();
    if (m_finished) {
        if (const std::optional<Error> error = errorOfEnd(waitStatus))
            lines.push_back(encode({ m_request.id, *error }));
    }
    return lines;
}

std::optional<Error> JobProcess::errorOfEnd(int waitStatus) const
{
    if (m_state->ended)
        return std::nullopt;
    const std::string subject = m_request.model.empty() ? std::string("The measurement") : m_request.model;
    if (m_ending == Ending::Cancelled)
        return Error { ErrorCode::Cancelled, fmt::format("{} was cancelled.", subject),
                       "What was measured so far is kept." };
    if (m_ending == Ending::TimedOut)
        return Error { ErrorCode::TimedOut,
                       fmt::format("{} did not finish within {:g} s.", subject, m_request.timeoutSeconds),
                       "Give it more with --timeout SECONDS, or a smaller input." };
    if (WIFSIGNALED(waitStatus))
        return killedError(WTERMSIG(waitStatus));
    return Error { ErrorCode::ModelKilled,
                   fmt::format("{} ended the process that {} it (exit status {}).", subject,
                               verbOf(static_cast<JobStage>(m_state->stage.load())), WEXITSTATUS(waitStatus)),
                   "The file may be damaged or made to do this.",
                   static_cast<JobStage>(m_state->stage.load()) <= JobStage::Loading ? 3 : 4 };
}

Error JobProcess::killedError(int signal) const
{
    const auto stage = static_cast<JobStage>(m_state->stage.load());
    if (m_request.model.empty())
        return { ErrorCode::Internal,
                 fmt::format("The measurement was ended by signal {} ({}).", sigabbrev_np(signal), sigdescr_np(signal)),
                 "Try again; if it happens again, report it." };
    const std::string_view hint = signal == SIGKILL
        ? "It may have used up the memory: use a smaller batch or input."
        : "The file may be damaged; save it again, or use another LibTorch.";
    return { ErrorCode::ModelKilled,
             fmt::format("{} killed the process that {} it: signal SIG{} ({}).", m_request.model, verbOf(stage),
                         sigabbrev_np(signal), sigdescr_np(signal)),
             std::string(hint), stage <= JobStage::Loading ? 3 : 4 };
}

} // namespace ridgepoint
