// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/confinement_check.h"

#include "core/base/whole_file.h"
#include "core/service/jobs/process_tree.h"
#include "core/service/sandbox/confinement.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <thread>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t maxAttempts = 256;
constexpr int timeoutMs = 20'000; // the attempts take a few

/// How they ended, in memory that the confined process shares with this one.
struct Outcomes {
    bool confined = false;
    bool complete = false;
    bool refused[2][maxAttempts] = {};
};

/// A folder with something to reach in it, removed at the end.
class TargetFolder
{
public:
    TargetFolder()
    {
        std::error_code ignored;
        std::string pattern = (fs::temp_directory_path(ignored) / "rooflight-check-XXXXXX").string();
        if (!mkdtemp(pattern.data()))
            return;
        m_path = pattern;
        m_complete = writeWholeFile(pattern + "/secret", "secret\n").ok()
            && writeWholeFile(pattern + "/program", "#!/bin/true\n").ok()
            && chmod((pattern + "/secret").c_str(), 0600) == 0 && chmod((pattern + "/program").c_str(), 0700) == 0;
    }
    ~TargetFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            fs::remove_all(m_path, ignored);
    }
    TargetFolder(const TargetFolder &) = delete;
    TargetFolder &operator=(const TargetFolder &) = delete;

    [[nodiscard]] bool isComplete() const { return m_complete; }
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    std::string m_path;
    bool m_complete = false;
};

void attemptAll(const EscapeTargets &targets, bool *refused)
{
    for (const EscapeAttempt &attempt : escapeAttempts()) {
        errno = 0;
        const long result = attempt.attempt(targets);
        *refused++ = isRefused(result, errno);
    }
}

void attemptInConfinement(const EscapeTargets &targets, Outcomes &outcomes)
{
    setenv(secretVariable, "secret", 1); // NOLINT(concurrency-mt-unsafe): this process has one thread
    if (!confine({}).ok() || !confineAfterStart().ok())
        return;
    outcomes.confined = true;
    attemptAll(targets, outcomes.refused[0]);
    std::thread([&] { attemptAll(targets, outcomes.refused[1]); }).join();
    outcomes.complete = true;
}

bool isBeyond(const EscapeAttempt &attempt, bool hasNamespaces)
{
    // Threads place themselves on CPUs, so the call has to stay; without a namespace it takes any process.
    return !hasNamespaces && attempt.name == "move another to a CPU";
}

Error checkFailure(const char *what)
{
    return { ErrorCode::Internal, std::string("The confinement could not be tried: ") + what + '.',
             "Try again; if it happens again, report it." };
}

/// Waits until the process has ended, and ends it where it does not.
void waitFor(ProcessTree &process)
{
    constexpr int step = 10; // ms
    for (int waited = 0; !process.waitStatus(); waited += step) {
        poll(nullptr, 0, step);
        if (waited > timeoutMs)
            process.end();
    }
}

Result<ConfinementCheck> resultOf(const Outcomes &outcomes, bool hasNamespaces, const Result<JobGroup> &group)
{
    ConfinementCheck check;
    check.hasNamespaces = hasNamespaces;
    check.groupVersion = group.ok() ? group.value().version() : 0;
    check.whyNoGroup = group.ok() ? "" : group.error().text;
    for (std::size_t i = 0; i < escapeAttempts().size(); ++i) {
        const EscapeAttempt &attempt = escapeAttempts()[i];
        const AttemptEnd notRefused = isBeyond(attempt, hasNamespaces) ? AttemptEnd::Beyond : AttemptEnd::Allowed;
        check.attempts.push_back({ attempt, outcomes.refused[0][i] ? AttemptEnd::Refused : notRefused,
                                   outcomes.refused[1][i] ? AttemptEnd::Refused : notRefused });
    }
    return check;
}

} // namespace

Result<ConfinementCheck> checkConfinement()
{
    const TargetFolder folder;
    if (!folder.isComplete() || escapeAttempts().size() > maxAttempts)
        return checkFailure("no folder for its targets could be made");
    void *memory = mmap(nullptr, sizeof(Outcomes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return checkFailure("no memory could be shared");
    auto *outcomes = new (memory) Outcomes; // NOLINT(cppcoreguidelines-owning-memory): in memory that is mapped
    const EscapeTargets targets { folder.path(), getpid() };
    const Result<JobGroup> group = JobGroup::make(jobGroupLimits(0));
    Result<ProcessTree> started = ProcessTree::start(
        ProcessTree::Isolation::Namespaces, [&] { attemptInConfinement(targets, *outcomes); },
        group.ok() ? &group.value() : nullptr);
    if (!started.ok())
        return started.error();
    ProcessTree process = std::move(started).value();
    waitFor(process);
    Result<ConfinementCheck> result = checkFailure("its process ended early");
    if (outcomes->complete)
        result = resultOf(*outcomes, process.isIsolated(), group);
    else if (!outcomes->confined)
        result = Error { ErrorCode::UnsafeFile, "Models cannot be confined here: " + confinementSupport() + '.',
                         "Use a newer kernel, or --unconfined for models that you trust as you trust a program." };
    munmap(memory, sizeof(Outcomes));
    return result;
}

} // namespace rooflight
