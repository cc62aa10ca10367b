// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/samples.h"

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace rooflight {

/// CPU time of a machine since it started, in ticks of the kernel.
struct MachineTimes {
    std::int64_t busy = 0; ///< everything that ran, here and on the host that took our time ("steal")
    std::int64_t all = 0;
    std::int64_t stolen = 0; ///< that the host took, of busy

    bool operator==(const MachineTimes &) const = default;
};

/// The first line of /proc/stat; zeros when it is another text.
[[nodiscard]] MachineTimes machineTimes(std::string_view procStat);

/// "nr_throttled" in the text of cgroup's cpu.stat; 0 without one.
[[nodiscard]] std::int64_t throttledPeriods(std::string_view cpuStat);

/// "throttled_usec" (cgroup v2) or "throttled_time" (v1) in the text of cpu.stat: time that a quota held CPUs back,
/// nanoseconds, all CPUs together; 0 without one.
[[nodiscard]] double throttledNs(std::string_view cpuStat);

/// What kept work from running.
struct HeldBack {
    double stolenShare = 0; ///< of the time of all CPUs
    double throttledShare = 0; ///< of the time of the CPUs that this process may use: at most 1
};

/// Load of the whole system by other programs, and throttling by a quota, since its construction.
class OtherLoadSampler
{
public:
    /// `root` stands for "/" and lets a test show another machine's /proc and /sys.
    explicit OtherLoadSampler(std::filesystem::path root = "/");

    /// OtherLoad when others used more than a twentieth of the CPUs; Throttled when a quota held us back.
    /// \p helpersSeconds: CPU time since then of other processes that are part of the measurement.
    [[nodiscard]] std::vector<OpenEnum<SampleFlag>> flags(double helpersSeconds = 0) const;

    /// What the host took from this machine, and a quota from its group, since the construction.
    [[nodiscard]] HeldBack heldBack() const;

private:
    struct State {
        MachineTimes machine;
        double ownSeconds = 0;
        std::int64_t throttled = 0;
        double throttledNs = 0; ///< all CPUs together
        double seconds = 0; ///< of a steady clock
    };

    [[nodiscard]] State now() const;

    std::filesystem::path m_root;
    std::vector<std::filesystem::path> m_groups; ///< each counts what its own quota holds back
    State m_begin;
};

} // namespace rooflight
