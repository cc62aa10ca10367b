// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rooflight {

/// What makes a set of samples doubtful. The last seven are set by the measurement, the others follow from the samples.
enum class SampleFlag {
    FewSamples, ///< fewer than 30
    Noisy, ///< CV above 2.5 %, or interquartile range above 10 % of the median
    VeryNoisy, ///< interquartile range above 25 % of the median
    Drift, ///< the medians of first and second half differ by more than 2 % and their 95 % intervals do not overlap
    Bimodal, ///< two modes (core/statistics/modality.h): often two clocks of the device
    OtherLoad, ///< other programs used more than a twentieth of the CPUs
    Throttled, ///< a quota, heat or the hardware held the run back
    PageFaults, ///< the kernel provided new memory for each call
    Hot, ///< heat held the clock down
    PowerCapped, ///< the limit of its power held the device back
    AllocatorRetries, ///< LibTorch gave its unused memory back to the GPU to make room, which stops the GPU
    Partial, ///< ended before it was done
};

template<>
inline constexpr auto enumNames<SampleFlag> = EnumNames<SampleFlag, 12> { {
    { SampleFlag::FewSamples, "few_samples" },
    { SampleFlag::Noisy, "noisy" },
    { SampleFlag::VeryNoisy, "very_noisy" },
    { SampleFlag::Drift, "drift" },
    { SampleFlag::Bimodal, "bimodal" },
    { SampleFlag::OtherLoad, "other_load" },
    { SampleFlag::Throttled, "throttled" },
    { SampleFlag::PageFaults, "page_faults" },
    { SampleFlag::Hot, "hot" },
    { SampleFlag::PowerCapped, "power_capped" },
    { SampleFlag::AllocatorRetries, "allocator_retries" },
    { SampleFlag::Partial, "partial" },
} };

/// Whether samples with these flags have this one.
[[nodiscard]] bool hasFlag(const std::vector<OpenEnum<SampleFlag>> &flags, const OpenEnum<SampleFlag> &flag);

/// The names of flags for people: "noisy" goes unsaid beside "very_noisy".
[[nodiscard]] std::vector<std::string_view> statedNames(const std::vector<OpenEnum<SampleFlag>> &flags);

/// One percentile of a sample set; without a value where the number of samples does not support it.
struct Percentile {
    double percent = 0; ///< 99.9 for p99.9
    std::optional<double> valueNs;

    bool operator==(const Percentile &) const = default;
};

/// Statistics of a set of durations. Made by core/statistics.
struct Summary {
    std::int64_t count = 0;
    double meanNs = 0;
    double stdNs = 0; ///< of the sample (n - 1); 0 for one sample
    double cv = 0; ///< stdNs / meanNs
    double minNs = 0;
    double maxNs = 0;
    double medianNs = 0;
    std::vector<Percentile> percentiles; ///< 1, 5, 10, 25, 75, 90, 95, 99, 99.9
    double iqrNs = 0;
    double madNs = 0; ///< median absolute deviation, unscaled
    std::array<double, 2> medianIntervalNs = { 0, 0 }; ///< 95 %, from order statistics
    std::optional<std::array<double, 2>> meanIntervalNs; ///< 95 %, bootstrap; for whole models only
    std::int64_t outliers = 0; ///< beyond 1.5 interquartile ranges; kept in all other figures

    bool operator==(const Summary &) const = default;

    /// The percentile, when it is there and supported.
    [[nodiscard]] std::optional<double> percentile(double percent) const;
};

/// Durations of repeated runs of one thing.
struct SampleSet {
    std::vector<double> warmupNs; ///< from the very first call, not part of the statistics
    std::vector<double> samplesNs;
    Summary summary;
    std::vector<OpenEnum<SampleFlag>> flags;

    bool operator==(const SampleSet &) const = default;
};

} // namespace rooflight
