// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cpu/cache_sizes.h"

#include "core/machine/cpuid_caches.h"
#include "core/machine/topology.h"
#include "core/roofs/cpu/loops/memory_kernels.h"

#include <set>

using namespace rooflight;

namespace {

/// Read on a busy EPYC of Zen 4 with two threads, 32 KiB, 1 MiB and 16 MiB of cache for each: KiB and GB/s.
std::vector<WorkingSet> measuredSets()
{
    std::vector<WorkingSet> sets;
    for (const auto &[kib, gigabytes] : std::initializer_list<std::pair<double, double>> {
             { 4, 413 },      { 8, 400 },      { 16, 415 },    { 20, 385 },    { 32, 413 },    { 44, 233 },
             { 64, 233 },     { 88, 232 },     { 128, 222 },   { 180, 232 },   { 256, 232 },   { 360, 233 },
             { 512, 233 },    { 724, 188 },    { 1024, 159 },  { 1448, 163 },  { 2048, 165 },  { 2896, 153 },
             { 4096, 113 },   { 5792, 152 },   { 8192, 150 },  { 11584, 145 }, { 16384, 107 }, { 23168, 77.3 },
             { 32768, 62.2 }, { 46340, 50.2 }, { 65536, 45.9 } })
        sets.push_back({ kib * 1024, gigabytes * 1e9 });
    return sets;
}

/// Levels and sizes, each once.
std::set<std::pair<int, std::int64_t>> sizesOf(const std::vector<CpuCache> &caches)
{
    std::set<std::pair<int, std::int64_t>> sizes;
    for (const CpuCache &cache : caches)
        sizes.insert({ cache.level, cache.bytes });
    return sizes;
}

} // namespace

class WorkingSetsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void edgesOfPlateausAreTheSizes();
    void oneRateHasNoEdge();
    void sizesAreConfirmed();
    void sweepDoublesInTwoSteps();
    void cachesInCpuIdLeaves();
    void cpuIdAgreesWithTheSystem();
};

void WorkingSetsTest::edgesOfPlateausAreTheSizes()
{
    const std::vector<std::int64_t> sizes = cacheSizesIn(measuredSets());
    QCOMPARE(sizes.size(), std::size_t(3));
    // The last set that a cache holds is a bit smaller than the cache.
    const std::array<std::int64_t, 3> truth = { 32 << 10, 1 << 20, 16 << 20 };
    for (std::size_t i = 0; i < truth.size(); ++i) {
        QVERIFY(sizes[i] <= truth[i]);
        QVERIFY(2 * sizes[i] >= truth[i]);
    }
}

void WorkingSetsTest::oneRateHasNoEdge()
{
    QVERIFY(cacheSizesIn({}).empty());
    QVERIFY(cacheSizesIn({ { 4096, 1e9 } }).empty());
    QVERIFY(cacheSizesIn({ { 4096, 1e9 }, { 8192, 0.97e9 }, { 16384, 0.96e9 }, { 32768, 0.99e9 } }).empty());
}

void WorkingSetsTest::sizesAreConfirmed()
{
    const std::vector<WorkingSet> sets = measuredSets();
    QVERIFY(isCacheSize(sets, 32 << 10));
    QVERIFY(isCacheSize(sets, 1 << 20));
    QVERIFY(isCacheSize(sets, 16 << 20));
    QVERIFY(!isCacheSize(sets, 128 << 10));
    QVERIFY(!isCacheSize(sets, 4 << 20));
    QVERIFY(!isCacheSize(sets, std::int64_t(1) << 30)); // nothing was read there
}

void WorkingSetsTest::sweepDoublesInTwoSteps()
{
    const Result<std::string> instructions = kernels::chooseInstructionSet();
    QVERIFY(instructions.ok());
    ThreadPlacement placement(cpuTopology(), 1, instructions.value());
    const std::vector<WorkingSet> sets = sweepWorkingSets(placement, 1 << 16);
    QCOMPARE(sets.size(), std::size_t(9));
    QCOMPARE(sets.front().bytesPerThread, 4096.0);
    QCOMPARE(sets.back().bytesPerThread, 65536.0);
    for (const WorkingSet &set : sets)
        QVERIFY(set.bytesPerSecond > 0);
}

void WorkingSetsTest::cachesInCpuIdLeaves()
{
    // As EPYCs of Zen 4 answer leaf 0x8000001D: L1 for data and for instructions, L2, L3 of 16 CPUs.
    QVERIFY(cacheFromLeaf({ 0x00004121, 0x01c0003f, 0x3f }) == (CpuIdCache { 1, 32 << 10, 1 }));
    QVERIFY(!cacheFromLeaf({ 0x00004122, 0x01c0003f, 0x3f }));
    QVERIFY(cacheFromLeaf({ 0x00004143, 0x01c0003f, 0x7ff }) == (CpuIdCache { 2, 1 << 20, 1 }));
    QVERIFY(cacheFromLeaf({ 0x0003c163, 0x03c0003f, 0x7fff }) == (CpuIdCache { 3, 32 << 20, 4 }));
    QVERIFY(!cacheFromLeaf({ 0, 0, 0 }));
}

void WorkingSetsTest::cpuIdAgreesWithTheSystem()
{
    const CpuTopology topology = cpuTopology();
    const std::vector<CpuCache> caches = cachesByCpuId(topology.cpus);
    if (caches.empty() || topology.caches.empty())
        QSKIP("Either the processor or the system tells of no caches.");
    QVERIFY(sizesOf(caches) == sizesOf(topology.caches));
}

ROOFLIGHT_TEST(WorkingSetsTest)
#include "working_sets_test.moc"
