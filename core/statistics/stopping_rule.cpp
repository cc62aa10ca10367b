// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/stopping_rule.h"

#include "core/model/enum_names.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double nsPerSecond = 1e9;

constexpr EnumNames<StopReason, 4> reasonNames = { {
    { StopReason::None, "none" },
    { StopReason::Settled, "settled" },
    { StopReason::TimeLimit, "time_limit" },
    { StopReason::CountLimit, "count_limit" },
} };

double orderStatistic(std::vector<double> &values, std::size_t rank)
{
    const auto position = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), position, values.end());
    return *position;
}

} // namespace

std::string_view name(StopReason reason)
{
    return nameIn(reasonNames, reason);
}

StoppingRule::StoppingRule(const StoppingLimits &limits)
    : m_limits(limits)
    , m_nextLook(static_cast<std::size_t>(std::max<std::int64_t>(limits.minimumCount, 1)))
{
}

void StoppingRule::add(double sampleNs, std::int64_t calls)
{
    m_samples.push_back(sampleNs);
    m_elapsedNs += sampleNs * static_cast<double>(calls);

    const auto count = static_cast<std::int64_t>(m_samples.size());
    if (count >= m_limits.maximumCount)
        m_reason = StopReason::CountLimit;
    else if (m_elapsedNs >= m_limits.maximumSeconds * nsPerSecond)
        m_reason = StopReason::TimeLimit;
    else if (count >= m_limits.minimumCount && m_elapsedNs >= m_limits.minimumSeconds * nsPerSecond && isSettled())
        m_reason = StopReason::Settled;
}

bool StoppingRule::isSettled()
{
    const std::size_t count = m_samples.size();
    if (count < m_nextLook || m_limits.relativeHalfWidth <= 0)
        return false;
    // Looking at every eighth of the samples so far keeps the whole run linear in their number.
    m_nextLook = count + std::max<std::size_t>(1, count / 8);

    const auto [lower, upper] = quantileIntervalRanks(count, 0.5);
    const double halfWidth = (orderStatistic(m_samples, upper) - orderStatistic(m_samples, lower)) / 2;
    const double median = orderStatistic(m_samples, count / 2);
    return halfWidth <= m_limits.relativeHalfWidth * median;
}

WarmupRule::WarmupRule(const WarmupLimits &limits)
    : m_limits(limits)
{
    if (limits.maximumCount <= 0)
        m_reason = StopReason::CountLimit;
}

void WarmupRule::add(double callNs)
{
    ++m_count;
    m_elapsedNs += callNs;
    m_last.push_back(callNs);
    if (static_cast<std::int64_t>(m_last.size()) > m_limits.window)
        m_last.erase(m_last.begin());

    if (m_count >= m_limits.maximumCount)
        m_reason = StopReason::CountLimit;
    else if (m_count >= m_limits.minimumCount && isSettled())
        m_reason = StopReason::Settled;
    else if (m_count >= m_limits.minimumCount && m_elapsedNs >= m_limits.maximumSeconds * nsPerSecond)
        m_reason = StopReason::TimeLimit;
}

bool WarmupRule::isSettled() const
{
    if (static_cast<std::int64_t>(m_last.size()) < m_limits.window)
        return false;
    std::vector<double> sorted = m_last;
    std::ranges::sort(sorted);
    const double median = quantile(sorted, 0.5);
    return std::ranges::all_of(
        sorted, [this, median](double value) { return std::abs(value - median) <= m_limits.tolerance * median; });
}

} // namespace ridgepoint
