// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/process_tree.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>

using namespace ridgepoint;

class ProcessTreeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void procHasTheNumbersOfTheNamespace();
};

namespace {

/// Exit status of \p body in a namespace of its own.
std::optional<int> statusOf(const std::function<void()> &body)
{
    Result<ProcessTree> tree = ProcessTree::start(ProcessTree::Isolation::Namespaces, body);
    if (!tree.ok() || !tree.value().isIsolated())
        return std::nullopt;
    for (int tries = 0; tries < 1000; ++tries) {
        if (const std::optional<int> status = tree.value().waitStatus())
            return WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
        usleep(10'000);
    }
    return -1;
}

bool canMountProc()
{
    const pid_t child = fork();
    if (child == 0) {
        const bool own =
            unshare(CLONE_NEWNS | CLONE_NEWPID) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID) == 0;
        if (!own)
            _exit(1);
        const pid_t first = fork(); // who makes the namespace is not in it
        if (first == 0)
            _exit(mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
                          && mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0
                      ? 0
                      : 1);
        int status = 1;
        waitpid(first, &status, 0);
        _exit(status == 0 ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

} // namespace

/// CUPTI and LibTorch's profiler read /proc/NUMBER of their own process.
void ProcessTreeTest::procHasTheNumbersOfTheNamespace()
{
    if (!canMountProc())
        QSKIP("This system lets nobody mount /proc.");
    const std::optional<int> status = statusOf([] {
        std::error_code missing;
        const std::filesystem::path self = std::filesystem::read_symlink("/proc/self", missing);
        _exit(!missing && self == std::to_string(getpid()) ? 0 : 1);
    });
    QVERIFY(status);
    QCOMPARE(*status, 0);
}

RIDGEPOINT_TEST(ProcessTreeTest)
#include "process_tree_test.moc"
