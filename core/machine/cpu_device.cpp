// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/cpu_device.h"

#include "core/base/text.h"
#include "core/base/text_file.h"
#include "core/machine/clock_policy.h"
#include "core/machine/control_group.h"
#include "core/machine/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sys/utsname.h>

namespace rooflight {

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
