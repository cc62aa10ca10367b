// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/cpu_device.h"

#include "core/base/text.h"
#include "core/base/text_file.h"
#include "core/machine/control_group.h"
#include "core/machine/topology.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

namespace rooflight {

namespace {

constexpr double kilohertzPerGigahertz = 1e6;

/// Of all CPUs at once: two drivers report it in two ways.
std::optional<bool> turboIsOn(const std::filesystem::path &cpus)
{
    if (const auto boost = numberIn<int>(readText(cpus / "cpufreq/boost")))
        return *boost != 0;
    if (const auto noTurbo = numberIn<int>(readText(cpus / "intel_pstate/no_turbo")))
        return *noTurbo == 0;
    return std::nullopt;
}

} // namespace

std::string cpuClockPolicy(const std::filesystem::path &root)
{
    const std::filesystem::path cpus = root / "sys/devices/system/cpu";
    const std::filesystem::path first = cpus / "cpufreq/policy0";
    std::vector<std::string> parts;
    const auto addWord = [&](std::string_view label, std::string_view file) {
        const std::string text = readText(first / file);
        if (const std::string_view word = trimmed(text); !word.empty())
            parts.push_back(fmt::format("{} {}", label, word));
    };
    addWord("governor", "scaling_governor");
    addWord("preference", "energy_performance_preference");
    if (const auto kilohertz = numberIn<double>(readText(first / "scaling_max_freq")))
        parts.push_back(fmt::format("at most {:.2f} GHz", *kilohertz / kilohertzPerGigahertz));
    if (const std::optional<bool> turbo = turboIsOn(cpus))
        parts.emplace_back(*turbo ? "turbo on" : "turbo off");
    return fmt::format("{}", fmt::join(parts, ", "));
}

int availableCpus()
{
    const auto allowed = static_cast<int>(cpuTopology().cpus.size());
    const std::optional<double> quota = controlGroupLimits().cpus;
    const int running = quota ? static_cast<int>(std::ceil(*quota)) : allowed;
    return std::max(1, std::min(allowed, running));
}

std::string cpuNameFromCpuInfo(std::string_view cpuInfo)
{
    // x86 says "model name", other architectures "Model", "cpu model" or "cpu".
    for (const std::string_view key : { "model name", "Model", "cpu model", "cpu" }) {
        for (std::size_t line = 0; line < cpuInfo.size();) {
            const std::size_t end = std::min(cpuInfo.find('\n', line), cpuInfo.size());
            const std::string_view text = cpuInfo.substr(line, end - line);
            const std::size_t colon = text.find(':');
            if (colon != std::string_view::npos && trimmed(text.substr(0, colon)) == key)
                return std::string(trimmed(text.substr(colon + 1)));
            line = end + 1;
        }
    }
    return {};
}

std::string cpuName()
{
    std::string name = cpuNameFromCpuInfo(readText("/proc/cpuinfo"));
    if (!name.empty())
        return name;
    utsname system {};
    const bool known = uname(&system) == 0;
    return (known ? std::string(system.machine) : "unknown") + " processor";
}

std::string cpuSpeedPolicy()
{
    std::string policy = cpuClockPolicy();
    if (const std::optional<double> quota = controlGroupLimits().cpus) {
        policy += policy.empty() ? "" : ", ";
        policy += fmt::format("quota of {:.4g} CPUs", *quota);
    }
    return policy;
}

Device cpuDevice(int threads)
{
    Device device;
    device.kind = "cpu";
    device.name = cpuName();
    device.threads = threads > 0 ? threads : availableCpus();
    return device;
}

} // namespace rooflight
