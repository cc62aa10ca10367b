// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/cpu_features.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace rooflight {

namespace {

bool hasBit(std::uint64_t word, int bit)
{
    return ((word >> bit) & 1) != 0;
}

bool hasAll(std::uint64_t word, std::uint64_t bits)
{
    return (word & bits) == bits;
}

constexpr std::uint64_t vectorState256 = 0x6;
constexpr std::uint64_t vectorState512 = 0xe6;
constexpr std::uint64_t tileState = 0x60000;

#if defined(__x86_64__)

std::uint64_t savedRegisters()
{
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (std::uint64_t(high) << 32) | low;
}

CpuIdWords cpuIdWords()
{
    CpuIdWords words;
    std::uint32_t eax = 0;
    std::uint32_t ebx = 0;
    std::uint32_t ecx = 0;
    std::uint32_t edx = 0;
    constexpr int systemSavesVectors = 27;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || !hasBit(ecx, systemSavesVectors))
        return words;
    words.savedRegisters = savedRegisters();
    if (__get_cpuid_count(7, 0, &eax, &words.leaf7Ebx, &words.leaf7Ecx, &words.leaf7Edx) != 0 && eax >= 1)
        __get_cpuid_count(7, 1, &words.leaf7Sub1Eax, &ebx, &ecx, &edx);
    return words;
}

/// The kernel's documentation of x86, "Using XSTATE features in user space applications".
bool mayUseTiles()
{
    constexpr int requestPermission = 0x1023;
    constexpr int tileData = 18;
    return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}

#endif

} // namespace

CpuFeatures featuresFromCpuId(const CpuIdWords &words)
{
    const bool vectors256 = hasAll(words.savedRegisters, vectorState256);
    const bool vectors512 = hasAll(words.savedRegisters, vectorState512) && hasBit(words.leaf7Ebx, 16);
    const bool tiles = hasAll(words.savedRegisters, tileState) && hasBit(words.leaf7Edx, 24);
    CpuFeatures features;
    features.avx512Vnni = vectors512 && hasBit(words.leaf7Ecx, 11);
    features.avx512Fp16 = vectors512 && hasBit(words.leaf7Edx, 23);
    features.avx512Bf16 = vectors512 && hasBit(words.leaf7Sub1Eax, 5);
    features.avxVnni = vectors256 && hasBit(words.leaf7Sub1Eax, 4);
    features.amxBf16 = tiles && hasBit(words.leaf7Edx, 22);
    features.amxInt8 = tiles && hasBit(words.leaf7Edx, 25);
    return features;
}

CpuFeatures featuresFromHardwareCapabilities(std::uint64_t first, std::uint64_t second)
{
    CpuFeatures features;
    features.neonFp16 = hasBit(first, 10); // HWCAP_ASIMDHP
    features.neonDotProduct = hasBit(first, 20); // HWCAP_ASIMDDP
    features.neonInt8Matrix = hasBit(second, 13); // HWCAP2_I8MM
    features.neonBf16 = hasBit(second, 14); // HWCAP2_BF16
    return features;
}

CpuFeatures cpuFeatures()
{
#if defined(__x86_64__)
    CpuFeatures features = featuresFromCpuId(cpuIdWords());
    if ((features.amxBf16 || features.amxInt8) && !mayUseTiles())
        features.amxBf16 = features.amxInt8 = false;
    return features;
#elif defined(__aarch64__)
    return featuresFromHardwareCapabilities(getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
#else
    return {};
#endif
}

} // namespace rooflight
