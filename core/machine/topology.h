// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace rooflight {

/// One CPU of the affinity mask.
struct LogicalCpu {
    int number = 0; ///< as the kernel counts
    int core = 0; ///< lowest number among the CPUs of its core
    int node = 0; ///< of memory that is near

    bool operator==(const LogicalCpu &) const = default;
};

/// One data cache, with the CPUs of the affinity mask that share it.
struct CpuCache {
    int level = 0;
    std::int64_t bytes = 0;
    std::vector<int> cpus;

    bool operator==(const CpuCache &) const = default;
};

struct CpuTopology {
    std::vector<LogicalCpu> cpus; ///< of the affinity mask, ascending
    std::vector<CpuCache> caches; ///< by level; empty without /sys
    bool cachesByCpuId = false; ///< they come from the processor, not from the system
    std::int64_t lastLevelCacheBytes = 0; ///< of all last-level caches that these CPUs share, together
};

/// Bytes in a cache size as the kernel writes it, for example "32768K" or "1M"; 0 when it is none.
[[nodiscard]] std::int64_t bytesFromCacheSize(std::string_view text);

/// CPUs that this process may run on. Without /sys every CPU counts as a core, and the caches' size comes from the C
/// library, else is taken as 32 MiB. `root` stands for "/".
[[nodiscard]] CpuTopology cpuTopology(const std::filesystem::path &root = "/");

/// As above for the given CPUs.
[[nodiscard]] CpuTopology cpuTopologyOf(const std::vector<int> &cpuNumbers, const std::filesystem::path &root);

/// Lets this thread, and those that it makes later, run on these CPUs alone. False if the system refuses.
bool runOnCpus(const std::vector<int> &cpus);

/// What each level of cache holds for threads at these places.
struct CacheLevel {
    int level = 0;
    std::int64_t bytesPerThread = 0; ///< of the thread with the least
    std::int64_t bytes = 0; ///< of all caches of that level that the threads use
    int instances = 0; ///< how many caches that is
    bool shared = false; ///< one of them is used by several threads

    bool operator==(const CacheLevel &) const = default;
};

/// Bytes of all caches of the last level, together.
[[nodiscard]] std::int64_t lastLevelBytes(const std::vector<CpuCache> &caches);

/// Bytes that threads on all CPUs write together to replace what any cache held: twice the last level's or twice the
/// private second levels', whichever is more, and 64 MiB at least.
[[nodiscard]] std::int64_t flushBytes(const CpuTopology &topology);

[[nodiscard]] std::vector<CacheLevel> cacheLevels(const CpuTopology &topology, const std::vector<LogicalCpu> &places);

/// CPUs for this many threads: one a core first, then the other CPUs of the cores, either spread evenly over the nodes
/// and over their cores. Empty when there are more threads than CPUs.
[[nodiscard]] std::vector<LogicalCpu> placeThreads(const CpuTopology &topology, int threads);

} // namespace rooflight
