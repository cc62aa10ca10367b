// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdict.h"
#include "core/roofline/roof_times.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace rooflight {

/// Where one layer or operator lies under the roofs.
struct Verdict {
    Bound bound = Bound::None;
    std::optional<std::size_t> computeRoof; ///< index into DeviceRoofs::roofs of the roof that judges its arithmetic
    std::optional<std::size_t> memoryRoof; ///< index into DeviceRoofs::roofs of the slope
    std::optional<std::size_t> roof; ///< the one that its time at the roofs comes from, of a layer most of it
    std::optional<FootprintRoof> footprint; ///< of an operator, if the device has curves
    std::optional<double> timeAtRoofNs; ///< shortest that the roofs allow; of a layer the sum over its operators
    std::optional<double> attainableFlopPerSecond; ///< FLOPs / timeAtRoofNs; absent without FLOPs
    std::optional<double> roofFraction; ///< timeAtRoofNs / time
    bool aboveRoof = false; ///< by more than 2 % and more than the roofs' intervals
    std::vector<AboveRoofCause> aboveRoofCauses; ///< the likeliest first; empty unless above
    std::vector<LikelyCause> underutilizedCauses; ///< likeliest first, of a layer longest; else empty
};

/// What was measured of a call, in nanoseconds.
struct CallTime {
    std::optional<double> ns; ///< all of it; on a GPU with its part of the time between kernels
    std::optional<double> kernelsNs; ///< on a GPU: its kernels' own time

    /// What its work took.
    [[nodiscard]] std::optional<double> workNs() const { return kernelsNs ? kernelsNs : ns; }
};

/// Share of a call's time below which its kernels wait for their launches.
inline constexpr double busyShare = 0.5;

/// The bound that the roofs alone suggest: the longest of arithmetic, memory traffic and launching.
[[nodiscard]] Bound boundAtRoofs(const RoofTimes &times, const VerdictThresholds &thresholds);

/// Verdict of one operator call. \p time is empty if nothing was measured on the device of the roofs. If kernels
/// fill less than busyShare of the time, launching is the limit; else their own time decides what is, and their
/// launches, hidden behind other kernels, take no time at the roofs. Work that nothing judges takes the time that it
/// took: it promises no gain.
[[nodiscard]] Verdict verdictOf(const Demand &demand, const RoofTimes &times, const CallTime &time,
                                const VerdictThresholds &thresholds);

inline constexpr std::size_t boundCount = enumNames<Bound>.size();

/// Nanoseconds by key, the keys in the order in which they came.
template<typename Key> class TimeTally
{
public:
    void add(const Key &key, double nanoseconds);
    void add(const TimeTally &other);
    /// The key with the most; absent when there is none.
    [[nodiscard]] std::optional<Key> heaviest() const;

private:
    std::vector<std::pair<Key, double>> m_entries; ///< a handful
};

extern template class TimeTally<std::size_t>;

/// Causes of several operators, by the time of the operators that have them.
class CauseTally
{
public:
    void add(const LikelyCause &cause, double nanoseconds);
    void add(const CauseTally &other);
    /// Causes whose operators take at least \p nanoseconds together, the largest first.
    [[nodiscard]] std::vector<LikelyCause> from(double nanoseconds) const;

private:
    std::vector<std::pair<LikelyCause, double>> m_entries; ///< each cause once
};

/// Share of the underutilized time of a layer from which a cause is named for the layer.
inline constexpr double namedCauseShare = 1.0 / 3;

/// What the operators of a layer and of all layers below it add up to.
struct LayerSums {
    std::int64_t flops = 0;
    std::int64_t operators = 0;
    double atRoofNs = 0;
    double atUpperEndsNs = 0;
    double workNs = 0;
    double launchNs = 0;
    std::array<double, boundCount> timeByBound = {}; ///< of measured operators; nanoseconds by their bound
    std::array<double, boundCount> roofTimeByBound = {}; ///< nanoseconds at the roofs by what the roofs suggest
    TimeTally<std::size_t> compute; ///< nanoseconds by index into DeviceRoofs::roofs
    TimeTally<std::size_t> memory;
    TimeTally<std::size_t> roofs;
    CauseTally causes; ///< measured nanoseconds of the underutilized operators with each cause

    void add(const Demand &demand, const RoofTimes &times, const CallTime &time, const Verdict &verdict,
             const VerdictThresholds &thresholds);
    void add(const LayerSums &below);
};

/// Verdict of a layer: its operators', each under its own roof, added up. The bound is the one that holds most of the
/// operators' time.
[[nodiscard]] Verdict verdictOf(const LayerSums &sums, std::optional<double> timeNs,
                                const VerdictThresholds &thresholds);

} // namespace rooflight
