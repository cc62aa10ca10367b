// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/sample_set.h"

#include "core/statistics/bootstrap.h"
#include "core/statistics/modality.h"
#include "core/statistics/summary.h"

#include <cmath>
#include <span>

namespace rooflight {

namespace {

constexpr std::int64_t enoughSamples = 30;

bool drifts(std::span<const double> samples)
{
    const std::size_t half = samples.size() / 2;
    const Summary first = summarize(samples.first(half));
    const Summary second = summarize(samples.last(half));
    if (first.count < 5 || second.count < 5 || first.medianNs == 0)
        return false;
    const bool apart = first.medianIntervalNs[1] < second.medianIntervalNs[0]
        || second.medianIntervalNs[1] < first.medianIntervalNs[0];
    return apart && std::abs(second.medianNs - first.medianNs) > 0.02 * first.medianNs;
}

} // namespace

SampleSet sampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs)
{
    SampleSet set;
    set.warmupNs = std::move(warmupNs);
    set.samplesNs = std::move(samplesNs);
    set.summary = summarize(set.samplesNs);

    const Summary &summary = set.summary;
    if (summary.count < enoughSamples)
        set.flags.emplace_back(SampleFlag::FewSamples);
    if (summary.cv > 0.025 || summary.iqrNs > 0.10 * summary.medianNs)
        set.flags.emplace_back(SampleFlag::Noisy);
    if (summary.iqrNs > 0.25 * summary.medianNs)
        set.flags.emplace_back(SampleFlag::VeryNoisy);
    if (drifts(set.samplesNs))
        set.flags.emplace_back(SampleFlag::Drift);
    if (isBimodal(set.samplesNs))
        set.flags.emplace_back(SampleFlag::Bimodal);
    return set;
}

SampleSet headlineSampleSet(std::vector<double> warmupNs, std::vector<double> samplesNs)
{
    SampleSet set = sampleSet(std::move(warmupNs), std::move(samplesNs));
    set.summary.meanIntervalNs = bootstrapMeanInterval(set.samplesNs);
    return set;
}

} // namespace rooflight
