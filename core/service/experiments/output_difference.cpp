// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/output_difference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace rooflight {

namespace {

float numberAt(const std::string &data, std::size_t index)
{
    float number = 0;
    std::memcpy(&number, data.data() + index * sizeof(float), sizeof(float));
    return number;
}

double distanceOf(float a, float b)
{
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0;
    const double distance = std::abs(static_cast<double>(a) - static_cast<double>(b));
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

} // namespace

std::optional<OutputDifference> differenceOf(const BenchmarkResponse &expected, const BenchmarkResponse &other)
{
    if (expected.outputSizes.empty() || expected.outputSizes != other.outputSizes
        || expected.data.size() != other.data.size())
        return std::nullopt;
    OutputDifference difference;
    std::size_t begin = 0;
    for (const std::int64_t size : expected.outputSizes) {
        const std::size_t left = expected.data.size() / sizeof(float) - begin;
        if (size < 0 || static_cast<std::size_t>(size) > left)
            return std::nullopt;
        const std::size_t end = begin + static_cast<std::size_t>(size);
        double greatest = 0;
        double farthest = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const float number = numberAt(expected.data, i);
            if (std::isfinite(number))
                greatest = std::max(greatest, std::abs(static_cast<double>(number)));
            farthest = std::max(farthest, distanceOf(number, numberAt(other.data, i)));
        }
        begin = end;
        difference.maxAbs = std::max(difference.maxAbs, farthest);
        if (farthest > 0) // beside zeros alone, all of it is error
            difference.maxRel =
                std::max(difference.maxRel, greatest > 0 || std::isinf(farthest) ? farthest / greatest : 1);
    }
    return difference;
}

} // namespace rooflight
