// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/cpuid_caches.h"

#include "core/machine/worker_team.h"

#include <bit>
#include <map>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace rooflight {

namespace {

std::uint32_t bits(std::uint32_t word, int from, int to)
{
    return (word >> from) & ((std::uint32_t(1) << (to - from + 1)) - 1);
}

#if defined(__x86_64__)

constexpr std::uint32_t noMoreCaches = 0; ///< type in a sub-leaf

/// What one CPU says of itself.
struct CpuIdWord {
    std::uint32_t identifier = 0; ///< x2APIC
    std::vector<CpuIdCache> caches;
};

std::vector<CpuIdCache> cachesInLeaf(std::uint32_t leaf)
{
    std::vector<CpuIdCache> caches;
    CacheLeaf words;
    std::uint32_t edx = 0;
    for (std::uint32_t index = 0;; ++index) {
        if (__get_cpuid_count(leaf, index, &words.eax, &words.ebx, &words.ecx, &edx) == 0
            || bits(words.eax, 0, 4) == noMoreCaches)
            return caches;
        if (const std::optional<CpuIdCache> cache = cacheFromLeaf(words))
            caches.push_back(*cache);
    }
}

CpuIdWord wordOfThisCpu()
{
    CpuIdWord word;
    std::uint32_t eax = 0;
    std::uint32_t ebx = 0;
    std::uint32_t ecx = 0;
    __get_cpuid_count(0xb, 0, &eax, &ebx, &ecx, &word.identifier);
    word.caches = cachesInLeaf(4);
    if (word.caches.empty())
        word.caches = cachesInLeaf(0x8000001d);
    return word;
}

#endif

} // namespace

std::optional<CpuIdCache> cacheFromLeaf(const CacheLeaf &leaf)
{
    constexpr std::uint32_t ofData = 1;
    constexpr std::uint32_t ofBoth = 3;
    const std::uint32_t type = bits(leaf.eax, 0, 4);
    if (type != ofData && type != ofBoth)
        return std::nullopt;
    const std::int64_t ways = bits(leaf.ebx, 22, 31) + 1;
    const std::int64_t partitions = bits(leaf.ebx, 12, 21) + 1;
    const std::int64_t lineBytes = bits(leaf.ebx, 0, 11) + 1;
    const std::int64_t sets = std::int64_t(leaf.ecx) + 1;
    const std::uint32_t mostSharing = bits(leaf.eax, 14, 25);
    return CpuIdCache { static_cast<int>(bits(leaf.eax, 5, 7)), ways * partitions * lineBytes * sets,
                        static_cast<int>(std::bit_width(mostSharing)) };
}

std::vector<CpuCache> cachesByCpuId(const std::vector<LogicalCpu> &cpus)
{
#if defined(__x86_64__)
    std::vector<CpuIdWord> words(cpus.size());
    WorkerTeam(static_cast<int>(cpus.size()), cpus).run([&words](int worker) {
        words[static_cast<std::size_t>(worker)] = wordOfThisCpu();
    });
    std::map<std::pair<int, std::uint32_t>, CpuCache> caches; // by level, and by what the identifiers have in common
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        for (const CpuIdCache &found : words[i].caches) {
            CpuCache &cache = caches[{ found.level, words[i].identifier >> found.sharedIdBits }];
            cache.level = found.level;
            cache.bytes = found.bytes;
            cache.cpus.push_back(cpus[i].number);
        }
    }
    std::vector<CpuCache> result;
    result.reserve(caches.size());
    for (auto &[key, cache] : caches)
        result.push_back(std::move(cache));
    return result;
#else
    static_cast<void>(cpus);
    return {};
#endif
}

} // namespace rooflight
