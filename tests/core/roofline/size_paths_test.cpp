// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/size_paths.h"
#include "tests/support/simple_roofs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace rooflight;

namespace {

DeviceRoofs roofs()
{
    DeviceRoofs peaks;
    peaks.roofs = test::simpleRoofs(1); // launches are of no matter
    return peaks;
}

SweptLayer layer(std::int64_t id, const std::string &path, OperatorFamily family, bool leaf = true)
{
    return { id, id == 0 ? -1 : 0, path, path, 0, leaf, family };
}

/// A model of attention, 1.6 M n^2 FLOPs and 400 k n bytes, of two activations, 100 k n FLOPs and 800 k n bytes each,
/// and of 10 k n FLOPs and 100 k n bytes of its own.
BatchSweep attention()
{
    BatchSweep sweep;
    sweep.axes = { { "x.1", { 1, 2, 4 } } };
    sweep.layers = { layer(0, "", OperatorFamily::Matrix, false), layer(1, "attention", OperatorFamily::Matrix),
                     layer(2, "act", OperatorFamily::Elementwise), layer(3, "act", OperatorFamily::Elementwise) };
    for (const std::int64_t n : sweep.axes[0].values) {
        const Cost product { 800'000 * n * n, 1'600'000 * n * n, 300'000 * n, 100'000 * n };
        const Cost activation { 0, 100'000 * n, 400'000 * n, 400'000 * n };
        Cost all { 0, 10'000 * n, 50'000 * n, 50'000 * n };
        all += product;
        all += activation;
        all += activation;
        SizePoint point;
        point.sizes = { { "x.1", n } };
        point.cost = all;
        point.layers = { { 0, all, 0 }, { 1, product, 0 }, { 2, activation, 0 }, { 3, activation, 0 } };
        sweep.sizes.push_back(point);
    }
    return sweep;
}

/// One layer of 1 M b n FLOPs and 300 k + 50 k b n bytes.
BatchSweep linear()
{
    BatchSweep sweep;
    sweep.axes = { { "b", { 1, 4 } }, { "n", { 1, 2, 4 } } };
    sweep.layers = { layer(0, "", OperatorFamily::Matrix) };
    for (const std::int64_t b : sweep.axes[0].values) {
        for (const std::int64_t n : sweep.axes[1].values) {
            SizePoint point;
            point.sizes = { { "n", n }, { "b", b } };
            point.cost = { 500'000 * b * n, 1'000'000 * b * n, 300'000, 50'000 * b * n };
            point.layers = { { 0, point.cost, 0 } };
            sweep.sizes.push_back(point);
        }
    }
    return sweep;
}

} // namespace

class SizePathsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLayerIsUnderItsOwnRoofs();
    void theModelIsTheSumOfItsParts();
    void whatWasMeasuredHasItsShareOfTheRoof();
    void typesChooseTheRoof();
    void crossingsAreBetweenAdjacentSizes();
    void crossingsOfEachLineOfTwoAxes();
    void sizesInAnyOrder();
    void sizesThatDoNotRunAreLeftOut();
    void otherLayersLeaveOnlyTheModel();
    void alikeLayersAreOneGroup();
    void timesAreOfTheirOwnDevice();
};

void SizePathsTest::aLayerIsUnderItsOwnRoofs()
{
    const std::vector<SizePath> paths = sizePaths(attention(), roofs());
    QCOMPARE(paths.size(), std::size_t { 4 });
    const std::vector<SizeStep> &steps = paths[1].steps;
    QCOMPARE(steps.size(), std::size_t { 3 });
    // Intensities 4, 8 and 16; 4 us and 8 us of memory, then 25.6 us of arithmetic (16 us of memory).
    QCOMPARE(steps[0].intensity(), std::optional(4.0));
    QCOMPARE(steps[1].intensity(), std::optional(8.0));
    QCOMPARE(steps[2].intensity(), std::optional(16.0));
    QCOMPARE(steps[0].atRoofNs, 4000.0);
    QCOMPARE(steps[1].atRoofNs, 8000.0);
    QCOMPARE(steps[2].atRoofNs, 25600.0);
    QVERIFY(!steps[0].isComputeBound() && !steps[1].isComputeBound() && steps[2].isComputeBound());
    QCOMPARE(steps[0].flopPerSecond(), std::optional(400e9)); // 4 FLOP/byte at 100 GB/s
    QCOMPARE(steps[2].flopPerSecond(), std::optional(1e12));
    QVERIFY(!steps[0].roofFraction());
}

void SizePathsTest::theModelIsTheSumOfItsParts()
{
    const std::vector<SizePath> paths = sizePaths(attention(), roofs());
    // 4 us + 2 x 8 us + 1 us; at 4: 25.6 us + 2 x 32 us + 4 us, of which 25.6 us are arithmetic's.
    QCOMPARE(paths[0].steps[0].atRoofNs, 21000.0);
    QCOMPARE(paths[0].steps[2].atRoofNs, 93600.0);
    QCOMPARE(paths[0].steps[2].atComputeRoofNs, 25600.0);
    QVERIFY(!paths[0].steps[2].isComputeBound());
    QCOMPARE(paths[0].steps[0].flops, std::int64_t { 1'810'000 });
    QCOMPARE(paths[0].steps[0].bytes, std::int64_t { 2'100'000 });
}

void SizePathsTest::whatWasMeasuredHasItsShareOfTheRoof()
{
    BatchSweep sweep = attention();
    sweep.sizes[0].measured = true;
    sweep.sizes[0].samples.summary.count = 5;
    sweep.sizes[0].samples.summary.medianNs = 42000;
    sweep.sizes[0].layers[1].medianNs = 16000;
    const std::vector<SizePath> paths = sizePaths(sweep, roofs());
    QCOMPARE(paths[0].steps[0].roofFraction(), std::optional(0.5)); // 21 of 42 us
    QCOMPARE(paths[1].steps[0].roofFraction(), std::optional(0.25)); // 4 of 16 us
    QCOMPARE(paths[1].steps[0].flopPerSecond(), std::optional(100e9)); // 1.6 MFLOP in 16 us
    QVERIFY(!paths[1].steps[1].timeNs);
}

void SizePathsTest::typesChooseTheRoof()
{
    DeviceRoofs both = roofs();
    Roof half = both.roofs[0];
    half.limit = ComputeLimit { Precision::Fp16, ArithmeticUnit::Vector };
    half.value = 4e12;
    both.roofs.push_back(half);
    // 25.6 MFLOP at 4 TFLOP/s are 6.4 us, less than the 16 us of memory.
    const auto asked = sizePaths(attention(), both, { DType::Unknown, DType::Float16 });
    QCOMPARE(asked[1].steps[2].atRoofNs, 16000.0);
    BatchSweep executed = attention();
    executed.execution.precision = ModelPrecision::Float16;
    QCOMPARE(sizePaths(executed, both)[1].steps[2].atRoofNs, 16000.0);
    QCOMPARE(sizePaths(attention(), both)[1].steps[2].atRoofNs, 25600.0);
}

void SizePathsTest::crossingsAreBetweenAdjacentSizes()
{
    const BatchSweep sweep = attention();
    const std::vector<SizePath> paths = sizePaths(sweep, roofs());
    QCOMPARE(ridgeCrossings(sweep, paths[1], 0), (std::vector<RidgeCrossing> { { 1, 0, 2, 4, std::nullopt, true } }));
    QVERIFY(ridgeCrossings(sweep, paths[2], 0).empty());
    QVERIFY(ridgeCrossings(sweep, paths[0], 0).empty());
}

void SizePathsTest::crossingsOfEachLineOfTwoAxes()
{
    // Intensity 1 M x / (300 k + 50 k x) of x = b n is above 10 from 6 on: at b = 1 never, at b = 4 from n = 2 on.
    const BatchSweep sweep = linear();
    const SizePath path = sizePaths(sweep, roofs()).front();
    QCOMPARE(ridgeCrossings(sweep, path, 1), (std::vector<RidgeCrossing> { { 0, 1, 1, 2, 4, true } }));
    QCOMPARE(ridgeCrossings(sweep, path, 0),
             (std::vector<RidgeCrossing> { { 0, 0, 1, 4, 2, true }, { 0, 0, 1, 4, 4, true } }));
}

void SizePathsTest::sizesInAnyOrder()
{
    BatchSweep sweep = attention();
    std::ranges::reverse(sweep.sizes);
    QCOMPARE(ridgeCrossings(sweep, sizePaths(sweep, roofs())[1], 0),
             (std::vector<RidgeCrossing> { { 1, 0, 2, 4, std::nullopt, true } }));
}

void SizePathsTest::sizesThatDoNotRunAreLeftOut()
{
    BatchSweep sweep = attention();
    sweep.sizes[1].cost = {};
    sweep.sizes[1].layers.clear();
    sweep.sizes[1].reason = "It does not run.";
    const std::vector<SizePath> paths = sizePaths(sweep, roofs());
    QCOMPARE(paths.size(), std::size_t { 4 });
    QCOMPARE(paths[1].steps.size(), std::size_t { 2 });
    QCOMPARE(paths[1].steps[1].size, std::size_t { 2 });
    QCOMPARE(ridgeCrossings(sweep, paths[1], 0), (std::vector<RidgeCrossing> { { 1, 0, 1, 4, std::nullopt, true } }));
}

void SizePathsTest::otherLayersLeaveOnlyTheModel()
{
    BatchSweep sweep = attention();
    sweep.sizes[1].layers.clear();
    const std::vector<SizePath> paths = sizePaths(sweep, roofs());
    QCOMPARE(paths.size(), std::size_t { 1 });
    QCOMPARE(paths[0].steps.size(), std::size_t { 3 });
    // 6,820,000 FLOPs (6.82 us) and 4,200,000 bytes (42 us) as one.
    QCOMPARE(paths[0].steps[1].atRoofNs, 42000.0);
}

void SizePathsTest::alikeLayersAreOneGroup()
{
    const BatchSweep sweep = attention();
    const auto groups = alikePaths(sweep, sizePaths(sweep, roofs()));
    QCOMPARE(groups, (std::vector<std::vector<std::size_t>> { { 0 }, { 1 }, { 2, 3 } }));
}

/// Measured on a CPU: under its own roofs they have a share of them, under those of another device none.
void SizePathsTest::timesAreOfTheirOwnDevice()
{
    Session session;
    QVERIFY(sizePaths(session).empty());
    BatchSweep &sweep = session.sweep.emplace(attention());
    QVERIFY(sizePaths(session).empty()); // no roofs
    sweep.device = { "cpu", 0, "A CPU", "", "", 2 };
    for (SizePoint &point : sweep.sizes) {
        point.measured = true;
        point.samples.summary.medianNs = 1e6;
        point.layers[1].medianNs = 1e5;
    }
    session.peaks = roofs();
    session.peaks.edit().device = sweep.device;
    QCOMPARE(sizePaths(session)[0].steps[0].timeNs, std::optional(1e6));
    QCOMPARE(sizePaths(session)[1].steps[0].timeNs, std::optional(1e5));
    const auto expectNoTimes = [&session] {
        for (const SizePath &path : sizePaths(session)) {
            for (const SizeStep &step : path.steps) {
                QVERIFY(!step.timeNs);
                QVERIFY(step.atRoofNs > 0);
            }
        }
    };
    session.peaks.edit().device.name = "Another CPU";
    expectNoTimes();
    session.peaks.edit().device = { "cuda", 0, "A GPU", "", "", 0 };
    expectNoTimes();
    session.peaks.edit().device = sweep.device;
    session.peaks.edit().theoretical = true; // of a data sheet
    expectNoTimes();
}

ROOFLIGHT_TEST(SizePathsTest)
#include "size_paths_test.moc"
