// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/roofline/session_comparison.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rooflight {

/// What a comparison can be made to fail on.
enum class FailOn {
    Slower, ///< the interval of the ratio is above 1, and the median is larger by the least effect
    Unsure, ///< not slower so far as is known, but it may be
    MoreBytes, ///< read and written, over the whole model
    MoreFlops,
};

template<>
inline constexpr auto enumNames<FailOn> = EnumNames<FailOn, 4> { {
    { FailOn::Slower, "slower" },
    { FailOn::Unsure, "unsure" },
    { FailOn::MoreBytes, "more-bytes" },
    { FailOn::MoreFlops, "more-flops" },
} };

struct FailCriterion {
    FailOn what = FailOn::Slower;
    std::optional<double> leastEffect = std::nullopt; ///< 0.05 for 5 %; none: 2 % of a time, any of an amount

    bool operator==(const FailCriterion &) const = default;
};

/// "slower:5%,unsure,more-bytes": names with a least effect or without. Errors: CommandLine.
[[nodiscard]] Result<std::vector<FailCriterion>> parseFailCriteria(std::string_view list);

/// By what a criterion is decided.
enum class Evidence {
    Intervals, ///< 95 % intervals of two medians, and what two runs differ by
    Spread, ///< the same with p10 to p90 of both: one was uneven (noise, drift, other load)
    Interleaved, ///< 95 % interval of the ratio in the same round
    Counts, ///< work and traffic are counted, not measured
    Repetitions, ///< the medians of several sessions on a side
};

/// How two measurements do under one criterion. Times are ns, traffic bytes, work FLOP of the session's convention.
struct CriterionResult {
    FailCriterion criterion;
    bool failed = false;
    double before = 0;
    double after = 0;
    double ratio = 1; ///< after / before; of an amount that was 0: infinite if it is no longer
    std::optional<std::array<double, 2>> ratioInterval = std::nullopt; ///< of a time
    Evidence evidence = Evidence::Intervals;
    std::optional<double> betweenRuns = std::nullopt; ///< of a time in several sessions: RunChange::betweenRuns
    bool undecided = false; ///< of Slower: not failed, but the interval reaches as far as would fail

    bool operator==(const CriterionResult &) const = default;
};

/// Each criterion for the whole model. The time is that of every table, bareRuns(); if a session has no bare runs
/// that of the instrumented runs. Errors: CommandLine, if a criterion needs what one of the sessions does not hold.
[[nodiscard]] Result<std::vector<CriterionResult>> judgeChange(const std::vector<FailCriterion> &criteria,
                                                               const Session &before, const Session &after);

/// With several sessions of the same on a side, which times are decided by; amounts are those of the first of each.
/// Neither side is empty.
[[nodiscard]] Result<std::vector<CriterionResult>> judgeChange(const std::vector<FailCriterion> &criteria,
                                                               std::span<const Session> before,
                                                               std::span<const Session> after);

/// The same for the second of two variants that took turns, compared with the first. Errors: CommandLine, also for
/// criteria of work and traffic, which were not counted.
[[nodiscard]] Result<std::vector<CriterionResult>> judgeInterleaved(const std::vector<FailCriterion> &criteria,
                                                                    const InterleavedLatency &latency);

} // namespace rooflight
