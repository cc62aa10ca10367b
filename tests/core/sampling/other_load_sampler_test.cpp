// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/topology.h"
#include "core/sampling/other_load_sampler.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rooflight;

class OtherLoadSamplerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timesAreThoseOfTheKernel();
    void throttlingIsReadFromTheGroup();
    void othersAreTold_data();
    void othersAreTold();
    void quotaIsAShareOfTheCpusThatMayBeUsed();
    void machineThatTellsNothingHasNoFlags();
};

namespace {

void write(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

/// user nice system idle iowait irq softirq steal guest guest_nice, as proc(5) says; guests are counted in user.
void OtherLoadSamplerTest::timesAreThoseOfTheKernel()
{
    const MachineTimes times = machineTimes("cpu  100 20 30 4000 500 6 7 8 90 10\ncpu0 1 2 3\n");
    QCOMPARE(times.all, std::int64_t { 100 + 20 + 30 + 4000 + 500 + 6 + 7 + 8 });
    QCOMPARE(times.busy, std::int64_t { 100 + 20 + 30 + 6 + 7 + 8 });
    QCOMPARE(times.stolen, std::int64_t { 8 });
    QCOMPARE(machineTimes("hello"), MachineTimes {});
    QCOMPARE(machineTimes("cpu  x"), MachineTimes {});
}

void OtherLoadSamplerTest::throttlingIsReadFromTheGroup()
{
    QCOMPARE(throttledPeriods("usage_usec 5\nnr_periods 9\nnr_throttled 3\nthrottled_usec 77\n"), std::int64_t { 3 });
    QCOMPARE(throttledPeriods("usage_usec 5\n"), std::int64_t { 0 });
    QCOMPARE(throttledPeriods(""), std::int64_t { 0 });
    QCOMPARE(throttledNs("nr_throttled 3\nthrottled_usec 77\n"), 77e3);
    QCOMPARE(throttledNs("nr_throttled 3\nthrottled_time 77\n"), 77.0); // cgroup v1
    QCOMPARE(throttledNs(""), 0.0);
}

void OtherLoadSamplerTest::othersAreTold_data()
{
    QTest::addColumn<QByteArray>("statAfter");
    QTest::addColumn<int>("throttledAfter");
    QTest::addColumn<QStringList>("expected");
    // A million ticks later: this test itself runs for a few of them at most.
    QTest::newRow("idle") << QByteArray("cpu  1000 0 0 1999000 0 0 0 0") << 4 << QStringList {};
    QTest::newRow("a little") << QByteArray("cpu  31000 0 0 1969000 0 0 0 0") << 4 << QStringList {};
    QTest::newRow("a tenth") << QByteArray("cpu  101000 0 0 1899000 0 0 0 0") << 4 << QStringList { "other_load" };
    QTest::newRow("the host's others") << QByteArray("cpu  1000 0 0 1899000 0 0 0 100000") << 4
                                       << QStringList { "other_load" };
    QTest::newRow("waiting for disks") << QByteArray("cpu  1000 0 0 1899000 100000 0 0 0") << 4 << QStringList {};
    QTest::newRow("a quota") << QByteArray("cpu  1000 0 0 1999000 0 0 0 0") << 5 << QStringList { "throttled" };
}

void OtherLoadSamplerTest::othersAreTold()
{
    QFETCH(QByteArray, statAfter);
    QFETCH(int, throttledAfter);
    QFETCH(QStringList, expected);
    QTemporaryDir root;
    // A quota may be that of a group above the process's own.
    const QString group = root.filePath("sys/fs/cgroup/cpu/job/cpu.stat");
    write(root.filePath("proc/self/cgroup"), "4:memory:/\n3:cpu,cpuacct:/job/step\n");
    write(root.filePath("proc/self/mountinfo"), "30 25 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n");
    write(root.filePath("proc/stat"), "cpu  1000 0 0 999000 0 0 0 0\n");
    write(group, "nr_throttled 4\n");
    const OtherLoadSampler watch(root.path().toStdString());
    write(root.filePath("proc/stat"), statAfter + '\n');
    write(group, "nr_throttled " + QByteArray::number(throttledAfter) + '\n');
    QStringList flags;
    for (const OpenEnum<SampleFlag> &flag : watch.flags())
        flags << QString::fromStdString(std::string(flag.name()));
    QCOMPARE(flags, expected);
}

/// The kernel adds up the times of all CPUs.
void OtherLoadSamplerTest::quotaIsAShareOfTheCpusThatMayBeUsed()
{
    QTemporaryDir root;
    const QString group = root.filePath("sys/fs/cgroup/cpu/job/cpu.stat");
    write(root.filePath("proc/self/cgroup"), "3:cpu,cpuacct:/job\n");
    write(root.filePath("proc/self/mountinfo"), "30 25 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n");
    write(group, "throttled_time 1000\n");
    const OtherLoadSampler sampler(root.path().toStdString());
    QCOMPARE(sampler.heldBack().throttledShare, 0.0);
    const double halfOfTheTime = 25e6 * static_cast<double>(cpuTopology().cpus.size());
    write(group, "throttled_time " + QByteArray::number(1000 + halfOfTheTime, 'f', 0) + '\n');
    QTest::qSleep(50);
    const double share = sampler.heldBack().throttledShare;
    QVERIFY2(share > 0 && share <= 0.5, QByteArray::number(share));
    write(group, "throttled_time 1000000000000000000\n");
    QCOMPARE(sampler.heldBack().throttledShare, 1.0);
}

void OtherLoadSamplerTest::machineThatTellsNothingHasNoFlags()
{
    QTemporaryDir root;
    const OtherLoadSampler watch(root.path().toStdString());
    QVERIFY(watch.flags().empty());
}

ROOFLIGHT_TEST(OtherLoadSamplerTest)
#include "other_load_sampler_test.moc"
