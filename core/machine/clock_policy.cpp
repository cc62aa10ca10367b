// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/clock_policy.h"

#include "core/base/text.h"
#include "core/base/text_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

} // namespace rooflight
