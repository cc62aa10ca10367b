// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/roofline/session_comparison.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// What a comparison can be made to fail on.
enum class FailOn {
    Slower, ///< the intervals are apart, and the median is larger by the least effect
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
    Intervals, ///< 95 % intervals of two medians
    Spread, ///< p10 to p90 of both: one was disturbed (noise, drift, other load), which the intervals do not know of
    Interleaved, ///< 95 % interval of the ratio in the same round
    Counts, ///< work and traffic are counted, not measured
};

/// How two measurements do under one criterion. Times are ns, traffic bytes, work FLOP of the session's convention.
struct CriterionResult {
    FailCriterion criterion;
    bool failed = false;
    double before = 0;
    double after = 0;
    double ratio = 1; ///< after / before; of an amount that was 0: infinite where it is no longer
    std::optional<std::array<double, 2>> ratioInterval = std::nullopt; ///< of a time
    Evidence evidence = Evidence::Intervals;

    bool operator==(const CriterionResult &) const = default;
};

/// Each criterion for the whole model. The time is that of the latency where both sessions have one, else that of the
/// instrumented runs. Errors: CommandLine, where a criterion needs what one of the sessions does not hold.
[[nodiscard]] Result<std::vector<CriterionResult>> judgeChange(const std::vector<FailCriterion> &criteria,
                                                               const Session &before, const Session &after);

/// The same for the second of two variants that took turns, held against the first. Errors: CommandLine, also for
/// criteria of work and traffic, which were not counted.
[[nodiscard]] Result<std::vector<CriterionResult>> judgeInterleaved(const std::vector<FailCriterion> &criteria,
                                                                    const InterleavedLatency &latency);

} // namespace ridgepoint
