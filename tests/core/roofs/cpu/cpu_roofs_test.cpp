// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cpu/cpu_roofs.h"

#include "core/machine/cpu_device.h"
#include "core/roofs/cpu/cache_sizes.h"
#include "core/roofs/cpu/loops/compute_loops.h"

#include <algorithm>
#include <map>
#include <set>

using namespace rooflight;

namespace {

/// As short as it gets: the values do not matter here.
constexpr std::int64_t smallArrays = 1 << 20;

Result<DeviceRoofs> measured(
    int threads, const MeasurementContext &context = {},
    const RoofRun::OnRepetition &onRepetition = [](std::string_view) {})
{
    RoofRun run(Effort::Quick, context, onRepetition);
    return measureCpuRoofs(run, { threads, smallArrays });
}

/// Stops when a roof of this name, or any, was repeated once.
Result<DeviceRoofs> measuredUntil(int threads, std::string_view roof)
{
    std::stop_source stop;
    return measured(threads, { .stop = stop.get_token() }, [&stop, roof](std::string_view name) {
        if (roof.empty() || roof == name)
            stop.request_stop();
    });
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
            return loop.unit != ArithmeticUnit::Scalar && loop.unit != ArithmeticUnit::VectorNoFma;
        }));
}

} // namespace

class CpuRoofsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("ROOFLIGHT_SIMD"); }
    void measuresComputeAndEveryLevel();
    void moreThreadsThanCpus();
    void endsWhenStopped_data();
    void endsWhenStopped();
    void unknownInstructionSetIsAnError();
};

void CpuRoofsTest::measuresComputeAndEveryLevel()
{
    std::int64_t last = 0;
    std::int64_t total = 0;
    bool ascending = true;
    MeasurementContext context;
    context.progress = [&](std::int64_t done, std::int64_t of) {
        ascending = ascending && done >= last && done <= of;
        last = done;
        total = of;
    };
    const Result<DeviceRoofs> result = measured(1, context);
    QVERIFY(result.ok());
    QVERIFY(ascending);
    QVERIFY(total > 0);

    const DeviceRoofs &peaks = result.value();
    QCOMPARE(peaks.device, cpuDevice(1));
    QCOMPARE(peaks.effort, std::string("quick"));
    QCOMPARE(peaks.program, std::string(ROOFLIGHT_VERSION));
    QCOMPARE(peaks.measuredAt.size(), std::size_t(20));
    QVERIFY(!peaks.cached);
    QVERIFY(peaks.curves.empty()); // they take more time than there is
    for (const Roof &roof : peaks.roofs) {
        QVERIFY(roof.value > 0);
        QVERIFY(roof.interval[0] <= roof.value);
        QVERIFY(roof.value <= roof.interval[1]);
        QVERIFY(!roof.samples.empty());
        QCOMPARE(roof.hasFlag("few_samples"), roof.samples.size() < 20);
        QVERIFY(!roof.hasFlag("partial"));
        QCOMPARE(roof.threads, 1);
        // Half numbers have instructions of their own.
        const bool isExtension = roof.compute() && roof.compute()->precision == Precision::Fp16;
        if (roof.memory() || (roof.compute()->unit == ArithmeticUnit::Vector && !isExtension))
            QCOMPARE(roof.instructions, cpuInstructionSet().value());
    }
    QCOMPARE(peaks.roofs[0].name, std::string("FP32 FMA (vector)"));
    QVERIFY((*peaks.roofs[0].compute() == ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector }));
    QCOMPARE(peaks.roofs[1].name, std::string("FP64 FMA (vector)"));
    QVERIFY(peaks.roofs[1].compute()->precision == Precision::Fp64);
    std::set<std::string> names;
    std::map<std::string, std::set<std::string_view>> patternsOfLevel;
    for (const Roof &roof : peaks.roofs) {
        QVERIFY2(names.insert(roof.name).second, roof.name.c_str());
        const MemoryLimit *limit = roof.memory();
        if (!limit)
            continue;
        patternsOfLevel[std::string(limit->level.name())].insert(limit->pattern.name());
        QVERIFY(!roof.theoretical);
        const bool isDram = limit->level == MemoryLevel::Dram;
        QCOMPARE(limit->capacityBytes == 0, isDram);
        QCOMPARE(roof.hasFlag("small_arrays"), isDram);
    }
    for (const auto &[level, patterns] : patternsOfLevel) {
        std::set<std::string_view> expected { "read", "triad" };
        if (level != "dram")
            expected.insert("copy"); // in place
        QVERIFY2(patterns == expected, level.c_str());
    }
    QVERIFY(patternsOfLevel.contains("dram"));
    const std::size_t levels = cacheLevelsHere();
    QCOMPARE(patternsOfLevel.size(), levels + 1);
#if defined(__x86_64__) || defined(__aarch64__)
    if (!peaks.roofs[0].hasFlag("quota")) {
        QVERIFY(peaks.roofs[0].clockHz.value_or(0) > 0);
        QVERIFY(peaks.roofs[0].perCycle.value_or(0) > 0);
    }
#endif
}

void CpuRoofsTest::moreThreadsThanCpus()
{
    const int threads = availableCpus() + 65;
    const Result<DeviceRoofs> result = measuredUntil(threads, {});
    QVERIFY(result.ok());
    QCOMPARE(result.value().roofs.size(), std::size_t(1));
    QVERIFY(!result.value().roofs[0].clockHz);
}

void CpuRoofsTest::endsWhenStopped_data()
{
    QTest::addColumn<QByteArray>("during");
    QTest::addColumn<int>("before");
    QTest::newRow("first roof") << QByteArray("FP32 FMA (vector)") << 0;
    QTest::newRow("second roof") << QByteArray("FP64 FMA (vector)") << 1;
    QTest::newRow("main memory") << QByteArray("DRAM read") << judgingLoopsHere();
}

void CpuRoofsTest::endsWhenStopped()
{
    QFETCH(QByteArray, during);
    QFETCH(int, before);
    const Result<DeviceRoofs> result =
        measuredUntil(2, std::string_view(during.constData(), static_cast<std::size_t>(during.size())));
    QVERIFY(result.ok());
    const std::vector<Roof> &roofs = result.value().roofs;
    const Roof &last = roofs.back();
    const auto isCompute = [&last](const Roof &roof) { return roof.compute() && &roof != &last; };
    QCOMPARE(std::ranges::count_if(roofs, isCompute), before);
    QCOMPARE(last.name, during.toStdString());
    QCOMPARE(last.samples.size(), std::size_t(1));
    QVERIFY(last.hasFlag("partial"));
    QVERIFY(last.hasFlag("few_samples"));
    QVERIFY(last.value > 0);
}

void CpuRoofsTest::unknownInstructionSetIsAnError()
{
    qputenv("ROOFLIGHT_SIMD", "ABACUS");
    const Result<DeviceRoofs> result = measured(1);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::CommandLine);
}

ROOFLIGHT_TEST(CpuRoofsTest)
#include "cpu_roofs_test.moc"
