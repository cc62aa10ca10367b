// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Which rule ended a run.
enum class StopReason {
    None, ///< it goes on
    Settled, ///< as steady as asked for
    TimeLimit,
    CountLimit,
};

/// "none", "settled", "time_limit", "count_limit".
[[nodiscard]] std::string_view name(StopReason reason);

/// A fixed number of runs is minimumCount == maximumCount; a fixed duration is relativeHalfWidth = 0.
struct StoppingLimits {
    std::int64_t minimumCount = 30;
    double minimumSeconds = 0.5;
    double relativeHalfWidth = 0.01; ///< of the median's 95 % interval
    double maximumSeconds = 10;
    std::int64_t maximumCount = 1'000'000;
};

/// Says when enough samples were taken. Time is the sum of the samples.
class StoppingRule
{
public:
    explicit StoppingRule(const StoppingLimits &limits = {});

    /// Takes one more sample; \p calls is how many calls of that time are behind it.
    void add(double sampleNs, std::int64_t calls = 1);

    [[nodiscard]] StopReason reason() const { return m_reason; }
    [[nodiscard]] bool done() const { return m_reason != StopReason::None; }

private:
    [[nodiscard]] bool isSettled();

    StoppingLimits m_limits;
    std::vector<double> m_samples; ///< partly sorted while intervals are looked up
    std::size_t m_nextLook = 0;
    double m_elapsedNs = 0;
    StopReason m_reason = StopReason::None;
};

struct WarmupLimits {
    std::int64_t minimumCount = 3; ///< no limit ends the warm-up before
    std::int64_t window = 5; ///< this many last calls ...
    double tolerance = 0.05; ///< ... lie within this of their median
    double maximumSeconds = 2;
    std::int64_t maximumCount = 1000;
};

/// Says when the calls before a measurement have settled.
class WarmupRule
{
public:
    explicit WarmupRule(const WarmupLimits &limits = {});

    void add(double callNs);

    [[nodiscard]] StopReason reason() const { return m_reason; }
    [[nodiscard]] bool done() const { return m_reason != StopReason::None; }

private:
    [[nodiscard]] bool isSettled() const;

    WarmupLimits m_limits;
    std::vector<double> m_last; ///< at most `window` calls, oldest first
    std::int64_t m_count = 0;
    double m_elapsedNs = 0;
    StopReason m_reason = StopReason::None;
};

} // namespace ridgepoint
