// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/job_process.h"

#include "core/base/signals.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/model/result_sentences.h"
#include "core/record/record.h"
#include "core/service/experiments/experiments.h"
#include "core/service/sandbox/confinement.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>

namespace rooflight {

/// Lives in memory that parent and child share, so that it shows how far the child came even when the child died. A
/// hostile child may write anything: it chooses no more than words of the message about its end, and whether it gets
/// the whole grace.
struct JobProcess::SharedState {
    std::atomic<int> stage { static_cast<int>(JobStage::Starting) };
};

/// Both ends of the pipes between a worker and its job.
struct JobProcess::Pipes {
    struct Ends {
        FileDescriptor reading;
        FileDescriptor writing;

        [[nodiscard]] bool open()
        {
            std::array<int, 2> ends {};
            if (pipe2(ends.data(), O_CLOEXEC) != 0)
                return false;
            reading = FileDescriptor(ends[0]);
            writing = FileDescriptor(ends[1]);
            return true;
        }
    };

    Ends records;
    Ends output;
    Ends goOn;

    [[nodiscard]] bool open() { return records.open() && output.open() && goOn.open(); }
};

namespace {

constexpr int pipeBytes = 1 << 20;
// Of a job without results: it could save nothing, and code of a model may never look whether it is to end.
constexpr std::chrono::milliseconds graceWithoutResults(200);
// Read at a time, so that a child that never stops writing does not keep its worker from looking at the clock.
constexpr std::size_t maxBytesAtATime = std::size_t { 8 } << 20;

// Of the child.
constexpr int recordDescriptor = 3;
constexpr int goOnDescriptor = 4;

/// Moves them beyond the numbers that they are to get, so that none overwrites another.
/// What a job opens before it looks at the file; with less it would end without a word. Limits are those of the shell.
Result<void> allowFiles(const Request &request)
{
    const rlim_t needed = request.isOnCuda() || runsExperiments(request) ? 128 : 20;
    rlimit limits {};
    if (getrlimit(RLIMIT_NOFILE, &limits) != 0 || limits.rlim_cur >= needed)
        return {};
    const rlimit raised { needed, limits.rlim_max };
    if (limits.rlim_max >= needed && setrlimit(RLIMIT_NOFILE, &raised) == 0)
        return {};
    return Error { ErrorCode::OutOfMemory,
                   fmt::format("At most {} files may be open in this shell, and a model needs {}.", limits.rlim_max,
                               needed),
                   "Raise the limit: ulimit -n 1024." };
}

int movedUp(const FileDescriptor &descriptor)
{
    constexpr int firstFree = 10;
    const int moved = fcntl(descriptor.get(), F_DUPFD_CLOEXEC, firstFree);
    if (moved < 0)
        _exit(exitStatus(ErrorCode::Internal));
    return moved;
}

/// Calls \p take with what is there to read; false at the end or when there is nothing now.
template<typename Take> void readAvailable(int descriptor, const Take &take)
{
    static std::array<char, 65536> chunk;
    for (std::size_t total = 0; total < maxBytesAtATime;) {
        const ssize_t got = read(descriptor, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return;
        take(std::string_view(chunk.data(), static_cast<std::size_t>(got)));
        total += static_cast<std::size_t>(got);
    }
}

bool isLast(const RecordBody &body)
{
    return std::holds_alternative<Done>(body) || std::holds_alternative<Error>(body);
}

std::string_view verbOf(JobStage stage)
{
    return stage <= JobStage::Loading ? "loaded" : "ran";
}

std::string subjectOf(const Request &request)
{
    return request.model.empty() ? std::string("The measurement") : request.model;
}

/// Of what LibTorch and the standard library raise where the limit of memory leaves them none.
Error beyondLimit(const Request &request)
{
    constexpr double bytesPerGigabyte = 1e9;
    return { ErrorCode::OutOfMemory,
             fmt::format("{} needs more memory than the limit of {} GB allows.", request.model,
                         plainNumber(static_cast<double>(request.memoryLimitBytes) / bytesPerGigabyte)),
             "Give it more with --memory-limit GB." };
}

/// Calls the body. A limit of memory under which not even a thread starts is named, not left to whom called us.
void runWithinLimit(const Request &request, const JobProcess::Body &body, JobReporter &reporter)
{
    try {
        body(request, reporter);
    } catch (const std::bad_alloc &) {
        if (request.memoryLimitBytes == 0)
            throw;
        reporter.fail(beyondLimit(request));
    } catch (const std::system_error &failure) { // of a thread, whose stack takes memory
        if (request.memoryLimitBytes == 0 || failure.code() != std::errc::resource_unavailable_try_again)
            throw;
        reporter.fail(beyondLimit(request));
    }
}

void printToStandardError(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace

ProcessTree::Isolation JobProcess::isolationOf(const Request &request, JobRole role)
{
    if (role == JobRole::Roofs || request.unconfined)
        return ProcessTree::Isolation::None;
    return request.isOnCuda() ? ProcessTree::Isolation::NamespacesButProcesses : ProcessTree::Isolation::Namespaces;
}

std::optional<JobGroup> JobProcess::groupFor(const Request &request, JobRole role)
{
    if (role == JobRole::Roofs)
        return std::nullopt;
    // On a GPU it is the memory of the device that was asked for.
    Result<JobGroup> group = JobGroup::make(jobGroupLimits(request.isOnCuda() ? 0 : request.memoryLimitBytes));
    return group.ok() ? std::optional(std::move(group).value()) : std::nullopt;
}

/// Closes every inherited descriptor except the pipes, and detaches from the terminal.
void JobProcess::runInChild(const Request &request, const Body &body, Pipes &pipes, SharedState *state)
{
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const FileDescriptor input(nothing);
    const int records = movedUp(pipes.records.writing);
    const int output = movedUp(pipes.output.writing);
    const int goOn = movedUp(pipes.goOn.reading);
    const int none = nothing >= 0 ? movedUp(input) : goOn;
    dup2(none, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    dup3(records, recordDescriptor, O_CLOEXEC); // not for a program that the model might start
    dup3(goOn, goOnDescriptor, O_CLOEXEC);
    close_range(goOnDescriptor + 1, ~0U, 0);

    std::signal(SIGINT, SIG_IGN); // Ctrl-C is for the parent, which asks us politely
    const std::stop_token stop = stopOnSignals({ SIGTERM });
    const auto send = [id = request.id](RecordBody record) {
        if (writeAll(recordDescriptor, encode({ id, std::move(record) })) != 0)
            _exit(exitStatus(ErrorCode::Internal)); // no one reads them any more
    };
    const auto enter = [state](JobStage stage) { state->stage = static_cast<int>(stage); };
    const auto wait = [] {
        char byte = 0;
        while (read(goOnDescriptor, &byte, 1) < 0 && errno == EINTR)
            ;
    };
    const auto closeInChild = [] {
        close(recordDescriptor);
        close(goOnDescriptor);
    };
    JobReporter reporter(send, enter, wait, stop, closeInChild);
    runWithinLimit(request, body, reporter);
    std::cout.flush(); // what the model printed
    _exit(0); // no destructors of LibTorch's globals: the model's threads may still use them
}

Result<std::unique_ptr<JobProcess>> JobProcess::start(const Request &request, const Body &body, JobRole role,
                                                      std::chrono::milliseconds grace)
{
    const auto failure = [](std::string_view what) {
        return Error { ErrorCode::Internal, fmt::format("{} failed: {}.", what, std::generic_category().message(errno)),
                       "Close other programs and try again." };
    };
    if (Result<void> allowed = allowFiles(request); !allowed.ok())
        return allowed.error();
    Pipes pipes;
    if (!pipes.open())
        return failure("Opening pipes to a job");
    void *memory = mmap(nullptr, sizeof(SharedState), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return failure("Reserving memory for a job");
    auto *state = new (memory) SharedState; // NOLINT(cppcoreguidelines-owning-memory): in memory that is mapped
    std::optional<JobGroup> group = groupFor(request, role);
    Result<ProcessTree> process = ProcessTree::start(
        isolationOf(request, role), [&] { runInChild(request, body, pipes, state); }, group ? &*group : nullptr);
    if (!process.ok()) {
        munmap(memory, sizeof(SharedState));
        return process.error();
    }
    return std::unique_ptr<JobProcess>(
        new JobProcess(request, role, grace, std::move(group), std::move(process).value(), std::move(pipes), state));
}

JobProcess::JobProcess(Request request, JobRole role, std::chrono::milliseconds grace, std::optional<JobGroup> group,
                       ProcessTree process, Pipes pipes, SharedState *state)
    : m_request(std::move(request))
    , m_role(role)
    , m_grace(grace)
    , m_group(std::move(group))
    , m_process(std::move(process))
    , m_records(std::move(pipes.records.reading))
    , m_output(std::move(pipes.output.reading))
    , m_goOn(std::move(pipes.goOn.writing))
    , m_state(state)
    , m_printed(printToStandardError)
    , m_started(std::chrono::steady_clock::now())
{
    for (const FileDescriptor *pipe : { &m_records, &m_output })
        fcntl(pipe->get(), F_SETFL, O_NONBLOCK);
    fcntl(m_records.get(), F_SETPIPE_SZ, pipeBytes); // best effort: fewer, larger reads
    const bool hasSeveral = runsExperiments(m_request) || m_request.unconfined;
    if (m_role != JobRole::Roofs && !m_group && !m_request.isOnCuda() && hasSeveral)
        m_mostBytes = jobGroupLimits(m_request.memoryLimitBytes).memoryBytes;
}

JobProcess::~JobProcess()
{
    munmap(m_state, sizeof(SharedState));
}

JobStage JobProcess::stage() const
{
    return static_cast<JobStage>(m_state->stage.load());
}

void JobProcess::cancel()
{
    if (m_ending != Ending::None || m_finished)
        return;
    m_ending = Ending::Cancelled;
    m_askedToEnd = std::chrono::steady_clock::now();
    m_process.askToEnd();
}

void JobProcess::refuse(Error error)
{
    if (m_finished)
        return;
    m_ending = Ending::Refused;
    m_refusal = std::move(error);
    m_refusal.status = stage() <= JobStage::Loading ? 3 : 4;
    m_saidItsLast = false;
    m_process.end();
}

bool JobProcess::awaitsRoofs()
{
    constexpr int maxAnswers = 2; // a child may say whatever it likes, but not fill the pipe with answers
    if (m_finished || m_roofsAnswers == maxAnswers || stage() != JobStage::AwaitingRoofs)
        return false;
    m_process.freeze(); // neither its memory traffic nor its threads are to lower the roofs
    return true;
}

void JobProcess::answerRoofs()
{
    ++m_roofsAnswers;
    const char byte = 0;
    if (write(m_goOn.get(), &byte, 1) < 0)
        m_goOn.close(); // an end of file says the same
    m_process.resume();
}

bool JobProcess::isOutOfTime() const
{
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_started;
    return m_request.timeoutSeconds > 0 && passed.count() > m_request.timeoutSeconds;
}

void JobProcess::enforceLimits()
{
    const auto now = std::chrono::steady_clock::now();
    if (m_ending == Ending::None && !m_saidItsLast && isOutOfTime()) {
        m_ending = Ending::TimedOut;
        m_askedToEnd = now;
        m_process.askToEnd();
    }
    if (m_askedToEnd && now - *m_askedToEnd > grace())
        m_process.end();
}

std::chrono::milliseconds JobProcess::grace() const
{
    return m_hasResults || stage() >= JobStage::Measuring ? m_grace : std::min(m_grace, graceWithoutResults);
}

/// Each process has a limit of its own, which several can exceed together.
bool JobProcess::holdsTooMuch()
{
    constexpr std::chrono::milliseconds between(250);
    const auto now = std::chrono::steady_clock::now();
    if (m_mostBytes == 0 || now - m_lookedAtMemory < between)
        return false;
    m_lookedAtMemory = now;
    return m_process.ownBytes() > m_mostBytes;
}

/// The kernel may have ended one process of several: the others go on without it.
void JobProcess::enforceMemory()
{
    if (m_ending != Ending::None || m_saidItsLast || !(m_group ? m_group->wasExceeded() : holdsTooMuch()))
        return;
    m_ending = Ending::OutOfMemory;
    m_process.end();
}

void JobProcess::readRecords()
{
    readAvailable(m_records.get(), [this](std::string_view text) { m_buffer += text; });
}

void JobProcess::readOutput()
{
    readAvailable(m_output.get(), [this](std::string_view text) { m_printed.take(text); });
}

std::vector<std::string> JobProcess::takeLines()
{
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end; (end = m_buffer.find('\n', std::max(begin, m_searched))) != std::string::npos;
         begin = end + 1) {
        if (m_saidItsLast || m_ending == Ending::Refused)
            continue;
        lines.push_back(m_buffer.substr(begin, end + 1 - begin));
        const RecordBody body = emptyBodyFor(lines.back());
        // What looking into the file brings is none.
        m_hasResults = m_hasResults || (kindOf(body) - kindsOf<Inspection>).any();
        if (!isLast(body))
            continue;
        m_saidItsLast = true;
        m_askedToEnd = m_askedToEnd.value_or(std::chrono::steady_clock::now()); // it has no reason to go on
    }
    m_buffer.erase(0, begin);
    m_searched = m_buffer.size();
    return lines;
}

void JobProcess::refuseLongLine()
{
    if (m_buffer.size() <= maxLineBytes)
        return;
    m_buffer = {};
    m_searched = 0;
    refuse({ ErrorCode::ModelKilled,
             fmt::format("{} was ended: its process sent what is not a record.", m_request.model),
             "The file was made to do this; do not trust it." });
}

std::vector<std::string> JobProcess::advance()
{
    if (m_finished)
        return {};
    enforceLimits();
    // Whatever a child has written is in the pipes before it has ended, and all that it started has ended, too.
    const std::optional<int> waitStatus = m_process.waitStatus();
    readRecords();
    readOutput();
    std::vector<std::string> lines = takeLines();
    refuseLongLine();
    enforceMemory();
    if (!waitStatus)
        return lines;
    m_finished = true;
    m_printed.finish();
    m_ownError = errorOfEnd(*waitStatus);
    if (m_ownError && m_ending == Ending::None) {
        m_signal = WIFSIGNALED(*waitStatus) ? WTERMSIG(*waitStatus) : 0;
        m_hasExited = m_signal == 0;
    }
    if (m_ownError)
        lines.push_back(encode({ m_request.id, *m_ownError }));
    return lines;
}

bool JobProcess::mayHaveLackedMemory() const
{
    return m_ending == Ending::OutOfMemory || m_signal == SIGKILL
        || (m_request.memoryLimitBytes > 0 && (m_signal == SIGABRT || m_hasExited));
}

ComposedText JobProcess::sentenceOfLoss() const
{
    return composedText(sentences::processCrashed, { signalName(m_signal) });
}

Error JobProcess::cancelled(const Request &request)
{
    return { ErrorCode::Cancelled, fmt::format("{} was cancelled.", subjectOf(request)), "" };
}

std::optional<Error> JobProcess::errorOfEnd(int waitStatus) const
{
    if (m_ending == Ending::Refused)
        return m_refusal;
    if (m_saidItsLast)
        return std::nullopt;
    const std::string subject = subjectOf(m_request);
    if (m_ending == Ending::Cancelled)
        return cancelled(m_request);
    if (m_ending == Ending::TimedOut)
        return Error { ErrorCode::TimedOut,
                       fmt::format("{} did not finish within {} s.", subject, plainNumber(m_request.timeoutSeconds)),
                       "Give it more with --timeout SECONDS, or a smaller input." };
    if (m_ending == Ending::OutOfMemory)
        return memoryError();
    if (WIFSIGNALED(waitStatus))
        return killedError(WTERMSIG(waitStatus));
    return Error { ErrorCode::ModelKilled,
                   fmt::format("{} ended the process that {} it (exit status {}).", subject, verbOf(stage()),
                               WEXITSTATUS(waitStatus)),
                   "The file may be damaged or made to do this.", stage() <= JobStage::Loading ? 3 : 4 };
}

Error JobProcess::memoryError() const
{
    return { ErrorCode::ModelKilled,
             fmt::format("{} was ended: it and the processes that it started used more memory than allowed.",
                         m_request.model),
             "Use a smaller batch or input, or give it more with --memory-limit GB.",
             stage() <= JobStage::Loading ? 3 : 4 };
}

Error JobProcess::killedError(int signal) const
{
    if (m_request.model.empty() || m_role == JobRole::Roofs)
        return { ErrorCode::Internal,
                 fmt::format("The measurement was ended by signal {} ({}).", signalName(signal),
                             signalDescription(signal)),
                 "Try again; if it happens again, report it." };
    const std::string_view hint = signal == SIGKILL
        ? "It may have used up the memory: use a smaller batch or input."
        : "The file may be damaged; save it again, or use another LibTorch.";
    return { ErrorCode::ModelKilled,
             fmt::format("{} killed the process that {} it: signal {} ({}).", m_request.model, verbOf(stage()),
                         signalName(signal), signalDescription(signal)),
             std::string(hint), stage() <= JobStage::Loading ? 3 : 4 };
}

} // namespace rooflight
