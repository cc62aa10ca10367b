// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cpu/footprint_benchmark.h"
#include "core/roofs/roof_run.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>

using namespace rooflight;

namespace {

constexpr std::int64_t largest = 1 << 20;

std::unique_ptr<FootprintBenchmark> benchmark(int threads)
{
    auto placement = std::make_shared<ThreadPlacement>(cpuTopology(), threads, "", ComposedText());
    const std::vector<CacheSize> levels = cacheSizes(*placement, false);
    return std::make_unique<FootprintBenchmark>(std::move(placement), levels, largest, Effort::Quick);
}

/// A round without time takes one repetition of each point.
void runRound(FootprintBenchmark &benchmark, RoundNumber number, const MeasurementContext &context = {})
{
    const RoofRound round(number, 0, context, [](std::string_view, double) {});
    QVERIFY(benchmark.runRound(round).ok());
}

} // namespace

class FootprintBenchmarkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twoFootprintsADoubling();
    void measuresEachPatternAtEachFootprint_data();
    void measuresEachPatternAtEachFootprint();
    void aCurveThatWasCutShortIsNone();
    void aRunGivesCurvesBesideRoofs();
};

void FootprintBenchmarkTest::twoFootprintsADoubling()
{
    // 8 KiB for each of 2 threads; 16384 * sqrt(2) = 23170.5
    const std::vector<std::int64_t> expected { 16384, 23170, 32768, 46341, 65536 };
    QVERIFY(curveFootprints(2, 50'000) == expected);
    QVERIFY(curveFootprints(2, 65'536) == expected);
    QVERIFY(curveFootprints(8, 1) == std::vector<std::int64_t> { 65536 });
}

void FootprintBenchmarkTest::measuresEachPatternAtEachFootprint_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("one thread") << 1;
    QTest::newRow("two threads") << 2;
}

void FootprintBenchmarkTest::measuresEachPatternAtEachFootprint()
{
    QFETCH(int, threads);
    const auto benchmark = ::benchmark(threads);
    runRound(*benchmark, { 0, 2 });
    runRound(*benchmark, { 1, 2 });
    QVERIFY(benchmark->results().empty());
    const std::vector<BandwidthCurve> curves = benchmark->curves();
    const std::array patterns { CurvePattern::Read, CurvePattern::Write, CurvePattern::Update, CurvePattern::Triad };
    QCOMPARE(curves.size(), patterns.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        QVERIFY(curves[i].pattern == patterns[i]);
        const std::vector<CurvePoint> &points = curves[i].points;
        const std::int64_t block = 4096 * threads * (patterns[i] == CurvePattern::Triad ? 3 : 1);
        QVERIFY(points.size() >= 8);
        QVERIFY(std::ranges::adjacent_find(points, std::ranges::greater_equal(), &CurvePoint::bytes) == points.end());
        QVERIFY(points.back().bytes > largest / 2);
        for (const CurvePoint &point : points) {
            QCOMPARE(point.bytes % block, std::int64_t(0));
            QVERIFY(point.interval[0] >= 0 && point.interval[0] <= point.bytesPerSecond);
            QVERIFY(point.bytesPerSecond > 0 && point.bytesPerSecond <= point.interval[1]);
        }
    }
}

void FootprintBenchmarkTest::aCurveThatWasCutShortIsNone()
{
    const auto benchmark = ::benchmark(1);
    std::stop_source stop;
    stop.request_stop();
    runRound(*benchmark, { 0, 1 }, { .stop = stop.get_token() });
    QVERIFY(benchmark->curves().empty());
}

void FootprintBenchmarkTest::aRunGivesCurvesBesideRoofs()
{
    RoofBenchmarks benchmarks;
    benchmarks.push_back(benchmark(1));
    RoofRun run(Effort::Quick, {});
    const Result<DeviceRoofs> roofs = run.measure(benchmarks, 1, {}, "");
    QVERIFY(roofs.ok());
    QVERIFY(roofs.value().roofs.empty());
    QCOMPARE(roofs.value().curves.size(), std::size_t(4));
}

ROOFLIGHT_TEST(FootprintBenchmarkTest)
#include "footprint_benchmark_test.moc"
