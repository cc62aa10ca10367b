// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/job_group.h"

#include "core/base/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefixOfJobs = "rooflight-job-";
constexpr std::string_view prefixOfWorkers = "rooflight-worker-";
constexpr int timeoutMs = 100; // until the kernel has forgotten processes that were ended

constexpr std::string_view notDelegated = "the control group of this process is not delegated to it";
constexpr std::string_view notLimited = "the control group of this process may not limit memory";

Error failure(std::string_view text)
{
    return { ErrorCode::Internal, std::string(text), {} };
}

/// With O_CREAT, which the kernel's control files ignore, a plain folder may stand for the hierarchy.
bool writeControl(const fs::path &file, std::string_view text)
{
    const FileDescriptor descriptor(open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    return descriptor.isOpen() && write(descriptor.get(), text.data(), text.size()) == std::ssize(text);
}

bool writeControl(const fs::path &file, std::int64_t number)
{
    return writeControl(file, std::to_string(number));
}

std::vector<pid_t> processesOf(const fs::path &folder)
{
    std::vector<pid_t> processes;
    std::istringstream text(readText(folder / "cgroup.procs"));
    for (pid_t process = 0; text >> process;)
        processes.push_back(process);
    return processes;
}

void endProcesses(const fs::path &folder)
{
    const std::vector<pid_t> processes = processesOf(folder);
    if (processes.empty() || writeControl(folder / "cgroup.kill", "1")) // v2, Linux 5.14
        return;
    for (const pid_t process : processes) {
        if (process > 0) // 0: of another PID namespace
            kill(process, SIGKILL);
    }
}

/// Ends what is in the group. A group with processes that are about to end is busy for a moment.
void removeGroup(const fs::path &folder)
{
    for (int waited = 0; rmdir(folder.c_str()) != 0 && errno == EBUSY && waited < timeoutMs; ++waited) {
        endProcesses(folder);
        poll(nullptr, 0, 1);
    }
}

/// Whether \p folder is a job's whose worker is alive: it holds a lock.
bool isInUse(const fs::path &folder)
{
    const FileDescriptor lock(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return lock.isOpen() && flock(lock.get(), LOCK_EX | LOCK_NB) != 0;
}

void removeLeftOvers(const fs::path &parent)
{
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator(parent, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(prefixOfJobs) && !isInUse(entry.path()))
            removeGroup(entry.path());
        else if (name.starts_with(prefixOfWorkers)) // in use: it is not removed then
            rmdir(entry.path().c_str());
    }
}

/// Held while a worker clears up after others and while it makes a group that it has not locked yet: no other worker
/// takes that group for a left-over. Ends with the process, too. Waits for 0.1 s at most: a parent that is the group of
/// a job itself is locked all the time.
FileDescriptor turnIn(const fs::path &parent)
{
    constexpr int longestWait = 100;
    FileDescriptor turn(open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int waited = 0; flock(turn.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK && waited < longestWait;
         ++waited)
        poll(nullptr, 0, 1);
    return turn;
}

bool enableControllers(const fs::path &parent)
{
    const fs::path file = parent / "cgroup.subtree_control";
    if (!hasController(readText(file), "memory") && !writeControl(file, "+memory"))
        return false;
    if (!hasController(readText(file), "pids"))
        static_cast<void>(writeControl(file, "+pids")); // may be missing: then tasks are not limited
    return true;
}

/// cgroup v2 wants processes in the leaves: this one goes into a group beside those of its jobs.
Result<fs::path> parentOfVersion2(const fs::path &own)
{
    if (own.filename().string().starts_with(prefixOfWorkers))
        return own.parent_path();
    if (access((own / "cgroup.procs").c_str(), W_OK) != 0)
        return failure(notDelegated);
    if (hasController(readText(own / "cgroup.subtree_control"), "memory"))
        return own;
    std::error_code ignored;
    const bool isTopmost = !fs::exists(own / "cgroup.type", ignored); // it alone may have processes beside groups
    if (isTopmost && enableControllers(own))
        return own;
    if (processesOf(own) != std::vector { getpid() })
        return failure("the control group of this process has other processes");
    const fs::path leaf = own / fmt::format("{}{}", prefixOfWorkers, getpid());
    if (mkdir(leaf.c_str(), 0755) != 0 || !writeControl(leaf / "cgroup.procs", "0"))
        return failure(notDelegated);
    if (enableControllers(own))
        return own;
    static_cast<void>(writeControl(own / "cgroup.procs", "0"));
    rmdir(leaf.c_str());
    return failure(notLimited);
}

/// The number after \p key at the begin of a line.
std::int64_t entryOf(std::string_view text, std::string_view key)
{
    std::istringstream lines { std::string(text) };
    std::string name;
    std::int64_t number = 0;
    while (lines >> name >> number) {
        if (name == key)
            return number;
    }
    return 0;
}

} // namespace

bool JobGroup::add(int version, const fs::path &parent, const char *entrance)
{
    static int made = 0;
    const fs::path path = parent / fmt::format("{}{}-{}", prefixOfJobs, getpid(), ++made);
    if (mkdir(path.c_str(), 0755) != 0)
        return false;
    Folder folder { version, path, FileDescriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                    FileDescriptor(open((path / entrance).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)) };
    if (!folder.lock.isOpen() || flock(folder.lock.get(), LOCK_EX | LOCK_NB) != 0 || !folder.entrance.isOpen()) {
        rmdir(path.c_str());
        return false;
    }
    m_folders.push_back(std::move(folder));
    return true;
}

Result<JobGroup> JobGroup::make(const JobGroupLimits &limits, const fs::path &root)
{
    const std::optional<ControlGroupFolder> own = ownControlGroup("memory", root);
    if (!own)
        return failure("there is no control group for memory");
    JobGroup group;
    const Result<void> made = own->version == 2 ? group.makeVersion2(own->path, limits)
                                                : group.makeVersion1(own->path, limits, ownControlGroup("pids", root));
    if (!made.ok())
        return made.error();
    return group;
}

Result<void> JobGroup::makeVersion2(const fs::path &own, const JobGroupLimits &limits)
{
    const Result<fs::path> parent = parentOfVersion2(own);
    if (!parent.ok())
        return parent.error();
    {
        const FileDescriptor turn = turnIn(parent.value());
        removeLeftOvers(parent.value());
        if (!add(2, parent.value(), "cgroup.procs"))
            return failure(notDelegated);
    }
    if (!writeControl(folder() / "memory.max", limits.memoryBytes))
        return failure(notLimited);
    static_cast<void>(writeControl(folder() / "memory.swap.max", 0));
    static_cast<void>(writeControl(folder() / "memory.oom.group", 1)); // all of it, not one process
    static_cast<void>(writeControl(folder() / "pids.max", limits.tasks));
    return {};
}

/// "tasks" takes a process of one thread at once; for "cgroup.procs" the kernel waits 10 ms now and then.
Result<void> JobGroup::makeVersion1(const fs::path &own, const JobGroupLimits &limits,
                                    const std::optional<ControlGroupFolder> &ownOfTasks)
{
    {
        const FileDescriptor turn = turnIn(own);
        removeLeftOvers(own);
        if (!add(1, own, "tasks"))
            return failure(notDelegated);
    }
    if (!writeControl(folder() / "memory.limit_in_bytes", limits.memoryBytes))
        return failure(notLimited);
    // With swap; missing where the kernel does not account it.
    static_cast<void>(writeControl(folder() / "memory.memsw.limit_in_bytes", limits.memoryBytes));
    if (!ownOfTasks || ownOfTasks->version != 1)
        return {};
    const FileDescriptor turn = turnIn(ownOfTasks->path);
    removeLeftOvers(ownOfTasks->path);
    if (add(1, ownOfTasks->path, "tasks"))
        static_cast<void>(writeControl(m_folders.back().path / "pids.max", limits.tasks));
    return {};
}

JobGroup::~JobGroup()
{
    for (Folder &folder : m_folders) {
        folder.entrance.close();
        removeGroup(folder.path);
    }
}

int JobGroup::cloneDescriptor() const
{
    return version() == 2 ? m_folders.front().lock.get() : -1;
}

bool JobGroup::enter() const
{
    bool inAll = true;
    for (const Folder &folder : m_folders)
        inAll = write(folder.entrance.get(), "0", 1) == 1 && inAll;
    return inAll;
}

bool JobGroup::wasExceeded() const
{
    return entryOf(readText(folder() / (version() == 2 ? "memory.events" : "memory.oom_control")), "oom_kill") > 0;
}

} // namespace rooflight
