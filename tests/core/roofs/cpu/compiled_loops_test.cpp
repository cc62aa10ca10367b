// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// Holds the compiled loops to the instructions that their roofs claim.

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cpu/loops/compute_loops.h"
#include "core/roofs/cpu/loops/memory_kernels.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

using namespace rooflight;

namespace {

struct Line {
    qulonglong address = 0;
    QString text; ///< mnemonic and operands
};

/// Lines of this program by function.
QHash<QString, QList<Line>> disassemble()
{
    QProcess objdump;
    objdump.start("objdump", { "-d", "-C", "--no-show-raw-insn", QCoreApplication::applicationFilePath() });
    if (!objdump.waitForFinished())
        return {};
    QHash<QString, QList<Line>> functions;
    QString name;
    const QStringList lines = QString::fromUtf8(objdump.readAllStandardOutput()).split('\n');
    for (const QString &line : lines) {
        const qsizetype colon = line.indexOf(":\t");
        if (line.endsWith(">:"))
            name = line.mid(line.indexOf('<'));
        else if (colon > 0)
            functions[name].append(
                { line.left(colon).trimmed().toULongLong(nullptr, 16), line.mid(colon).simplified() });
    }
    return functions;
}

/// Lines from the target of the jump in the last one, where that is a jump back.
QStringList loopThatEndsAt(const QList<Line> &body, qsizetype end)
{
    static const QRegularExpression jump("^: (j\\w+|b\\.\\w+|cbnz \\w+,) ([0-9a-f]+) <");
    const QRegularExpressionMatch match = jump.match(body[end].text);
    const qulonglong target = match.captured(2).toULongLong(nullptr, 16);
    QStringList loop;
    if (!match.hasMatch() || target > body[end].address)
        return loop;
    for (const Line &line : body.mid(0, end + 1)) {
        if (line.address >= target)
            loop.append(line.text);
    }
    return loop;
}

/// The loop that holds the most of the instruction.
QStringList loopOf(const QList<Line> &body, const QRegularExpression &instruction)
{
    QStringList best;
    qsizetype most = 0;
    for (qsizetype end = 0; end < body.size(); ++end) {
        const QStringList loop = loopThatEndsAt(body, end);
        if (const qsizetype count = loop.filter(instruction).size(); count > most) {
            most = count;
            best = loop;
        }
    }
    return best;
}

void addRow(const QString &function, const char *instruction, int count)
{
    QTest::newRow(qUtf8Printable(function)) << function << QString(instruction) << count;
}

/// Four steps of each chain.
constexpr int steps12 = 4 * 12;
constexpr int steps14 = 4 * 14;
constexpr int steps24 = 4 * 24;

void addX86Rows()
{
    addRow("N_SSE4::scalarFloat32", "(mul|add)ss %xmm", 2 * steps14);
    addRow("N_SSE4::scalarFloat64", "(mul|add)sd %xmm", 2 * steps14);
    addRow("N_SSE4::vectorFmaFloat32", "(mul|add)ps %xmm", 2 * steps14);
    addRow("N_SSE4::vectorFmaFloat64", "(mul|add)pd %xmm", 2 * steps14);
    addRow("N_AVX2::scalarFloat32", "vfmadd\\d+ss %xmm", steps14);
    addRow("N_AVX2::scalarFloat64", "vfmadd\\d+sd %xmm", steps14);
    addRow("N_AVX2::vectorFmaFloat32", "vfmadd\\d+ps %ymm", steps14);
    addRow("N_AVX2::vectorFmaFloat64", "vfmadd\\d+pd %ymm", steps14);
    addRow("N_AVX2::vectorNoFmaFloat32", "v(mul|add|sub)ps %ymm", steps14);
    addRow("N_AVX2::vectorNoFmaFloat64", "v(mul|add|sub)pd %ymm", steps14);
    addRow("N_AVX3::scalarFloat32", "vfmadd\\d+ss %xmm", steps24);
    addRow("N_AVX3::scalarFloat64", "vfmadd\\d+sd %xmm", steps24);
    addRow("N_AVX3::vectorFmaFloat32", "vfmadd\\d+ps %zmm", steps24);
    addRow("N_AVX3::vectorFmaFloat64", "vfmadd\\d+pd %zmm", steps24);
    addRow("N_AVX3::vectorNoFmaFloat32", "v(mul|add|sub)ps %zmm", steps24);
    addRow("N_AVX3::vectorNoFmaFloat64", "v(mul|add|sub)pd %zmm", steps24);
    addRow("::fmaFp16Avx512", "vfmadd231ph %zmm", steps24);
    addRow("::dotBf16Avx512", "vdpbf16ps %zmm", steps24);
    addRow("::dotInt8Avx512", "vpdpbusd %zmm", steps24);
    addRow("::dotInt8Avx(", "vpdpbusd %ymm", steps12);
    addRow("::tilesBf16", "tdpbf16ps %tmm", 6);
    addRow("::tilesInt8", "tdpbusd %tmm", 6);
}

void addArmRows()
{
    addRow("N_NEON::vectorFmaFloat32", "fmla v\\d+\\.4s", steps24);
    addRow("N_NEON::vectorFmaFloat64", "fmla v\\d+\\.2d", steps24);
    addRow("N_NEON::scalarFloat32", "fmadd s", steps24);
    addRow("N_NEON::scalarFloat64", "fmadd d", steps24);
    addRow("::fmaFp16", "fmla v\\d+\\.8h", steps24);
    addRow("::dotBf16", "bfdot v", steps24);
    addRow("::matrixBf16", "bfmmla v", steps24);
    addRow("::dotInt8", "sdot v", steps24);
    addRow("::matrixInt8", "smmla v", steps24);
}

} // namespace

class CompiledLoopsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void holdWhatTheyClaim_data();
    void holdWhatTheyClaim();
    void multiplyHalfOfTheTime();

private:
    [[nodiscard]] QStringList loopOfFunction(const QString &function, const QRegularExpression &instruction) const;

    QHash<QString, QList<Line>> m_functions;
};

void CompiledLoopsTest::initTestCase()
{
    // So that all of them are linked.
    const Result<std::string> instructions = kernels::chooseInstructionSet();
    QVERIFY(instructions.ok());
    QVERIFY(!kernels::computeLoops(instructions.value()).empty());
    if (QStandardPaths::findExecutable("objdump").isEmpty())
        QSKIP("objdump of binutils is not installed.");
    m_functions = disassemble();
    QVERIFY(!m_functions.isEmpty());
}

QStringList CompiledLoopsTest::loopOfFunction(const QString &function, const QRegularExpression &instruction) const
{
    QStringList loop;
    for (auto body = m_functions.cbegin(); body != m_functions.cend(); ++body) {
        if (body.key().contains(function))
            loop += loopOf(body.value(), instruction);
    }
    return loop;
}

void CompiledLoopsTest::holdWhatTheyClaim_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("instruction");
    QTest::addColumn<int>("count");
#if defined(__x86_64__)
    addX86Rows();
    Q_UNUSED(addArmRows)
#elif defined(__aarch64__)
    addArmRows();
    Q_UNUSED(addX86Rows)
#else
    QSKIP("The expected instructions are those of x86-64 and 64-bit Arm.");
#endif
}

void CompiledLoopsTest::holdWhatTheyClaim()
{
    QFETCH(QString, function);
    QFETCH(QString, instruction);
    QFETCH(int, count);
    const QStringList loop = loopOfFunction(function, QRegularExpression(instruction));
    // No step is folded, narrowed or left out, and nothing goes through memory: neither operands nor chains.
    QCOMPARE(loop.filter(QRegularExpression(instruction)).size(), qsizetype(count));
    QVERIFY2(loop.filter(QRegularExpression("\\(%r|\\[")).isEmpty(), qUtf8Printable(loop.join('\n')));
    // What is left counts the rounds.
    QVERIFY2(loop.size() <= count + 4, qUtf8Printable(loop.join('\n')));
}

void CompiledLoopsTest::multiplyHalfOfTheTime()
{
#if defined(__x86_64__)
    for (const char *function : { "N_AVX2::vectorNoFmaFloat32", "N_AVX2::vectorNoFmaFloat64",
                                  "N_AVX3::vectorNoFmaFloat32", "N_AVX3::vectorNoFmaFloat64" }) {
        const QStringList loop = loopOfFunction(function, QRegularExpression("v(mul|add|sub)p"));
        const qsizetype products = loop.filter(QRegularExpression("vmulp")).size();
        QVERIFY2(products > 0 && products == loop.filter(QRegularExpression("v(add|sub)p")).size(), function);
    }
#else
    QSKIP("The expected instructions are those of x86-64.");
#endif
}

ROOFLIGHT_TEST(CompiledLoopsTest)
#include "compiled_loops_test.moc"
