// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/sampler.h"

namespace rooflight {

namespace {

class TrialRun
{
public:
    TrialRun(Trial &trial, const MeasurementContext &context)
        : m_trial(trial)
        , m_context(context)
        , m_throttle(context.now)
    {
    }

    SeriesEnd run(StopCriterion &warmup, StopCriterion &sampling)
    {
        for (std::size_t variant = 0; variant < m_trial.variantCount(); ++variant) {
            const SeriesEnd end = warmUp(variant, warmup);
            if (end.error || m_context.stopRequested())
                return { StopReason::None, end.error };
        }
        return sample(sampling);
    }

private:
    SeriesEnd warmUp(std::size_t variant, StopCriterion &criterion)
    {
        if (m_context.stopRequested() || !m_trial.takesPart(variant))
            return {};
        criterion.reset();
        m_trial.beginWarmup(variant);
        const auto repetition = [&]() -> Result<bool> {
            if (const Result<void> done = m_trial.warmUpOnce(variant, criterion); !done.ok())
                return done.error();
            return m_trial.takesPart(variant);
        };
        SeriesEnd end = repeatUntilDone(criterion, m_context, repetition, [&] {
            if (m_trial.publishesWarmup())
                publish();
        });
        if (!end.error && !(end.reason == StopReason::None && m_context.stopRequested()))
            m_trial.endWarmup(variant, end.reason);
        return end;
    }

    SeriesEnd sample(StopCriterion &criterion)
    {
        criterion.reset();
        m_trial.beginSampling();
        std::int64_t rounds = 0;
        const auto repetition = [&]() -> Result<bool> {
            if (const Result<void> done = m_trial.sampleRound(criterion); !done.ok())
                return done.error();
            return true;
        };
        return repeatUntilDone(criterion, m_context, repetition, [&] {
            const std::int64_t expected = m_trial.expectedRounds();
            m_context.progress(++rounds, expected > 0 ? expected : criterion.maximumSamples());
            if (!criterion.isDone())
                publish();
        });
    }

    void publish()
    {
        m_throttle.runIfDue([this] { m_trial.publishSnapshot(); });
    }

    Trial &m_trial;
    const MeasurementContext &m_context;
    Throttle m_throttle;
};

} // namespace

SeriesEnd repeatUntilDone(StopCriterion &criterion, const MeasurementContext &context,
                          const std::function<Result<bool>()> &repetition, const std::function<void()> &afterEach)
{
    while (!criterion.isDone()) {
        if (context.conditions)
            context.conditions->sampleIfDue();
        const Result<bool> wantsMore = repetition();
        if (!wantsMore.ok())
            return { StopReason::None, wantsMore.error() };
        if (!wantsMore.value())
            break;
        afterEach();
        if (context.stopRequested())
            break;
    }
    return { criterion.reason(), std::nullopt };
}

SeriesEnd runTrial(Trial &trial, StopCriterion &warmup, StopCriterion &sampling, const MeasurementContext &context)
{
    try {
        return TrialRun(trial, context).run(warmup, sampling);
    } catch (...) {
        return { StopReason::None, trial.currentExceptionError() };
    }
}

Repetitions repeatUntilSteady(const SteadyLimits &limits, const std::function<Result<double>()> &repetition,
                              const MeasurementContext &context, const std::function<void(double share)> &onTimeShare)
{
    SteadyCriterion criterion(limits, context.now);
    Repetitions repetitions;
    const auto addOne = [&]() -> Result<bool> {
        const Result<double> value = repetition();
        if (!value.ok())
            return value.error();
        repetitions.values.push_back(value.value());
        criterion.add(value.value());
        return true;
    };
    const SeriesEnd end = repeatUntilDone(criterion, context, addOne, [&] { onTimeShare(criterion.timeShare()); });
    repetitions.steady = end.reason == StopReason::Settled;
    repetitions.stopped = !end.error && context.stopRequested();
    repetitions.error = end.error;
    return repetitions;
}

} // namespace rooflight
