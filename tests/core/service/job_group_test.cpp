// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/job_group.h"

#include "core/base/text_file.h"
#include "core/service/jobs/process_tree.h"
#include "core/service/sandbox/confinement.h"
#include "tests/core/machine/fake_root.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <vector>

using namespace rooflight;

/// The group of a job: of cgroup v2 in a folder that stands for it, and the one of this machine where it permits it.
class JobGroupTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void version2SetsLimits();
    void version2MovesThisProcessFirst();
    void version2NeedsItsGroupForItself();
    void version1SetsLimits();
    void noneWithoutTheController();
    void leftOversAreRemoved();
    void seesThatMemoryWasUsedUp();
    void holdsHere();
    void confinedProcessesCannotChangeIt();
    void memoryOfAllProcessesIsSeen();
};

namespace {

namespace fs = std::filesystem;

constexpr JobGroupLimits limits { 300'000'000, 77 };
const QString top = QStringLiteral("sys/fs/cgroup/");

/// A machine with cgroup v2, where this process is in the group "user/job".
bool makeVersion2(FakeRoot &root, const QByteArray &enabled, const QByteArray &processes)
{
    const QString own = top + QStringLiteral("user/job/");
    return root.write(QStringLiteral("proc/self/mountinfo"), "30 23 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")
        && root.write(QStringLiteral("proc/self/cgroup"), "0::/user/job\n")
        && root.write(own + QStringLiteral("cgroup.controllers"), "cpu memory pids\n")
        && root.write(own + QStringLiteral("cgroup.subtree_control"), enabled)
        && root.write(own + QStringLiteral("cgroup.type"), "domain\n")
        && root.write(own + QStringLiteral("cgroup.procs"), processes);
}

bool makeVersion1(FakeRoot &root)
{
    const auto mounts = "31 23 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
                        "36 31 0:33 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
                        "37 31 0:34 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n";
    return root.write(QStringLiteral("proc/self/mountinfo"), mounts)
        && root.write(QStringLiteral("proc/self/cgroup"), "5:memory:/batch\n4:pids:/\n0::/\n")
        && root.write(top + QStringLiteral("unified/cgroup.controllers"), "hugetlb\n")
        && root.write(top + QStringLiteral("memory/batch/tasks"), "")
        && root.write(top + QStringLiteral("pids/tasks"), "");
}

fs::path ownFolder(const FakeRoot &root)
{
    return root.path() / "sys/fs/cgroup/user/job";
}

std::vector<fs::path> groupsIn(const fs::path &folder)
{
    std::vector<fs::path> groups;
    for (const auto &entry : fs::directory_iterator(folder)) {
        if (entry.path().filename().string().starts_with("rooflight-"))
            groups.push_back(entry.path());
    }
    return groups;
}

/// Takes \p mebibytes in each of \p processes.
void take(int processes, std::size_t mebibytes)
{
    for (int i = 1; i < processes; ++i) {
        if (fork() == 0)
            take(1, mebibytes);
    }
    const std::vector<char> taken(mebibytes << 20, 'x');
    if (taken.back() == 'x')
        pause();
}

} // namespace

void JobGroupTest::version2SetsLimits()
{
    FakeRoot root;
    QVERIFY(makeVersion2(root, "memory pids\n", ""));
    const Result<JobGroup> group = JobGroup::make(limits, root.path());
    QVERIFY(group.ok());
    QCOMPARE(group.value().version(), 2);
    QVERIFY(group.value().cloneDescriptor() >= 0);
    const fs::path folder = group.value().folder();
    QVERIFY(folder.parent_path() == ownFolder(root));
    QCOMPARE(readText(folder / "memory.max"), std::string("300000000"));
    QCOMPARE(readText(folder / "memory.swap.max"), std::string("0"));
    QCOMPARE(readText(folder / "memory.oom.group"), std::string("1"));
    QCOMPARE(readText(folder / "pids.max"), std::string("77"));
    QVERIFY(group.value().enter());
    QCOMPARE(readText(folder / "cgroup.procs"), std::string("0")); // the kernel's word for whoever writes it
}

/// cgroups(7): no group but the topmost one may have both processes and controllers for groups below it.
void JobGroupTest::version2MovesThisProcessFirst()
{
    FakeRoot root;
    QVERIFY(makeVersion2(root, "", QByteArray::number(getpid()) + '\n'));
    QVERIFY(JobGroup::make(limits, root.path()).ok());
    const fs::path worker = ownFolder(root) / ("rooflight-worker-" + std::to_string(getpid()));
    QCOMPARE(readText(worker / "cgroup.procs"), std::string("0"));
    // Each controller was written by itself, into a file that does not collect them as the kernel's does.
    QVERIFY(readText(ownFolder(root) / "cgroup.subtree_control").starts_with("+pids"));
    // Seen from there, the next job's group is beside it.
    QVERIFY(root.write(QStringLiteral("proc/self/cgroup"),
                       "0::/user/job/rooflight-worker-" + QByteArray::number(getpid()) + '\n'));
    QVERIFY(root.write(top + QStringLiteral("user/job/rooflight-worker-%1/cgroup.controllers").arg(getpid()),
                       "memory pids\n"));
    const Result<JobGroup> next = JobGroup::make(limits, root.path());
    QVERIFY(next.ok());
    QVERIFY(next.value().folder().parent_path() == ownFolder(root));
}

void JobGroupTest::version2NeedsItsGroupForItself()
{
    FakeRoot root;
    QVERIFY(makeVersion2(root, "", QByteArray::number(getpid()) + "\n1\n"));
    const Result<JobGroup> group = JobGroup::make(limits, root.path());
    QVERIFY(!group.ok());
    QCOMPARE(group.error().text, std::string("the control group of this process has other processes"));
    QVERIFY(groupsIn(ownFolder(root)).empty());
}

void JobGroupTest::version1SetsLimits()
{
    FakeRoot root;
    QVERIFY(makeVersion1(root));
    const Result<JobGroup> group = JobGroup::make(limits, root.path());
    QVERIFY(group.ok());
    QCOMPARE(group.value().version(), 1);
    QVERIFY(group.value().cloneDescriptor() < 0);
    QCOMPARE(readText(group.value().folder() / "memory.limit_in_bytes"), std::string("300000000"));
    const std::vector<fs::path> ofTasks = groupsIn(root.path() / "sys/fs/cgroup/pids");
    QCOMPARE(ofTasks.size(), std::size_t { 1 });
    QCOMPARE(readText(ofTasks.front() / "pids.max"), std::string("77"));
    QVERIFY(group.value().enter());
    QCOMPARE(readText(group.value().folder() / "tasks"), std::string("0"));
    QCOMPARE(readText(ofTasks.front() / "tasks"), std::string("0"));
}

void JobGroupTest::noneWithoutTheController()
{
    FakeRoot root;
    QVERIFY(!JobGroup::make(limits, root.path()).ok());
    QVERIFY(makeVersion2(root, "", ""));
    QVERIFY(root.write(top + QStringLiteral("user/job/cgroup.controllers"), "cpu\n"));
    QCOMPARE(JobGroup::make(limits, root.path()).error().text, std::string("there is no control group for memory"));
}

/// A worker that lives holds a lock on the group of its job.
void JobGroupTest::leftOversAreRemoved()
{
    FakeRoot root;
    QVERIFY(makeVersion2(root, "memory\n", ""));
    for (const char *name : { "rooflight-job-1-1", "rooflight-job-1-2", "rooflight-worker-1", "another" })
        fs::create_directory(ownFolder(root) / name);
    const FileDescriptor alive(open((ownFolder(root) / "rooflight-job-1-2").c_str(), O_RDONLY | O_DIRECTORY));
    QVERIFY(flock(alive.get(), LOCK_EX) == 0);
    QVERIFY(JobGroup::make(limits, root.path()).ok());
    QVERIFY(!fs::exists(ownFolder(root) / "rooflight-job-1-1"));
    QVERIFY(fs::exists(ownFolder(root) / "rooflight-job-1-2"));
    QVERIFY(!fs::exists(ownFolder(root) / "rooflight-worker-1"));
    QVERIFY(fs::exists(ownFolder(root) / "another"));
}

void JobGroupTest::seesThatMemoryWasUsedUp()
{
    FakeRoot root;
    QVERIFY(makeVersion2(root, "memory\n", ""));
    const Result<JobGroup> group = JobGroup::make(limits, root.path());
    QVERIFY(group.ok());
    const QString events = QString::fromStdString(fs::relative(group.value().folder(), root.path()).string());
    QVERIFY(root.write(events + QStringLiteral("/memory.events"), "low 0\nhigh 0\nmax 12\noom 1\noom_kill 0\n"));
    QVERIFY(!group.value().wasExceeded());
    QVERIFY(root.write(events + QStringLiteral("/memory.events"), "low 0\nhigh 0\nmax 12\noom 1\noom_kill 3\n"));
    QVERIFY(group.value().wasExceeded());
}

/// The real thing: processes of which each takes half, with a limit that all of them exceed.
void JobGroupTest::holdsHere()
{
    constexpr std::int64_t mebibyte = 1 << 20;
    Result<JobGroup> made = JobGroup::make({ 64 * mebibyte, 100 });
    if (!made.ok())
        QSKIP("No control group can be made here.");
    fs::path folder;
    {
        const JobGroup group = std::move(made).value();
        folder = group.folder();
        Result<ProcessTree> started = ProcessTree::start(
            ProcessTree::Isolation::None, [] { take(4, 32); }, &group);
        QVERIFY(started.ok());
        QTRY_VERIFY(group.wasExceeded());
        QVERIFY(fs::exists(folder));
    }
    QVERIFY(!fs::exists(folder)); // with the processes that were left in it
}

void JobGroupTest::confinedProcessesCannotChangeIt()
{
    const Result<JobGroup> group = JobGroup::make(limits);
    if (!group.ok() || confinementSupport().starts_with("none"))
        QSKIP("Nothing can be confined or bounded here.");
    const fs::path folder = group.value().folder();
    for (const bool confined : { false, true }) {
        const auto attempt = [&] {
            if (confined && !confine({}).ok())
                _exit(2);
            for (const char *file : { "memory.max", "memory.limit_in_bytes", "cgroup.procs", "../cgroup.procs" }) {
                if (open((folder / file).c_str(), O_WRONLY) >= 0)
                    _exit(1);
            }
        };
        Result<ProcessTree> process = ProcessTree::start(ProcessTree::Isolation::Namespaces, attempt, &group.value());
        QVERIFY(process.ok());
        std::optional<int> status;
        while (!(status = process.value().waitStatus()))
            QTest::qWait(1);
        QCOMPARE(WEXITSTATUS(*status), confined ? 0 : 1); // unconfined it works: the refusal is ours
    }
}

/// Where no group counts it.
void JobGroupTest::memoryOfAllProcessesIsSeen()
{
    constexpr std::int64_t mebibyte = 1 << 20;
    for (const auto isolation : { ProcessTree::Isolation::Namespaces, ProcessTree::Isolation::None }) {
        Result<ProcessTree> started = ProcessTree::start(isolation, [] { take(3, 64); });
        QVERIFY(started.ok());
        QTRY_VERIFY(started.value().ownBytes() >= 3 * 60 * mebibyte); // what it inherited is left out
        QVERIFY2(started.value().ownBytes() < 4 * 64 * mebibyte, std::to_string(started.value().ownBytes()).c_str());
    }
}

ROOFLIGHT_TEST(JobGroupTest)
#include "job_group_test.moc"
