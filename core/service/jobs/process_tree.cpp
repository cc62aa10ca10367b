// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/process_tree.h"

#include "core/base/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <system_error>
#include <vector>

namespace rooflight {

namespace {

constexpr int freezeSignal = SIGUSR1;
constexpr int resumeSignal = SIGUSR2;
constexpr int statusOfLostParent = 70;
constexpr int namespacesButProcesses = CLONE_NEWIPC | CLONE_NEWNET;
constexpr unsigned long ownNamespaces = CLONE_NEWPID | namespacesButProcesses;

/// Of the first process in a namespace: the child that it waits for.
volatile sig_atomic_t waitedFor = 0;

void passOn(int signal)
{
    if (signal == freezeSignal)
        kill(-1, SIGSTOP); // all of the namespace but this process
    else if (signal == resumeSignal)
        kill(-1, SIGCONT);
    else
        kill(static_cast<pid_t>(waitedFor), signal);
}

void writeOnce(const std::string &path, const std::string &text)
{
    const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.isOpen() && write(file.get(), text.data(), text.size()) < 0)
        return; // without a mapping the child's files are the same, only their owner has no name
}

/// In a new user namespace: this user and group keep their numbers.
void mapUser(uid_t user, gid_t group)
{
    writeOnce("/proc/self/setgroups", "deny");
    writeOnce("/proc/self/uid_map", fmt::format("{0} {0} 1", user));
    writeOnce("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
}

/// Leaves what the kernel does not let it leave.
void leaveNamespacesButProcesses(uid_t user, gid_t group)
{
    if (unshare(namespacesButProcesses) != 0 && unshare(namespacesButProcesses | CLONE_NEWUSER) == 0)
        mapUser(user, group);
}

void dieWith(pid_t parent, const FileDescriptor &parentsPipe)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    pollfd pipe { parentsPipe.get(), POLLOUT, 0 };
    const bool lost = parent != 0 ? getppid() != parent : poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
    if (lost)
        _exit(statusOfLostParent);
}

/// Signals that ask or stop wait until whoever handles them is there.
class BlockedSignals
{
public:
    BlockedSignals()
    {
        sigset_t signals;
        sigemptyset(&signals);
        for (const int signal : { SIGTERM, freezeSignal, resumeSignal })
            sigaddset(&signals, signal);
        pthread_sigmask(SIG_BLOCK, &signals, &m_before);
    }
    ~BlockedSignals() { restore(); }
    BlockedSignals(const BlockedSignals &) = delete;
    BlockedSignals &operator=(const BlockedSignals &) = delete;
    void restore() const { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

private:
    sigset_t m_before {};
};

/// The child itself.
[[noreturn]] void runBody(const std::function<void()> &body, const BlockedSignals &blocked)
{
    for (const int signal : { freezeSignal, resumeSignal })
        std::signal(signal, SIG_DFL);
    setsid(); // no terminal, no group of others
    blocked.restore();
    body();
    _exit(0);
}

/// One signal after the other, in the order of their numbers: what is frozen and resumed at once goes on.
void passOnSignals()
{
    struct sigaction action {
    };
    action.sa_handler = passOn;
    const auto signals = { SIGTERM, freezeSignal, resumeSignal };
    for (const int signal : signals)
        sigaddset(&action.sa_mask, signal);
    for (const int signal : signals)
        sigaction(signal, &action, nullptr);
}

/// The first process of a namespace: everything in it ends when it does.
[[noreturn]] void waitForBody(const std::function<void()> &body, FileDescriptor status, const BlockedSignals &blocked)
{
    const pid_t child = fork();
    if (child == 0) {
        status.close();
        runBody(body, blocked);
    }
    const int only = dup2(status.get(), 0);
    close_range(1, ~0U, 0);
    waitedFor = child;
    std::signal(SIGINT, SIG_IGN);
    passOnSignals();
    blocked.restore();
    int waitStatus = 0;
    pid_t ended = 0;
    do
        ended = waitpid(-1, &waitStatus, 0);
    while (ended != child && (ended > 0 || errno == EINTR));
    const bool passedOn = child > 0 && write(only, &waitStatus, sizeof waitStatus) == sizeof waitStatus;
    _exit(passedOn ? 0 : statusOfLostParent);
}

/// A group that refuses the process leaves it to the limits that the process sets itself.
void enter(const JobGroup *group)
{
    if (group)
        static_cast<void>(group->enter());
}

/// As fork(), with namespaces. The C library knows nothing of it: in the child call fork() next.
pid_t cloneWith(unsigned long flags, const JobGroup *group)
{
    if (group && group->cloneDescriptor() >= 0) {
        clone_args arguments {};
        arguments.flags = flags | CLONE_INTO_CGROUP;
        arguments.exit_signal = SIGCHLD;
        arguments.cgroup = static_cast<std::uint64_t>(group->cloneDescriptor());
        const auto pid = static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments));
        if (pid >= 0)
            return pid;
    }
    const auto pid = static_cast<pid_t>(syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
    if (pid == 0)
        enter(group);
    return pid;
}

/// Of libraries and other files a process holds no pages of its own.
std::int64_t bytesWithoutFiles(const std::string &process)
{
    const std::string status = readText("/proc/" + process + "/status");
    std::int64_t kibibytes = 0;
    for (const std::string_view key : { "RssAnon:", "RssShmem:" }) {
        if (const std::size_t at = status.find(key); at != std::string::npos)
            kibibytes += numberIn<std::int64_t>(std::string_view(status).substr(at + key.size())).value_or(0);
    }
    return kibibytes << 10;
}

std::vector<std::string> childrenOf(const std::string &process)
{
    std::error_code ignored;
    std::vector<std::string> children;
    for (const auto &task : std::filesystem::directory_iterator("/proc/" + process + "/task", ignored)) {
        std::istringstream names(readText(task.path() / "children"));
        children.insert(children.end(), std::istream_iterator<std::string>(names), {});
    }
    return children;
}

std::set<pid_t> childrenOfThisProcess()
{
    std::set<pid_t> children;
    std::error_code ignored;
    for (const auto &task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
        std::istringstream text(readText(task.path() / "children"));
        for (pid_t child = 0; text >> child;)
            children.insert(child);
    }
    return children;
}

/// Children that are no orphans of a job: they were there before, or are jobs.
std::set<pid_t> &knownChildren()
{
    static std::set<pid_t> known = childrenOfThisProcess();
    return known;
}

/// What a child without a namespace left behind has become a child of this process.
void endOrphans()
{
    for (bool found = true; found;) {
        found = false;
        for (const pid_t child : childrenOfThisProcess()) {
            if (knownChildren().contains(child))
                continue;
            kill(child, SIGKILL);
            found = waitpid(child, nullptr, 0) == child || found;
        }
    }
}

Error failure(std::string_view what)
{
    return { ErrorCode::Internal, fmt::format("{} failed: {}.", what, std::generic_category().message(errno)),
             "Close other programs and try again." };
}

} // namespace

Result<ProcessTree> ProcessTree::start(Isolation isolation, const std::function<void()> &body, const JobGroup *group)
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return failure("Opening a pipe to a job");
    FileDescriptor reading(ends[0]);
    FileDescriptor writing(ends[1]);
    static_cast<void>(knownChildren());
    const uid_t user = geteuid();
    const gid_t groupOfUser = getegid();
    const pid_t parent = getpid();
    const BlockedSignals blocked;
    pid_t pid = -1;
    if (isolation == Isolation::Namespaces) {
        bool ofUser = false;
        pid = cloneWith(ownNamespaces, group);
        if (pid < 0) {
            ofUser = true;
            pid = cloneWith(ownNamespaces | CLONE_NEWUSER, group);
        }
        if (pid == 0) {
            reading.close();
            dieWith(0, writing);
            if (ofUser)
                mapUser(user, groupOfUser);
            waitForBody(body, std::move(writing), blocked);
        }
    }
    if (pid < 0) {
        reading.close();
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        pid = fork();
        if (pid == 0) {
            dieWith(parent, writing);
            writing.close();
            enter(group);
            if (isolation == Isolation::NamespacesButProcesses)
                leaveNamespacesButProcesses(user, groupOfUser);
            runBody(body, blocked);
        }
    }
    if (pid < 0)
        return failure("Starting a process for a job");
    knownChildren().insert(pid);
    return ProcessTree(pid, std::move(reading));
}

ProcessTree::ProcessTree(pid_t pid, FileDescriptor status)
    : m_pid(pid)
    , m_status(std::move(status))
{
}

ProcessTree::ProcessTree(ProcessTree &&other) noexcept
    : m_pid(other.m_pid)
    , m_status(std::move(other.m_status))
    , m_ended(std::exchange(other.m_ended, true))
{
}

ProcessTree::~ProcessTree()
{
    if (m_ended)
        return;
    end();
    while (waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR)
        ;
    knownChildren().erase(m_pid);
    if (!isIsolated())
        endOrphans();
}

void ProcessTree::askToEnd() const
{
    if (!m_ended)
        kill(m_pid, SIGTERM);
}

void ProcessTree::end() const
{
    if (!m_ended)
        kill(m_pid, SIGKILL);
}

void ProcessTree::freeze() const
{
    if (!m_ended)
        kill(m_pid, isIsolated() ? freezeSignal : SIGSTOP);
}

void ProcessTree::resume() const
{
    if (!m_ended)
        kill(m_pid, isIsolated() ? resumeSignal : SIGCONT);
}

std::int64_t ProcessTree::ownBytes() const
{
    constexpr std::size_t mostProcesses = 1000;
    const std::int64_t inherited = bytesWithoutFiles("self");
    std::int64_t bytes = 0;
    std::vector<std::string> processes { std::to_string(m_pid) };
    for (std::size_t i = 0; i < std::min(processes.size(), mostProcesses); ++i) {
        const std::string process = processes[i];
        bytes += std::max<std::int64_t>(bytesWithoutFiles(process) - inherited, 0);
        const std::vector<std::string> children = childrenOf(process);
        processes.insert(processes.end(), children.begin(), children.end());
    }
    return bytes;
}

std::optional<int> ProcessTree::waitStatus()
{
    int status = 0;
    const pid_t ended = m_ended ? 0 : waitpid(m_pid, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno != ECHILD))
        return std::nullopt;
    if (ended < 0) // a program that ignores SIGCHLD never hears how its children end
        status = SIGKILL;
    m_ended = true;
    knownChildren().erase(m_pid);
    if (!isIsolated()) {
        endOrphans();
        return status;
    }
    return statusOfChild(status);
}

int ProcessTree::statusOfChild(int statusOfFirst)
{
    int status = 0;
    const bool told = read(m_status.get(), &status, sizeof status) == sizeof status;
    return told ? status : statusOfFirst;
}

} // namespace rooflight
