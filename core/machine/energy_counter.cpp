// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/energy_counter.h"

#include "core/base/file_descriptor.h"
#include "core/base/plain_file.h"
#include "core/base/text.h"
#include "core/machine/nvml.h"
#include "core/model/result_sentences.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr double joulesPerMicrojoule = 1e-6;
constexpr std::int64_t largestRange = std::numeric_limits<std::int64_t>::max() / 2;

/// The files hold a name, or a number of at most 19 digits.
std::string shortText(const fs::path &path)
{
    constexpr std::size_t maxBytes = 64;
    return std::string(trimmed(readPlainText(path.string(), maxBytes, FileEnd::First)));
}

/// The whole text must be a number, and none below zero.
std::optional<std::int64_t> amountIn(const fs::path &path)
{
    const std::string text = shortText(path);
    std::int64_t number = 0;
    const char *end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && last == end && number >= 0 ? std::optional(number) : std::nullopt;
}

/// "intel-rapl:0", but not "intel-rapl:0:1", which is a part of it.
bool isZone(std::string_view name)
{
    constexpr std::string_view prefix = "intel-rapl:";
    const std::string_view number = name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view();
    return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Where the packages' zones lie, each once.
std::vector<fs::path> packagesBelow(const fs::path &folder)
{
    constexpr std::size_t maxPackages = 256;
    std::vector<fs::path> packages;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end && packages.size() < maxPackages;
         entry.increment(error)) {
        std::error_code broken; // a link that leads nowhere, or in a circle
        if (!isZone(entry->path().filename().string()) || !shortText(entry->path() / "name").starts_with("package"))
            continue;
        if (fs::path zone = fs::canonical(entry->path(), broken); !broken)
            packages.push_back(std::move(zone));
    }
    std::ranges::sort(packages);
    packages.erase(std::unique(packages.begin(), packages.end()), packages.end());
    return packages;
}

bool isForbidden(const fs::path &file)
{
    const FileDescriptor opened(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    return !opened.isOpen() && (errno == EACCES || errno == EPERM);
}

class NvmlCounter : public EnergyCounter
{
public:
    explicit NvmlCounter(const std::string &pciBusId)
        : m_nvml(pciBusId)
    {
    }

    [[nodiscard]] EnergySource source() const override { return EnergySource::Nvml; }
    [[nodiscard]] std::optional<double> joules() override { return m_nvml.energyJoules(); }

private:
    Nvml m_nvml;
};

} // namespace

RaplCounter::RaplCounter(const fs::path &root)
{
    for (const fs::path &package : packagesBelow(root / "sys/class/powercap")) {
        Zone zone { package / "energy_uj", amountIn(package / "max_energy_range_uj").value_or(0), {} };
        if (zone.range > largestRange)
            zone.range = 0;
        zone.last = read(zone);
        if (!zone.last && m_gap.empty())
            m_gap = composedText(isForbidden(zone.file) ? sentences::energyForRoot : sentences::energyMakesNoSense);
        m_zones.push_back(std::move(zone));
    }
    if (m_zones.empty())
        m_gap = composedText(sentences::noEnergyCounter);
}

std::optional<std::int64_t> RaplCounter::read(const Zone &zone)
{
    const std::optional<std::int64_t> value = amountIn(zone.file);
    return value && *value <= (zone.range > 0 ? zone.range : largestRange) ? value : std::nullopt;
}

std::optional<double> RaplCounter::joules()
{
    bool isComplete = m_gap.empty();
    for (Zone &zone : m_zones) {
        const std::optional<std::int64_t> before = std::exchange(zone.last, read(zone));
        std::int64_t passed = before && zone.last ? *zone.last - *before : -1;
        if (passed < 0 && before && zone.last)
            passed += zone.range;
        isComplete = isComplete && passed >= 0;
        m_microjoules += static_cast<double>(std::max<std::int64_t>(passed, 0));
    }
    return isComplete ? std::optional(joulesPerMicrojoule * m_microjoules) : std::nullopt;
}

/// Section "RAPL Interfaces" of Intel's Software Developer's Manual: about once a millisecond. AMD's does the same.
double RaplCounter::updateSeconds() const
{
    return 1e-3;
}

FoundEnergyCounter cpuEnergyCounter(const fs::path &root)
{
    auto counter = std::make_unique<RaplCounter>(root);
    if (!counter->gap().empty())
        return { nullptr, counter->gap() };
    return { std::move(counter) };
}

FoundEnergyCounter gpuEnergyCounter(const std::string &pciBusId)
{
    auto counter = std::make_unique<NvmlCounter>(pciBusId);
    if (!counter->joules())
        return { nullptr, composedText(sentences::noGpuEnergyCounter) };
    return { std::move(counter) };
}

} // namespace rooflight
