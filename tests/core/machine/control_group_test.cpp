// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/control_group.h"

#include "core/machine/memory_in_reach.h"
#include "tests/core/machine/fake_root.h"

using namespace rooflight;

namespace {

constexpr auto v2Mount = "30 23 0:27 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr auto v1Mounts = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
                          "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
                          "36 31 0:33 /jobs /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";

} // namespace

class ControlGroupTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cpuMax_data();
    void cpuMax();
    void cfs_data();
    void cfs();
    void memoryLimit_data();
    void memoryLimit();
    void noFilesNoLimits();
    void version2TightestOnTheWayUp();
    void version2InAContainer();
    void version1();
    void memoryInReachIsTheLeast();
};

void ControlGroupTest::cpuMax_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("cpus"); // 0: no limit
    QTest::newRow("one and a half") << QByteArray("150000 100000\n") << 1.5;
    QTest::newRow("sixteen") << QByteArray("1600000 100000\n") << 16.0;
    QTest::newRow("none") << QByteArray("max 100000\n") << 0.0;
    QTest::newRow("empty") << QByteArray() << 0.0;
    QTest::newRow("no period") << QByteArray("150000") << 0.0;
    QTest::newRow("words") << QByteArray("a b\n") << 0.0;
}

void ControlGroupTest::cpuMax()
{
    QFETCH(QByteArray, text);
    QFETCH(double, cpus);
    QCOMPARE(cpusFromCpuMax(text.toStdString()).value_or(0), cpus);
}

void ControlGroupTest::cfs_data()
{
    QTest::addColumn<QByteArray>("quota");
    QTest::addColumn<QByteArray>("period");
    QTest::addColumn<double>("cpus"); // 0: no limit
    QTest::newRow("half") << QByteArray("50000\n") << QByteArray("100000\n") << 0.5;
    QTest::newRow("none") << QByteArray("-1\n") << QByteArray("100000\n") << 0.0;
    QTest::newRow("no period") << QByteArray("50000\n") << QByteArray("0\n") << 0.0;
    QTest::newRow("empty") << QByteArray() << QByteArray() << 0.0;
}

void ControlGroupTest::cfs()
{
    QFETCH(QByteArray, quota);
    QFETCH(QByteArray, period);
    QFETCH(double, cpus);
    QCOMPARE(cpusFromCfs(quota.toStdString(), period.toStdString()).value_or(0), cpus);
}

void ControlGroupTest::memoryLimit_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("bytes"); // 0: no limit
    QTest::newRow("1 GiB") << QByteArray("1073741824\n") << qint64(1073741824);
    QTest::newRow("none, v2") << QByteArray("max\n") << qint64(0);
    QTest::newRow("none, v1") << QByteArray("9223372036854771712\n") << qint64(0);
    QTest::newRow("empty") << QByteArray() << qint64(0);
}

void ControlGroupTest::memoryLimit()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, bytes);
    QCOMPARE(bytesFromMemoryLimit(text.toStdString()).value_or(0), bytes);
}

void ControlGroupTest::noFilesNoLimits()
{
    QVERIFY(controlGroupLimits(FakeRoot().path()) == ControlGroupLimits());
}

void ControlGroupTest::version2TightestOnTheWayUp()
{
    FakeRoot root;
    QVERIFY(root.write("proc/self/mountinfo", v2Mount));
    QVERIFY(root.write("proc/self/cgroup", "0::/user.slice/job\n"));
    QVERIFY(root.write("sys/fs/cgroup/user.slice/job/cpu.max", "400000 100000\n"));
    QVERIFY(root.write("sys/fs/cgroup/user.slice/cpu.max", "250000 100000\n"));
    QVERIFY(root.write("sys/fs/cgroup/user.slice/job/memory.max", "1000000\n"));
    QVERIFY(root.write("sys/fs/cgroup/user.slice/memory.max", "max\n"));
    QVERIFY(controlGroupLimits(root.path()) == (ControlGroupLimits { 2.5, 1000000 }));
}

void ControlGroupTest::version2InAContainer()
{
    // The group's path is the host's; the container sees its own group at the mount point.
    FakeRoot root;
    QVERIFY(root.write("proc/self/mountinfo", "30 23 0:27 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n"));
    QVERIFY(root.write("proc/self/cgroup", "0::/../elsewhere\n"));
    QVERIFY(root.write("sys/fs/cgroup/cpu.max", "100000 100000\n"));
    QVERIFY(controlGroupLimits(root.path()) == (ControlGroupLimits { 1.0, {} }));
    QVERIFY(root.write("proc/self/cgroup", "0::/docker/abc/inner\n"));
    QVERIFY(root.write("sys/fs/cgroup/inner/cpu.max", "50000 100000\n"));
    QVERIFY(controlGroupLimits(root.path()) == (ControlGroupLimits { 0.5, {} }));
}

void ControlGroupTest::version1()
{
    FakeRoot root;
    QVERIFY(root.write("proc/self/mountinfo", v1Mounts));
    QVERIFY(root.write("proc/self/cgroup", "5:memory:/jobs/7\n4:cpu,cpuacct:/batch/7\n1:name=systemd:/\n"));
    QVERIFY(root.write("sys/fs/cgroup/cpu,cpuacct/batch/7/cpu.cfs_quota_us", "300000\n"));
    QVERIFY(root.write("sys/fs/cgroup/cpu,cpuacct/batch/7/cpu.cfs_period_us", "100000\n"));
    QVERIFY(root.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"));
    QVERIFY(root.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"));
    QVERIFY(root.write("sys/fs/cgroup/memory/7/memory.limit_in_bytes", "2000000\n"));
    QVERIFY(controlGroupLimits(root.path()) == (ControlGroupLimits { 3.0, 2000000 }));
}

void ControlGroupTest::memoryInReachIsTheLeast()
{
    FakeRoot root;
    QVERIFY(root.write("proc/meminfo", "MemTotal:  8000 kB\nMemFree:  10 kB\nMemAvailable:   4000 kB\n"));
    QCOMPARE(memoryInReach(root.path()), std::int64_t(4000) * 1024);
    QVERIFY(root.write("proc/self/mountinfo", v2Mount));
    QVERIFY(root.write("proc/self/cgroup", "0::/\n"));
    QVERIFY(root.write("sys/fs/cgroup/memory.max", "1000000\n"));
    QCOMPARE(memoryInReach(root.path()), std::int64_t(1000000));
}

ROOFLIGHT_TEST(ControlGroupTest)
#include "control_group_test.moc"
