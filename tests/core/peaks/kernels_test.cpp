// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include <QTest>

#include "core/peaks/cpu/kernels.h"

#include "core/peaks/cpu/large_array.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace ridgepoint;

namespace {

/// Rows of every instruction set that this machine and this build share.
void addInstructionSets()
{
    QTest::addColumn<QByteArray>("instructions");
    int usable = 0;
    for (const char *name : { "SSE4", "AVX2", "AVX3", "AVX3_DL", "NEON", "SVE", "SVE2", "EMU128", "SCALAR" }) {
        qputenv("RIDGEPOINT_SIMD", name);
        if (!kernels::chooseInstructionSet().ok())
            continue;
        QTest::newRow(name) << QByteArray(name);
        ++usable;
    }
    qunsetenv("RIDGEPOINT_SIMD");
    QVERIFY(usable > 0);
}

bool choose(const QByteArray &instructions)
{
    qputenv("RIDGEPOINT_SIMD", instructions);
    const Result<std::string> chosen = kernels::chooseInstructionSet();
    return chosen.ok() && chosen.value() == instructions.toStdString();
}

/// Instructions of the function whose name holds `function`, one a line.
QStringList disassemblyOf(const QString &function)
{
    QProcess objdump;
    objdump.start("objdump", { "-d", "-C", "--no-show-raw-insn", QCoreApplication::applicationFilePath() });
    if (!objdump.waitForFinished())
        return {};
    QStringList body;
    bool inside = false;
    for (const QString &line : QString::fromUtf8(objdump.readAllStandardOutput()).split('\n')) {
        if (line.endsWith(">:"))
            inside = line.contains(function);
        else if (inside)
            body.append(line);
    }
    return body;
}

} // namespace

class KernelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("RIDGEPOINT_SIMD"); }
    void bestInstructionSetWithoutAChoice();
    void unknownInstructionSetIsAnError();
    void fmaChainsStayInRange_data() { addInstructionSets(); }
    void fmaChainsStayInRange();
    void memoryLoopsAreRight_data() { addInstructionSets(); }
    void memoryLoopsAreRight();
    void fmaLoopIsCompiledAsMeant_data();
    void fmaLoopIsCompiledAsMeant();
    void largeArrayStartsAtALargePage();
};

void KernelsTest::bestInstructionSetWithoutAChoice()
{
    const Result<std::string> best = kernels::chooseInstructionSet();
    QVERIFY(best.ok());
    QVERIFY(!best.value().empty());
    for (const kernels::Element element : { kernels::Element::Float32, kernels::Element::Float64 }) {
        QVERIFY(kernels::flopPerRound(element) > 0);
        QCOMPARE(kernels::flopPerRound(element) % static_cast<std::int64_t>(2 * kernels::vectorLanes(element)), 0);
    }
    QCOMPARE(kernels::vectorLanes(kernels::Element::Float32), 2 * kernels::vectorLanes(kernels::Element::Float64));
}

void KernelsTest::unknownInstructionSetIsAnError()
{
    qputenv("RIDGEPOINT_SIMD", "ABACUS");
    const Result<std::string> chosen = kernels::chooseInstructionSet();
    QVERIFY(!chosen.ok());
    QCOMPARE(chosen.error().code, ErrorCode::CommandLine);
    QVERIFY(chosen.error().text.find("ABACUS") != std::string::npos);
    QVERIFY(!chosen.error().hint.empty());
}

void KernelsTest::fmaChainsStayInRange()
{
    QFETCH(QByteArray, instructions);
    QVERIFY(choose(instructions));
    // The sum of all lanes of at most 24 chains, each within -2..2 (within 6e7 where chains add up); never infinite.
    for (const kernels::Element element : { kernels::Element::Float32, kernels::Element::Float64 }) {
        const double result = kernels::fmaRounds(element, 1'000'000);
        QVERIFY(std::isfinite(result));
        QVERIFY(std::abs(result) > 1e-6);
        QVERIFY(kernels::fmaRounds(element, 1'000'001) != result);
    }
}

void KernelsTest::memoryLoopsAreRight()
{
    QFETCH(QByteArray, instructions);
    QVERIFY(choose(instructions));
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

void KernelsTest::fmaLoopIsCompiledAsMeant_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("vectors");
    QTest::addColumn<int>("chains");
    QTest::addColumn<QString>("instruction");
    for (const bool isDouble : { false, true }) {
        const QString function = QStringLiteral("::fmaRoundsFloat") + (isDouble ? "64" : "32");
        const QString suffix = isDouble ? QStringLiteral("pd") : QStringLiteral("ps");
        const QByteArray type = isDouble ? "double" : "float";
        QTest::newRow("AVX2, " + type) << "N_AVX2" + function << "%ymm" << 12 << suffix;
        QTest::newRow("AVX-512, " + type) << "N_AVX3" + function << "%zmm" << 24 << suffix;
    }
}

void KernelsTest::fmaLoopIsCompiledAsMeant()
{
#ifndef __x86_64__
    QSKIP("The expected instructions are those of x86-64.");
#endif
    if (QStandardPaths::findExecutable("objdump").isEmpty())
        QSKIP("objdump of binutils is not installed.");
    QFETCH(QString, function);
    QFETCH(QString, vectors);
    QFETCH(int, chains);
    QFETCH(QString, instruction);
    const QStringList body = disassemblyOf(function);
    QVERIFY(!body.isEmpty());
    // Four steps of every chain, all operands in registers: neither folded, nor spilled, nor narrowed.
    int inRegisters = 0;
    for (const QString &line : body) {
        if (line.contains(QRegularExpression("vfmadd\\d+" + instruction)) && line.count(vectors) == 3)
            ++inRegisters;
    }
    QVERIFY2(inRegisters >= 4 * chains, QByteArray::number(inRegisters).constData());
}

void KernelsTest::largeArrayStartsAtALargePage()
{
    const LargeArray array(1024);
    QVERIFY(array);
    QCOMPARE(array.size(), std::size_t(1024));
    QCOMPARE(reinterpret_cast<std::uintptr_t>(array.data()) % (2U << 20), std::uintptr_t(0));
    QVERIFY(!LargeArray(std::size_t(1) << 59));
}

QTEST_GUILESS_MAIN(KernelsTest)
#include "kernels_test.moc"
