// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cuda/roof_session.h"
#include "core/roofs/cuda/sizes.h"

#include <algorithm>

using namespace rooflight;
using namespace rooflight::cuda;

namespace {

constexpr std::int64_t mebibyte = std::int64_t(1) << 20;
constexpr std::int64_t gibibyte = std::int64_t(1) << 30;

} // namespace

class CudaSizesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void squareEdges_data();
    void squareEdges();
    void shapesOfALargeGpu();
    void shapesFitIntoMemory_data();
    void shapesFitIntoMemory();
    void arrays_data();
    void arrays();
    void countsWork();
    void countsBlockScales();
    void amountGrowsToTheTime();
};

void CudaSizesTest::squareEdges_data()
{
    QTest::addColumn<int>("multiprocessors");
    QTest::addColumn<qint64>("edge");
    QTest::newRow("one") << 1 << qint64(4096);
    QTest::newRow("T4") << 40 << qint64(12288); // 2048 + 256 x 40
    QTest::newRow("16") << 16 << qint64(6144);
    QTest::newRow("H200") << 132 << qint64(16384);
}

void CudaSizesTest::squareEdges()
{
    QFETCH(int, multiprocessors);
    QFETCH(qint64, edge);
    QCOMPARE(qint64(squareEdge(multiprocessors)), edge);
}

void CudaSizesTest::shapesOfALargeGpu()
{
    const std::vector<MatrixShape> shapes = matrixShapes(132, Precision::Bf16, 140 * gibibyte);
    QCOMPARE(shapes.size(), std::size_t(5));
    QVERIFY(std::ranges::is_sorted(shapes,
                                   [](const MatrixShape &a, const MatrixShape &b) { return flopOf(a) < flopOf(b); }));
    QVERIFY(std::ranges::find(shapes, MatrixShape { 2048, 2048, 13312 }) != shapes.end());
    QVERIFY((shapes.back() == MatrixShape { 16384, 16384, 16384 }));
    // A shape for fp8 alone.
    QCOMPARE(matrixShapes(132, Precision::Fp8, 140 * gibibyte).size(), std::size_t(6));
    // 2048 + 256 x 24 is 8192, which is on the list already.
    QCOMPARE(matrixShapes(24, Precision::Bf16, 140 * gibibyte).size(), std::size_t(4));
}

void CudaSizesTest::shapesFitIntoMemory_data()
{
    QTest::addColumn<int>("precision");
    QTest::addColumn<qint64>("free");
    QTest::addColumn<int>("count");
    // fp64: 4096 squared is 3 x 128 MiB, 8192 squared 3 x 512 MiB.
    QTest::newRow("8 GiB, fp64") << int(Precision::Fp64) << qint64(8 * gibibyte) << 4;
    QTest::newRow("2 GiB, fp64") << int(Precision::Fp64) << qint64(2 * gibibyte) << 2;
    QTest::newRow("64 MiB, fp64") << int(Precision::Fp64) << qint64(64 * mebibyte) << 1;
    // nvfp4: half a byte a number, a scale for 16, products of 2 bytes: 4096 squared is 2 x 9 MiB + 32 MiB,
    // 2048 x 2048 x 13312 is 2 x 14.6 MiB + 8 MiB.
    QTest::newRow("200 MiB, nvfp4") << int(Precision::Nvfp4) << qint64(200 * mebibyte) << 2;
    QTest::newRow("199 MiB, nvfp4") << int(Precision::Nvfp4) << qint64(199 * mebibyte) << 1;
    QTest::newRow("64 MiB, nvfp4") << int(Precision::Nvfp4) << qint64(64 * mebibyte) << 1;
    QTest::newRow("nothing") << int(Precision::Fp64) << qint64(0) << 0;
}

void CudaSizesTest::shapesFitIntoMemory()
{
    QFETCH(int, precision);
    QFETCH(qint64, free);
    QFETCH(int, count);
    const std::vector<MatrixShape> shapes = matrixShapes(132, static_cast<Precision>(precision), free);
    QCOMPARE(int(shapes.size()), count);
    for (const MatrixShape &shape : shapes) {
        QVERIFY(4 * cuda::bytesOf(shape, static_cast<Precision>(precision)) <= free);
        QCOMPARE(shape.m % 256, std::int64_t(0));
    }
}

void CudaSizesTest::arrays_data()
{
    QTest::addColumn<qint64>("l2");
    QTest::addColumn<qint64>("free");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<bool>("small");
    QTest::newRow("large GPU") << qint64(50 * mebibyte) << qint64(140 * gibibyte) << qint64(4 * gibibyte) << false;
    QTest::newRow("great cache") << qint64(256 * mebibyte) << qint64(280 * gibibyte) << qint64(16 * gibibyte) << false;
    QTest::newRow("a quarter for three") << qint64(4 * mebibyte) << qint64(6 * gibibyte) << qint64(512 * mebibyte)
                                         << false;
    QTest::newRow("full GPU") << qint64(50 * mebibyte) << qint64(gibibyte) << qint64(85 * mebibyte) << true;
    QTest::newRow("nothing") << qint64(50 * mebibyte) << qint64(0) << qint64(0) << true;
}

void CudaSizesTest::arrays()
{
    QFETCH(qint64, l2);
    QFETCH(qint64, free);
    QFETCH(qint64, bytes);
    QFETCH(bool, small);
    QCOMPARE(qint64(arrayBytes(l2, free)), bytes);
    QCOMPARE(isSmallArray(bytes, l2), small);
}

void CudaSizesTest::countsWork()
{
    // 2 multiprocessors x 3 blocks x 256 threads x 5 rounds x 64 steps x 4 chains x 2.
    QCOMPARE(flopOf(FmaWork { Precision::Fp32, 4, 3, 5 }, 2), 3932160.0);
    QCOMPARE(flopOf(FmaWork { Precision::Bf16, 4, 3, 5 }, 2), 7864320.0);
    QCOMPARE(flopOf(MatrixShape { 2, 3, 5 }), 60.0);
    MemoryWork work;
    work.bytes = memoryGranule;
    work.passes = 2;
    for (const auto &[pattern, arrays] : { std::pair(MemoryPattern::Read, 1), std::pair(MemoryPattern::Write, 1),
                                           std::pair(MemoryPattern::Copy, 2), std::pair(MemoryPattern::Triad, 3) }) {
        work.pattern = pattern;
        QCOMPARE(cuda::bytesOf(work), 2.0 * arrays * 1048576);
    }
    // 2 x 8 x 256 threads x 3 rounds x 64 steps x 16 bytes.
    QCOMPARE(cuda::bytesOf(SharedWork { 256, 8, 3 }, 2), 12582912.0);
}

void CudaSizesTest::countsBlockScales()
{
    QCOMPARE(scaleBytes(Precision::Fp8, 1024, 1024), std::int64_t(0));
    QCOMPARE(scaleBytes(Precision::Mxfp8, 1024, 1024), std::int64_t(1024 * 32));
    QCOMPARE(scaleBytes(Precision::Nvfp4, 1024, 1024), std::int64_t(1024 * 64));
    // 130 rows take two tiles of 128; 80 numbers are 5 blocks of 16, in two tiles of 4.
    QCOMPARE(scaleBytes(Precision::Nvfp4, 130, 80), std::int64_t(256 * 8));
    QCOMPARE(operandBytes(Precision::Nvfp4, 6), std::int64_t(3));
    QCOMPARE(operandBytes(Precision::Mxfp8, 6), std::int64_t(6));
    // 2 x (64 KiB / 2 + 4 KiB) + 128 KiB.
    QCOMPARE(cuda::bytesOf(MatrixShape { 256, 256, 256 }, Precision::Nvfp4), std::int64_t(200 * 1024));
    // 3 multiprocessors x 4 blocks x 256 threads x 5 rounds x 64 steps x 8 chains.
    QCOMPARE(flopOf(SpecialWork { 4, 5 }, 3), 7864320.0);
}

void CudaSizesTest::amountGrowsToTheTime()
{
    int runs = 0;
    const auto run = [&runs](int amount) -> Result<KernelTime> {
        ++runs;
        return KernelTime { 1e-6 * amount, 0, std::nullopt };
    };
    QCOMPARE(amountFor(0.01, 1 << 20, run).value(), 10000);
    QVERIFY(runs < 12);
    QCOMPARE(amountFor(0.01, 100, run).value(), 100);
    QCOMPARE(amountFor(1e-9, 100, run).value(), 1);
    const auto gone = [](int) -> Result<KernelTime> { return Error { ErrorCode::DeviceMissing, "Gone.", "" }; };
    QCOMPARE(amountFor(0.01, 100, gone).error().code, ErrorCode::DeviceMissing);
}

#include "cuda_roofs_sizes_test.moc"
ROOFLIGHT_TEST(CudaSizesTest)
