// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/batch_per_process.h"

#include "core/base/clock.h"
#include "core/model/error_sentences.h"
#include "core/model/result_sentences.h"
#include "core/timing/sweep/batch_search.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace rooflight {

namespace {

constexpr std::int64_t firstStep = 50; ///< a fiftieth of the largest
constexpr std::int64_t closeEnough = 100; ///< a hundredth of it
constexpr int processesOfLargest = 3; ///< in which it has to run
constexpr std::int64_t callsOfATry = 5; ///< the first two differ; memory that is left in pieces fails a later one

bool fits(const BatchPoint &point)
{
    return point.outcome == BatchOutcome::Fits;
}

std::int64_t largestOf(const BatchSweep &sweep)
{
    std::int64_t largest = 0;
    for (const BatchPoint &point : sweep.points)
        largest = fits(point) ? std::max(largest, point.batch) : largest;
    return largest;
}

/// First batch that is not to be tried: beyond what was asked for, or what the model allows.
std::int64_t endOf(const BatchSweep &sweep)
{
    std::int64_t end = std::numeric_limits<std::int64_t>::max() / 4;
    if (sweep.maximumBatch > 0)
        end = std::min(end, sweep.maximumBatch + 1);
    if (sweep.largestAllowed)
        end = std::min(end, *sweep.largestAllowed + 1);
    return end;
}

} // namespace

bool BatchPerProcess::continues(const Request &request, const BatchSweep &sweep)
{
    return request.kind == RequestKind::Sweep && request.sweep.axes.empty() && !request.isOnCuda()
        && sweep.end == "memory" && largestOf(sweep) > 0;
}

BatchPerProcess::BatchPerProcess(BatchSweep sweep)
    : m_sweep(std::move(sweep))
    , m_begin(largestOf(m_sweep))
{
    // Those below fail behind others only, and above each is tried again.
    std::erase_if(m_sweep.points, isTooLarge);
    m_before = m_sweep.points;
    conclude(m_sweep);
}

/// Between it and the smallest batch, further away with every try.
std::int64_t BatchPerProcess::sizeBelow(std::int64_t refused) const
{
    const std::int64_t unit = std::max<std::int64_t>(m_sweep.step, 1);
    const std::int64_t step = std::max<std::int64_t>(m_begin / firstStep, 1) << m_steps;
    return std::max((refused - step) / unit * unit, m_sweep.smallest());
}

/// The largest that ran is tried again: near the limit it is a matter of chance.
std::optional<std::int64_t> BatchPerProcess::nextSize() const
{
    const std::int64_t unit = std::max<std::int64_t>(m_sweep.step, 1);
    const std::int64_t end = std::min(m_refused.value_or(endOf(m_sweep)), endOf(m_sweep));
    const std::int64_t ran = largestThatRan();
    if (m_refused && ran == 0)
        return m_begin < *m_refused ? m_begin : sizeBelow(*m_refused);
    std::int64_t batch = 0;
    if (!m_refused) {
        const std::int64_t step = std::max<std::int64_t>(m_begin / firstStep, 1) << m_steps;
        batch = std::min((std::max(ran, m_begin) + step + unit - 1) / unit * unit, (end - 1) / unit * unit);
    } else if (end - ran > std::max(unit, ran / closeEnough)) {
        const std::int64_t middle = (ran + (end - ran) / 2) / unit * unit;
        batch = middle > ran ? middle : middle + unit;
    }
    const std::int64_t largest = std::max(ran, m_refused ? 0 : m_begin);
    if (batch > largest && batch < end)
        return batch;
    const auto times = m_ran.find(largest);
    return times == m_ran.end() || times->second < processesOfLargest ? std::optional(largest) : std::nullopt;
}

std::optional<BatchPerProcess::Try> BatchPerProcess::next() const
{
    if (m_tries >= mostTries)
        return std::nullopt;
    if (const std::optional<std::int64_t> batch = nextSize())
        return Try { *batch, false };
    for (const std::int64_t batch : { m_sweep.recommended, m_sweep.largest }) {
        const BatchPoint *const known = m_sweep.find(batch);
        const bool isMeasured = known && known->samples.summary.count > 0;
        if (batch > 0 && !isMeasured && !m_measured.contains(batch))
            return Try { batch, true };
    }
    return std::nullopt;
}

Request BatchPerProcess::requestOf(const Request &request, const Try &attempt)
{
    Request one = request;
    if (!attempt.measured) {
        one.limits = {};
        one.limits.warmup = 1;
        one.limits.runs = callsOfATry - 1;
    }
    // A sweep of batch 1, or the smallest that the model allows, and this one. Sizes that are given may be the batch's.
    if (attempt.measured || !request.dimensions.empty()) {
        one.sweep.restart = true;
        one.sweep.search = BatchSearch::Sequential;
        one.sweep.step = one.sweep.maximumBatch = attempt.batch;
        return one;
    }
    one.kind = RequestKind::Latency;
    one.sweep = {};
    one.batch = attempt.batch;
    return one;
}

BatchPoint BatchPerProcess::pointOf(const Request &request, std::int64_t batch, const ModelLatency &latency)
{
    BatchPoint point;
    point.batch = batch;
    const std::vector<double> &calls = latency.samples.samplesNs; // behind the first, which also makes the plans
    point.probeNs = calls.empty() ? 0 : calls.front();
    point.outcome = BatchOutcome::Fits;
    if (point.probeNs > request.sweep.longestCallSeconds * nsPerSecond && batch > 1) {
        point.outcome = BatchOutcome::TooSlow;
        point.reason = composedText(sentences::callTooLong);
    }
    return point;
}

BatchPoint BatchPerProcess::pointOf(std::int64_t batch, const Error &error)
{
    BatchPoint point;
    point.batch = batch;
    point.outcome = BatchOutcome::OutOfMemory;
    point.reason = sentenceOf(error);
    return point;
}

void BatchPerProcess::take(std::optional<BatchPoint> point, const std::optional<ComposedText> &failure)
{
    const std::optional<Try> asked = next();
    if (!asked)
        return;
    ++m_tries;
    if (!point || point->batch != asked->batch || point->outcome == BatchOutcome::Trying) {
        point.emplace().batch = asked->batch;
        point->timesLost = 1;
        point->outcome = failure ? BatchOutcome::Failed : BatchOutcome::OutOfMemory;
        point->reason = failure.value_or(composedText(sentences::processLost));
    }
    if (asked->measured) {
        takeMeasured(std::move(*point));
    } else {
        point->samples = {};
        point->throughputPerSecond = 0;
        point->conditions.reset();
        takeSize(std::move(*point));
    }
    conclude(m_sweep);
    m_sweep.end = boundOf(m_sweep);
}

void BatchPerProcess::takeSize(BatchPoint point)
{
    const std::int64_t batch = point.batch;
    const bool isFitting = fits(point);
    // What ran behind others fails alone for lack of memory, or by chance.
    const bool isByChance =
        !isFitting && batch <= m_begin && (point.outcome != BatchOutcome::OutOfMemory || batch <= m_sweep.smallest());
    if (isByChance)
        return trustOneProcess();
    if (isFitting) {
        ++m_ran[batch];
    } else {
        m_refused = std::min(batch, m_refused.value_or(batch));
        m_ran.erase(m_ran.lower_bound(batch), m_ran.end());
    }
    m_steps += isFitting ? batch > m_begin : batch < m_begin;
    const auto before = std::ranges::find(m_before, batch, &BatchPoint::batch);
    const bool hasSamples = isFitting && before != m_before.end() && fits(*before);
    replace(hasSamples ? *before : std::move(point));
    // Behind others it fitted, by chance: what does not run alone is the bound.
    if (m_refused && !m_ran.empty())
        std::erase_if(m_sweep.points,
                      [this](const BatchPoint &other) { return fits(other) && other.batch > largestThatRan(); });
}

/// One that ran alone runs: if it fails behind the smallest one it stays without a measurement.
void BatchPerProcess::takeMeasured(BatchPoint point)
{
    m_measured.insert(point.batch);
    if (fits(point))
        replace(std::move(point));
}

void BatchPerProcess::replace(BatchPoint point)
{
    std::erase_if(m_sweep.points, [&point](const BatchPoint &other) { return other.batch == point.batch; });
    m_sweep.points.push_back(std::move(point));
}

/// A model that does not run every time: what holds is what the first process said, and which batches above did not
/// run.
void BatchPerProcess::trustOneProcess()
{
    m_tries = mostTries;
    std::erase_if(m_sweep.points, [this](const BatchPoint &other) { return other.batch <= m_begin; });
    m_sweep.points.insert(m_sweep.points.end(), m_before.begin(), m_before.end());
}

} // namespace rooflight
