// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/topology.h"

#include "core/machine/cpu_device.h"
#include "tests/core/machine/fake_root.h"

using namespace rooflight;

namespace {

/// Four cores with two CPUs each (0 and 4, 1 and 5, ...), two last-level caches of 32 MiB.
bool writeFourCores(FakeRoot &root)
{
    bool written = true;
    for (int cpu = 0; cpu < 8; ++cpu) {
        const int core = cpu % 4;
        const QString folder = "sys/devices/system/cpu/cpu" + QString::number(cpu);
        const QByteArray half = core < 2 ? "0-1,4-5\n" : "2-3,6-7\n";
        written = written
            && root.write(folder + "/topology/thread_siblings_list",
                          QByteArray::number(core) + ',' + QByteArray::number(core + 4) + '\n')
            && root.write(folder + "/cache/index0/level", "1\n") && root.write(folder + "/cache/index0/size", "32K\n")
            && root.write(folder + "/cache/index0/type", "Data\n")
            && root.write(folder + "/cache/index0/shared_cpu_list",
                          QByteArray::number(core) + ',' + QByteArray::number(core + 4) + '\n')
            && root.write(folder + "/cache/index2/level", "1\n") && root.write(folder + "/cache/index2/size", "64K\n")
            && root.write(folder + "/cache/index2/type", "Instruction\n")
            && root.write(folder + "/cache/index2/shared_cpu_list", QByteArray::number(core) + '\n')
            && root.write(folder + "/cache/index1/level", "3\n")
            && root.write(folder + "/cache/index1/size", "32768K\n")
            && root.write(folder + "/cache/index1/shared_cpu_list", half);
    }
    return written;
}

std::vector<int> numbers(const std::vector<LogicalCpu> &cpus)
{
    std::vector<int> result;
    result.reserve(cpus.size());
    for (const LogicalCpu &cpu : cpus)
        result.push_back(cpu.number);
    return result;
}

using Numbers = std::vector<int>;

} // namespace

class TopologyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cacheSizes_data();
    void cacheSizes();
    void coresAndCaches();
    void threadsSpreadOverCores_data();
    void threadsSpreadOverCores();
    void threadsSpreadOverNodes();
    void affinityLeavesCachesOut();
    void threadsShareCaches();
    void worksWithoutSys();
    void thisMachine();
    void processorNames_data();
    void processorNames();
    void deviceOfThisMachine();
};

void TopologyTest::cacheSizes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("kibibytes") << QByteArray("32768K\n") << (qint64(32) << 20);
    QTest::newRow("mebibytes") << QByteArray("1M\n") << (qint64(1) << 20);
    QTest::newRow("bytes") << QByteArray("4096\n") << qint64(4096);
    QTest::newRow("empty") << QByteArray() << qint64(0);
}

void TopologyTest::cacheSizes()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, bytes);
    QCOMPARE(bytesFromCacheSize(text.toStdString()), bytes);
}

void TopologyTest::coresAndCaches()
{
    FakeRoot root;
    QVERIFY(writeFourCores(root));
    const CpuTopology topology = cpuTopologyOf({ 0, 1, 2, 3, 4, 5, 6, 7 }, root.path());
    QCOMPARE(topology.cpus.size(), std::size_t(8));
    QVERIFY(topology.cpus[5] == (LogicalCpu { 5, 1 }));
    QCOMPARE(topology.lastLevelCacheBytes, std::int64_t(64) << 20);
    QCOMPARE(flushBytes(topology), std::int64_t(128) << 20); // both last levels, not the first alone
}

void TopologyTest::threadsSpreadOverCores_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<Numbers>("expected");
    QTest::newRow("one") << 1 << Numbers { 0 };
    QTest::newRow("two, one a cache") << 2 << Numbers { 0, 2 };
    QTest::newRow("three") << 3 << Numbers { 0, 1, 2 };
    QTest::newRow("one a core") << 4 << Numbers { 0, 1, 2, 3 };
    QTest::newRow("more than cores") << 5 << Numbers { 0, 1, 2, 3, 4 };
    QTest::newRow("all") << 8 << Numbers { 0, 1, 2, 3, 4, 5, 6, 7 };
    QTest::newRow("too many") << 9 << Numbers();
}

void TopologyTest::threadsSpreadOverCores()
{
    QFETCH(int, threads);
    QFETCH(Numbers, expected);
    FakeRoot root;
    QVERIFY(writeFourCores(root));
    const CpuTopology topology = cpuTopologyOf({ 0, 1, 2, 3, 4, 5, 6, 7 }, root.path());
    QCOMPARE(numbers(placeThreads(topology, threads)), expected);
}

void TopologyTest::threadsSpreadOverNodes()
{
    // Even CPUs are near the memory of one socket, odd ones near that of the other.
    FakeRoot root;
    for (int cpu = 0; cpu < 8; ++cpu) {
        const QString folder = "sys/devices/system/cpu/cpu" + QString::number(cpu);
        QVERIFY(root.write(folder + "/topology/thread_siblings_list", QByteArray::number(cpu) + '\n'));
        QVERIFY(root.write(folder + "/node" + QString::number(cpu % 2) + "/cpulist", "\n"));
    }
    const CpuTopology topology = cpuTopologyOf({ 0, 1, 2, 3, 4, 5, 6, 7 }, root.path());
    QVERIFY(topology.cpus[5] == (LogicalCpu { 5, 5, 1 }));
    QCOMPARE(numbers(placeThreads(topology, 2)), (Numbers { 0, 1 }));
    QCOMPARE(numbers(placeThreads(topology, 4)), (Numbers { 0, 4, 1, 5 }));
    QCOMPARE(numbers(placeThreads(topology, 8)), (Numbers { 0, 2, 4, 6, 1, 3, 5, 7 }));
}

void TopologyTest::affinityLeavesCachesOut()
{
    FakeRoot root;
    QVERIFY(writeFourCores(root));
    const CpuTopology topology = cpuTopologyOf({ 2, 6 }, root.path());
    QCOMPARE(topology.lastLevelCacheBytes, std::int64_t(32) << 20);
    QCOMPARE(numbers(placeThreads(topology, 1)), Numbers { 2 });
    QCOMPARE(numbers(placeThreads(topology, 2)), (Numbers { 2, 6 }));
}

void TopologyTest::threadsShareCaches()
{
    FakeRoot root;
    QVERIFY(writeFourCores(root));
    const CpuTopology topology = cpuTopologyOf({ 0, 1, 2, 3, 4, 5, 6, 7 }, root.path());
    const std::int64_t kib = 1024;
    const std::int64_t mib = 1024 * kib;
    using Levels = std::vector<CacheLevel>;
    // One thread has a core's first level and half of the machine's last one.
    QVERIFY((cacheLevels(topology, placeThreads(topology, 1))
             == Levels { { 1, 32 * kib, 32 * kib, 1 }, { 3, 32 * mib, 32 * mib, 1 } }));
    QVERIFY((cacheLevels(topology, placeThreads(topology, 4))
             == Levels { { 1, 32 * kib, 128 * kib, 4 }, { 3, 16 * mib, 64 * mib, 2, true } }));
    // Two threads a core.
    QVERIFY((cacheLevels(topology, placeThreads(topology, 8))
             == Levels { { 1, 16 * kib, 128 * kib, 4, true }, { 3, 8 * mib, 64 * mib, 2, true } }));
    // Not pinned: unknown.
    QVERIFY(cacheLevels(topology, {}).empty());
}

void TopologyTest::worksWithoutSys()
{
    const CpuTopology topology = cpuTopologyOf({ 0, 1 }, FakeRoot().path());
    QVERIFY(topology.cpus[1] == (LogicalCpu { 1, 1 }));
    QVERIFY(topology.lastLevelCacheBytes > 0);
}

void TopologyTest::thisMachine()
{
    const CpuTopology topology = cpuTopology();
    QVERIFY(!topology.cpus.empty());
    QVERIFY(availableCpus() >= 1);
    QVERIFY(availableCpus() <= static_cast<int>(topology.cpus.size()));
}

void TopologyTest::processorNames_data()
{
    QTest::addColumn<QByteArray>("cpuInfo");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("x86") << QByteArray("processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\n"
                                       "model name\t: AMD EPYC 9654 96-Core Processor  \n")
                         << QByteArray("AMD EPYC 9654 96-Core Processor");
    QTest::newRow("Raspberry Pi") << QByteArray("processor\t: 0\nModel\t\t: Raspberry Pi 5 Model B Rev 1.0\n")
                                  << QByteArray("Raspberry Pi 5 Model B Rev 1.0");
    QTest::newRow("Power") << QByteArray("processor\t: 0\ncpu\t\t: POWER9, altivec supported")
                           << QByteArray("POWER9, altivec supported");
    QTest::newRow("none") << QByteArray("processor\t: 0\nBogoMIPS\t: 50.00\n") << QByteArray();
    QTest::newRow("empty") << QByteArray() << QByteArray();
}

void TopologyTest::processorNames()
{
    QFETCH(QByteArray, cpuInfo);
    QFETCH(QByteArray, name);
    QCOMPARE(QByteArray::fromStdString(cpuNameFromCpuInfo(cpuInfo.toStdString())), name);
}

void TopologyTest::deviceOfThisMachine()
{
    QCOMPARE(cpuDevice(3).threads, 3);
    QCOMPARE(cpuDevice().threads, availableCpus());
    QCOMPARE(cpuDevice().kind, std::string("cpu"));
    QVERIFY(!cpuDevice().name.empty());
}

ROOFLIGHT_TEST(TopologyTest)
#include "topology_test.moc"
