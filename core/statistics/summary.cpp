// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/summary.h"

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double beyondEachEnd = 0.025; ///< of a 95 % interval
constexpr std::array percents { 1.0, 5.0, 10.0, 25.0, 75.0, 90.0, 95.0, 99.0, 99.9 };

/// Sum with Neumaier's compensation: a hundred thousand samples keep their last digits.
template<typename Range, typename Term> double compensatedSum(const Range &values, Term term)
{
    double sum = 0;
    double lost = 0;
    for (const double value : values) {
        const double next = term(value);
        const double total = sum + next;
        lost += std::abs(sum) >= std::abs(next) ? (sum - total) + next : (next - total) + sum;
        sum = total;
    }
    return sum + lost;
}

double mean(std::span<const double> samples)
{
    return compensatedSum(samples, [](double value) { return value; }) / static_cast<double>(samples.size());
}

double standardDeviation(std::span<const double> samples, double mean)
{
    if (samples.size() < 2)
        return 0;
    const double squares = compensatedSum(samples, [mean](double value) { return (value - mean) * (value - mean); });
    return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

/// std::lgamma() would leave the sign in a variable that all threads share.
double logFactorial(double n)
{
    int sign = 1;
    return lgamma_r(n + 1, &sign);
}

/// Binomial distribution of `trials` with one probability, walked from value to value.
class Binomial
{
public:
    /// Stands at the most probable value.
    Binomial(std::size_t trials, double probability)
        : m_trials(trials)
        , m_odds(probability / (1 - probability))
        , m_value(static_cast<std::size_t>(static_cast<double>(trials + 1) * probability))
    {
        const auto n = static_cast<double>(trials);
        const auto k = static_cast<double>(m_value);
        m_mass = std::exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) + k * std::log(probability)
                          + (n - k) * std::log1p(-probability));
        double mass = m_mass;
        for (std::size_t i = m_value; mass > 0; --i) {
            m_atMost += mass;
            if (i == 0)
                break;
            mass *= static_cast<double>(i) / static_cast<double>(trials - i + 1) / m_odds;
        }
    }

    /// Smallest value that is reached or stayed below with at least this probability.
    [[nodiscard]] std::size_t quantile(double atLeast)
    {
        while (m_value > 0 && m_atMost - m_mass >= atLeast) {
            m_atMost -= m_mass;
            m_mass *= static_cast<double>(m_value) / static_cast<double>(m_trials - m_value + 1) / m_odds;
            --m_value;
        }
        while (m_value < m_trials && m_atMost < atLeast) {
            ++m_value;
            m_mass *= static_cast<double>(m_trials - m_value + 1) / static_cast<double>(m_value) * m_odds;
            m_atMost += m_mass;
        }
        return m_value;
    }

private:
    std::size_t m_trials;
    double m_odds;
    std::size_t m_value;
    double m_mass = 0; ///< probability of m_value
    double m_atMost = 0; ///< probability of m_value and all below
};

} // namespace

double quantile(std::span<const double> sorted, double fraction)
{
    const double position = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    if (below + 1 >= sorted.size())
        return sorted.back();
    return std::lerp(sorted[below], sorted[below + 1], position - static_cast<double>(below));
}

double medianOf(std::vector<double> samples)
{
    if (samples.empty())
        return 0;
    std::ranges::sort(samples);
    return quantile(samples, 0.5);
}

double medianAbsoluteDeviation(std::span<const double> samples, double centre)
{
    std::vector<double> deviations;
    deviations.reserve(samples.size());
    for (const double value : samples)
        deviations.push_back(std::abs(value - centre));
    return medianOf(std::move(deviations));
}

std::array<std::size_t, 2> quantileIntervalRanks(std::size_t count, double fraction)
{
    Binomial below(count, fraction);
    const std::size_t lower = below.quantile(beyondEachEnd);
    const std::size_t upper = below.quantile(1 - beyondEachEnd);
    return { lower == 0 ? 0 : lower - 1, std::min(upper, count - 1) };
}

std::array<double, 2> quantileInterval(std::span<const double> sorted, double fraction)
{
    const auto [lower, upper] = quantileIntervalRanks(sorted.size(), fraction);
    return { sorted[lower], sorted[upper] };
}

std::int64_t samplesNeeded(double percent)
{
    const double tail = std::min(percent, 100 - percent);
    if (tail >= 25)
        return 4;
    // 10 %: 10, 5 %: 20, 1 %: 100, 0.1 %: 1000, so that at least one sample lies beyond it.
    return std::llround(100 / tail);
}

std::int64_t samplesForInterval(double percent)
{
    const double largerSide = std::max(percent, 100 - percent) / 100;
    return std::llround(std::ceil(std::log(beyondEachEnd) / std::log(largerSide)));
}

Summary summarize(std::span<const double> samplesNs)
{
    std::vector<double> sorted;
    sorted.reserve(samplesNs.size());
    std::ranges::copy_if(samplesNs, std::back_inserter(sorted), [](double value) { return std::isfinite(value); });
    std::ranges::sort(sorted);

    Summary summary;
    summary.count = static_cast<std::int64_t>(sorted.size());
    for (const double percent : percents) {
        const bool supported = summary.count >= samplesNeeded(percent);
        summary.percentiles.push_back(
            { percent, supported ? std::optional(quantile(sorted, percent / 100)) : std::nullopt });
    }
    if (sorted.empty())
        return summary;

    summary.meanNs = mean(sorted);
    summary.stdNs = standardDeviation(sorted, summary.meanNs);
    summary.cv = summary.meanNs == 0 ? 0 : summary.stdNs / summary.meanNs;
    summary.minNs = sorted.front();
    summary.maxNs = sorted.back();
    summary.medianNs = quantile(sorted, 0.5);
    summary.madNs = medianAbsoluteDeviation(sorted, summary.medianNs);
    summary.medianIntervalNs = quantileInterval(sorted, 0.5);

    const std::optional<double> lowerQuartile = summary.percentile(25);
    const std::optional<double> upperQuartile = summary.percentile(75);
    if (lowerQuartile && upperQuartile) {
        summary.iqrNs = *upperQuartile - *lowerQuartile;
        const double lowest = *lowerQuartile - 1.5 * summary.iqrNs;
        const double highest = *upperQuartile + 1.5 * summary.iqrNs;
        summary.outliers = std::ranges::count_if(
            sorted, [lowest, highest](double value) { return value < lowest || value > highest; });
    }
    return summary;
}

} // namespace rooflight
