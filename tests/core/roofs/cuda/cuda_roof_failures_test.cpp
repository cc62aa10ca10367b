// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "simulated_roofs.h"

#include <algorithm>

using namespace rooflight;
using namespace rooflight::cuda;

/// What is missing, disturbed or broken on a simulated GPU.
class CudaRoofFailuresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void busyGpuIsFlagged();
    void missingTelemetryIsOneSentence();
    void missingLibraryIsOneSentence();
    void refusedArraysShrink();
    void noMemoryAtAllLeavesTheOtherRoofs();
    void oneFailureCostsOneRoof();
    void failingBulkCopiesLeaveTheOtherReads();
    void vanishedGpuLeavesWhatItGave();
    void moreThanTheoryIsFlagged();
    void slowLoopIsFlagged();
    void lacksWhatTheChipLacks();
};

void CudaRoofFailuresTest::busyGpuIsFlagged()
{
    SimulatedChip chip = simulatedH200();
    chip.busyShare = 0.4;
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu, Effort::Quick);
    QVERIFY(!roofs.roofs.empty());
    QVERIFY(std::ranges::all_of(roofs.roofs, [](const Roof &roof) { return has(roof, "other_load"); }));
    QVERIFY(isNoted(roofs, "Something else keeps the GPU busy"));
}

void CudaRoofFailuresTest::missingTelemetryIsOneSentence()
{
    SimulatedChip chip = simulatedH200();
    chip.telemetryGap = "libnvidia-ml.so.1 is not there.";
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu, Effort::Quick);
    QVERIFY(find(roofs, "DRAM read"));
    QCOMPARE(roofs.notes.size(), std::size_t(1));
    QVERIFY(isNoted(roofs, "libnvidia-ml.so.1 is not there."));
}

void CudaRoofFailuresTest::missingLibraryIsOneSentence()
{
    SimulatedChip chip = simulatedH200();
    chip.matrixGap = "libcublasLt.so.13 is not there.";
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu, Effort::Quick);
    QVERIFY(std::ranges::none_of(roofs.roofs, [](const Roof &roof) {
        return roof.compute() && roof.compute()->unit == ArithmeticUnit::Tensor;
    }));
    QVERIFY(find(roofs, "FP32 FMA (vector)"));
    QVERIFY(isNoted(roofs, "libcublasLt.so.13 is not there."));
}

void CudaRoofFailuresTest::refusedArraysShrink()
{
    SimulatedChip chip = simulatedH200();
    chip.largestReservation = std::int64_t(900) << 20; // three arrays of 300 MiB
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu, Effort::Quick);
    QCOMPARE(gpu.reservations[0], std::int64_t(4) << 30);
    QCOMPARE(gpu.reservations[1], std::int64_t(2) << 30);
    QCOMPARE(gpu.reservations[4], std::int64_t(256) << 20);
    QVERIFY(isNear(at(roofs, "DRAM read").value, 4.4e12));
    QVERIFY(has(at(roofs, "DRAM read"), "small_arrays")); // eight times 50 MiB would be needed
    QVERIFY(find(roofs, "PCIe to device"));
}

void CudaRoofFailuresTest::noMemoryAtAllLeavesTheOtherRoofs()
{
    SimulatedChip chip = simulatedH200();
    chip.largestReservation = 0;
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu, Effort::Quick);
    QVERIFY(find(roofs, "FP32 FMA (vector)"));
    QVERIFY(find(roofs, "Launch, back to back"));
    for (const char *name : { "DRAM read", "L2 read", "BF16 (tensor)", "PCIe to device" })
        QVERIFY2(!find(roofs, name), name);
    // Each reason once, for all roofs that it costs.
    QVERIFY(isNoted(roofs,
                    "\"DRAM write\", \"DRAM copy\", \"DRAM triad\", \"L2 read\": The GPU has too little free memory"));
    QVERIFY(isNoted(roofs, "\"bf16 (tensor)\", \"fp8 (tensor)\", \"int8 (tensor)\""));
    QCOMPARE(
        std::ranges::count_if(roofs.notes, [](const std::string &note) { return note.starts_with("There is no"); }), 3);
}

void CudaRoofFailuresTest::oneFailureCostsOneRoof()
{
    SimulatedChip chip = simulatedH200();
    SimulatedGpu sound(chip);
    const GpuRoofs all = measured(sound, Effort::Quick);
    chip.failingPattern = MemoryPattern::Copy;
    chip.failingProduct = Precision::Tf32;
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu, Effort::Quick);
    QCOMPARE(roofs.roofs.size() + 2, all.roofs.size());
    QVERIFY(!find(roofs, "DRAM copy") && !find(roofs, "TF32 (tensor)"));
    QVERIFY(isNoted(roofs, "There is no roof \"DRAM copy\": The GPU failed to run a kernel: invalid argument."));
    QVERIFY(isNoted(roofs, "There is no roof \"tf32 (tensor)\": The GPU failed to multiply matrices"));
    QCOMPARE(gpu.reserved, 0);
}

void CudaRoofFailuresTest::failingBulkCopiesLeaveTheOtherReads()
{
    SimulatedChip chip = simulatedH200();
    chip.bulkCopyShare = 2;
    chip.failsBulkCopies = true;
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu, Effort::Quick);
    QVERIFY(isNear(at(roofs, "DRAM read").value, 4.4e12));
    QVERIFY(isNear(at(roofs, "L2 read").value, 7e12));
    QVERIFY(isNoted(roofs, "No memory was read by bulk copies: The GPU failed to start a kernel"));
}

void CudaRoofFailuresTest::vanishedGpuLeavesWhatItGave()
{
    SimulatedChip chip = simulatedH200();
    chip.vanishesAtSeconds = 0;
    SimulatedGpu none(chip);
    const Result<GpuRoofs> error = tryToMeasure(none, Effort::Normal, none.context());
    QVERIFY(!error.ok());
    QCOMPARE(error.error().code, ErrorCode::DeviceMissing);
    std::size_t fewer = 0;
    for (const double when : { 2.0, 5.0, 10.0 }) {
        chip.vanishesAtSeconds = when;
        SimulatedGpu gpu(chip);
        const GpuRoofs roofs = measured(gpu);
        QVERIFY(roofs.roofs.size() > fewer);
        fewer = roofs.roofs.size();
        QVERIFY(std::ranges::all_of(roofs.roofs, [](const Roof &roof) { return has(roof, "partial"); }));
        QVERIFY(roofs.lost);
        QCOMPARE(roofs.lost->code, ErrorCode::DeviceMissing);
        QVERIFY(roofs.lost->text.ends_with("The GPU stopped answering."));
        QCOMPARE(gpu.reserved, 0);
    }
}

void CudaRoofFailuresTest::moreThanTheoryIsFlagged()
{
    // A loop without its loads: 128 bytes a cycle are what shared memory can do.
    SimulatedChip chip = simulatedH200();
    chip.sharedBytesPerCycle = 12'800;
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu, Effort::Quick);
    QVERIFY(has(at(roofs, "Shared memory read"), "above_theory"));
    QVERIFY(!has(at(roofs, "DRAM read"), "above_theory"));
}

void CudaRoofFailuresTest::slowLoopIsFlagged()
{
    SimulatedChip chip = simulatedH200();
    chip.vectorFlopPerCycle[Precision::Fp32] = 256 * 0.96;
    chip.vectorFlopPerCycle[Precision::Fp64] = 128 * 0.98;
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu);
    QVERIFY(has(at(roofs, "FP32 FMA (vector)"), "kernel_limited"));
    QVERIFY(!has(at(roofs, "FP64 FMA (vector)"), "kernel_limited"));
}

void CudaRoofFailuresTest::lacksWhatTheChipLacks()
{
    SimulatedChip chip = simulatedH200();
    chip.properties.name = "Tesla T4";
    chip.properties.computeCapability = 75;
    chip.tensorFlopPerSecond.erase(Precision::Int8);
    SimulatedGpu gpu(chip);
    const GpuRoofs roofs = measured(gpu);
    QVERIFY(find(roofs, "FP16 (tensor)"));
    for (const char *name :
         { "BF16 FMA (vector)", "FP64 (tensor)", "TF32 (tensor)", "BF16 (tensor)", "FP8 (tensor)", "INT8 (tensor)" })
        QVERIFY2(!find(roofs, name), name);
    QVERIFY(isNoted(roofs, "no roof of int8"));
}

ROOFLIGHT_TEST(CudaRoofFailuresTest)
#include "cuda_roof_failures_test.moc"
