// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/cpu_features.h"

#include <QFile>

using namespace rooflight;

namespace {

/// As clang's <cpuid.h> has them.
constexpr std::uint32_t bitAvx512F = 0x00010000;
constexpr std::uint32_t bitAvx512Vnni = 0x00000800;
constexpr std::uint32_t bitAmxBf16 = 0x00400000;
constexpr std::uint32_t bitAvx512Fp16 = 0x00800000;
constexpr std::uint32_t bitAmxTile = 0x01000000;
constexpr std::uint32_t bitAmxInt8 = 0x02000000;
constexpr std::uint32_t bitAvxVnni = 0x00000010;
constexpr std::uint32_t bitAvx512Bf16 = 0x00000020;

/// A processor with all of them.
CpuIdWords everything()
{
    CpuIdWords words;
    words.leaf7Ebx = bitAvx512F;
    words.leaf7Ecx = bitAvx512Vnni;
    words.leaf7Edx = bitAvx512Fp16 | bitAmxTile | bitAmxBf16 | bitAmxInt8;
    words.leaf7Sub1Eax = bitAvxVnni | bitAvx512Bf16;
    words.savedRegisters = 0x600e7;
    return words;
}

/// Flags of the first processor in /proc/cpuinfo.
QList<QByteArray> flagsByTheKernel()
{
    QFile file("/proc/cpuinfo");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("flags") || line.startsWith("Features"))
            return line.mid(line.indexOf(':') + 1).simplified().split(' ');
    }
    return {};
}

} // namespace

class CpuFeaturesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachBitIsOneFeature();
    void withoutItsRegistersAnInstructionIsNone();
    void armCapabilities();
    void agreesWithTheKernel();
};

void CpuFeaturesTest::eachBitIsOneFeature()
{
    CpuFeatures all;
    all.avx512Bf16 = all.avx512Fp16 = all.avx512Vnni = all.avxVnni = true;
    all.amxBf16 = all.amxInt8 = true;
    QVERIFY(featuresFromCpuId(everything()) == all);

    CpuIdWords words = everything();
    words.leaf7Edx &= ~bitAmxBf16;
    CpuFeatures expected = all;
    expected.amxBf16 = false;
    QVERIFY(featuresFromCpuId(words) == expected);

    words = everything();
    words.leaf7Edx &= ~bitAvx512Fp16;
    words.leaf7Sub1Eax &= ~bitAvx512Bf16;
    expected = all;
    expected.avx512Fp16 = expected.avx512Bf16 = false;
    QVERIFY(featuresFromCpuId(words) == expected);
}

void CpuFeaturesTest::withoutItsRegistersAnInstructionIsNone()
{
    CpuIdWords words = everything();
    words.savedRegisters = 0xe7; // no tiles
    CpuFeatures features = featuresFromCpuId(words);
    QVERIFY(!features.amxBf16 && !features.amxInt8);
    QVERIFY(features.avx512Bf16);
    words.savedRegisters = 0x7; // no vectors of 64 bytes
    features = featuresFromCpuId(words);
    QVERIFY(!features.avx512Bf16 && !features.avx512Fp16 && !features.avx512Vnni);
    QVERIFY(features.avxVnni);
    words.savedRegisters = 0x3; // none of 32 bytes
    QVERIFY(featuresFromCpuId(words) == CpuFeatures {});
}

void CpuFeaturesTest::armCapabilities()
{
    QVERIFY(featuresFromHardwareCapabilities(0, 0) == CpuFeatures {});
    // A Graviton3 (Neoverse V1): asimdhp and asimddp; i8mm and bf16.
    const CpuFeatures features = featuresFromHardwareCapabilities(0x100400, 0x6000);
    QVERIFY(features.neonFp16 && features.neonDotProduct && features.neonInt8Matrix && features.neonBf16);
    QVERIFY(!featuresFromHardwareCapabilities(0x100400, 0).neonBf16);
}

void CpuFeaturesTest::agreesWithTheKernel()
{
    const QList<QByteArray> flags = flagsByTheKernel();
    if (flags.isEmpty())
        QSKIP("/proc/cpuinfo tells no flags.");
    const CpuFeatures features = cpuFeatures();
#if defined(__x86_64__)
    QCOMPARE(features.avx512Bf16, flags.contains("avx512_bf16"));
    QCOMPARE(features.avx512Fp16, flags.contains("avx512_fp16"));
    QCOMPARE(features.avx512Vnni, flags.contains("avx512_vnni"));
    QCOMPARE(features.avxVnni, flags.contains("avx_vnni"));
    QVERIFY(!features.amxBf16 || flags.contains("amx_bf16"));
    QVERIFY(!features.amxInt8 || flags.contains("amx_int8"));
#elif defined(__aarch64__)
    QCOMPARE(features.neonFp16, flags.contains("asimdhp"));
    QCOMPARE(features.neonDotProduct, flags.contains("asimddp"));
    QCOMPARE(features.neonInt8Matrix, flags.contains("i8mm"));
    QCOMPARE(features.neonBf16, flags.contains("bf16"));
#else
    QVERIFY(features == CpuFeatures {});
#endif
}

ROOFLIGHT_TEST(CpuFeaturesTest)
#include "cpu_features_test.moc"
