// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

namespace rooflight {

/// Instructions for neural networks that come on top of an instruction set: usable by the processor and by the system.
struct CpuFeatures {
    bool avx512Bf16 = false;
    bool avx512Fp16 = false;
    bool avx512Vnni = false;
    bool avxVnni = false;
    bool amxBf16 = false;
    bool amxInt8 = false;
    bool neonFp16 = false;
    bool neonBf16 = false;
    bool neonDotProduct = false;
    bool neonInt8Matrix = false;

    bool operator==(const CpuFeatures &) const = default;
};

/// What CPUID of an x86 processor says, and which registers the system saves (XCR0).
struct CpuIdWords {
    std::uint32_t leaf7Ebx = 0;
    std::uint32_t leaf7Ecx = 0;
    std::uint32_t leaf7Edx = 0;
    std::uint32_t leaf7Sub1Eax = 0;
    std::uint64_t savedRegisters = 0;
};

/// Bits of the Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID, and volume 1,
/// chapter 13.
[[nodiscard]] CpuFeatures featuresFromCpuId(const CpuIdWords &words);

/// AT_HWCAP and AT_HWCAP2 of 64-bit Arm Linux.
[[nodiscard]] CpuFeatures featuresFromHardwareCapabilities(std::uint64_t first, std::uint64_t second);

/// Those of this machine. Asks the system for the tile registers of AMX, which it hands out on request only.
[[nodiscard]] CpuFeatures cpuFeatures();

} // namespace rooflight
