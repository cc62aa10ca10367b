// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/bare_runs.h"

#include "core/model/disturbing_flags.h"
#include "core/statistics/student_t.h"

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

BareRuns runsOf(const SampleSet &samples)
{
    return { samples.summary.medianNs, samples.summary.medianIntervalNs, &samples, {} };
}

BareRuns runsBeside(const LayerLatencies &layers)
{
    BareRuns runs { layers.bareMedianNs, { 0, 0 }, &layers.instrumentedModel, {} };
    if (layers.bareIntervalNs)
        runs.intervalNs = *layers.bareIntervalNs;
    return runs;
}

/// Or nearly so: two runs differ by some percent without any disturbance. Also if it is not known. Of those beside
/// others in older files only the upper end is, as instrumented runs are slower.
bool meet(const BareRuns &alone, const BareRuns &beside)
{
    constexpr double runsDiffer = 1.1; // two runs of the same, in 19 of 20 pairs
    const bool isKnown = beside.intervalNs[1] > 0;
    const double atMost = isKnown ? beside.intervalNs[1] : beside.samples->summary.medianIntervalNs[1];
    const bool isAbove = atMost > 0 && alone.intervalNs[0] > atMost * runsDiffer;
    const bool isBelow = isKnown && alone.intervalNs[1] > 0 && alone.intervalNs[1] * runsDiffer < beside.intervalNs[0];
    return !isAbove && !isBelow;
}

/// No disturbance, then the part of the median that its interval is not; that of instrumented runs for those beside
/// them in older files.
std::pair<bool, double> quietness(const BareRuns &runs)
{
    const bool isKnown = runs.intervalNs[1] > 0;
    const Summary &summary = runs.samples->summary;
    const auto &[low, high] = isKnown ? runs.intervalNs : summary.medianIntervalNs;
    return { disturbancesOf(*runs.samples).empty(), 1 - (high - low) / (isKnown ? runs.medianNs : summary.medianNs) };
}

} // namespace

std::optional<double> medianOf(const SampleSet &samples)
{
    return samples.summary.count > 0 ? std::optional(samples.summary.medianNs) : std::nullopt;
}

std::vector<std::string> disturbancesOf(const SampleSet &runs)
{
    return disturbancesOf(runs.flags);
}

std::vector<std::string> disturbancesOf(const Session &session)
{
    const std::optional<BareRuns> runs = bareRuns(session);
    return runs ? disturbancesOf(*runs->samples) : std::vector<std::string>();
}

std::optional<BareRuns> bareRuns(const Session &session)
{
    std::optional<BareRuns> alone;
    if (session.latency && medianOf(session.latency->samples))
        alone = runsOf(session.latency->samples);
    if (!session.layers)
        return alone;
    const SampleSet &instrumented = session.layers->instrumentedModel;
    if (session.layers->bareMedianNs <= 0) {
        if (!alone && medianOf(instrumented))
            alone = runsOf(instrumented);
        return alone;
    }
    const BareRuns beside = runsBeside(*session.layers);
    if (!alone)
        return beside;
    if (meet(*alone, beside))
        return alone;
    const bool isQuieter = quietness(beside) > quietness(*alone);
    BareRuns chosen = isQuieter ? beside : *alone;
    chosen.otherMedianNs = isQuieter ? alone->medianNs : beside.medianNs;
    return chosen;
}

std::optional<double> bareMedianNs(const Session &session)
{
    const std::optional<BareRuns> runs = bareRuns(session);
    return runs ? std::optional(runs->medianNs) : std::nullopt;
}

std::optional<SampleSet> bareSamples(const Session &session)
{
    const std::optional<BareRuns> runs = bareRuns(session);
    if (!runs)
        return std::nullopt;
    if (session.latency && runs->samples == &session.latency->samples)
        return *runs->samples;
    SampleSet samples = *runs->samples;
    const double medianNs = samples.summary.medianNs;
    samples.summary = onBareBase(samples.summary, *runs, runs->medianNs);
    if (runs->intervalNs[1] > 0)
        samples.summary.medianIntervalNs = runs->intervalNs;
    samples.warmupNs.clear();
    for (double &sample : samples.samplesNs)
        sample *= medianNs > 0 ? runs->medianNs / medianNs : 1;
    return samples;
}

Summary onBareBase(const Summary &instrumented, const BareRuns &bare, double timeNs)
{
    Summary scaled = instrumented;
    if (instrumented.medianNs <= 0)
        return scaled;
    const double factor = timeNs / instrumented.medianNs;
    for (double *value : { &scaled.meanNs, &scaled.stdNs, &scaled.minNs, &scaled.maxNs, &scaled.iqrNs, &scaled.madNs })
        *value *= factor;
    for (Percentile &percentile : scaled.percentiles) {
        if (percentile.valueNs)
            *percentile.valueNs *= factor;
    }
    if (scaled.meanIntervalNs) {
        for (double &end : *scaled.meanIntervalNs)
            end *= factor;
    }
    const auto relative = [](double end, double median) { return median > 0 && end > 0 ? end / median - 1 : 0; };
    scaled.medianNs = timeNs;
    for (std::size_t end = 0; end < scaled.medianIntervalNs.size(); ++end) {
        const double apart = inQuadrature(relative(instrumented.medianIntervalNs[end], instrumented.medianNs),
                                          relative(bare.intervalNs[end], bare.medianNs));
        scaled.medianIntervalNs[end] = end == 0 ? std::max(timeNs * (1 - apart), 0.0) : timeNs * (1 + apart);
    }
    return scaled;
}

} // namespace rooflight
