// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/cost_model.h"

#include <algorithm>
#include <cmath>

namespace emulated_gpu::cost {

namespace {

constexpr double nsPerSecond = 1e9;
constexpr std::uint64_t psPerNs = 1000;

} // namespace

std::int64_t kernelNs(std::uint64_t threads)
{
    return std::max(shortestNs, static_cast<std::int64_t>(threads * threadPs / psPerNs));
}

std::int64_t workNs(double flop, double bytes, double bytesPerSecond)
{
    const double seconds = std::max(flop / flopPerSecond, bytes / bytesPerSecond);
    return std::max(shortestNs, static_cast<std::int64_t>(std::llround(seconds * nsPerSecond)));
}

std::int64_t wholeWavesNs(std::int64_t ns, std::int64_t waveNs)
{
    return waveNs > 0 ? (ns + waveNs - 1) / waveNs * waveNs : ns;
}

std::int64_t copyNs(double bytes, bool overBus)
{
    const double seconds = overBus ? bytes / hostBytesPerSecond : 2 * bytes / deviceBytesPerSecond;
    return std::max(shortestNs, static_cast<std::int64_t>(std::llround(seconds * nsPerSecond)));
}

} // namespace emulated_gpu::cost
