// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/judging_roofs.h"

#include <algorithm>
#include <tuple>

namespace rooflight {

namespace {

/// Index of the fitting roof with the greatest rank; ranks are compared with <.
template<typename Fits, typename Rank>
std::optional<std::size_t> bestRoof(const DeviceRoofs &peaks, Fits fits, Rank rank)
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < peaks.roofs.size(); ++i) {
        const Roof &roof = peaks.roofs[i];
        if (fits(roof) && (!best || rank(peaks.roofs[*best]) < rank(roof)))
            best = i;
    }
    return best;
}

bool judges(const OpenEnum<ArithmeticUnit> &unit, OperatorFamily family)
{
    const JudgedWork work = judgedWork(unit);
    return work == JudgedWork::All || (work == JudgedWork::MatrixOnly && usesMatrixUnits(family));
}

/// The fitting roof of the threads that run the model, else of the most threads; of these one of a burst, as what is
/// held for long is no limit of a short run; of these the highest.
template<typename Fits> std::optional<std::size_t> highestRoof(const DeviceRoofs &peaks, Fits fits)
{
    return bestRoof(peaks, fits, [&peaks](const Roof &roof) {
        return std::tuple { roof.threads == peaks.device.threads, roof.threads, !roof.isSustained(), roof.value };
    });
}

std::optional<std::size_t> computeRoof(const DeviceRoofs &peaks, Precision precision, OperatorFamily family)
{
    return highestRoof(peaks, [precision, family](const Roof &roof) {
        const ComputeLimit *limit = roof.compute();
        return limit && limit->precision == precision && roof.value > 0 && judges(limit->unit, family);
    });
}

/// What is no matrix work runs in single precision on narrower types (at::opmath_type of LibTorch; quantised numbers
/// are scaled to floats and back).
bool isWidened(Precision precision, OperatorFamily family)
{
    const bool narrow = precision == Precision::Fp16 || precision == Precision::Bf16 || precision == Precision::Fp8
        || precision == Precision::Int8;
    return narrow && !usesMatrixUnits(family);
}

/// Of the bytes that a pattern counts, those that it reads.
double readShare(MemoryPattern pattern)
{
    switch (pattern) {
    case MemoryPattern::Read:
        return 1;
    case MemoryPattern::Write:
        return 0;
    case MemoryPattern::Copy:
        return 1.0 / 2;
    case MemoryPattern::Triad:
        return 2.0 / 3;
    }
    return 0;
}

/// \p alone is the pattern of which the share is 1.
template<typename Share>
std::optional<DirectionRoof> directionRoof(const DeviceRoofs &peaks, const OpenEnum<MemoryLevel> &level,
                                           MemoryPattern alone, Share share)
{
    const auto rate = [&share](const Roof &roof) {
        const std::optional<MemoryPattern> pattern = roof.memory()->pattern.value();
        return pattern ? roof.value * share(*pattern) : 0;
    };
    const auto rank = [&](const Roof &roof) {
        return std::tuple { roof.threads == peaks.device.threads, roof.threads, rate(roof) };
    };
    const auto isOfLevel = [&](const Roof &roof) { return roof.memory() && roof.memory()->level == level; };
    const std::optional<std::size_t> best = bestRoof(
        peaks, [&](const Roof &roof) { return isOfLevel(roof) && rate(roof) > 0; }, rank);
    const bool isComplete = best && std::ranges::any_of(peaks.roofs, [&](const Roof &roof) {
                                return isOfLevel(roof) && roof.memory()->pattern == alone && roof.value > 0
                                    && roof.threads == peaks.roofs[*best].threads;
                            });
    return isComplete ? std::optional(DirectionRoof { *best, rate(peaks.roofs[*best]) }) : std::nullopt;
}

} // namespace

std::optional<Precision> precisionOf(DType dtype)
{
    switch (dtype) {
    case DType::Float32:
    case DType::Complex64:
        return Precision::Fp32;
    case DType::Float64:
    case DType::Complex128:
        return Precision::Fp64;
    case DType::Float16:
        return Precision::Fp16;
    case DType::BFloat16:
        return Precision::Bf16;
    case DType::Float8E4M3:
    case DType::Float8E5M2:
        return Precision::Fp8;
    case DType::Int8:
    case DType::UInt8:
    case DType::QInt8:
    case DType::QUInt8:
        return Precision::Int8;
    default:
        return std::nullopt;
    }
}

JudgedWork judgedWork(const OpenEnum<ArithmeticUnit> &unit)
{
    if (!unit.value())
        return JudgedWork::Nothing;
    switch (*unit.value()) {
    case ArithmeticUnit::Vector:
        return JudgedWork::All;
    case ArithmeticUnit::Dot:
    case ArithmeticUnit::Mmla:
    case ArithmeticUnit::Amx:
    case ArithmeticUnit::Tensor:
        return JudgedWork::MatrixOnly;
    case ArithmeticUnit::VectorNoFma:
    case ArithmeticUnit::Scalar:
    case ArithmeticUnit::Library:
    case ArithmeticUnit::Special:
        break;
    }
    return JudgedWork::Nothing;
}

bool isSlope(const Roof &roof)
{
    const MemoryLimit *limit = roof.memory();
    return limit && roof.value > 0 && limit->pattern.value() && limit->pattern != MemoryPattern::Write;
}

bool usesMatrixUnits(OperatorFamily family)
{
    return family == OperatorFamily::Convolution || family == OperatorFamily::Matrix;
}

std::optional<std::size_t> computeRoof(const DeviceRoofs &peaks, DType dtype, OperatorFamily family, bool mayUseTf32)
{
    const std::optional<Precision> precision = precisionOf(dtype);
    if (!precision)
        return std::nullopt;
    if (isWidened(*precision, family))
        return computeRoof(peaks, Precision::Fp32, family);
    if (mayUseTf32 && precision == Precision::Fp32 && usesMatrixUnits(family)) {
        if (const std::optional<std::size_t> tf32 = computeRoof(peaks, Precision::Tf32, family))
            return tf32;
    }
    const std::optional<std::size_t> own = computeRoof(peaks, *precision, family);
    const bool widened = peaks.device.kind == "cpu" && (precision == Precision::Fp16 || precision == Precision::Bf16);
    return !own && widened ? computeRoof(peaks, Precision::Fp32, family) : own;
}

std::optional<std::size_t> slopeOf(const DeviceRoofs &peaks, const OpenEnum<MemoryLevel> &level)
{
    return highestRoof(peaks, [&level](const Roof &roof) { return isSlope(roof) && roof.memory()->level == level; });
}

std::optional<DirectionRoof> readRoof(const DeviceRoofs &peaks, const OpenEnum<MemoryLevel> &level)
{
    return directionRoof(peaks, level, MemoryPattern::Read, readShare);
}

std::optional<DirectionRoof> writeRoof(const DeviceRoofs &peaks, const OpenEnum<MemoryLevel> &level)
{
    return directionRoof(peaks, level, MemoryPattern::Write,
                         [](MemoryPattern pattern) { return 1 - readShare(pattern); });
}

std::optional<std::size_t> launchRoof(const DeviceRoofs &peaks)
{
    const auto fits = [](const Roof &roof) { return roof.launch() && roof.value > 0; };
    // A layer is made of operators. An empty kernel takes less than any of them, one in a graph less than what runs
    // operator by operator can.
    return bestRoof(peaks, fits, [](const Roof &roof) {
        const OpenEnum<LaunchPattern> &pattern = roof.launch()->pattern;
        return std::tuple { pattern == LaunchPattern::Operator, pattern != LaunchPattern::Graph, -roof.value };
    });
}

const Roof *roofAt(std::span<const Roof> roofs, std::optional<std::size_t> index)
{
    return index && *index < roofs.size() ? &roofs[*index] : nullptr;
}

} // namespace rooflight
