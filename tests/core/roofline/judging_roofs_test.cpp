// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/judging_roofs.h"
#include "core/roofline/ridge.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace rooflight;

namespace {

Roof compute(const char *precision, const char *unit, double value, int threads = 0)
{
    Roof roof;
    roof.limit = ComputeLimit { OpenEnum<Precision>(precision), OpenEnum<ArithmeticUnit>(unit) };
    roof.value = value;
    roof.threads = threads;
    return roof;
}

Roof memory(const char *level, const char *pattern, double value, int threads = 0, std::int64_t capacityBytes = 0)
{
    Roof roof;
    roof.limit = MemoryLimit { OpenEnum<MemoryLevel>(level), OpenEnum<MemoryPattern>(pattern), capacityBytes };
    roof.value = value;
    roof.threads = threads;
    return roof;
}

Roof launch(double seconds, OpenEnum<LaunchPattern> pattern = {})
{
    Roof roof;
    roof.limit = LaunchLimit { std::move(pattern) };
    roof.value = seconds;
    return roof;
}

/// An accelerator: roof 0 to 3 compute, 4 to 8 memory, 9 and 10 launch.
DeviceRoofs accelerator()
{
    DeviceRoofs peaks;
    peaks.roofs = { compute("fp32", "vector", 60e12),
                    compute("bf16", "vector", 120e12),
                    compute("bf16", "tensor", 800e12),
                    compute("fp8", "tensor", 1500e12),
                    memory("l2", "read", 9e12),
                    memory("dram", "copy", 4.5e12),
                    memory("dram", "triad", 4.2e12),
                    memory("dram", "read", 4.4e12),
                    memory("pcie", "read", 0.05e12),
                    launch(4e-6),
                    launch(3e-6) };
    return peaks;
}

using Index = std::optional<std::size_t>;

} // namespace

class JudgingRoofsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void computeRoofOfAType_data();
    void computeRoofOfAType();
    void allThreadsJudge();
    void threadsOfTheModelJudge();
    void unitsToCompareWithDoNotJudge();
    void whatACpuCannotComputeIsWidened();
    void slopeIsTheHighestOfReadCopyAndTriad();
    void launchOverheadIsTheLowest();
    void launchOverheadOfOperatorsJudgesThem();
    void nothingMeasuredNothingChosen();
    void ridgeOfKnownDevices_data();
    void ridgeOfKnownDevices();
};

void JudgingRoofsTest::computeRoofOfAType_data()
{
    QTest::addColumn<DType>("dtype");
    QTest::addColumn<OperatorFamily>("family");
    QTest::addColumn<Index>("expected");
    QTest::newRow("fp32") << DType::Float32 << OperatorFamily::Convolution << Index(0);
    QTest::newRow("bf16 matrix") << DType::BFloat16 << OperatorFamily::Matrix << Index(2);
    QTest::newRow("bf16 convolution") << DType::BFloat16 << OperatorFamily::Convolution << Index(2);
    QTest::newRow("bf16 activation") << DType::BFloat16 << OperatorFamily::Activation << Index(0);
    QTest::newRow("fp8 matrix") << DType::Float8E4M3 << OperatorFamily::Matrix << Index(3);
    QTest::newRow("fp8 activation") << DType::Float8E4M3 << OperatorFamily::Activation << Index(0);
    QTest::newRow("quantised addition") << DType::QUInt8 << OperatorFamily::Elementwise << Index(0);
    QTest::newRow("fp64, not measured") << DType::Float64 << OperatorFamily::Matrix << Index();
    QTest::newRow("int64") << DType::Int64 << OperatorFamily::Elementwise << Index();
    QTest::newRow("unknown") << DType::Unknown << OperatorFamily::Matrix << Index();
}

void JudgingRoofsTest::computeRoofOfAType()
{
    QFETCH(DType, dtype);
    QFETCH(OperatorFamily, family);
    QFETCH(Index, expected);
    QVERIFY(computeRoof(accelerator(), dtype, family) == expected);
}

void JudgingRoofsTest::allThreadsJudge()
{
    DeviceRoofs peaks;
    // A single thread may burst higher than its share, a roof of fewer threads is none for the whole.
    peaks.roofs = { compute("fp32", "vector", 9e11, 1), compute("fp32", "vector", 8e11, 8),
                    memory("dram", "read", 9e10, 1), memory("dram", "triad", 8e10, 8) };
    QVERIFY(computeRoof(peaks, DType::Float32, OperatorFamily::Matrix) == Index(1));
    QVERIFY(slopeOf(peaks, MemoryLevel::Dram) == Index(3));
}

void JudgingRoofsTest::threadsOfTheModelJudge()
{
    DeviceRoofs peaks;
    peaks.device.threads = 8;
    peaks.roofs = { compute("fp32", "vector", 9e11, 16), compute("fp32", "vector", 8e11, 8),
                    memory("dram", "read", 9e10, 16), memory("dram", "triad", 8e10, 8) };
    QVERIFY(computeRoof(peaks, DType::Float32, OperatorFamily::Matrix) == Index(1));
    QVERIFY(slopeOf(peaks, MemoryLevel::Dram) == Index(3));
}

void JudgingRoofsTest::unitsToCompareWithDoNotJudge()
{
    DeviceRoofs peaks;
    peaks.device.kind = "cpu";
    peaks.roofs = { compute("fp32", "vector", 2e11),        compute("fp32", "library", 3e11),
                    compute("fp32", "vector_no_fma", 4e11), compute("fp32", "scalar", 5e11),
                    compute("int8", "dot", 9e11),           compute("bf16", "dot", 5e11),
                    compute("bf16", "amx", 8e11),           compute("bf16", "library", 9e11) };
    QVERIFY(computeRoof(peaks, DType::Float32, OperatorFamily::Matrix) == Index(0));
    QVERIFY(computeRoof(peaks, DType::QInt8, OperatorFamily::Convolution) == Index(4));
    QVERIFY(computeRoof(peaks, DType::QInt8, OperatorFamily::Elementwise) == Index(0));
    QVERIFY(computeRoof(peaks, DType::BFloat16, OperatorFamily::Matrix) == Index(6));
}

void JudgingRoofsTest::whatACpuCannotComputeIsWidened()
{
    DeviceRoofs peaks;
    peaks.device.kind = "cpu";
    peaks.roofs = { compute("fp32", "vector", 2e11), compute("bf16", "dot", 5e11) };
    QVERIFY(computeRoof(peaks, DType::BFloat16, OperatorFamily::Activation) == Index(0));
    QVERIFY(computeRoof(peaks, DType::BFloat16, OperatorFamily::Matrix) == Index(1));
    QVERIFY(computeRoof(peaks, DType::Float16, OperatorFamily::Matrix) == Index(0));
    peaks.device.kind = "cuda";
    QVERIFY(computeRoof(peaks, DType::Float16, OperatorFamily::Matrix) == Index());
}

void JudgingRoofsTest::slopeIsTheHighestOfReadCopyAndTriad()
{
    DeviceRoofs peaks = accelerator();
    QVERIFY(slopeOf(peaks, MemoryLevel::Dram) == Index(5));
    peaks.roofs[6].value = 4.6e12;
    QVERIFY(slopeOf(peaks, MemoryLevel::Dram) == Index(6));
    peaks.roofs[7].value = 4.7e12;
    QVERIFY(slopeOf(peaks, MemoryLevel::Dram) == Index(7));
}

void JudgingRoofsTest::launchOverheadIsTheLowest()
{
    DeviceRoofs peaks = accelerator();
    QVERIFY(launchRoof(peaks) == Index(10));
    peaks.roofs[10].limit = LaunchLimit { LaunchPattern::Graph };
    QVERIFY(launchRoof(peaks) == Index(9));
    peaks.roofs.erase(peaks.roofs.begin() + 9);
    QVERIFY(launchRoof(peaks) == Index(9));
}

void JudgingRoofsTest::launchOverheadOfOperatorsJudgesThem()
{
    DeviceRoofs peaks = accelerator();
    peaks.roofs.push_back(launch(7e-6, LaunchPattern::Operator));
    QVERIFY(launchRoof(peaks) == Index(11));
    DeviceRoofs cpu;
    cpu.roofs = { peaks.roofs.back() };
    QVERIFY(launchRoof(cpu) == Index(0));
}

void JudgingRoofsTest::nothingMeasuredNothingChosen()
{
    QVERIFY(!computeRoof({}, DType::Float32, OperatorFamily::Matrix));
    QVERIFY(!slopeOf({}, MemoryLevel::Dram));
    QVERIFY(!launchRoof({}));
}

void JudgingRoofsTest::ridgeOfKnownDevices_data()
{
    // Datasheet figures of NVIDIA; ridge points rounded as printed there or by division.
    QTest::addColumn<double>("flopPerSecond");
    QTest::addColumn<double>("bytePerSecond");
    QTest::addColumn<double>("expected");
    QTest::newRow("H200 fp32") << 66.9e12 << 4.8e12 << 13.9;
    QTest::newRow("H200 bf16") << 989.4e12 << 4.8e12 << 206.0;
    QTest::newRow("A100 80 GB bf16") << 312e12 << 2.039e12 << 153.0;
    QTest::newRow("V100 fp16") << 125e12 << 0.9e12 << 139.0;
}

void JudgingRoofsTest::ridgeOfKnownDevices()
{
    QFETCH(double, flopPerSecond);
    QFETCH(double, bytePerSecond);
    QFETCH(double, expected);
    const double actual = ridge(compute("", "", flopPerSecond), memory("", "", bytePerSecond));
    QVERIFY2(std::abs(actual - expected) <= 0.005 * expected, QByteArray::number(actual).constData());
}

ROOFLIGHT_TEST(JudgingRoofsTest)
#include "judging_roofs_test.moc"
