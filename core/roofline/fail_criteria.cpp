// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/fail_criteria.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace rooflight {

namespace {

constexpr double leastChangeOfTime = 0.02; ///< where none is named; also what compare() calls the same
constexpr double percent = 0.01;

Error wrongCriterion(std::string_view text, std::string_view why)
{
    return { ErrorCode::CommandLine, "--fail-on " + std::string(text) + ": " + std::string(why) + ".",
             "Write for example slower:5%,more-bytes; there are slower, unsure, more-bytes and more-flops." };
}

/// "5%" as 0.05.
std::optional<double> parsePercent(std::string_view text)
{
    if (!text.ends_with('%'))
        return std::nullopt;
    const auto number = parseNumber<double>(trimmed(text.substr(0, text.size() - 1)));
    return number && std::isfinite(*number) && *number >= 0 ? std::optional(*number * percent) : std::nullopt;
}

Result<FailCriterion> parseCriterion(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::optional<FailOn> what = fromName<FailOn>(trimmed(text.substr(0, colon)));
    if (!what)
        return wrongCriterion(text, "there is no such criterion");
    FailCriterion criterion { *what, std::nullopt };
    if (colon == std::string_view::npos)
        return criterion;
    criterion.leastEffect = parsePercent(trimmed(text.substr(colon + 1)));
    if (!criterion.leastEffect)
        return wrongCriterion(text, "the least effect is not a percentage from 0 up");
    return criterion;
}

Error missing(FailOn what, std::string_view part)
{
    return { ErrorCode::CommandLine,
             "--fail-on " + std::string(name(what)) + " cannot be decided: one of the sessions holds no "
                 + std::string(part) + ".",
             "Save both with report." };
}

bool isOfTime(FailOn what)
{
    return what == FailOn::Slower || what == FailOn::Unsure;
}

/// From the ratio and its interval.
void decide(CriterionResult &result, bool unclear)
{
    const FailCriterion &criterion = result.criterion;
    const double effect = criterion.leastEffect.value_or(leastChangeOfTime);
    const auto [lowest, highest] = *result.ratioInterval;
    const bool slower = lowest > 1 && result.ratio >= 1 + effect;
    const bool perhaps = !slower && highest >= 1 + effect;
    if (criterion.what == FailOn::Slower) {
        result.failed = slower;
        result.undecided = perhaps;
    } else {
        result.failed = criterion.leastEffect ? perhaps : !slower && unclear;
    }
}

Evidence evidenceOf(const RunChange &change)
{
    if (change.repeated)
        return Evidence::Repetitions;
    return change.uneven ? Evidence::Spread : Evidence::Intervals;
}

Result<CriterionResult> judgeTime(const FailCriterion &criterion, std::span<const Session> before,
                                  std::span<const Session> after)
{
    const RunChange change = modelChange(before, after, true);
    const TimeChange &time = change.time;
    if (!time.ratioInterval)
        return missing(criterion.what, "latency");
    CriterionResult result { criterion };
    result.before = *time.beforeNs;
    result.after = *time.afterNs;
    result.ratio = *time.ratio;
    result.ratioInterval = time.ratioInterval;
    result.evidence = evidenceOf(change);
    result.betweenRuns = change.betweenRuns;
    decide(result, time.change == Change::Unclear);
    return result;
}

double amountOf(FailOn what, const Cost &cost)
{
    return what == FailOn::MoreFlops ? static_cast<double>(cost.flops)
                                     : static_cast<double>(cost.bytesRead) + static_cast<double>(cost.bytesWritten);
}

Result<CriterionResult> judgeAmount(const FailCriterion &criterion, const Session &before, const Session &after)
{
    if (!before.analysis || !after.analysis)
        return missing(criterion.what, "analysis");
    if (criterion.what == FailOn::MoreFlops && before.analysis->convention != after.analysis->convention)
        return Error { ErrorCode::CommandLine,
                       "--fail-on more-flops cannot be decided: the sessions count FLOPs by different conventions.",
                       "Measure both with the same --convention." };
    CriterionResult result { criterion };
    result.before = amountOf(criterion.what, before.analysis->totals.cost);
    result.after = amountOf(criterion.what, after.analysis->totals.cost);
    if (result.before > 0)
        result.ratio = result.after / result.before;
    else if (result.after > 0)
        result.ratio = std::numeric_limits<double>::infinity();
    result.evidence = Evidence::Counts;
    result.failed = result.after > result.before && result.ratio >= 1 + criterion.leastEffect.value_or(0);
    return result;
}

} // namespace

Result<std::vector<FailCriterion>> parseFailCriteria(std::string_view list)
{
    std::vector<FailCriterion> criteria;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string_view text = trimmed(list.substr(start, end - start));
        const Result<FailCriterion> criterion = parseCriterion(text);
        if (!criterion.ok())
            return criterion.error();
        if (std::ranges::find(criteria, criterion.value().what, &FailCriterion::what) != criteria.end())
            return wrongCriterion(text, "this criterion is named twice");
        criteria.push_back(criterion.value());
        start = end + 1;
    }
    return criteria;
}

Result<std::vector<CriterionResult>> judgeChange(const std::vector<FailCriterion> &criteria, const Session &before,
                                                 const Session &after)
{
    return judgeChange(criteria, std::span(&before, 1), std::span(&after, 1));
}

Result<std::vector<CriterionResult>> judgeChange(const std::vector<FailCriterion> &criteria,
                                                 std::span<const Session> before, std::span<const Session> after)
{
    std::vector<CriterionResult> results;
    for (const FailCriterion &criterion : criteria) {
        Result<CriterionResult> result = isOfTime(criterion.what)
            ? judgeTime(criterion, before, after)
            : judgeAmount(criterion, before.front(), after.front());
        if (!result.ok())
            return result.error();
        results.push_back(std::move(result).value());
    }
    return results;
}

Result<std::vector<CriterionResult>> judgeInterleaved(const std::vector<FailCriterion> &criteria,
                                                      const InterleavedLatency &latency)
{
    if (latency.variants.size() != 2 || latency.variants[1].samples.summary.count == 0)
        return Error { ErrorCode::CommandLine, "The session does not hold the interleaved runs of two models.",
                       "Save one with latency BEFORE.pt --interleave AFTER.pt --save PAIR.ridge." };
    const LatencyVariant &after = latency.variants[1];
    std::vector<CriterionResult> results;
    for (const FailCriterion &criterion : criteria) {
        if (!isOfTime(criterion.what))
            return missing(criterion.what, "analysis");
        CriterionResult result { criterion };
        result.before = latency.variants[0].samples.summary.medianNs;
        result.after = after.samples.summary.medianNs;
        result.ratio = after.ratio;
        result.ratioInterval = after.ratioInterval;
        result.evidence = Evidence::Interleaved;
        decide(result, after.verdict == VariantVerdict::Unclear);
        if (doubtOf(latency.control) != TrialDoubt::None) { // whatever the ratio is
            result.failed = criterion.what == FailOn::Unsure;
            result.undecided = criterion.what == FailOn::Slower;
        }
        results.push_back(result);
    }
    return results;
}

} // namespace rooflight
