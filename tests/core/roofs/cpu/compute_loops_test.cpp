// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cpu/loops/compute_loops.h"

#include "core/machine/cpu_features.h"
#include "core/roofs/cpu/loops/extension_loops.h"
#include "tests/core/roofs/cpu/instruction_sets.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace rooflight;
using kernels::ComputeLoop;

namespace {

std::vector<ComputeLoop> loopsOf(const QByteArray &instructions)
{
    return kernels::computeLoops(instructions.toStdString());
}

const ComputeLoop *loopNamed(const std::vector<ComputeLoop> &loops, std::string_view instructions)
{
    const auto found = std::ranges::find(loops, instructions, &ComputeLoop::instructions);
    return found == loops.end() ? nullptr : &*found;
}

std::set<std::string> instructionsOf(const std::vector<ComputeLoop> &loops)
{
    std::set<std::string> names;
    for (const ComputeLoop &loop : loops)
        names.insert(loop.instructions + ' ' + std::string(name(loop.unit)));
    return names;
}

} // namespace

class ComputeLoopsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("ROOFLIGHT_SIMD"); }
    void loopsOfAnInstructionSet_data() { addInstructionSets(); }
    void loopsOfAnInstructionSet();
    void floatChainsStayInRange_data() { addInstructionSets(); }
    void floatChainsStayInRange();
    void extensionsFollowTheFeatures();
    void bf16DotProductIsRight();
    void int8DotProductIsRight();
};

void ComputeLoopsTest::loopsOfAnInstructionSet()
{
    QFETCH(QByteArray, instructions);
    QVERIFY(chooseInstructions(instructions));
    const std::vector<ComputeLoop> loops = loopsOf(instructions);
    QCOMPARE(loops.at(0).precision, Precision::Fp32);
    QCOMPARE(loops.at(0).unit, ArithmeticUnit::Vector);
    std::set<std::string> names;
    for (const ComputeLoop &loop : loops) {
        const std::string name =
            std::string(rooflight::name(loop.precision)) + ' ' + std::string(rooflight::name(loop.unit));
        QVERIFY2(names.insert(name).second, name.c_str());
        QVERIFY(loop.flopPerRound > 0);
        QVERIFY(loop.flopPerCycleStep > 0);
        QCOMPARE(loop.flopPerRound % loop.flopPerCycleStep, std::int64_t(0));
        QVERIFY(loop.run != nullptr);
    }
    QVERIFY(names.contains("fp32 scalar"));
    QVERIFY(names.contains("fp64 scalar"));
    // Vectors of 16, 32 and 64 bytes: two FLOP a lane.
    const std::map<QByteArray, std::int64_t> flopOfAVector {
        { "SSE4", 8 }, { "NEON", 8 }, { "AVX2", 16 }, { "AVX3", 32 }, { "AVX3_DL", 32 }
    };
    if (const auto known = flopOfAVector.find(instructions); known != flopOfAVector.end())
        QCOMPARE(loops.at(0).flopPerCycleStep, known->second);
    if (instructions == "SSE4" || instructions == "AVX2") {
        QVERIFY(!loopNamed(loops, "AVX512_BF16"));
        QVERIFY(!loopNamed(loops, "AVX512_VNNI"));
    }
    QCOMPARE(names.contains("fp32 vector_no_fma"),
             instructions != "SSE4" && instructions != "EMU128" && instructions != "SCALAR");
}

void ComputeLoopsTest::floatChainsStayInRange()
{
    QFETCH(QByteArray, instructions);
    QVERIFY(chooseInstructions(instructions));
    // The sum of all lanes of at most 24 chains, each within -2..2 (within 6e7 where chains add up); never infinite.
    for (const ComputeLoop &loop : kernels::computeLoops(instructions.toStdString())) {
        if (loop.precision != Precision::Fp32 && loop.precision != Precision::Fp64)
            continue;
        const double result = loop.run(1'000'000);
        QVERIFY(std::isfinite(result));
        QVERIFY(std::abs(result) > 1e-6);
        QVERIFY(loop.run(1'000'001) != result);
    }
}

void ComputeLoopsTest::extensionsFollowTheFeatures()
{
    constexpr std::int64_t lanes512 = 16;
    constexpr std::int64_t lanes256 = 8;
    CpuFeatures features;
    QVERIFY(kernels::x86Loops(features, lanes512).empty());
    QVERIFY(kernels::armLoops(features).empty());
    features = { true, true, true, true, true, true, true, true, true, true };
#if defined(__x86_64__)
    const std::set<std::string> all { "AVX512_FP16 vector", "AVX512_BF16 dot", "AVX512_VNNI dot", "AMX_BF16 amx",
                                      "AMX_INT8 amx" };
    QVERIFY(instructionsOf(kernels::x86Loops(features, lanes512)) == all);
    QVERIFY(instructionsOf(kernels::x86Loops(features, lanes256)) == std::set<std::string> { "AVX_VNNI dot" });
    QVERIFY(kernels::x86Loops(features, 4).empty());
    // Intel states 1024 operations of BF16 and 2048 of INT8 a cycle and core.
    const std::vector<ComputeLoop> loops = kernels::x86Loops(features, lanes512);
    QCOMPARE(loopNamed(loops, "AMX_BF16")->flopPerCycleStep, std::int64_t(1024));
    QCOMPARE(loopNamed(loops, "AMX_INT8")->flopPerCycleStep, std::int64_t(2048));
#elif defined(__aarch64__)
    const std::set<std::string> all { "NEON_FP16 vector", "NEON_BF16 dot", "NEON_BF16 mmla", "NEON_DOTPROD dot",
                                      "NEON_I8MM mmla" };
    QVERIFY(instructionsOf(kernels::armLoops(features)) == all);
    Q_UNUSED(lanes256)
#endif
}

void ComputeLoopsTest::bf16DotProductIsRight()
{
    const Result<std::string> best = kernels::chooseInstructionSet();
    QVERIFY(best.ok());
    const std::vector<ComputeLoop> loops = kernels::computeLoops(best.value());
    const ComputeLoop *loop = loopNamed(loops, "AVX512_BF16");
    if (!loop)
        QSKIP("This CPU has no AVX512_BF16.");
    // 24 chains of 16 lanes; in a round twice each a x + b y with x, y = (0.326171875, -0.51953125) and (a, b).
    constexpr double a = 1.078125;
    constexpr double b = 0.62890625;
    constexpr double round = 2 * (0.62890625 * -0.51953125 + 1.078125 * 0.326171875) + 2 * (a * a + b * b);
    QVERIFY(std::abs(loop->run(10) / (24 * 16 * 10 * round) - 1) < 1e-6);
}

void ComputeLoopsTest::int8DotProductIsRight()
{
    const std::vector<ComputeLoop> loops = kernels::x86Loops(cpuFeatures(), 16);
    const ComputeLoop *loop = loopNamed(loops, "AVX512_VNNI");
    if (!loop)
        QSKIP("This CPU has no AVX512_VNNI.");
    // 24 chains of 16 lanes; the bytes of the operands as unsigned and signed numbers, lowest first.
    constexpr int left[] = { 71, 97, 35, 91 };
    constexpr int right[] = { -61, 75, -99, 39 };
    int round = 0;
    for (int i = 0; i < 4; ++i)
        round += 2 * left[i] * right[i] + 2 * left[i] * left[i];
    QCOMPARE(loop->run(10), 24.0 * 16 * 10 * round);
}

ROOFLIGHT_TEST(ComputeLoopsTest)
#include "compute_loops_test.moc"
