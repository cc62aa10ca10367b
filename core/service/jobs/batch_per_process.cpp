// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/batch_per_process.h"

#include "core/model/result_sentences.h"
#include "core/timing/sweep/batch_search.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace rooflight {

namespace {

constexpr std::int64_t firstStep = 50; ///< a fiftieth of the largest
constexpr std::int64_t closeEnough = 100; ///< a hundredth of it

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
    conclude(m_sweep);
}

std::optional<std::int64_t> BatchPerProcess::nextSize() const
{
    const std::int64_t unit = std::max<std::int64_t>(m_sweep.step, 1);
    const std::int64_t largest = largestOf(m_sweep);
    const std::int64_t end = std::min(m_refused.value_or(endOf(m_sweep)), endOf(m_sweep));
    if (!m_refused) {
        const std::int64_t step = std::max<std::int64_t>(m_begin / firstStep, 1) << m_fitted;
        const std::int64_t batch = std::min((largest + step + unit - 1) / unit * unit, (end - 1) / unit * unit);
        return batch > largest ? std::optional(batch) : std::nullopt;
    }
    if (end - largest <= std::max(unit, largest / closeEnough))
        return std::nullopt;
    const std::int64_t middle = (largest + (end - largest) / 2) / unit * unit;
    const std::int64_t batch = middle > largest ? middle : middle + unit;
    return batch < end ? std::optional(batch) : std::nullopt;
}

std::optional<BatchPerProcess::Try> BatchPerProcess::next() const
{
    if (m_tries >= mostTries)
        return std::nullopt;
    if (const std::optional<std::int64_t> batch = nextSize())
        return Try { *batch, false };
    for (const std::int64_t batch : { m_sweep.recommended, m_sweep.largest }) {
        const BatchPoint *const known = m_sweep.find(batch);
        if (batch > 0 && (!known || (fits(*known) && known->samples.summary.count == 0)))
            return Try { batch, true };
    }
    return std::nullopt;
}

Request BatchPerProcess::requestOf(const Request &request, const Try &attempt)
{
    Request one = request;
    one.sweep.restart = true;
    // Batch 1, or the smallest that the model allows, and this one.
    one.sweep.search = BatchSearch::Sequential;
    one.sweep.step = one.sweep.maximumBatch = attempt.batch;
    if (!attempt.measured) {
        one.limits.warmup = 0;
        one.limits.runs = 1;
    }
    return one;
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
    if (!fits(*point) && asked->batch <= m_begin) { // It ran behind others, so alone it fails by chance.
        m_tries = mostTries;
        return;
    }
    if (!asked->measured && fits(*point)) {
        point->samples = {};
        point->throughputPerSecond = 0;
        point->conditions.reset();
        ++m_fitted;
    }
    if (!fits(*point))
        m_refused = std::min(point->batch, m_refused.value_or(point->batch));
    std::erase_if(m_sweep.points, [&](const BatchPoint &known) { return known.batch == asked->batch; });
    m_sweep.points.push_back(std::move(*point));
    // In another process it fitted, by chance: what does not is the bound.
    if (m_refused)
        std::erase_if(m_sweep.points,
                      [this](const BatchPoint &known) { return fits(known) && known.batch > *m_refused; });
    conclude(m_sweep);
    m_sweep.end = boundOf(m_sweep);
}

} // namespace rooflight
