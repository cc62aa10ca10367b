// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/footprint_roofs.h"
#include "tests/support/is_close.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace rooflight;
using test::isClose;

namespace {

constexpr std::int64_t megabyte = 1'000'000;

Roof memory(MemoryLevel level, MemoryPattern pattern, double value, std::int64_t capacityBytes, int instances = 1)
{
    Roof roof;
    roof.limit = MemoryLimit { level, pattern, capacityBytes, instances };
    roof.value = value;
    roof.threads = 8;
    return roof;
}

/// Eight private caches of 1 MB, a shared one of 50 MB, main memory.
DeviceRoofs processor()
{
    DeviceRoofs peaks;
    peaks.device.threads = 8;
    peaks.roofs = { memory(MemoryLevel::Dram, MemoryPattern::Triad, 40e9, 0),
                    memory(MemoryLevel::L3, MemoryPattern::Read, 400e9, 50 * megabyte),
                    memory(MemoryLevel::L2, MemoryPattern::Read, 2000e9, 8 * megabyte, 8),
                    memory(MemoryLevel::L2, MemoryPattern::Write, 9000e9, 8 * megabyte, 8) };
    return peaks;
}

MemoryTime timeOf(const MemoryReuse &reuse, bool readByAllThreads = false)
{
    const DeviceRoofs peaks = processor();
    return memoryTime(peaks, memoryLevels(peaks), { &reuse, 1 }, readByAllThreads).value();
}

} // namespace

class MemoryLevelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void levelsFromTheSmallestToMainMemory();
    void dataThatStaysComesFromItsCache();
    void aFullCacheDoesNotHoldItAll();
    void weightsBeyondTheCacheComeFromMemory();
    void privateCachesEachHoldSharedData();
    void theSlowestLevelLimits();
    void readingAloneHasALimitOfItsOwn();
    void anUnmeasuredDirectionHasNone();
    void nothingKnownComesFromMemory();
    void noLevelsNoTime();
};

void MemoryLevelsTest::levelsFromTheSmallestToMainMemory()
{
    const std::vector<MemoryLevelRoof> levels = memoryLevels(processor());
    QCOMPARE(levels.size(), std::size_t(3));
    QCOMPARE(levels[0].roof, std::size_t(2)); // writes alone are no slope
    QCOMPARE(levels[0].instances, 8);
    QCOMPARE(levels[1].roof, std::size_t(1));
    QCOMPARE(levels[2].roof, std::size_t(0));
    QCOMPARE(levels[2].capacityBytes, std::int64_t(0));
}

void MemoryLevelsTest::dataThatStaysComesFromItsCache()
{
    // 4 MB within 6 MB: 4e6 / 2000e9 s = 2 us from the L2 caches.
    const MemoryTime time = timeOf({ 4 * megabyte, 6 * megabyte, false });
    QCOMPARE(time.roof, std::size_t(2));
    QVERIFY(isClose(time.nanoseconds, 2000));
}

void MemoryLevelsTest::aFullCacheDoesNotHoldItAll()
{
    // Of 50 MB 80 % count as usable, 40 MB: of data that return after 50 MB at least 1 - 40/50 = 20 % come from memory.
    const MemoryLevelRoof cache { 1, 50 * megabyte, 1 };
    QVERIFY(isClose(bytesBeyond(cache, { 10 * megabyte, 50 * megabyte, false }, false), 2e6));
    QCOMPARE(bytesBeyond(cache, { 10 * megabyte, 40 * megabyte, false }, false), 0.0);
}

void MemoryLevelsTest::weightsBeyondTheCacheComeFromMemory()
{
    // 2 MB of 100 MB of weights under 50 MB of cache: 1 - 40/100 = 60 % of them, 1.2e6 B / 40e9 B/s = 30 us.
    const MemoryTime time = timeOf({ 2 * megabyte, 100 * megabyte, true });
    QCOMPARE(time.roof, std::size_t(0));
    QVERIFY(isClose(time.nanoseconds, 30'000));
}

void MemoryLevelsTest::privateCachesEachHoldSharedData()
{
    // 3 MB would fit 8 caches of 1 MB together, but each thread of a product reads all of the weights: one cache holds
    // 0.8 MB of them. 3e6 B * (1 - 0.8/3) = 2.2e6 B from L3 at 400e9 B/s take 5.5 us.
    const MemoryReuse weights { 3 * megabyte, 3 * megabyte, true };
    QCOMPARE(timeOf(weights).roof, std::size_t(2));
    const MemoryTime shared = timeOf(weights, true);
    QCOMPARE(shared.roof, std::size_t(1));
    QVERIFY(isClose(shared.nanoseconds, 5500));
    // Activations are divided among the threads.
    QCOMPARE(timeOf({ 3 * megabyte, 3 * megabyte, false }, true).roof, std::size_t(2));
}

void MemoryLevelsTest::theSlowestLevelLimits()
{
    // 10 MB of activations from L2 (distance 5 MB): 10e6 / 2000e9 = 5 us; 0.1 MB of weights that return after 4 GB:
    // 99 % of them from memory, 0.099e6 / 40e9 = 2.475 us. The activations limit.
    const DeviceRoofs peaks = processor();
    const std::vector<MemoryReuse> traffic { { 10 * megabyte, 5 * megabyte, false },
                                             { megabyte / 10, 4000 * megabyte, true } };
    const std::optional<MemoryTime> time = memoryTime(peaks, memoryLevels(peaks), traffic, false);
    QCOMPARE(time->roof, std::size_t(2));
    QVERIFY(isClose(time->nanoseconds, 10.1e6 / 2000e9 * 1e9)); // what comes from beyond goes through L2, too
}

void MemoryLevelsTest::readingAloneHasALimitOfItsOwn()
{
    // Buses of two directions: updates move 200e9 B/s, half of them reads; reading alone moves 120e9, writing alone
    // 80e9, but updates show that 100e9 can be written.
    DeviceRoofs peaks;
    peaks.device.threads = 8;
    peaks.roofs = { memory(MemoryLevel::Dram, MemoryPattern::Copy, 200e9, 0),
                    memory(MemoryLevel::Dram, MemoryPattern::Read, 120e9, 0),
                    memory(MemoryLevel::Dram, MemoryPattern::Write, 80e9, 0) };
    const std::vector<MemoryLevelRoof> levels = memoryLevels(peaks);
    const auto time = [&](std::int64_t readBytes, std::int64_t writtenBytes) {
        const std::vector<MemoryReuse> traffic { { readBytes, 1, false, false }, { writtenBytes, 1, false, true } };
        return memoryTime(peaks, levels, traffic, false).value();
    };
    QCOMPARE(time(12 * megabyte, 0).roof, std::size_t(1));
    QCOMPARE(time(12 * megabyte, 0).slope, std::size_t(0)); // a chart draws one line a level
    QVERIFY(isClose(time(12 * megabyte, 0).nanoseconds, 100'000)); // 12e6 / 120e9 s
    QCOMPARE(time(0, 10 * megabyte).roof, std::size_t(0));
    QVERIFY(isClose(time(0, 10 * megabyte).nanoseconds, 100'000)); // 10e6 / 100e9 s
    QCOMPARE(time(10 * megabyte, 10 * megabyte).roof, std::size_t(0));
    QVERIFY(isClose(time(10 * megabyte, 10 * megabyte).nanoseconds, 100'000)); // 20e6 / 200e9 s
    QVERIFY(
        isClose(time(18 * megabyte, 2 * megabyte).nanoseconds, 150'000)); // 18e6 / 120e9 s, longer than 20e6 / 200e9
}

void MemoryLevelsTest::anUnmeasuredDirectionHasNone()
{
    // A data sheet gives one figure; a GPU's memory reads as fast as that.
    DeviceRoofs peaks;
    peaks.device.threads = 8;
    peaks.roofs = { memory(MemoryLevel::Dram, MemoryPattern::Copy, 200e9, 0) };
    const MemoryReuse reads { 20 * megabyte, 1, false, false };
    QVERIFY(isClose(memoryTime(peaks, memoryLevels(peaks), { &reads, 1 }, false)->nanoseconds, 100'000));
    // Reading was measured on other threads: it says nothing of these.
    peaks.roofs.push_back(memory(MemoryLevel::Dram, MemoryPattern::Read, 30e9, 0));
    peaks.roofs.back().threads = 1;
    QVERIFY(!memoryLevels(peaks).front().reads);
    QVERIFY(!knowsCaches(peaks));
    QVERIFY(knowsCaches(processor()));
}

void MemoryLevelsTest::nothingKnownComesFromMemory()
{
    const MemoryTime time = timeOf({ 4 * megabyte, std::numeric_limits<std::int64_t>::max(), false });
    QCOMPARE(time.roof, std::size_t(0));
    QVERIFY(std::abs(time.nanoseconds - 100'000) < 1); // 4e6 / 40e9 s
}

void MemoryLevelsTest::noLevelsNoTime()
{
    const MemoryReuse reuse { 1, 1, false };
    QVERIFY(memoryLevels({}).empty());
    QVERIFY(!memoryTime({}, {}, { &reuse, 1 }, false));
    const DeviceRoofs peaks = processor();
    QVERIFY(!memoryTime(peaks, memoryLevels(peaks), {}, false));
}

ROOFLIGHT_TEST(MemoryLevelsTest)
#include "memory_levels_test.moc"
