// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include <QTest>

#include "core/peaks/cpu/kernels.h"

#include "core/peaks/cpu/large_array.h"

#include <QCoreApplication>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>

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
    void sumAndTriadAreRight_data() { addInstructionSets(); }
    void sumAndTriadAreRight();
    void fmaLoopIsCompiledAsMeant_data();
    void fmaLoopIsCompiledAsMeant();
    void largeArrayStartsAtALargePage();
};

void KernelsTest::bestInstructionSetWithoutAChoice()
{
    const Result<std::string> best = kernels::chooseInstructionSet();
    QVERIFY(best.ok());
    QVERIFY(!best.value().empty());
    QVERIFY(kernels::flopPerRound() > 0);
    QCOMPARE(kernels::flopPerRound() % static_cast<std::int64_t>(2 * kernels::vectorFloats()), 0);
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
    const float result = kernels::fmaRounds(1'000'000);
    QVERIFY(std::isfinite(result));
    QVERIFY(std::abs(result) > 1e-6F);
    QVERIFY(kernels::fmaRounds(1'000'001) != result);
}

void KernelsTest::sumAndTriadAreRight()
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
    for (const kernels::Width width : { kernels::Width::Full, kernels::Width::AtMost32Bytes }) {
        std::fill_n(a.data(), count, -1.0F);
        kernels::triad(a.data(), b.data(), c.data(), 2, count, width);
        double total = 0;
        for (std::size_t i = 0; i < count; ++i) {
            QCOMPARE(a.data()[i], static_cast<float>(i % 7 + 2 * (i % 5)));
            total += a.data()[i];
        }
        // Small whole numbers: every order of adding them gives the same sum.
        QCOMPARE(static_cast<double>(kernels::sum(a.data(), count, width)), total);
    }
}

void KernelsTest::fmaLoopIsCompiledAsMeant_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("vectors");
    QTest::addColumn<int>("chains");
    QTest::newRow("AVX2") << "N_AVX2::fmaRoundsOf"
                          << "%ymm" << 12;
    QTest::newRow("AVX-512") << "N_AVX3::fmaRoundsOf"
                             << "%zmm" << 24;
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
    const QStringList body = disassemblyOf(function);
    QVERIFY(!body.isEmpty());
    // Four steps of every chain, all operands in registers: neither folded, nor spilled, nor narrowed.
    int inRegisters = 0;
    for (const QString &line : body) {
        if (line.contains("vfmadd") && line.count(vectors) == 3)
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
