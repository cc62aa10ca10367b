// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/processor.h"

#include "core/base/text_file.h"
#include "core/machine/control_group.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr int maxCpus = 1 << 16; ///< of a list that is not damaged

/// Those of these CPUs that are in the topology.
std::vector<int> among(const CpuTopology &topology, const std::vector<int> &cpus)
{
    std::vector<int> found;
    for (const LogicalCpu &cpu : topology.cpus) {
        if (std::ranges::find(cpus, cpu.number) != cpus.end())
            found.push_back(cpu.number);
    }
    return found;
}

/// The kernel's names for the units that count events of each kind.
std::vector<CpuGroup> namedKinds(const CpuTopology &topology, const fs::path &root)
{
    std::vector<CpuGroup> kinds;
    for (const auto &[folder, name] : { std::pair("cpu_core", "performance"), std::pair("cpu_atom", "efficiency"),
                                        std::pair("cpu_lowpower", "low power") }) {
        std::vector<int> cpus = among(topology, cpusInList(readText(root / "sys/devices" / folder / "cpus")));
        if (!cpus.empty())
            kinds.push_back({ name, std::move(cpus) });
    }
    return kinds;
}

/// 1024 is that of the fastest core.
std::vector<CpuGroup> kindsByCapacity(const CpuTopology &topology, const fs::path &root)
{
    std::map<int, std::vector<int>, std::greater<>> byCapacity;
    for (const LogicalCpu &cpu : topology.cpus) {
        const fs::path file = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu.number)) / "cpu_capacity";
        if (const std::optional<int> capacity = numberIn<int>(readText(file)))
            byCapacity[*capacity].push_back(cpu.number);
    }
    std::vector<CpuGroup> kinds;
    kinds.reserve(byCapacity.size());
    for (auto &[capacity, cpus] : byCapacity)
        kinds.push_back({ "capacity " + std::to_string(capacity), std::move(cpus) });
    return kinds;
}

} // namespace

std::vector<int> cpusInList(std::string_view list)
{
    std::vector<int> cpus;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        const std::string_view range = list.substr(0, comma);
        const std::size_t dash = range.find('-');
        const std::optional<int> first = numberIn<int>(range);
        const std::optional<int> last = dash == std::string_view::npos ? first : numberIn<int>(range.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last >= maxCpus)
            return {};
        for (int cpu = *first; cpu <= *last; ++cpu)
            cpus.push_back(cpu);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return cpus;
}

std::string chosenWord(std::string_view text)
{
    const std::size_t begin = text.find('[');
    const std::size_t end = text.find(']', begin == std::string_view::npos ? 0 : begin);
    if (begin == std::string_view::npos || end == std::string_view::npos)
        return {};
    return std::string(text.substr(begin + 1, end - begin - 1));
}

std::vector<std::string> extensionNames(const CpuFeatures &features)
{
    std::vector<std::string> names;
    for (const auto &[has, name] :
         { std::pair(features.avx512Bf16, "avx512_bf16"), std::pair(features.avx512Fp16, "avx512_fp16"),
           std::pair(features.avx512Vnni, "avx512_vnni"), std::pair(features.avxVnni, "avx_vnni"),
           std::pair(features.amxBf16, "amx_bf16"), std::pair(features.amxInt8, "amx_int8"),
           std::pair(features.neonFp16, "fp16"), std::pair(features.neonBf16, "bf16"),
           std::pair(features.neonDotProduct, "dotprod"), std::pair(features.neonInt8Matrix, "i8mm") }) {
        if (has)
            names.emplace_back(name);
    }
    return names;
}

std::vector<CpuGroup> memoryNodes(const CpuTopology &topology)
{
    std::map<int, std::vector<int>> byNode;
    for (const LogicalCpu &cpu : topology.cpus)
        byNode[cpu.node].push_back(cpu.number);
    std::vector<CpuGroup> nodes;
    nodes.reserve(byNode.size());
    for (auto &[node, cpus] : byNode)
        nodes.push_back({ std::to_string(node), std::move(cpus) });
    return nodes;
}

std::vector<CpuGroup> coreKinds(const CpuTopology &topology, const fs::path &root)
{
    for (const auto &find : { namedKinds, kindsByCapacity }) {
        if (std::vector<CpuGroup> kinds = find(topology, root); kinds.size() > 1)
            return kinds;
    }
    return {};
}

Processor processorOf(const CpuTopology &topology, const fs::path &root)
{
    Processor processor;
    processor.extensions = extensionNames(cpuFeatures());
    processor.pageBytes = sysconf(_SC_PAGESIZE);
    processor.hugePages = chosenWord(readText(root / "sys/kernel/mm/transparent_hugepage/enabled"));
    processor.nodes = memoryNodes(topology);
    processor.coreKinds = coreKinds(topology, root);
    processor.quotaCpus = controlGroupLimits(root).cpus;
    return processor;
}

} // namespace rooflight
