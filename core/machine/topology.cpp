// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/topology.h"

#include "core/base/text_file.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <sched.h>
#include <unistd.h>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t guessedCacheBytes = std::int64_t(32) << 20;

/// CPUs of the affinity mask, whatever number of CPUs the kernel counts.
std::vector<int> allowedCpus()
{
    for (int capacity = 1024; capacity <= 1 << 20; capacity *= 2) {
        cpu_set_t *set = CPU_ALLOC(static_cast<std::size_t>(capacity));
        const std::size_t size = CPU_ALLOC_SIZE(static_cast<std::size_t>(capacity));
        std::vector<int> cpus;
        const bool known = sched_getaffinity(0, size, set) == 0;
        for (int cpu = 0; known && cpu < capacity; ++cpu) {
            if (CPU_ISSET_S(static_cast<std::size_t>(cpu), size, set))
                cpus.push_back(cpu);
        }
        CPU_FREE(set);
        if (known)
            return cpus;
    }
    return { 0 };
}

int coreOf(int cpu, const fs::path &folder)
{
    return numberIn<int>(readText(folder / "topology/thread_siblings_list")).value_or(cpu);
}

int nodeOf(const fs::path &folder)
{
    constexpr std::string_view prefix = "node";
    std::error_code unreadable;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, unreadable)) {
        const std::string name = entry.path().filename();
        if (name.starts_with(prefix))
            return numberIn<int>(std::string_view(name).substr(prefix.size())).value_or(0);
    }
    return 0;
}

/// So many of these, at even distances.
std::vector<LogicalCpu> spread(const std::vector<LogicalCpu> &cpus, std::size_t wanted)
{
    std::vector<LogicalCpu> chosen;
    for (std::size_t i = 0; i < wanted; ++i)
        chosen.push_back(cpus[i * cpus.size() / wanted]);
    return chosen;
}

/// Adds the data caches of a CPU; those that it shares with CPUs before it are there already.
void addCaches(int cpu, const fs::path &folder, std::map<std::pair<int, std::string>, CpuCache> &caches)
{
    for (int i = 0; fs::exists(folder / "cache" / ("index" + std::to_string(i))); ++i) {
        const fs::path entry = folder / "cache" / ("index" + std::to_string(i));
        const int level = numberIn<int>(readText(entry / "level")).value_or(0);
        const std::int64_t bytes = bytesFromCacheSize(readText(entry / "size"));
        if (bytes <= 0 || level <= 0 || readText(entry / "type").starts_with("Instruction"))
            continue;
        CpuCache &cache = caches[{ level, readText(entry / "shared_cpu_list") }];
        cache.level = level;
        cache.bytes = bytes;
        cache.cpus.push_back(cpu);
    }
}

std::int64_t cacheBytesByLibrary()
{
#ifdef _SC_LEVEL3_CACHE_SIZE
    for (const int name : { _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE }) {
        if (const long bytes = sysconf(name); bytes > 0)
            return bytes;
    }
#endif
    return guessedCacheBytes;
}

} // namespace

std::int64_t bytesFromCacheSize(std::string_view text)
{
    const std::int64_t number = numberIn<std::int64_t>(text).value_or(0);
    if (text.find('K') != std::string_view::npos)
        return number << 10;
    if (text.find('M') != std::string_view::npos)
        return number << 20;
    return number;
}

CpuTopology cpuTopologyOf(const std::vector<int> &cpuNumbers, const fs::path &root)
{
    CpuTopology topology;
    std::map<std::pair<int, std::string>, CpuCache> caches; // by level, and by who shares it
    for (const int number : cpuNumbers) {
        const fs::path folder = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(number));
        topology.cpus.push_back({ number, coreOf(number, folder), nodeOf(folder) });
        addCaches(number, folder, caches);
    }
    for (auto &[key, cache] : caches)
        topology.caches.push_back(std::move(cache));
    topology.lastLevelCacheBytes = topology.caches.empty() ? cacheBytesByLibrary() : lastLevelBytes(topology.caches);
    return topology;
}

bool runOnCpus(const std::vector<int> &cpus)
{
    const int capacity = cpus.empty() ? 1 : std::ranges::max(cpus) + 1;
    cpu_set_t *set = CPU_ALLOC(static_cast<std::size_t>(capacity));
    const std::size_t size = CPU_ALLOC_SIZE(static_cast<std::size_t>(capacity));
    CPU_ZERO_S(size, set);
    for (const int cpu : cpus)
        CPU_SET_S(static_cast<std::size_t>(cpu), size, set);
    const bool done = sched_setaffinity(0, size, set) == 0;
    CPU_FREE(set);
    return done;
}

std::int64_t lastLevelBytes(const std::vector<CpuCache> &caches)
{
    std::int64_t bytes = 0;
    for (const CpuCache &cache : caches) {
        if (cache.level == caches.back().level)
            bytes += cache.bytes;
    }
    return bytes;
}

std::int64_t flushBytes(const CpuTopology &topology)
{
    constexpr std::int64_t minimum = std::int64_t { 64 } << 20;
    std::int64_t secondLevel = 0;
    for (const CpuCache &cache : topology.caches) {
        if (cache.level == 2)
            secondLevel += cache.bytes;
    }
    return std::max({ 2 * topology.lastLevelCacheBytes, 2 * secondLevel, minimum });
}

std::vector<CacheLevel> cacheLevels(const CpuTopology &topology, const std::vector<LogicalCpu> &places)
{
    std::map<int, CacheLevel> levels;
    for (const CpuCache &cache : topology.caches) {
        const std::int64_t threads = std::ranges::count_if(places, [&cache](const LogicalCpu &place) {
            return std::ranges::find(cache.cpus, place.number) != cache.cpus.end();
        });
        if (threads == 0)
            continue;
        CacheLevel &level = levels[cache.level];
        const std::int64_t share = cache.bytes / threads;
        level.bytesPerThread = level.level == 0 ? share : std::min(level.bytesPerThread, share);
        level.bytes += cache.bytes;
        ++level.instances;
        level.shared = level.shared || threads > 1;
        level.level = cache.level;
    }
    std::vector<CacheLevel> result;
    result.reserve(levels.size());
    for (const auto &[number, level] : levels)
        result.push_back(level);
    return result;
}

CpuTopology cpuTopology(const fs::path &root)
{
    return cpuTopologyOf(allowedCpus(), root);
}

std::vector<LogicalCpu> placeThreads(const CpuTopology &topology, int threads)
{
    const auto wanted = static_cast<std::size_t>(threads);
    if (wanted > topology.cpus.size())
        return {};
    // Systems may number the CPUs of their nodes alternately.
    std::vector<LogicalCpu> byNode = topology.cpus;
    std::ranges::stable_sort(byNode, {}, &LogicalCpu::node);
    std::vector<LogicalCpu> firstOfCore;
    std::vector<LogicalCpu> others;
    std::set<int> cores;
    for (const LogicalCpu &cpu : byNode)
        (cores.insert(cpu.core).second ? firstOfCore : others).push_back(cpu);

    std::vector<LogicalCpu> places = spread(firstOfCore, std::min(wanted, firstOfCore.size()));
    const std::vector<LogicalCpu> more = spread(others, wanted - places.size());
    places.insert(places.end(), more.begin(), more.end());
    return places;
}

} // namespace rooflight
