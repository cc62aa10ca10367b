// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/time_change.h"

#include "core/model/disturbing_flags.h"
#include "core/statistics/block_spread.h"
#include "core/statistics/student_t.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace rooflight {

namespace {

/// Relative difference below which two medians count as the same.
constexpr double relevanceThreshold = 0.02;

constexpr double shareOfRange = 0.1;
constexpr double lowPercentile = 10;
constexpr double highPercentile = 90;

using Runs = std::span<const SampleSet *const>;

double relativeHalfWidth(const Summary &summary)
{
    return (summary.medianIntervalNs[1] - summary.medianIntervalNs[0]) / 2 / summary.medianNs;
}

/// The same with p10 to p90 for the interval of the median.
Summary withSpread(Summary summary)
{
    summary.medianIntervalNs = rangeOfRuns(summary);
    return summary;
}

/// Of the logarithm of a run's time: what its interval does not know of.
double varianceBetweenRuns(const SampleSet &run, double least = leastBetweenRuns)
{
    const auto [low, high] = rangeOfRuns(run.summary);
    const double ofRange = low > 0 && high >= low ? shareOfRange * std::log(high / low) : 0;
    const double ofBlocks = blockSpread(run.samplesNs);
    return least * least + ofBlocks * ofBlocks + ofRange * ofRange;
}

/// The very same samples: a session held against itself.
TimeChange sameRun(double medianNs)
{
    return { medianNs, medianNs, 1, Change::Same, std::array { 1.0, 1.0 } };
}

/// A median lies within its samples, whatever disturbed them, and so does that of another run but for what two runs
/// differ by.
void keepWithinSamples(std::array<double, 2> &interval, const Summary &before, const Summary &after)
{
    const double apart = std::exp(normal975 * std::sqrt(2) * leastBetweenRuns);
    if (before.minNs <= 0 || after.minNs <= 0)
        return;
    interval[0] = std::max(interval[0], after.minNs / before.maxNs / apart);
    interval[1] = std::min(interval[1], after.maxNs / before.minNs * apart);
}

/// Faster and slower are kept for what the interval is sure of.
void doubtWhereTheIntervalHoldsOne(TimeChange &time)
{
    const bool claims = time.change == Change::Faster || time.change == Change::Slower;
    if (claims && (*time.ratioInterval)[0] <= 1 && (*time.ratioInterval)[1] >= 1)
        time.change = Change::Unclear;
}

RunChange changeOfOne(const SampleSet &before, const SampleSet &after)
{
    RunChange result;
    result.uneven = isUneven(before.flags) || isUneven(after.flags);
    const Summary first = result.uneven ? withSpread(before.summary) : before.summary;
    const Summary second = result.uneven ? withSpread(after.summary) : after.summary;
    result.time = timeChange(&first, &second);
    const bool isSame = !before.samplesNs.empty() && before.samplesNs == after.samplesNs;
    if (!result.time.ratioInterval || isSame)
        return result;
    const double factor = std::exp(normal975 * std::sqrt(varianceBetweenRuns(before) + varianceBetweenRuns(after)));
    result.betweenRuns = factor - 1;
    (*result.time.ratioInterval)[0] /= factor;
    (*result.time.ratioInterval)[1] *= factor;
    keepWithinSamples(*result.time.ratioInterval, before.summary, after.summary);
    doubtWhereTheIntervalHoldsOne(result.time);
    return result;
}

/// Logarithms of the medians of some runs.
struct LogTimes {
    double mean = 0;
    double squares = 0; ///< of the distances from the mean, summed up
    double count = 0;
    double variance = 0; ///< the mean of varianceBetweenRuns()
};

LogTimes logTimesOf(Runs runs)
{
    LogTimes times;
    times.count = static_cast<double>(runs.size());
    for (const SampleSet *run : runs) {
        times.mean += std::log(run->summary.medianNs) / times.count;
        times.variance += varianceBetweenRuns(*run) / times.count;
    }
    for (const SampleSet *run : runs) {
        const double distance = std::log(run->summary.medianNs) - times.mean;
        times.squares += distance * distance;
    }
    return times;
}

RunChange changeOfSeveral(Runs before, Runs after, RunOrder order)
{
    const LogTimes first = logTimesOf(before);
    const LogTimes second = logTimesOf(after);
    const std::size_t degrees = before.size() + after.size() - 2;
    const double deviation = std::sqrt((first.squares + second.squares) / static_cast<double>(degrees));
    const double known = studentT975(degrees) * deviation;
    const double drift = order == RunOrder::Apart ? normal975 * std::sqrt(first.variance + second.variance) : 0;
    const double halfWidth = inQuadrature(known * std::sqrt(1 / first.count + 1 / second.count), drift);
    const double ratio = std::exp(second.mean - first.mean);
    RunChange result;
    result.repeated = true;
    result.betweenRuns = std::expm1(inQuadrature(known * std::sqrt(2), drift));
    result.time = { std::exp(first.mean), std::exp(second.mean), ratio, Change::Unclear,
                    std::array { ratio * std::exp(-halfWidth), ratio * std::exp(halfWidth) } };
    const bool near = std::abs(ratio - 1) <= relevanceThreshold;
    if (near && halfWidth <= relevanceThreshold)
        result.time.change = Change::Same;
    else if (!near)
        result.time.change = ratio < 1 ? Change::Faster : Change::Slower;
    doubtWhereTheIntervalHoldsOne(result.time);
    return result;
}

} // namespace

std::array<double, 2> rangeOfRuns(const Summary &summary)
{
    return { summary.percentile(lowPercentile).value_or(summary.minNs),
             summary.percentile(highPercentile).value_or(summary.maxNs) };
}

double betweenRunsOf(const SampleSet &run, double least)
{
    return std::expm1(normal975 * std::sqrt(2 * varianceBetweenRuns(run, least)));
}

std::optional<double> TimeChange::differenceNs() const
{
    if (change == Change::Unmeasured || (!beforeNs && !afterNs))
        return std::nullopt;
    return afterNs.value_or(0) - beforeNs.value_or(0);
}

TimeChange timeChange(const Summary *before, const Summary *after)
{
    TimeChange result;
    if (before && before->medianNs > 0)
        result.beforeNs = before->medianNs;
    if (after && after->medianNs > 0)
        result.afterNs = after->medianNs;
    if (!before || !after || before->medianNs <= 0 || after->medianNs <= 0)
        return result;
    if (*before == *after)
        return sameRun(before->medianNs);
    result.ratio = after->medianNs / before->medianNs;
    if (before->medianIntervalNs[0] > 0 && after->medianIntervalNs[0] > 0)
        result.ratioInterval = { after->medianIntervalNs[0] / before->medianIntervalNs[1],
                                 after->medianIntervalNs[1] / before->medianIntervalNs[0] };
    const bool overlap = before->medianIntervalNs[0] <= after->medianIntervalNs[1]
        && after->medianIntervalNs[0] <= before->medianIntervalNs[1];
    const bool near = std::abs(*result.ratio - 1) <= relevanceThreshold;
    const bool wellKnown = std::max(relativeHalfWidth(*before), relativeHalfWidth(*after)) <= relevanceThreshold;
    if (near && (wellKnown || !overlap))
        result.change = Change::Same;
    else if (overlap)
        result.change = Change::Unclear;
    else
        result.change = *result.ratio < 1 ? Change::Faster : Change::Slower;
    return result;
}

RunChange runChange(Runs before, Runs after, RunOrder order)
{
    const auto isTimed = [](const SampleSet *run) { return run->summary.medianNs > 0; };
    const bool timed = !before.empty() && !after.empty() && std::ranges::all_of(before, isTimed)
        && std::ranges::all_of(after, isTimed);
    if (timed && before.size() + after.size() > 2)
        return changeOfSeveral(before, after, order);
    if (timed)
        return changeOfOne(*before.front(), *after.front());
    const auto onlyOne = [](Runs runs) { return runs.size() == 1 ? &runs.front()->summary : nullptr; };
    RunChange unmeasured;
    unmeasured.time = timeChange(onlyOne(before), onlyOne(after));
    return unmeasured;
}

} // namespace rooflight
