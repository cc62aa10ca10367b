// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/clock.h"
#include "core/base/enum_names.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace rooflight {

/// What ended a series of repetitions.
enum class StopReason {
    None, ///< nothing yet; of an ended series: stopped from outside, or failed
    Settled, ///< as steady as asked for
    TimeLimit,
    CountLimit,
};

template<>
inline constexpr auto enumNames<StopReason> = EnumNames<StopReason, 4> { {
    { StopReason::None, "none" },
    { StopReason::Settled, "settled" },
    { StopReason::TimeLimit, "time_limit" },
    { StopReason::CountLimit, "count_limit" },
} };

/// Decides from the values so far whether another repetition is needed.
class StopCriterion
{
public:
    virtual ~StopCriterion() = default;

    /// Adds one value, in the order of the repetitions; it is the mean of \p calls calls.
    virtual void add(double value, std::int64_t calls = 1) = 0;

    [[nodiscard]] virtual StopReason reason() const = 0;
    [[nodiscard]] bool isDone() const { return reason() != StopReason::None; }

    /// How many values there will be at most, at the pace so far; 0 if that is not known.
    [[nodiscard]] virtual std::int64_t maximumSamples() const { return 0; }

    /// Forgets all values; its clock, if it has one, starts again.
    virtual void reset() = 0;
};

struct WarmupLimits {
    std::int64_t minimumCount = 3; ///< no limit ends the warm-up earlier
    std::int64_t window = 5; ///< this many last calls ...
    double tolerance = 0.05; ///< ... lie within this of their median
    double maximumSeconds = 2;
    std::int64_t maximumCount = 1000;
};

/// Done when the last calls of a warm-up have settled. Values are nanoseconds; time is their sum.
class WarmupCriterion : public StopCriterion
{
public:
    explicit WarmupCriterion(const WarmupLimits &limits = {});

    void add(double callNs, std::int64_t calls = 1) override;
    [[nodiscard]] StopReason reason() const override { return m_reason; }
    void reset() override { *this = WarmupCriterion(m_limits); }

private:
    [[nodiscard]] bool hasConverged() const;

    WarmupLimits m_limits;
    std::vector<double> m_last; ///< at most `window` calls, oldest first
    std::int64_t m_count = 0;
    double m_elapsedNs = 0;
    StopReason m_reason = StopReason::None;
};

/// A fixed number of samples is minimumCount == maximumCount; a fixed duration is relativeHalfWidth = 0.
struct SamplingLimits {
    std::int64_t minimumCount = 30;
    double minimumSeconds = 0.5;
    double relativeHalfWidth = 0.01; ///< of the median's 95 % interval
    double maximumSeconds = 10;
    std::int64_t maximumCount = 1'000'000;
    /// By the clock, so with what goes on between the samples, such as flushing caches. Not before minimumCount.
    double maximumWaitSeconds = std::numeric_limits<double>::infinity();
};

/// Done when the median is known well enough. Values are nanoseconds; time is their sum.
class MedianCriterion : public StopCriterion
{
public:
    explicit MedianCriterion(const SamplingLimits &limits = {}, SecondsClock now = monotonicSeconds);

    void add(double sampleNs, std::int64_t calls = 1) override;
    [[nodiscard]] StopReason reason() const override { return m_reason; }
    [[nodiscard]] std::int64_t maximumSamples() const override;
    void reset() override { *this = MedianCriterion(m_limits, m_now); }

private:
    [[nodiscard]] bool hasConverged();

    SamplingLimits m_limits;
    SecondsClock m_now;
    double m_begin = 0;
    std::vector<double> m_samples; ///< partly sorted while intervals are looked up
    std::size_t m_nextCheck = 0;
    double m_elapsedNs = 0;
    StopReason m_reason = StopReason::None;
};

/// The same limits for each of several variants: done when all of them are. Values come in rounds, one a variant,
/// in the same order each time; it is not done within a round.
class VariantCriterion : public StopCriterion
{
public:
    VariantCriterion(std::size_t variants, const SamplingLimits &limits, const SecondsClock &now = monotonicSeconds)
        : m_variants(variants, MedianCriterion(limits, now))
    {
    }

    void add(double sampleNs, std::int64_t calls = 1) override;
    /// The reason of the first variant.
    [[nodiscard]] StopReason reason() const override;
    [[nodiscard]] std::int64_t maximumSamples() const override { return m_variants.front().maximumSamples(); }
    void reset() override;

private:
    std::vector<MedianCriterion> m_variants;
    std::size_t m_next = 0;
};

/// Done after a fixed number of values, whatever they are.
class CountCriterion : public StopCriterion
{
public:
    explicit CountCriterion(std::int64_t count)
        : m_count(count)
    {
    }

    void add(double, std::int64_t = 1) override { ++m_added; }
    [[nodiscard]] StopReason reason() const override
    {
        return m_added >= m_count ? StopReason::CountLimit : StopReason::None;
    }
    void reset() override { m_added = 0; }

private:
    std::int64_t m_count;
    std::int64_t m_added = 0;
};

/// How long a value that stays the same may be measured.
struct SteadyLimits {
    double minimumSeconds = 0;
    double maximumSeconds = 0; ///< may equal minimumSeconds: a fixed duration
    double relativeHalfWidth = 0; ///< of the 95 % interval of the quantile
    double quantile = 0.5; ///< the one that is the result, 0..1
};

/// Done when a quantile of the values is known well enough, or the time is over. Values have any unit; time is that of
/// the clock since the construction or reset().
class SteadyCriterion : public StopCriterion
{
public:
    /// Fewer values are never called settled.
    static constexpr std::size_t minimumCount = 20;

    explicit SteadyCriterion(const SteadyLimits &limits, SecondsClock now = monotonicSeconds);

    void add(double value, std::int64_t calls = 1) override;
    [[nodiscard]] StopReason reason() const override { return m_reason; }
    void reset() override { *this = SteadyCriterion(m_limits, m_now); }

    /// Part of maximumSeconds that had gone when the last value was added, 0..1.
    [[nodiscard]] double timeShare() const { return m_timeShare; }

private:
    [[nodiscard]] bool hasConverged() const;

    SteadyLimits m_limits;
    SecondsClock m_now;
    double m_begin = 0;
    double m_timeShare = 0;
    std::vector<double> m_sorted;
    StopReason m_reason = StopReason::None;
};

} // namespace rooflight
