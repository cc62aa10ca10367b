// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/bootstrap.h"

#include "core/statistics/summary.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rooflight {

namespace {

constexpr std::size_t drawsInAll = 2'000'000;
constexpr std::size_t minResamples = 200;
constexpr std::size_t maxResamples = 2000;

/// Knuth's MMIX generator: a fixed sequence that any language can repeat.
class IndexDraw
{
public:
    explicit IndexDraw(std::size_t count)
        : m_count(count)
    {
    }

    std::size_t operator()()
    {
        m_state = m_state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>(((m_state >> 33) * m_count) >> 31);
    }

private:
    std::uint64_t m_count;
    std::uint64_t m_state = 12345;
};

} // namespace

std::optional<std::array<double, 2>> bootstrapMeanInterval(std::span<const double> samples)
{
    const std::size_t count = samples.size();
    if (count < 2)
        return std::nullopt;
    IndexDraw draw(count);
    std::vector<double> means(std::clamp(drawsInAll / count, minResamples, maxResamples));
    for (double &mean : means) {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i)
            sum += samples[draw()];
        mean = sum / static_cast<double>(count);
    }
    std::ranges::sort(means);
    return std::array { quantile(means, 0.025), quantile(means, 0.975) };
}

} // namespace rooflight
