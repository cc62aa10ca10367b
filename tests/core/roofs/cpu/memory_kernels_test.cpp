// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cpu/loops/memory_kernels.h"

#include "core/roofs/cpu/team_arrays.h"
#include "tests/core/roofs/cpu/instruction_sets.h"

#include <numeric>

using namespace rooflight;

class MemoryKernelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("ROOFLIGHT_SIMD"); }
    void bestInstructionSetWithoutAChoice();
    void unknownInstructionSetIsAnError();
    void memoryLoopsAreRight_data() { addInstructionSets(); }
    void memoryLoopsAreRight();
    void largeArrayStartsAtALargePage();
};

void MemoryKernelsTest::bestInstructionSetWithoutAChoice()
{
    const Result<std::string> best = kernels::chooseInstructionSet();
    QVERIFY(best.ok());
    QVERIFY(!best.value().empty());
}

void MemoryKernelsTest::unknownInstructionSetIsAnError()
{
    qputenv("ROOFLIGHT_SIMD", "ABACUS");
    const Result<std::string> chosen = kernels::chooseInstructionSet();
    QVERIFY(!chosen.ok());
    QCOMPARE(chosen.error().code, ErrorCode::CommandLine);
    QVERIFY(chosen.error().text.find("ABACUS") != std::string::npos);
    QVERIFY(!chosen.error().hint.empty());
}

void MemoryKernelsTest::memoryLoopsAreRight()
{
    QFETCH(QByteArray, instructions);
    QVERIFY(chooseInstructions(instructions));
    const std::size_t count = 4 * kernels::blockFloats;
    LargeArray a(count);
    LargeArray b(count);
    LargeArray c(count);
    QVERIFY(a && b && c);
    for (std::size_t i = 0; i < count; ++i) {
        b.data()[i] = static_cast<float>(i % 7);
        c.data()[i] = static_cast<float>(i % 5);
    }
    const auto isEverywhere = [&](auto expected) {
        for (std::size_t i = 0; i < count; ++i) {
            if (a.data()[i] != expected(i))
                return false;
        }
        return true;
    };
    constexpr int passes = 2;
    for (const kernels::Access access : { kernels::Access { false, false }, kernels::Access { true, false },
                                          kernels::Access { false, true }, kernels::Access { true, true } }) {
        kernels::write(a.data(), 3, count, passes, access);
        QVERIFY(isEverywhere([](std::size_t) { return 3.0F; }));
        kernels::copy(a.data(), b.data(), count, passes, access);
        QVERIFY(isEverywhere([](std::size_t i) { return static_cast<float>(i % 7); }));
        kernels::update(a.data(), 2, count, passes, access);
        QVERIFY(isEverywhere([](std::size_t i) { return static_cast<float>((1 << passes) * (i % 7)); }));
        kernels::triad(a.data(), b.data(), c.data(), 2, count, passes, access);
        QVERIFY(isEverywhere([](std::size_t i) { return static_cast<float>(i % 7 + 2 * (i % 5)); }));
        // Small whole numbers: every order of adding them gives the same sum.
        const double total = std::accumulate(a.data(), a.data() + count, 0.0);
        QCOMPARE(static_cast<double>(kernels::sum(a.data(), count, passes, access)), passes * total);
    }
}

void MemoryKernelsTest::largeArrayStartsAtALargePage()
{
    const LargeArray array(1024);
    QVERIFY(array);
    QCOMPARE(array.size(), std::size_t(1024));
    QCOMPARE(reinterpret_cast<std::uintptr_t>(array.data()) % (2U << 20), std::uintptr_t(0));
    QVERIFY(!LargeArray(std::size_t(1) << 59));
}

ROOFLIGHT_TEST(MemoryKernelsTest)
#include "memory_kernels_test.moc"
