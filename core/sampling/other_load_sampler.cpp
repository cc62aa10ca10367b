// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/other_load_sampler.h"

#include "core/base/clock.h"
#include "core/base/text_file.h"
#include "core/machine/control_group.h"
#include "core/machine/topology.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

namespace rooflight {

namespace {

constexpr double relevanceThreshold = 0.05; ///< of all CPUs
constexpr int lastColumn = 7; ///< steal; the guests behind it are in user time already
constexpr int idleColumn = 3;
constexpr int waitingColumn = 4;

double seconds(const timeval &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// The number at the front, which is taken off; 0 when there is none.
std::int64_t takeNumber(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc())
        return 0;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

/// 0 without the key.
std::int64_t numberBehind(std::string_view text, std::string_view key)
{
    const std::size_t found = text.find(key);
    if (found == std::string_view::npos)
        return 0;
    text.remove_prefix(found + key.size());
    return takeNumber(text);
}

} // namespace

MachineTimes machineTimes(std::string_view procStat)
{
    MachineTimes times;
    if (!procStat.starts_with("cpu "))
        return times;
    procStat.remove_prefix(4);
    procStat = procStat.substr(0, procStat.find('\n'));
    for (int column = 0; column <= lastColumn; ++column) {
        const std::int64_t ticks = takeNumber(procStat);
        times.all += ticks;
        if (column != idleColumn && column != waitingColumn)
            times.busy += ticks;
        if (column == lastColumn)
            times.stolen = ticks;
    }
    return times;
}

std::int64_t throttledPeriods(std::string_view cpuStat)
{
    return numberBehind(cpuStat, "nr_throttled ");
}

double throttledNs(std::string_view cpuStat)
{
    constexpr double nsInMicrosecond = 1000;
    return static_cast<double>(numberBehind(cpuStat, "throttled_usec ")) * nsInMicrosecond
        + static_cast<double>(numberBehind(cpuStat, "throttled_time "));
}

OtherLoadSampler::OtherLoadSampler(std::filesystem::path root)
    : m_root(std::move(root))
    , m_groups(controlGroupFolders("cpu", m_root))
    , m_begin(now())
{
}

OtherLoadSampler::State OtherLoadSampler::now() const
{
    State state;
    state.seconds = monotonicSeconds();
    state.machine = machineTimes(readText(m_root / "proc/stat"));
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    state.ownSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    for (const std::filesystem::path &folder : m_groups) {
        const std::string cpuStat = readText(folder / "cpu.stat");
        state.throttled += throttledPeriods(cpuStat);
        state.throttledNs += throttledNs(cpuStat);
    }
    return state;
}

std::vector<OpenEnum<SampleFlag>> OtherLoadSampler::flags(double helpersSeconds) const
{
    const State end = now();
    std::vector<OpenEnum<SampleFlag>> flags;
    const auto all = static_cast<double>(end.machine.all - m_begin.machine.all);
    const auto busy = static_cast<double>(end.machine.busy - m_begin.machine.busy);
    const double own =
        (end.ownSeconds - m_begin.ownSeconds + helpersSeconds) * static_cast<double>(sysconf(_SC_CLK_TCK));
    if (all > 0 && (busy - own) / all > relevanceThreshold)
        flags.emplace_back(SampleFlag::OtherLoad);
    if (end.throttled > m_begin.throttled)
        flags.emplace_back(SampleFlag::Throttled);
    return flags;
}

HeldBack OtherLoadSampler::heldBack() const
{
    const State end = now();
    const auto all = static_cast<double>(end.machine.all - m_begin.machine.all);
    const auto stolen = static_cast<double>(end.machine.stolen - m_begin.machine.stolen);
    HeldBack held;
    held.stolenShare = all > 0 ? stolen / all : 0;
    const double throttledNs = end.throttledNs - m_begin.throttledNs;
    if (throttledNs <= 0) // as nearly everywhere: the CPUs need not be looked up
        return held;
    // Each CPU is held back for itself, also if the quota is less than one of them.
    const double cpuNs =
        (end.seconds - m_begin.seconds) * nsPerSecond * static_cast<double>(cpuTopology(m_root).cpus.size());
    held.throttledShare = cpuNs > 0 ? std::min(throttledNs / cpuNs, 1.0) : 0;
    return held;
}

} // namespace rooflight
