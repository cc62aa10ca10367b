// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/machine/topology.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// One sub-leaf of CPUID 4 (Intel) or 0x8000001D (AMD): both have the same fields.
struct CacheLeaf {
    std::uint32_t eax = 0;
    std::uint32_t ebx = 0;
    std::uint32_t ecx = 0;
};

/// A cache as CPUID describes it.
struct CpuIdCache {
    int level = 0;
    std::int64_t bytes = 0;
    int sharedIdBits = 0; ///< CPUs whose identifiers differ in these lowest bits alone share it

    bool operator==(const CpuIdCache &) const = default;
};

/// The data cache in a sub-leaf; absent for caches of instructions. Intel 64 and IA-32 Architectures Software
/// Developer's Manual, volume 2A, CPUID leaf 4.
[[nodiscard]] std::optional<CpuIdCache> cacheFromLeaf(const CacheLeaf &leaf);

/// Data caches of these CPUs by the processor's own word, asked on each of them; empty on other processors than x86.
[[nodiscard]] std::vector<CpuCache> cachesByCpuId(const std::vector<LogicalCpu> &cpus);

} // namespace rooflight
