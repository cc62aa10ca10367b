// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/stop_criteria.h"

#include "core/base/clock.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

double orderStatistic(std::vector<double> &values, std::size_t rank)
{
    const auto position = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), position, values.end());
    return *position;
}

} // namespace

WarmupCriterion::WarmupCriterion(const WarmupLimits &limits)
    : m_limits(limits)
{
    if (limits.maximumCount <= 0)
        m_reason = StopReason::CountLimit;
}

void WarmupCriterion::add(double callNs, std::int64_t calls)
{
    ++m_count;
    m_elapsedNs += callNs * static_cast<double>(calls);
    m_last.push_back(callNs);
    if (static_cast<std::int64_t>(m_last.size()) > m_limits.window)
        m_last.erase(m_last.begin());

    if (m_count >= m_limits.maximumCount)
        m_reason = StopReason::CountLimit;
    else if (m_count >= m_limits.minimumCount && hasConverged())
        m_reason = StopReason::Settled;
    else if (m_count >= m_limits.minimumCount && m_elapsedNs >= m_limits.maximumSeconds * nsPerSecond)
        m_reason = StopReason::TimeLimit;
}

bool WarmupCriterion::hasConverged() const
{
    if (static_cast<std::int64_t>(m_last.size()) < m_limits.window)
        return false;
    const double median = medianOf(m_last);
    return std::ranges::all_of(
        m_last, [this, median](double value) { return std::abs(value - median) <= m_limits.tolerance * median; });
}

MedianCriterion::MedianCriterion(const SamplingLimits &limits, SecondsClock now)
    : m_limits(limits)
    , m_now(std::move(now))
    , m_begin(m_now())
    , m_nextCheck(static_cast<std::size_t>(std::max<std::int64_t>(limits.minimumCount, 1)))
{
}

void MedianCriterion::add(double sampleNs, std::int64_t calls)
{
    m_samples.push_back(sampleNs);
    m_elapsedNs += sampleNs * static_cast<double>(calls);

    const auto count = static_cast<std::int64_t>(m_samples.size());
    const bool enough = count >= m_limits.minimumCount;
    const bool isTimeOver = m_elapsedNs >= m_limits.maximumSeconds * nsPerSecond
        || (enough && m_now() - m_begin > m_limits.maximumWaitSeconds);
    if (count >= m_limits.maximumCount)
        m_reason = StopReason::CountLimit;
    else if (isTimeOver)
        m_reason = StopReason::TimeLimit;
    else if (enough && m_elapsedNs >= m_limits.minimumSeconds * nsPerSecond && hasConverged())
        m_reason = StopReason::Settled;
}

std::int64_t MedianCriterion::maximumSamples() const
{
    if (m_elapsedNs <= 0)
        return 0;
    const double pace = static_cast<double>(m_samples.size()) / m_elapsedNs;
    const double inTime = std::ceil(pace * m_limits.maximumSeconds * nsPerSecond);
    return std::min(m_limits.maximumCount, static_cast<std::int64_t>(std::min(inTime, 1e15)));
}

bool MedianCriterion::hasConverged()
{
    const std::size_t count = m_samples.size();
    if (count < m_nextCheck || m_limits.relativeHalfWidth <= 0)
        return false;
    // Looking at every eighth of the samples so far keeps the whole run linear in their number.
    m_nextCheck = count + std::max<std::size_t>(1, count / 8);

    const auto [lower, upper] = quantileIntervalRanks(count, 0.5);
    const double halfWidth = (orderStatistic(m_samples, upper) - orderStatistic(m_samples, lower)) / 2;
    const double median = orderStatistic(m_samples, count / 2);
    return halfWidth <= m_limits.relativeHalfWidth * median;
}

void VariantCriterion::add(double sampleNs, std::int64_t calls)
{
    m_variants[m_next].add(sampleNs, calls);
    m_next = (m_next + 1) % m_variants.size();
}

StopReason VariantCriterion::reason() const
{
    const bool done = m_next == 0 && std::ranges::all_of(m_variants, &StopCriterion::isDone);
    return done && !m_variants.empty() ? m_variants.front().reason() : StopReason::None;
}

void VariantCriterion::reset()
{
    m_next = 0;
    std::ranges::for_each(m_variants, &StopCriterion::reset);
}

SteadyCriterion::SteadyCriterion(const SteadyLimits &limits, SecondsClock now)
    : m_limits(limits)
    , m_now(std::move(now))
    , m_begin(m_now())
{
}

void SteadyCriterion::add(double value, std::int64_t)
{
    m_sorted.insert(std::ranges::upper_bound(m_sorted, value), value);
    const double seconds = m_now() - m_begin;
    m_timeShare = seconds < m_limits.maximumSeconds ? seconds / m_limits.maximumSeconds : 1;
    if (m_sorted.size() >= minimumCount && seconds >= m_limits.minimumSeconds && hasConverged())
        m_reason = StopReason::Settled;
    else if (seconds >= m_limits.maximumSeconds)
        m_reason = StopReason::TimeLimit;
}

bool SteadyCriterion::hasConverged() const
{
    const auto [lower, upper] = quantileInterval(m_sorted, m_limits.quantile);
    return (upper - lower) / 2 <= m_limits.relativeHalfWidth * quantile(m_sorted, m_limits.quantile);
}

} // namespace rooflight
