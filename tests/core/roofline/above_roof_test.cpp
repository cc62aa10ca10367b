// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofline/judging_roofs.h"
#include "core/roofline/point.h"

#include <algorithm>

using namespace rooflight;

namespace {

using Cause = AboveRoofCause;
using Causes = std::vector<AboveRoofCause>;

Roof compute(const char *precision, const char *unit, double value)
{
    Roof roof;
    roof.limit = ComputeLimit { OpenEnum<Precision>(precision), OpenEnum<ArithmeticUnit>(unit) };
    roof.value = value;
    return roof;
}

Roof memory(const char *level, std::int64_t capacityBytes)
{
    Roof roof;
    roof.limit = MemoryLimit { OpenEnum<MemoryLevel>(level), MemoryPattern::Read, capacityBytes };
    roof.value = 1e11;
    return roof;
}

/// A point that is above the roof of this index.
RooflinePoint above(std::size_t roof, OperatorFamily family, std::int64_t workingSetBytes = 0)
{
    RooflinePoint point;
    point.item = { ItemId::Kind::Operator, 0 };
    point.family = family;
    point.cost.bytesRead = workingSetBytes;
    point.workingSetBytes = workingSetBytes;
    point.verdict.aboveRoof = true;
    point.verdict.roof = roof;
    return point;
}

bool holds(const Causes &causes, Cause cause)
{
    return std::ranges::find(causes, cause) != causes.end();
}

constexpr std::int64_t mebibyte = 1 << 20;

} // namespace

class AboveRoofTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pointsBelowHaveNoCause();
    void cacheIsNamedWhereDataMayLieInIt();
    void layersOfSeveralOperatorsMayBeFused();
    void matrixUnitsAreNamedWhereThereAreSome();
    void convolutionsMayRunFastAlgorithms();
    void theRoofItselfIsDoubted_data();
    void theRoofItselfIsDoubted();
    void everyCauseHasAName();
    void tf32JudgesWhatMayUseIt();
    void librariesJudgeNothing();
    void burstsJudge();
};

void AboveRoofTest::pointsBelowHaveNoCause()
{
    DeviceRoofs peaks;
    peaks.roofs = { memory("dram", 0) };
    RooflinePoint point = above(0, OperatorFamily::Matrix);
    point.verdict.aboveRoof = false;
    QVERIFY(aboveRoofCauses(point, peaks).empty());
    point.verdict.aboveRoof = true;
    point.verdict.roof = 7; // no such roof
    QVERIFY(aboveRoofCauses(point, peaks).empty());
}

void AboveRoofTest::cacheIsNamedWhereDataMayLieInIt()
{
    DeviceRoofs peaks;
    peaks.roofs = { memory("dram", 0), memory("l3", 32 * mebibyte) };
    const auto causes = [&](std::size_t roof, std::int64_t bytes) {
        return aboveRoofCauses(above(roof, OperatorFamily::Elementwise, bytes), peaks);
    };
    QCOMPARE(causes(0, 64 * mebibyte), Causes({ Cause::DataInCache, Cause::BytesCountedHigh }));
    QCOMPARE(causes(0, 0), Causes({ Cause::DataInCache, Cause::BytesCountedHigh })); // its size is not known
    QCOMPARE(causes(0, 1024 * mebibyte), Causes({ Cause::BytesCountedHigh }));
    QCOMPARE(causes(1, 16 * mebibyte), Causes({ Cause::BytesCountedHigh })); // the cache itself judges
}

void AboveRoofTest::layersOfSeveralOperatorsMayBeFused()
{
    DeviceRoofs peaks;
    peaks.roofs = { memory("dram", 0) };
    RooflinePoint point = above(0, OperatorFamily::Other, 1024 * mebibyte);
    QVERIFY(!holds(aboveRoofCauses(point, peaks), Cause::Fused));
    point.item.kind = ItemId::Kind::Layer;
    point.cost.bytesWritten = mebibyte; // more than its largest operator touches
    QVERIFY(holds(aboveRoofCauses(point, peaks), Cause::Fused));
}

void AboveRoofTest::matrixUnitsAreNamedWhereThereAreSome()
{
    DeviceRoofs peaks;
    peaks.roofs = { compute("fp32", "vector", 1e12) };
    QCOMPARE(aboveRoofCauses(above(0, OperatorFamily::Matrix), peaks), Causes({ Cause::WorkCountedHigh }));
    peaks.roofs.push_back(compute("tf32", "tensor", 8e12));
    QCOMPARE(aboveRoofCauses(above(0, OperatorFamily::Matrix), peaks),
             Causes({ Cause::MatrixUnits, Cause::WorkCountedHigh }));
    QCOMPARE(aboveRoofCauses(above(0, OperatorFamily::Elementwise), peaks), Causes({ Cause::WorkCountedHigh }));
    QCOMPARE(aboveRoofCauses(above(1, OperatorFamily::Matrix), peaks), Causes({ Cause::WorkCountedHigh }));
}

void AboveRoofTest::convolutionsMayRunFastAlgorithms()
{
    DeviceRoofs peaks;
    peaks.roofs = { compute("fp32", "vector", 1e12) };
    QCOMPARE(aboveRoofCauses(above(0, OperatorFamily::Convolution), peaks),
             Causes({ Cause::FastAlgorithm, Cause::WorkCountedHigh }));
}

void AboveRoofTest::theRoofItselfIsDoubted_data()
{
    QTest::addColumn<QByteArray>("flag");
    QTest::addColumn<int>("cause");
    QTest::newRow("typed") << QByteArray("typed") << int(Cause::RoofTyped);
    QTest::newRow("busy") << QByteArray("other_load") << int(Cause::RoofMeasuredUnderLoad);
    QTest::newRow("quota") << QByteArray("quota") << int(Cause::RoofMeasuredUnderLoad);
    QTest::newRow("power capped") << QByteArray("power_capped") << int(Cause::RoofAtLowerClock);
    QTest::newRow("throttled") << QByteArray("throttled") << int(Cause::RoofAtLowerClock);
    QTest::newRow("unsteady") << QByteArray("unsteady") << int(Cause::RoofUncertain);
    QTest::newRow("few") << QByteArray("few_samples") << int(Cause::RoofUncertain);
}

void AboveRoofTest::theRoofItselfIsDoubted()
{
    QFETCH(QByteArray, flag);
    QFETCH(int, cause);
    DeviceRoofs peaks;
    peaks.roofs = { compute("fp32", "vector", 1e12) };
    peaks.roofs[0].flags = { flag.toStdString() };
    peaks.roofs[0].clockHz = 3e9;
    const Causes causes = aboveRoofCauses(above(0, OperatorFamily::Matrix), peaks);
    QVERIFY(!causes.empty());
    QCOMPARE(int(causes.front()), cause);
    QCOMPARE(std::ranges::count(causes, Cause::RoofAtLowerClock), 1);
}

void AboveRoofTest::everyCauseHasAName()
{
    for (int cause = int(Cause::RoofTyped); cause <= int(Cause::WorkCountedHigh); ++cause)
        QVERIFY(!name(static_cast<Cause>(cause)).empty());
}

void AboveRoofTest::tf32JudgesWhatMayUseIt()
{
    DeviceRoofs peaks;
    peaks.roofs = { compute("fp32", "vector", 1e12), compute("tf32", "tensor", 8e12) };
    const auto judge = [&](DType dtype, OperatorFamily family, bool tf32) {
        return computeRoof(peaks, dtype, family, tf32).value_or(9);
    };
    QCOMPARE(judge(DType::Float32, OperatorFamily::Convolution, true), 1U);
    QCOMPARE(judge(DType::Float32, OperatorFamily::Convolution, false), 0U);
    QCOMPARE(judge(DType::Float32, OperatorFamily::Elementwise, true), 0U);
    QCOMPARE(judge(DType::Float64, OperatorFamily::Matrix, true), 9U);
    peaks.roofs.pop_back(); // a GPU without such units
    QCOMPARE(judge(DType::Float32, OperatorFamily::Matrix, true), 0U);
}

void AboveRoofTest::librariesJudgeNothing()
{
    DeviceRoofs peaks;
    peaks.roofs = { compute("fp32", "vector", 1e12), compute("fp32", "library", 2e12) };
    QCOMPARE(computeRoof(peaks, DType::Float32, OperatorFamily::Matrix).value_or(9), 0U);
}

void AboveRoofTest::burstsJudge()
{
    DeviceRoofs peaks;
    peaks.roofs = { compute("fp32", "vector", 2e12), compute("fp32", "vector", 1e12) };
    std::get<ComputeLimit>(peaks.roofs[0].limit).sustained = true;
    QCOMPARE(computeRoof(peaks, DType::Float32, OperatorFamily::Matrix).value_or(9), 1U);
    peaks.roofs.pop_back();
    QCOMPARE(computeRoof(peaks, DType::Float32, OperatorFamily::Matrix).value_or(9), 0U);
}

ROOFLIGHT_TEST(AboveRoofTest)
#include "above_roof_test.moc"
