// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/trial.h"

#include <functional>
#include <optional>
#include <vector>

namespace rooflight {

struct TrialLimits {
    WarmupLimits warmup;
    SamplingLimits sampling;
};

/// How a series of repetitions ended.
struct SeriesEnd {
    StopReason reason = StopReason::None; ///< None: stopped, failed, or the repetition wanted no more
    std::optional<Error> error;
};

/// The one loop that repeats something: until \p criterion is done, \p repetition returns false or an error, or a stop
/// is requested. It repeats at least once unless the criterion is done before. \p repetition adds its value to the
/// criterion. Conditions are sampled before each repetition; \p afterEach is called behind each.
[[nodiscard]] SeriesEnd repeatUntilDone(
    StopCriterion &criterion, const MeasurementContext &context, const std::function<Result<bool>()> &repetition,
    const std::function<void()> &afterEach = [] {});

/// Warms up each variant of \p trial, then samples rounds until \p sampling is done. Progress counts rounds. What the
/// trial throws becomes the error. Both criteria are reset first.
[[nodiscard]] SeriesEnd runTrial(Trial &trial, StopCriterion &warmup, StopCriterion &sampling,
                                 const MeasurementContext &context);

/// As above: runs the trial and takes its result, whatever ended it. A failure after a stop was requested counts as
/// stopped: if there is a result, it is no error.
template<typename T>
[[nodiscard]] Measured<T> measure(ResultTrial<T> &trial, StopCriterion &warmup, StopCriterion &sampling,
                                  const MeasurementContext &context)
{
    const SeriesEnd end = runTrial(trial, warmup, sampling, context);
    Measured<T> measured;
    if (trial.hasResult())
        measured.value = trial.result(end.reason);
    if (!measured.value || !context.stopRequested())
        measured.error = end.error;
    return measured;
}

/// With the usual criteria: calls that have settled, then a median that is known well enough.
template<typename T>
[[nodiscard]] Measured<T> measure(ResultTrial<T> &trial, const TrialLimits &limits, const MeasurementContext &context)
{
    WarmupCriterion warmup(limits.warmup);
    MedianCriterion sampling(limits.sampling, context.now);
    return measure(trial, warmup, sampling, context);
}

/// Values of something that was repeated without a warm-up.
struct Repetitions {
    std::vector<double> values; ///< in the order they were taken; at least one unless there is an error
    bool steady = false; ///< the criterion settled
    bool stopped = false; ///< from outside
    std::optional<Error> error;
};

/// Repeats \p repetition, at least once, until its values are steady or their time is over. Exceptions pass through.
/// \p onTimeShare gets the share of the time after each repetition, 0..1; the context's progress is not used.
[[nodiscard]] Repetitions repeatUntilSteady(
    const SteadyLimits &limits, const std::function<Result<double>()> &repetition, const MeasurementContext &context,
    const std::function<void(double share)> &onTimeShare = [](double) {});

} // namespace rooflight
