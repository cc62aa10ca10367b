// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/footprint_roofs.h"
#include "core/roofline/roof_times.h"
#include "core/roofline/verdict.h"
#include "tests/support/is_close.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <random>

using namespace rooflight;
using test::isClose;

namespace {

CurvePoint point(std::int64_t bytes, double bytesPerSecond, double spread = 0.1)
{
    return { bytes, bytesPerSecond, { bytesPerSecond * (1 - spread), bytesPerSecond * (1 + spread) } };
}

BandwidthCurve curve(CurvePattern pattern, std::vector<CurvePoint> points)
{
    return { pattern, std::move(points) };
}

Roof memory(MemoryLevel level, MemoryPattern pattern, double value, std::int64_t capacityBytes)
{
    Roof roof;
    roof.limit = MemoryLimit { level, pattern, capacityBytes };
    roof.value = value;
    roof.interval = { 0.9 * value, 1.1 * value };
    roof.threads = 8;
    return roof;
}

/// A cache of 8 MB, main memory, and curves over both: reads 400, 200 and 40 GB/s at 1, 4 and 64 MB.
DeviceRoofs processor()
{
    DeviceRoofs peaks;
    peaks.device.threads = 8;
    peaks.roofs = { memory(MemoryLevel::Dram, MemoryPattern::Read, 40e9, 0),
                    memory(MemoryLevel::L2, MemoryPattern::Read, 300e9, 8'000'000) };
    peaks.curves = {
        curve(CurvePattern::Read, { point(1'000'000, 400e9), point(4'000'000, 200e9), point(64'000'000, 40e9) }),
        curve(CurvePattern::Write, { point(1'000'000, 200e9), point(4'000'000, 100e9), point(64'000'000, 20e9) }),
        curve(CurvePattern::Update, { point(1'000'000, 400e9), point(4'000'000, 200e9), point(64'000'000, 50e9) }),
    };
    return peaks;
}

MemoryReuse reads(std::int64_t bytes, std::int64_t distance)
{
    return { bytes, distance, false, false };
}

MemoryReuse writes(std::int64_t bytes, std::int64_t distance)
{
    return { bytes, distance, false, true };
}

} // namespace

class FootprintRoofsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isInterpolatedInTheLogarithm();
    void keepsItsEndsBeyondThem();
    void aPointCountsAsMuchAsThoseBeyond();
    void neverRisesNorLiesBelowAPoint();
    void anUnsoundCurveSaysNothing_data();
    void anUnsoundCurveSaysNothing();
    void partsTakeTheirTimesOneAfterTheOther();
    void directionsLimitAlone();
    void aTriadReadsTwoThirds();
    void needsReadsWritesAndUpdates();
    void operatorsAreJudgedAtTheirFootprint();
    void withoutCurvesLevelsJudge();
    void curvesWithinACacheLeaveItToLevels();
    void oneCurveOfAPatternCounts();
};

void FootprintRoofsTest::isInterpolatedInTheLogarithm()
{
    const BandwidthCurve read = curve(CurvePattern::Read, { point(1'000'000, 100e9), point(16'000'000, 20e9) });
    // 4 MB is half of the way from 1 MB to 16 MB in doublings: 2 of 4. 2 MB is a quarter of it.
    QVERIFY(isClose(bandwidthAt(read, 4e6)->bytesPerSecond, 60e9));
    QVERIFY(isClose(bandwidthAt(read, 2e6)->bytesPerSecond, 80e9));
    // Where in between it falls is not known: 90 % of 20 to 110 % of 100.
    QVERIFY(isClose(bandwidthAt(read, 4e6)->interval[0], 18e9));
    QVERIFY(isClose(bandwidthAt(read, 4e6)->interval[1], 110e9));
    QVERIFY(isClose(bandwidthAt(read, 1e6)->bytesPerSecond, 100e9));
    QVERIFY(isClose(bandwidthAt(read, 1e6)->interval[0], 90e9));
    QVERIFY(isClose(bandwidthAt(read, 16e6)->interval[1], 22e9));
}

void FootprintRoofsTest::keepsItsEndsBeyondThem()
{
    const BandwidthCurve read = curve(CurvePattern::Read, { point(1'000'000, 100e9), point(16'000'000, 20e9) });
    for (const double bytes : { 0.0, 1.0, 999'999.0 })
        QVERIFY(isClose(bandwidthAt(read, bytes)->bytesPerSecond, 100e9));
    for (const double bytes : { 16e6 + 1, 1e18 })
        QVERIFY(isClose(bandwidthAt(read, bytes)->bytesPerSecond, 20e9));
}

void FootprintRoofsTest::aPointCountsAsMuchAsThoseBeyond()
{
    // What goes through 4 MB at 60 GB/s goes through 1 MB at least as fast.
    const BandwidthCurve read =
        curve(CurvePattern::Read, { point(1'000'000, 50e9, 0.4), point(4'000'000, 60e9), point(16'000'000, 20e9) });
    QVERIFY(isClose(bandwidthAt(read, 1e6)->bytesPerSecond, 60e9));
    QVERIFY(isClose(bandwidthAt(read, 1e6)->interval[0], 54e9)); // 0.9 * 60, above 0.6 * 50
    QVERIFY(isClose(bandwidthAt(read, 1e6)->interval[1], 70e9)); // 1.4 * 50, above 1.1 * 60
    QVERIFY(isClose(bandwidthAt(read, 2e6)->bytesPerSecond, 60e9));
}

void FootprintRoofsTest::neverRisesNorLiesBelowAPoint()
{
    std::mt19937 generator(59);
    std::uniform_real_distribution<double> rate(1e9, 1e12);
    for (int trial = 0; trial < 100; ++trial) {
        BandwidthCurve read = curve(CurvePattern::Read, {});
        for (std::int64_t bytes = 4096; bytes < 1e9; bytes *= 3)
            read.points.push_back(point(bytes, rate(generator)));
        for (const CurvePoint &measured : read.points)
            QVERIFY(bandwidthAt(read, static_cast<double>(measured.bytes))->bytesPerSecond >= measured.bytesPerSecond);
        double last = std::numeric_limits<double>::max();
        for (double bytes = 1000; bytes < 2e9; bytes *= 1.1) {
            const Bandwidth at = *bandwidthAt(read, bytes);
            QVERIFY(at.bytesPerSecond <= last);
            QVERIFY(at.interval[0] <= at.bytesPerSecond && at.bytesPerSecond <= at.interval[1]);
            last = at.bytesPerSecond;
        }
    }
}

void FootprintRoofsTest::anUnsoundCurveSaysNothing_data()
{
    QTest::addColumn<std::vector<CurvePoint>>("points");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("none") << std::vector<CurvePoint> {};
    QTest::newRow("descending") << std::vector<CurvePoint> { point(2, 1e9), point(1, 1e9) };
    QTest::newRow("twice") << std::vector<CurvePoint> { point(2, 1e9), point(2, 1e9) };
    QTest::newRow("no bytes") << std::vector<CurvePoint> { point(0, 1e9) };
    QTest::newRow("zero") << std::vector<CurvePoint> { point(1, 0) };
    QTest::newRow("below zero") << std::vector<CurvePoint> { point(1, -1e9) };
    QTest::newRow("not a number") << std::vector<CurvePoint> { { 1, nan, { 0, 1 } } };
    QTest::newRow("endless") << std::vector<CurvePoint> { { 1, 1, { 1, std::numeric_limits<double>::infinity() } } };
    std::vector<CurvePoint> many;
    for (int i = 1; i <= 1001; ++i) // no benchmark measures so many
        many.push_back(point(i, 1e9));
    QTest::newRow("too many") << many;
    QTest::newRow("interval beside it") << std::vector<CurvePoint> { { 1, 5e9, { 1e9, 2e9 } } };
}

void FootprintRoofsTest::anUnsoundCurveSaysNothing()
{
    QFETCH(std::vector<CurvePoint>, points);
    const BandwidthCurve unsound = curve(CurvePattern::Read, points);
    QVERIFY(!bandwidthAt(unsound, 1e6));
    DeviceRoofs peaks = processor();
    peaks.curves[0] = unsound;
    QVERIFY(!FootprintRoofs(peaks).at(TrafficWay::Reads, 1e6));
}

void FootprintRoofsTest::partsTakeTheirTimesOneAfterTheOther()
{
    // 8 MB at a footprint of 1 MB, 8e6 / 400e9 s = 20 us, and 4 MB that return after 64 MB, 4e6 / 50e9 s = 80 us, both
    // together by updates, which move most; by reads alone 20 + 4e6 / 40e9 s = 100 us, 120 us in all.
    const std::vector<MemoryReuse> traffic { reads(8'000'000, 1'000'000), reads(4'000'000, 64'000'000) };
    const FootprintTime time = *FootprintRoofs(processor()).timeOf(traffic);
    QCOMPARE(time.way, TrafficWay::Reads);
    QVERIFY(isClose(time.nanoseconds, 120'000));
    QVERIFY(isClose(time.atUpperEndsNs, 120'000 / 1.1));
    QVERIFY(isClose(time.bytes, 12e6));
    QCOMPARE(time.footprintBytes, std::int64_t(64'000'000)); // of what takes longest
    QVERIFY(isClose(time.bandwidth.bytesPerSecond, 40e9));
    // Of what is not known to return: as of the largest footprint.
    const MemoryReuse unknown = reads(4'000'000, std::numeric_limits<std::int64_t>::max());
    QCOMPARE(FootprintRoofs(processor()).timeOf({ &unknown, 1 })->footprintBytes, std::int64_t(64'000'000));
}

void FootprintRoofsTest::directionsLimitAlone()
{
    const FootprintRoofs roofs(processor());
    // At 64 MB: updates write 25 GB/s, more than the 20 of writes alone; they read 25, less than the 40 of reads alone.
    QVERIFY(isClose(roofs.at(TrafficWay::Writes, 64e6)->bytesPerSecond, 25e9));
    QVERIFY(isClose(roofs.at(TrafficWay::Reads, 64e6)->bytesPerSecond, 40e9));
    QVERIFY(isClose(roofs.at(TrafficWay::Both, 64e6)->bytesPerSecond, 50e9));
    // 4 MB each way: 8e6 / 50e9 = 160 us together, as long as 4e6 / 25e9 s of writes alone.
    const std::vector<MemoryReuse> both { reads(4'000'000, 64'000'000), writes(4'000'000, 64'000'000) };
    QVERIFY(isClose(roofs.timeOf(both)->nanoseconds, 160'000));
    const std::vector<MemoryReuse> mostlyWrites { reads(1'000'000, 64'000'000), writes(4'000'000, 64'000'000) };
    QCOMPARE(roofs.timeOf(mostlyWrites)->way, TrafficWay::Writes);
    QVERIFY(isClose(roofs.timeOf(mostlyWrites)->nanoseconds, 160'000));
}

void FootprintRoofsTest::aTriadReadsTwoThirds()
{
    DeviceRoofs peaks = processor();
    peaks.curves.push_back(curve(CurvePattern::Triad, { point(1'000'000, 900e9), point(64'000'000, 30e9) }));
    const FootprintRoofs roofs(peaks);
    QVERIFY(isClose(roofs.at(TrafficWay::Reads, 1e6)->bytesPerSecond, 600e9));
    QVERIFY(isClose(roofs.at(TrafficWay::Writes, 1e6)->bytesPerSecond, 300e9));
    QVERIFY(isClose(roofs.at(TrafficWay::Both, 1e6)->bytesPerSecond, 900e9));
}

void FootprintRoofsTest::needsReadsWritesAndUpdates()
{
    const MemoryReuse some = reads(1'000'000, 1'000'000);
    for (std::size_t missing = 0; missing < 3; ++missing) {
        DeviceRoofs peaks = processor();
        peaks.curves.erase(peaks.curves.begin() + static_cast<std::ptrdiff_t>(missing));
        QVERIFY(!FootprintRoofs(peaks).timeOf({ &some, 1 }));
        QCOMPARE(FootprintRoofs(peaks).largestFootprint(), std::int64_t(0));
    }
    // One of a newer version says nothing to this one.
    DeviceRoofs newer = processor();
    newer.curves[2].pattern = OpenEnum<CurvePattern>("gather");
    QVERIFY(!FootprintRoofs(newer).timeOf({ &some, 1 }));
    QVERIFY(!FootprintRoofs(processor()).timeOf({}));
}

void FootprintRoofsTest::operatorsAreJudgedAtTheirFootprint()
{
    const DeviceRoofs peaks = processor();
    const RoofJudge judge(peaks);
    Demand demand;
    demand.traffic = { reads(16'000'000, 16'000'000) };
    // 16 MB is half of the way from 4 to 64 MB: 120 GB/s of reads, 16e6 / 120e9 s = 133 us; of updates 125 GB/s. Levels
    // would say: 1 - 0.8 * 8 / 16 = 60 % of it from main memory, 9.6e6 / 40e9 s = 240 us.
    const RoofTimes times = judge.timesOf(demand, std::nullopt);
    QVERIFY(isClose(times.memoryNs, 16e6 / 120e9 * 1e9));
    QCOMPARE(times.footprint->bytes, std::int64_t(16'000'000));
    QVERIFY(isClose(times.footprint->bandwidth.bytesPerSecond, 120e9));
    QVERIFY(isClose(times.workAtUpperEndsNs, 16e6 / 220e9 * 1e9)); // 110 % of what the point before reached
    QCOMPARE(*times.memoryLimit, std::size_t(0)); // no cache holds so much
    demand.traffic = { reads(1'000'000, 6'000'000) };
    QCOMPARE(*judge.timesOf(demand, std::nullopt).memoryLimit, std::size_t(1)); // within 80 % of 8 MB
    // Above it is what took less than the curve's upper end allows.
    demand.traffic = { reads(16'000'000, 16'000'000) };
    const auto isAbove = [&](double nanoseconds) {
        return verdictOf(demand, times, { nanoseconds, std::nullopt }, {}).aboveRoof;
    };
    QVERIFY(!isAbove(100'000));
    QVERIFY(isAbove(70'000));
    QVERIFY(verdictOf(demand, times, { 200'000, std::nullopt }, {}).footprint == times.footprint);
}

void FootprintRoofsTest::withoutCurvesLevelsJudge()
{
    DeviceRoofs peaks = processor();
    peaks.curves.clear();
    const RoofJudge judge(peaks);
    Demand demand;
    demand.traffic = { reads(16'000'000, 16'000'000) };
    const RoofTimes times = judge.timesOf(demand, std::nullopt);
    QVERIFY(isClose(times.memoryNs, 240'000)); // see above
    QVERIFY(isClose(times.workAtUpperEndsNs, 240'000 / 1.1));
    QVERIFY(!times.footprint);
    QVERIFY(!verdictOf(demand, times, { 300'000, std::nullopt }, {}).footprint);
}

void FootprintRoofsTest::curvesWithinACacheLeaveItToLevels()
{
    DeviceRoofs peaks = processor(); // up to 64 MB
    std::get<MemoryLimit>(peaks.roofs[1].limit).capacityBytes = 50'000'000;
    QCOMPARE(FootprintRoofs(peaks).largestFootprint(), std::int64_t(0));
    Demand demand;
    demand.traffic = { reads(100'000'000, 100'000'000) };
    const RoofTimes times = RoofJudge(peaks).timesOf(demand, std::nullopt);
    QVERIFY(!times.footprint);
    QCOMPARE(*times.memoryLimit, std::size_t(0)); // main memory, not the cache in which the curves end
    std::get<MemoryLimit>(peaks.roofs[1].limit).capacityBytes = 42'000'000;
    QCOMPARE(FootprintRoofs(peaks).largestFootprint(), std::int64_t(64'000'000));
}

void FootprintRoofsTest::oneCurveOfAPatternCounts()
{
    DeviceRoofs peaks = processor();
    peaks.curves.push_back(curve(CurvePattern::Read, { point(1'000'000, 900e9) }));
    peaks.curves.insert(peaks.curves.begin(), curve(CurvePattern::Write, { point(0, 1e9) })); // is none
    QCOMPARE(soundCurves(peaks).size(), std::size_t(3));
    QVERIFY(isClose(FootprintRoofs(peaks).at(TrafficWay::Reads, 1e6)->bytesPerSecond, 400e9));
    QVERIFY(isClose(FootprintRoofs(peaks).at(TrafficWay::Writes, 64e6)->bytesPerSecond, 25e9));
}

ROOFLIGHT_TEST(FootprintRoofsTest)
#include "footprint_roofs_test.moc"
