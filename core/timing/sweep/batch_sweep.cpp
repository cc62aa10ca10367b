// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/sweep/batch_sweep.h"

#include "core/base/clock.h"
#include "core/model/error_sentences.h"
#include "core/model/result_sentences.h"
#include "core/statistics/sample_set.h"
#include "core/timing/sweep/batch_search.h"
#include "core/torchscript/load/torch_errors.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

namespace rooflight {

namespace {

bool isPowerOfTwo(std::int64_t batch)
{
    return std::has_single_bit(static_cast<std::uint64_t>(batch));
}

class Sweep
{
public:
    Sweep(BatchModel &model, BatchSweep &sweep, const SweepLimits &limits, const MeasurementContext &context,
          const SnapshotSink<BatchSweep> &sink)
        : m_model(model)
        , m_device(model.device())
        , m_sweep(sweep)
        , m_limits(limits)
        , m_context(context)
        , m_sink(sink)
    {
    }

    std::optional<Error> run()
    {
        m_timesLost = retryLostBatches(m_sweep);
        while (!m_context.stopRequested()) {
            if (const std::optional<std::int64_t> batch = nextBatch(m_sweep)) {
                // Some are measured as soon as they are known to fit: results arrive while the search goes on.
                tryBatch(*batch, isMeasuredAtOnce(*batch));
                if (m_deviceError)
                    return m_deviceError;
                continue;
            }
            if (largestFitting(m_sweep) == 0) {
                m_sweep.end = boundOf(m_sweep);
                publish();
                return reasonOfNone();
            }
            if (const std::optional<std::int64_t> missed = missedBatch()) {
                tryBatch(*missed, true);
                if (m_deviceError)
                    return m_deviceError;
                continue;
            }
            const std::vector<std::int64_t> wanted = batchesToMeasure(m_sweep);
            if (wanted.empty() || m_refinements == maximumRefinements) {
                m_sweep.end = boundOf(m_sweep);
                publish();
                return std::nullopt;
            }
            ++m_refinements;
            tryBatch(wanted.front(), true);
            if (m_deviceError)
                return m_deviceError;
        }
        publish();
        return std::nullopt;
    }

private:
    static constexpr int maximumRefinements = 6;

    [[nodiscard]] bool isMeasuredAtOnce(std::int64_t batch) const { return m_sweep.step > 1 || isPowerOfTwo(batch); }

    /// The smallest one that was to be measured as soon as it was known to fit, and was stopped before it had a sample.
    std::optional<std::int64_t> missedBatch()
    {
        for (const BatchPoint &point : m_sweep.points) {
            const bool isMissed = point.outcome == BatchOutcome::Fits && point.samples.summary.count == 0
                && point.batch <= largestFitting(m_sweep) && isMeasuredAtOnce(point.batch);
            if (isMissed && m_missed.insert(point.batch).second)
                return point.batch;
        }
        return std::nullopt;
    }

    /// Not even the smallest batch fits.
    [[nodiscard]] std::optional<Error> reasonOfNone() const
    {
        if (!m_firstError.text.empty())
            return m_firstError;
        const std::int64_t smallest = m_sweep.smallest();
        if (m_sweep.points.empty())
            return errorOf(ErrorSentence::SmallestBatchAbove,
                           { m_model.path(), std::to_string(smallest), std::to_string(m_sweep.maximumBatch) });
        const BatchPoint &first = m_sweep.points.front();
        return errorOf(ErrorSentence::SmallestBatchTooLarge,
                       { m_model.path(), std::to_string(smallest), first.reason });
    }

    BatchPoint &pointOf(std::int64_t batch)
    {
        const auto found = std::ranges::find(m_sweep.points, batch, &BatchPoint::batch);
        if (found != m_sweep.points.end())
            return *found;
        BatchPoint point;
        point.batch = batch;
        const auto place = std::ranges::upper_bound(m_sweep.points, batch, {}, &BatchPoint::batch);
        return *m_sweep.points.insert(place, point);
    }

    void publish()
    {
        conclude(m_sweep);
        if (m_sink)
            m_sink(m_sweep);
    }

    void tryBatch(std::int64_t batch, bool measured)
    {
        m_context.progress(batch, 0);
        BatchPoint fresh;
        fresh.batch = batch;
        fresh.timesLost = m_timesLost[batch];
        pointOf(batch) = fresh;
        publish(); // a process that is lost in this batch leaves it as Trying
        const std::optional<Error> error = attempt(pointOf(batch), measured);
        // Recovery belongs here: what was raised, and all that it held, is gone.
        if (error)
            recover(pointOf(batch), *error);
        publish();
    }

    std::optional<Error> attempt(BatchPoint &point, bool measured)
    {
        try {
            Result<std::unique_ptr<BatchRun>> prepared = m_model.prepare(point.batch);
            if (!prepared.ok())
                return prepared.error();
            const std::unique_ptr<BatchRun> run = std::move(prepared).value();
            point.probeNs = timedNs(*run);
            if (point.probeNs > m_limits.longestCallSeconds * nsPerSecond && point.batch > 1) {
                point.outcome = BatchOutcome::TooSlow;
                point.reason = composedText(sentences::callTooLong);
                return std::nullopt;
            }
            // The executor profiles the first call and compiles in the second.
            const std::int64_t retries = m_model.allocatorRetries();
            const MemoryUse memory = run->memoryUse();
            run->restore();
            point.peakBytes = memory.callBytes;
            point.allocatedBytes = memory.allocatedBytes;
            point.reservedBytes = memory.reservedBytes;
            point.probeNs = timedNs(*run);
            if (measured)
                measure(point, *run);
            if (m_model.allocatorRetries() > retries)
                point.samples.flags.emplace_back(SampleFlag::AllocatorRetries);
            point.outcome = BatchOutcome::Fits;
        } catch (...) {
            return currentExceptionAsError(m_model.path(), ModelStage::Running);
        }
        return std::nullopt;
    }

    void recover(BatchPoint &point, const Error &error)
    {
        point.outcome = error.code == ErrorCode::OutOfMemory ? BatchOutcome::OutOfMemory : BatchOutcome::Failed;
        point.reason = sentenceOf(error);
        point.samples = {};
        if (m_firstError.text.empty())
            m_firstError = error;
        try {
            m_model.releaseMemory();
            m_device.synchronize();
            if (point.outcome == BatchOutcome::Failed)
                point.timesLost = 0; // what the model refuses is not too large
        } catch (...) {
            // A kernel that failed takes its context with it: every further batch would seem to fail.
            m_deviceError = error;
        }
    }

    double timedNs(BatchRun &run)
    {
        m_device.synchronize();
        const double begin = m_device.nowNs();
        run.call();
        m_device.synchronize();
        const double ns = m_device.nowNs() - begin;
        run.restore();
        return ns;
    }

    void measure(BatchPoint &point, BatchRun &run)
    {
        if (const std::optional<Cost> cost = run.cost()) {
            point.flops = cost->flops;
            point.bytes = cost->bytes();
        }
        std::vector<double> warmup;
        WarmupCriterion settled(m_limits.warmup);
        static_cast<void>(repeatUntilDone(settled, m_context, [&] {
            warmup.push_back(timedNs(run));
            settled.add(warmup.back());
            return true;
        }));
        if (warmup.empty() || m_context.stopRequested())
            return;
        m_model.conditions().restart();
        // All runs are queued one behind the other, as a busy program does: the last call's time says how many.
        const std::int64_t wanted =
            std::clamp(static_cast<std::int64_t>(m_limits.seconds * nsPerSecond / std::max(warmup.back(), 1.0)),
                       std::min(m_limits.minimumRuns, m_limits.runs), m_limits.runs);
        m_device.synchronize();
        m_device.forgetMarks();
        const double begin = m_device.nowNs();
        m_device.mark();
        std::int64_t runs = 0;
        bool restores = false;
        CountCriterion counted(wanted);
        static_cast<void>(repeatUntilDone(counted, m_context, [&] {
            run.call();
            m_device.mark();
            if (restores = run.restore(); restores)
                m_device.mark();
            counted.add(0);
            ++runs;
            return true;
        }));
        const std::vector<double> marks = m_device.resolveMarks();
        m_device.synchronize();
        double totalNs = m_device.nowNs() - begin;
        std::vector<double> samples;
        for (std::size_t i = 1; i < marks.size(); i += restores ? 2 : 1)
            samples.push_back(marks[i] - marks[i - 1]);
        if (restores) // which no program does
            totalNs = std::accumulate(samples.begin(), samples.end(), 0.0);
        point.samples = headlineSampleSet(std::move(warmup), std::move(samples));
        if (runs < wanted)
            point.samples.flags.emplace_back(SampleFlag::Partial);
        point.throughputPerSecond =
            static_cast<double>(point.batch) * static_cast<double>(runs) * nsPerSecond / totalNs;
        addConditions(m_model.conditions(), point);
    }

    BatchModel &m_model;
    TimedDevice &m_device;
    BatchSweep &m_sweep;
    const SweepLimits &m_limits;
    const MeasurementContext &m_context;
    const SnapshotSink<BatchSweep> &m_sink;
    Error m_firstError;
    std::optional<Error> m_deviceError; ///< of the batch after which the device does not answer
    std::map<std::int64_t, int> m_timesLost; ///< by batch
    int m_refinements = 0;
    std::set<std::int64_t> m_missed; ///< batches of missedBatch(), each once
};

} // namespace

std::optional<Error> sweepBatches(BatchModel &model, BatchSweep &sweep, const SweepLimits &limits,
                                  const MeasurementContext &context, const SnapshotSink<BatchSweep> &sink)
{
    return Sweep(model, sweep, limits, context, sink).run();
}

} // namespace rooflight
