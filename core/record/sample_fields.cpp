// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/sample_fields.h"

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

constexpr std::array<std::pair<double, std::string_view>, 11> percentileKeys = { {
    { 1, "p1_ns" },
    { 5, "p5_ns" },
    { 10, "p10_ns" },
    { 25, "p25_ns" },
    { 50, "p50_ns" },
    { 75, "p75_ns" },
    { 90, "p90_ns" },
    { 95, "p95_ns" },
    { 99, "p99_ns" },
    { 99.9, "p999_ns" },
    { 99.99, "p9999_ns" },
} };

/// Where the percentile is, or belongs.
template<typename Percentiles> auto placeOf(Percentiles &percentiles, double percent)
{
    return std::ranges::lower_bound(percentiles, percent, {}, &Percentile::percent);
}

} // namespace

void percentileFields(JsonWriter &archive, const std::vector<Percentile> &percentiles)
{
    for (const auto &[percent, key] : percentileKeys) {
        const auto place = placeOf(percentiles, percent);
        if (place != percentiles.end() && place->percent == percent)
            archive(key, place->valueNs);
    }
}

void percentileFields(MemberReader &archive, std::vector<Percentile> &percentiles)
{
    for (const auto &[percent, key] : percentileKeys) {
        if (!archive.wants(key))
            continue;
        auto place = placeOf(percentiles, percent);
        if (place == percentiles.end() || place->percent != percent)
            place = percentiles.insert(place, { percent, std::nullopt });
        archive(key, place->valueNs);
    }
}

} // namespace rooflight
