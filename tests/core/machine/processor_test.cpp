// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/processor.h"
#include "tests/core/machine/fake_root.h"

#include <sched.h>

#include <thread>

using namespace rooflight;

namespace {

using Cpus = std::vector<int>;

/// CPUs of an affinity mask, each of the node that its number is in.
CpuTopology cpusOn(const std::vector<Cpus> &nodes)
{
    CpuTopology topology;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        for (const int cpu : nodes[node])
            topology.cpus.push_back({ cpu, cpu, static_cast<int>(node) });
    }
    return topology;
}

} // namespace

class ProcessorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lists_data()
    {
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<Cpus>("cpus");
        QTest::newRow("ranges") << QByteArray("0-3,8,10-11\n") << Cpus { 0, 1, 2, 3, 8, 10, 11 };
        QTest::newRow("one") << QByteArray("5\n") << Cpus { 5 };
        QTest::newRow("empty") << QByteArray("\n") << Cpus {};
        QTest::newRow("damaged") << QByteArray("0-999999999") << Cpus {};
        QTest::newRow("backwards") << QByteArray("7-3") << Cpus {};
    }

    void lists()
    {
        QFETCH(QByteArray, list);
        QTEST(cpusInList(list.toStdString()), "cpus");
    }

    void chosenWords()
    {
        QCOMPARE(chosenWord("always [madvise] never\n"), std::string("madvise"));
        QCOMPARE(chosenWord("always"), std::string());
        QCOMPARE(chosenWord("]["), std::string());
    }

    /// As /sys of a processor with eight threads of four performance cores, and four efficiency cores, has it.
    void hybridProcessor()
    {
        FakeRoot root;
        QVERIFY(root.write("sys/devices/cpu_core/cpus", "0-7\n") && root.write("sys/devices/cpu_atom/cpus", "8-11\n"));
        const std::vector<CpuGroup> kinds = coreKinds(cpusOn({ { 0, 2, 9, 11 } }), root.path());
        QCOMPARE(kinds.size(), std::size_t(2));
        QVERIFY(kinds[0] == (CpuGroup { "performance", { 0, 2 } }));
        QVERIFY(kinds[1] == (CpuGroup { "efficiency", { 9, 11 } }));
        QVERIFY(coreKinds(cpusOn({ { 0, 2 } }), root.path()).empty()); // all that may be used are of a kind
    }

    void capacitiesOfArm()
    {
        FakeRoot root;
        for (int cpu = 0; cpu < 6; ++cpu)
            QVERIFY(root.write("sys/devices/system/cpu/cpu" + QString::number(cpu) + "/cpu_capacity",
                               cpu < 4 ? "446\n" : "1024\n"));
        const std::vector<CpuGroup> kinds = coreKinds(cpusOn({ { 0, 1, 2, 3, 4, 5 } }), root.path());
        QCOMPARE(kinds.size(), std::size_t(2));
        QVERIFY(kinds[0] == (CpuGroup { "capacity 1024", { 4, 5 } }));
        QVERIFY(kinds[1] == (CpuGroup { "capacity 446", { 0, 1, 2, 3 } }));
    }

    void nodesAndPages()
    {
        FakeRoot root;
        QVERIFY(root.write("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n"));
        const Processor processor = processorOf(cpusOn({ { 0, 2 }, { 1, 3 } }), root.path());
        QVERIFY((processor.nodes == std::vector<CpuGroup> { { "0", { 0, 2 } }, { "1", { 1, 3 } } }));
        QCOMPARE(processor.hugePages, std::string("always"));
        QVERIFY(processor.pageBytes >= 4096 && !processor.quotaCpus && processor.coreKinds.empty());
    }

    /// Threads that are made later inherit it.
    void threadsStayOnTheirCpus()
    {
        const int cpu = cpuTopology().cpus.back().number;
        bool held = false;
        std::thread([cpu, &held] {
            held = runOnCpus({ cpu });
            std::thread([cpu, &held] {
                held = held && sched_getcpu() == cpu && cpuTopology().cpus.size() == 1;
            }).join();
        }).join();
        QVERIFY(held);
        QVERIFY(!runOnCpus({}));
    }
};

ROOFLIGHT_TEST(ProcessorTest)
#include "processor_test.moc"
