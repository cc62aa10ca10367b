// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/open_enum.h"
#include "core/model/sample_flag.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// One percentile of a sample set; without a value if the number of samples does not support it.
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
