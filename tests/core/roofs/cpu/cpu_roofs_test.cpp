// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cpu/cpu_roofs.h"

#include "core/machine/cpu_device.h"
#include "core/roofs/cpu/compute_loops.h"
#include "core/roofs/cpu/memory_roofs.h"

#include <algorithm>
#include <map>
#include <set>

using namespace ridgepoint;

namespace {

/// As short as it gets: the values do not matter here.
CpuPeaksOptions shortest(int threads)
{
    CpuPeaksOptions options;
    options.threads = threads;
    options.effort = Effort::Quick;
    options.arrayBytes = 1 << 20;
    return options;
}

/// Those that the measurement tells apart.
std::size_t cacheLevelsHere()
{
    const CpuTopology topology = cpuTopology();
    return distinctLevels(cacheLevels(topology, placeThreads(topology, 1))).size();
}

/// Those that the measurement begins with.
int judgingLoopsHere()
{
    return static_cast<int>(
        std::ranges::count_if(kernels::computeLoops(cpuInstructionSet().value()), [](const kernels::ComputeLoop &loop) {
            return loop.unit != "scalar" && loop.unit != "vector_no_fma";
        }));
}

bool has(const Roof &roof, const char *flag)
{
    return std::ranges::find(roof.flags, flag) != roof.flags.end();
}

} // namespace

class CpuPeaksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("RIDGEPOINT_SIMD"); }
    void measuresComputeAndEveryLevel();
    void moreThreadsThanCpus();
    void endsWhenToldTo_data();
    void endsWhenToldTo();
    void unknownInstructionSetIsAnError();
};

void CpuPeaksTest::measuresComputeAndEveryLevel()
{
    int last = 0;
    int total = 0;
    bool ascending = true;
    const Result<Peaks> result = measureCpuPeaks(shortest(1), [&](const PeaksProgress &progress) {
        ascending = ascending && progress.done >= last && progress.done <= progress.total;
        last = progress.done;
        total = progress.total;
        return true;
    });
    QVERIFY(result.ok());
    QVERIFY(ascending);
    QVERIFY(total > 0);

    const Peaks &peaks = result.value();
    QCOMPARE(peaks.device, cpuDevice(1));
    QCOMPARE(peaks.effort, std::string("quick"));
    QCOMPARE(peaks.program, std::string(RIDGEPOINT_VERSION));
    QCOMPARE(peaks.measuredAt.size(), std::size_t(20));
    QVERIFY(!peaks.cached);
    for (const Roof &roof : peaks.roofs) {
        QVERIFY(roof.value > 0);
        QVERIFY(roof.interval[0] <= roof.value);
        QVERIFY(roof.value <= roof.interval[1]);
        QVERIFY(!roof.samples.empty());
        QCOMPARE(has(roof, "few_samples"), roof.samples.size() < 20);
        QVERIFY(!has(roof, "partial"));
        QCOMPARE(roof.threads, 1);
        if (roof.kind == RoofKind::Memory || roof.unit == "vector")
            QCOMPARE(roof.instructions, cpuInstructionSet().value());
    }
    QCOMPARE(peaks.roofs[0].name, std::string("FP32 FMA (vector)"));
    QCOMPARE(peaks.roofs[0].kind, RoofKind::Compute);
    QCOMPARE(peaks.roofs[0].precision, std::string("fp32"));
    QCOMPARE(peaks.roofs[0].unit, std::string("vector"));
    QCOMPARE(peaks.roofs[1].name, std::string("FP64 FMA (vector)"));
    QCOMPARE(peaks.roofs[1].precision, std::string("fp64"));
    std::set<std::string> names;
    std::map<std::string, std::set<std::string>> patternsOfLevel;
    for (const Roof &roof : peaks.roofs) {
        QVERIFY2(names.insert(roof.name).second, roof.name.c_str());
        if (roof.kind != RoofKind::Memory)
            continue;
        patternsOfLevel[roof.level].insert(roof.pattern);
        QVERIFY(!roof.theoretical);
        const bool isDram = roof.level == "dram";
        QCOMPARE(roof.capacityBytes == 0, isDram);
        QCOMPARE(has(roof, "small_arrays"), isDram);
    }
    for (const auto &[level, patterns] : patternsOfLevel) {
        std::set<std::string> expected { "read", "triad" };
        if (level != "dram")
            expected.insert("copy"); // in place
        QVERIFY2(patterns == expected, level.c_str());
    }
    QVERIFY(patternsOfLevel.contains("dram"));
    const std::size_t levels = cacheLevelsHere();
    QCOMPARE(patternsOfLevel.size(), levels + 1);
#if defined(__x86_64__) || defined(__aarch64__)
    if (!has(peaks.roofs[0], "quota")) {
        QVERIFY(peaks.roofs[0].clockHz.value_or(0) > 0);
        QVERIFY(peaks.roofs[0].perCycle.value_or(0) > 0);
    }
#endif
}

void CpuPeaksTest::moreThreadsThanCpus()
{
    const int threads = availableCpus() + 65;
    const Result<Peaks> result = measureCpuPeaks(shortest(threads), [](const PeaksProgress &) { return false; });
    QVERIFY(result.ok());
    QCOMPARE(result.value().roofs.size(), std::size_t(1));
    QVERIFY(!result.value().roofs[0].clockHz);
}

void CpuPeaksTest::endsWhenToldTo_data()
{
    QTest::addColumn<QByteArray>("during");
    QTest::addColumn<int>("before");
    QTest::newRow("first roof") << QByteArray("FP32 FMA (vector)") << 0;
    QTest::newRow("second roof") << QByteArray("FP64 FMA (vector)") << 1;
    QTest::newRow("main memory") << QByteArray("DRAM read") << judgingLoopsHere();
}

void CpuPeaksTest::endsWhenToldTo()
{
    QFETCH(QByteArray, during);
    QFETCH(int, before);
    const Result<Peaks> result = measureCpuPeaks(
        shortest(2), [&during](const PeaksProgress &progress) { return progress.roof != during.toStdString(); });
    QVERIFY(result.ok());
    const auto isCompute = [](const Roof &roof) { return roof.kind == RoofKind::Compute && roof.samples.size() > 1; };
    QCOMPARE(std::ranges::count_if(result.value().roofs, isCompute), before);
    const Roof &last = result.value().roofs.back();
    QCOMPARE(last.name, during.toStdString());
    QCOMPARE(last.samples.size(), std::size_t(1));
    QVERIFY(has(last, "partial"));
    QVERIFY(has(last, "few_samples"));
    QVERIFY(last.value > 0);
}

void CpuPeaksTest::unknownInstructionSetIsAnError()
{
    qputenv("RIDGEPOINT_SIMD", "ABACUS");
    const Result<Peaks> result = measureCpuPeaks(shortest(1));
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::CommandLine);
}

#include "cpu_roofs_test.moc"
RIDGEPOINT_TEST(CpuPeaksTest)
#include "cpu_peaks_test.moc"
