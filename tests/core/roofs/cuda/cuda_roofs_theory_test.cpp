// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cuda/theoretical.h"

#include <cmath>

using namespace rooflight;
using namespace rooflight::cuda;

namespace {

constexpr std::int64_t cacheMebibyte = std::int64_t(1) << 20;

/// Attributes as the driver reports them.
GpuProperties properties(const QByteArray &name)
{
    struct Board {
        const char *name;
        int computeCapability;
        int multiprocessors;
        double clockHz;
        double memoryClockHz;
        int memoryBusBits;
        std::int64_t l2Bytes;
    };
    static const Board boards[] = {
        { "NVIDIA H200", 90, 132, 1.98e9, 3.201e9, 6144, 50 * cacheMebibyte },
        { "NVIDIA H100 80GB HBM3", 90, 132, 1.98e9, 2.619e9, 5120, 50 * cacheMebibyte },
        { "NVIDIA H100 PCIe", 90, 114, 1.755e9, 1.593e9, 5120, 50 * cacheMebibyte },
        { "NVIDIA A100-SXM4-80GB", 80, 108, 1.41e9, 1.593e9, 5120, 40 * cacheMebibyte },
        { "NVIDIA A100-SXM4-40GB", 80, 108, 1.41e9, 1.215e9, 5120, 40 * cacheMebibyte },
        { "NVIDIA H100 NVL", 90, 132, 1.785e9, 2.619e9, 6016, 50 * cacheMebibyte },
        { "NVIDIA B200", 100, 148, 1.965e9, 3.996e9, 8192, 126 * cacheMebibyte },
        { "NVIDIA GeForce RTX 5090", 120, 170, 2.407e9, 14.001e9, 512, 96 * cacheMebibyte },
        { "Tesla T4", 75, 40, 1.59e9, 5.001e9, 256, 4 * cacheMebibyte },
        { "NVIDIA L4", 89, 58, 2.04e9, 6.251e9, 192, 48 * cacheMebibyte },
        { "NVIDIA L40S", 89, 142, 2.52e9, 9.001e9, 384, 96 * cacheMebibyte },
        { "NVIDIA GeForce RTX 4090", 89, 128, 2.52e9, 10.501e9, 384, 72 * cacheMebibyte },
        { "Chip of tomorrow", 140, 200, 2e9, 4e9, 8192, 100 * cacheMebibyte },
    };
    for (const Board &board : boards) {
        if (name == board.name)
            return { board.name,
                     "",
                     "",
                     "",
                     board.computeCapability,
                     board.multiprocessors,
                     board.clockHz,
                     board.memoryClockHz,
                     board.memoryBusBits,
                     board.l2Bytes };
    }
    return {};
}

double valueOf(const std::optional<Theory> &theory)
{
    return theory ? theory->value : 0;
}

} // namespace

/// Against NVIDIA's data sheets, dense values.
class CudaTheoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void vector_data();
    void vector();
    void tensor_data();
    void tensor();
    void dram_data();
    void dram();
    void nothingIsGuessed();
    void sourcesAreNamed();
    void slicesAreNoBoards();
};

void CudaTheoryTest::vector_data()
{
    QTest::addColumn<QByteArray>("board");
    QTest::addColumn<double>("fp64"); // TFLOP/s; 0: not known
    QTest::addColumn<double>("fp32");
    QTest::newRow("H200") << QByteArray("NVIDIA H200") << 33.5 << 66.9;
    QTest::newRow("H100 SXM") << QByteArray("NVIDIA H100 80GB HBM3") << 33.5 << 66.9;
    QTest::newRow("H100 PCIe") << QByteArray("NVIDIA H100 PCIe") << 25.6 << 51.2;
    QTest::newRow("A100") << QByteArray("NVIDIA A100-SXM4-80GB") << 9.7 << 19.5;
    QTest::newRow("T4") << QByteArray("Tesla T4") << 0.25 << 8.1;
    QTest::newRow("L4") << QByteArray("NVIDIA L4") << 0.47 << 30.3;
    QTest::newRow("RTX 4090") << QByteArray("NVIDIA GeForce RTX 4090") << 1.29 << 82.6;
    QTest::newRow("unknown") << QByteArray("Chip of tomorrow") << 0.0 << 0.0;
}

void CudaTheoryTest::vector()
{
    QFETCH(QByteArray, board);
    QFETCH(double, fp64);
    QFETCH(double, fp32);
    const double tera = 1e12;
    // Data sheets round to two or three digits.
    QVERIFY(std::abs(valueOf(theoreticalVector(properties(board), Precision::Fp64)) - fp64 * tera)
            <= 0.02 * fp64 * tera);
    QVERIFY(std::abs(valueOf(theoreticalVector(properties(board), Precision::Fp32)) - fp32 * tera)
            <= 0.01 * fp32 * tera);
}

void CudaTheoryTest::tensor_data()
{
    QTest::addColumn<QByteArray>("board");
    QTest::addColumn<int>("precision");
    QTest::addColumn<double>("teraFlops"); // 0: not known, or no such unit
    const auto row = [](const char *board, Precision precision, double teraFlops) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(board).arg(int(precision))))
            << QByteArray(board) << int(precision) << teraFlops;
    };
    for (const char *hopper : { "NVIDIA H200", "NVIDIA H100 80GB HBM3" }) {
        row(hopper, Precision::Fp64, 66.9);
        row(hopper, Precision::Tf32, 494.7);
        row(hopper, Precision::Bf16, 989.4);
        row(hopper, Precision::Fp8, 1979);
        row(hopper, Precision::Int8, 1979);
    }
    row("NVIDIA A100-SXM4-80GB", Precision::Fp64, 19.5);
    row("NVIDIA A100-SXM4-80GB", Precision::Tf32, 156);
    row("NVIDIA A100-SXM4-80GB", Precision::Fp16, 312);
    row("NVIDIA A100-SXM4-80GB", Precision::Fp8, 0);
    row("NVIDIA A100-SXM4-80GB", Precision::Int8, 624);
    row("Tesla T4", Precision::Fp16, 65);
    row("Tesla T4", Precision::Bf16, 0);
    row("Tesla T4", Precision::Int8, 130);
    row("NVIDIA L4", Precision::Fp16, 121);
    row("NVIDIA L4", Precision::Fp8, 242);
    row("NVIDIA L40S", Precision::Bf16, 362);
    row("NVIDIA L40S", Precision::Fp8, 733);
    row("NVIDIA GeForce RTX 4090", Precision::Tf32, 82.6);
    row("NVIDIA GeForce RTX 4090", Precision::Fp16, 165.2);
    row("NVIDIA GeForce RTX 4090", Precision::Fp8, 330.3);
    row("NVIDIA GeForce RTX 4090", Precision::Int8, 660.6);
    row("NVIDIA GeForce RTX 4090", Precision::Fp64, 0);
    row("NVIDIA H100 PCIe", Precision::Bf16, 756.5);
    row("NVIDIA H100 NVL", Precision::Fp8, 1670.5);
    row("NVIDIA B200", Precision::Bf16, 2250);
    row("NVIDIA B200", Precision::Tf32, 1125);
    row("NVIDIA B200", Precision::Nvfp4, 9000);
    row("NVIDIA GeForce RTX 5090", Precision::Nvfp4, 1676); // RTX Blackwell whitepaper, dense
    row("NVIDIA GeForce RTX 5090", Precision::Mxfp8, 0);
    row("NVIDIA H200", Precision::Nvfp4, 0);
    row("Chip of tomorrow", Precision::Bf16, 0);
}

void CudaTheoryTest::tensor()
{
    QFETCH(QByteArray, board);
    QFETCH(int, precision);
    QFETCH(double, teraFlops);
    const double value = valueOf(theoreticalTensor(properties(board), static_cast<Precision>(precision)));
    QVERIFY2(std::abs(value - teraFlops * 1e12) <= 0.015 * teraFlops * 1e12, qPrintable(QString::number(value)));
}

void CudaTheoryTest::dram_data()
{
    QTest::addColumn<QByteArray>("board");
    QTest::addColumn<double>("gigabytes"); // a second
    QTest::newRow("H200") << QByteArray("NVIDIA H200") << 4800.0;
    QTest::newRow("H100 SXM") << QByteArray("NVIDIA H100 80GB HBM3") << 3350.0;
    QTest::newRow("A100 80 GB") << QByteArray("NVIDIA A100-SXM4-80GB") << 2039.0;
    QTest::newRow("A100 40 GB") << QByteArray("NVIDIA A100-SXM4-40GB") << 1555.0;
    QTest::newRow("T4") << QByteArray("Tesla T4") << 320.0;
    QTest::newRow("L4") << QByteArray("NVIDIA L4") << 300.0;
    QTest::newRow("L40S") << QByteArray("NVIDIA L40S") << 864.0;
    QTest::newRow("RTX 4090") << QByteArray("NVIDIA GeForce RTX 4090") << 1008.0;
}

void CudaTheoryTest::dram()
{
    QFETCH(QByteArray, board);
    QFETCH(double, gigabytes);
    const double value = valueOf(theoreticalDram(properties(board)));
    GpuProperties unlisted = properties(board);
    unlisted.name = "Board of tomorrow";
    // The H200's highest memory clock is 2.4 % above the one of its data sheet.
    QVERIFY(std::abs(valueOf(theoreticalDram(unlisted)) / (gigabytes * 1e9) - 1) <= 0.025);
    QVERIFY2(std::abs(value / (gigabytes * 1e9) - 1) <= 0.025, qPrintable(QString::number(value)));
}

void CudaTheoryTest::nothingIsGuessed()
{
    GpuProperties silent = properties("NVIDIA H200");
    silent.name = "Board of tomorrow";
    QVERIFY(theoreticalVector(silent, Precision::Fp32));
    QVERIFY(!theoreticalTensor(silent, Precision::Bf16)); // at which clock?
    silent.memoryClockHz = 0;
    QVERIFY(!theoreticalDram(silent));
    silent.clockHz = 0;
    QVERIFY(!theoreticalVector(silent, Precision::Fp32));
    QVERIFY(!vectorFlopPerCycle(properties("NVIDIA H200"), Precision::Bf16));
    QVERIFY(!vectorFlopPerCycle(properties("NVIDIA H200"), Precision::Int8));
    QVERIFY(!theoreticalDram({}));
}

void CudaTheoryTest::sourcesAreNamed()
{
    const auto sheet = theoreticalTensor(properties("NVIDIA H100 PCIe"), Precision::Fp8);
    QVERIFY(sheet && sheet->source.find("https://www.nvidia.com/") != std::string::npos);
    const auto special = theoreticalSpecial(properties("NVIDIA H100 PCIe"));
    QVERIFY(special);
    QCOMPARE(special->value, 114 * 16 * 1.755e9);
    QVERIFY(special->source.starts_with("114 multiprocessors x 16 FLOP per cycle x 1755 MHz; CUDA C++"));
    QVERIFY(!theoreticalSpecial(properties("Chip of tomorrow")));
    const auto clock = theoreticalVector(properties("NVIDIA H100 PCIe"), Precision::Fp64);
    QVERIFY(clock);
    QCOMPARE(QString::fromStdString(clock->source), "114 multiprocessors x 128 FLOP per cycle x 1755 MHz");
    Roof roof;
    setTheory(roof, std::nullopt);
    QVERIFY(!roof.theoretical && roof.theoreticalSource.empty());
    setTheory(roof, clock);
    QCOMPARE(roof.theoretical.value_or(0), clock->value);
    QCOMPARE(roof.theoreticalSource, clock->source);
}

void CudaTheoryTest::slicesAreNoBoards()
{
    GpuProperties slice = properties("NVIDIA A100-SXM4-80GB");
    slice.multiprocessors = 14;
    const auto bf16 = theoreticalTensor(slice, Precision::Bf16);
    QVERIFY(bf16 && std::abs(bf16->value - 312e12 * 14 / 108) < 1e12);
}

#include "cuda_roofs_theory_test.moc"
ROOFLIGHT_TEST(CudaTheoryTest)
