// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/sweep/batch_search.h"

#include "core/statistics/knee.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rooflight {

namespace {

constexpr double nearlyBest = 0.02; ///< throughput within this of the highest is as good
constexpr double minimumGain = 1.1; ///< highest throughput over the first one's, below which a curve has no knee
constexpr double minimumRatio = 1.1; ///< ratio of successive batches above which one between them is measured

bool fits(const BatchPoint &point)
{
    return point.outcome == BatchOutcome::Fits;
}

const BatchPoint *smallestThatDoesNotFit(const BatchSweep &sweep)
{
    const BatchPoint *smallest = nullptr;
    for (const BatchPoint &point : sweep.points) {
        if (!fits(point) && (!smallest || point.batch < smallest->batch))
            smallest = &point;
    }
    return smallest;
}

/// First batch that the sweep does not ask for. Without a maximum doubling still ends before the numbers do.
std::int64_t endOf(const BatchSweep &sweep)
{
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max() / 4;
    const std::int64_t allowed = std::min(sweep.largestAllowed.value_or(greatest), greatest);
    return (sweep.maximumBatch > 0 ? std::min(sweep.maximumBatch, allowed) : allowed) + 1;
}

bool lacksMemory(const BatchPoint &point)
{
    return point.outcome == BatchOutcome::OutOfMemory || point.outcome == BatchOutcome::Trying;
}

std::vector<const BatchPoint *> measuredPoints(const BatchSweep &sweep)
{
    std::vector<const BatchPoint *> measured;
    for (const BatchPoint &point : sweep.points) {
        if (fits(point) && point.samples.summary.count > 0)
            measured.push_back(&point);
    }
    return measured;
}

std::int64_t recommendedBatch(const BatchSweep &sweep, std::int64_t largest)
{
    // A model's own bound needs no margin. What ends a process may be a lack of memory that does not say so.
    const BatchPoint *bound = smallestThatDoesNotFit(sweep);
    if (!bound || !isTooLarge(*bound))
        return largest;
    return std::max<std::int64_t>(
        sweep.smallest(), static_cast<std::int64_t>(std::floor(static_cast<double>(largest) * (1 - sweep.margin))));
}

std::int64_t kneeOf(const std::vector<const BatchPoint *> &measured)
{
    std::vector<CurvePoint> curve;
    curve.reserve(measured.size());
    for (const BatchPoint *point : measured)
        curve.push_back({ std::log2(static_cast<double>(point->batch)), point->throughputPerSecond });
    if (curve.empty() || std::ranges::max_element(curve, {}, &CurvePoint::y)->y < minimumGain * curve.front().y)
        return 0;
    const std::optional<std::size_t> index = knee(curve);
    return index ? measured[*index]->batch : 0;
}

std::int64_t bestOf(const std::vector<const BatchPoint *> &measured)
{
    double highest = 0;
    for (const BatchPoint *point : measured)
        highest = std::max(highest, point->throughputPerSecond);
    for (const BatchPoint *point : measured) {
        if (point->throughputPerSecond >= (1 - nearlyBest) * highest)
            return point->batch;
    }
    return 0;
}

/// Between the batch of the highest throughput and the measured ones beside it.
std::vector<std::int64_t> besideHighest(const std::vector<const BatchPoint *> &measured)
{
    std::vector<std::int64_t> between;
    if (measured.empty())
        return between;
    const auto highest = std::ranges::max_element(measured, {}, &BatchPoint::throughputPerSecond);
    const auto add = [&between](std::int64_t low, std::int64_t high) {
        if (static_cast<double>(high) > minimumRatio * static_cast<double>(low))
            between.push_back(std::llround(std::sqrt(static_cast<double>(low) * static_cast<double>(high))));
    };
    if (highest != measured.begin())
        add((*std::prev(highest))->batch, (*highest)->batch);
    if (std::next(highest) != measured.end())
        add((*highest)->batch, (*std::next(highest))->batch);
    return between;
}

} // namespace

std::int64_t largestFitting(const BatchSweep &sweep)
{
    const BatchPoint *bound = smallestThatDoesNotFit(sweep);
    std::int64_t largest = 0;
    for (const BatchPoint &point : sweep.points) {
        if (fits(point) && (!bound || point.batch < bound->batch))
            largest = std::max(largest, point.batch);
    }
    return largest;
}

std::optional<std::int64_t> nextBatch(const BatchSweep &sweep)
{
    const BatchPoint *bound = smallestThatDoesNotFit(sweep);
    const std::int64_t largest = largestFitting(sweep);
    if (bound && !isTooLarge(*bound))
        return std::nullopt;
    const std::int64_t end = bound ? bound->batch : endOf(sweep);
    if (largest == 0)
        return sweep.smallest() < end ? std::optional(sweep.smallest()) : std::nullopt;
    if (largest + 1 >= end)
        return std::nullopt;
    if (sweep.search == BatchSearch::Sequential) {
        const std::int64_t next = (largest / sweep.step + 1) * sweep.step;
        return next < end ? std::optional(next) : std::nullopt;
    }
    return bound ? largest + (bound->batch - largest) / 2 : std::min(2 * largest, end - 1);
}

bool isTooLarge(const BatchPoint &point)
{
    return lacksMemory(point) || (point.outcome == BatchOutcome::Failed && point.timesLost > 0);
}

std::string_view boundOf(const BatchSweep &sweep)
{
    const BatchPoint *bound = smallestThatDoesNotFit(sweep);
    if (!bound) {
        const bool isByFile =
            sweep.largestAllowed && (sweep.maximumBatch <= 0 || *sweep.largestAllowed < sweep.maximumBatch);
        return isByFile ? "model" : "maximum_batch";
    }
    if (lacksMemory(*bound))
        return "memory";
    return bound->outcome == BatchOutcome::TooSlow ? "slow" : "model";
}

std::vector<std::int64_t> batchesToMeasure(const BatchSweep &sweep)
{
    const std::int64_t largest = largestFitting(sweep);
    if (largest == 0)
        return {};
    std::vector<std::int64_t> wanted { recommendedBatch(sweep, largest), largest };
    const std::vector<const BatchPoint *> measured = measuredPoints(sweep);
    // Whoever gives a step has chosen the batches.
    const std::vector<std::int64_t> refined = sweep.step > 1 ? std::vector<std::int64_t>() : besideHighest(measured);
    wanted.insert(wanted.end(), refined.begin(), refined.end());
    std::vector<std::int64_t> missing;
    for (const std::int64_t batch : wanted) {
        const auto isMeasured = [batch](const BatchPoint *point) { return point->batch == batch; };
        if (std::ranges::none_of(measured, isMeasured) && std::ranges::find(missing, batch) == missing.end())
            missing.push_back(batch);
    }
    return missing;
}

void conclude(BatchSweep &sweep)
{
    std::ranges::sort(sweep.points, {}, &BatchPoint::batch);
    const std::vector<const BatchPoint *> measured = measuredPoints(sweep);
    sweep.largest = largestFitting(sweep);
    sweep.recommended = sweep.largest > 0 ? recommendedBatch(sweep, sweep.largest) : 0;
    sweep.best = bestOf(measured);
    sweep.knee = kneeOf(measured);
    const BatchPoint *recommended = sweep.find(sweep.recommended);
    sweep.confirmed = recommended && recommended->samples.summary.count > 0;
}

} // namespace rooflight
