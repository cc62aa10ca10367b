// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/time_shares.h"

#include <algorithm>

namespace rooflight {

namespace {

std::optional<double> ratio(double part, double whole)
{
    return part > 0 && whole > 0 ? std::optional(part / whole) : std::nullopt;
}

} // namespace

std::optional<double> medianOf(const SampleSet &samples)
{
    return samples.summary.count > 0 ? std::optional(samples.summary.medianNs) : std::nullopt;
}

std::optional<double> bareMedianNs(const Session &session)
{
    if (session.latency) {
        if (const std::optional<double> median = medianOf(session.latency->samples))
            return median;
    }
    if (!session.layers)
        return std::nullopt;
    if (session.layers->bareMedianNs > 0)
        return session.layers->bareMedianNs;
    return medianOf(session.layers->instrumentedModel);
}

std::optional<double> timeShare(const SampleSet &item, const SampleSet &model)
{
    const std::vector<double> &parts = item.samplesNs;
    const std::vector<double> &wholes = model.samplesNs;
    const bool sameRuns = !parts.empty() && parts.size() == wholes.size();
    if (sameRuns && std::ranges::all_of(wholes, [](double whole) { return whole > 0; })) {
        double sum = 0;
        for (std::size_t run = 0; run < parts.size(); ++run)
            sum += parts[run] / wholes[run];
        return sum / static_cast<double>(parts.size());
    }
    if (item.summary.count == 0 || model.summary.count == 0)
        return std::nullopt;
    const std::optional<double> ofMeans = ratio(item.summary.meanNs, model.summary.meanNs);
    return ofMeans ? ofMeans : ratio(item.summary.medianNs, model.summary.medianNs);
}

} // namespace rooflight
