// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/roofs.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace ridgepoint {

namespace {

/// Index of the fitting roof with the greatest rank; ranks are compared with <.
template<typename Fits, typename Rank> std::optional<std::size_t> bestRoof(const Peaks &peaks, Fits fits, Rank rank)
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < peaks.roofs.size(); ++i) {
        const Roof &roof = peaks.roofs[i];
        if (fits(roof) && (!best || rank(peaks.roofs[*best]) < rank(roof)))
            best = i;
    }
    return best;
}

/// Other units, "scalar" or "library" for example, are there to compare with.
bool judges(std::string_view unit, OperatorFamily family)
{
    constexpr std::array<std::string_view, 4> matrixUnits = { "tensor", "dot", "mmla", "amx" };
    return unit == "vector" || (usesMatrixUnits(family) && std::ranges::find(matrixUnits, unit) != matrixUnits.end());
}

/// The fitting roof of the threads that run the model, else of the most threads; of these one of a burst, as what is
/// held for long is no limit of a short run; of these the highest.
template<typename Fits> std::optional<std::size_t> highestRoof(const Peaks &peaks, Fits fits)
{
    return bestRoof(peaks, fits, [&peaks](const Roof &roof) {
        return std::tuple { roof.threads == peaks.device.threads, roof.threads, !roof.sustained, roof.value };
    });
}

std::optional<std::size_t> computeRoof(const Peaks &peaks, std::string_view precision, OperatorFamily family)
{
    return highestRoof(peaks, [precision, family](const Roof &roof) {
        return roof.kind == RoofKind::Compute && roof.precision == precision && roof.value > 0
            && judges(roof.unit, family);
    });
}

bool isSlope(const Roof &roof)
{
    return roof.kind == RoofKind::Memory && roof.value > 0;
}

std::string_view levelThatHolds(const Peaks &peaks, std::int64_t workingSetBytes)
{
    const Roof *smallest = nullptr;
    for (const Roof &roof : peaks.roofs) {
        const bool holds = isSlope(roof) && workingSetBytes > 0 && roof.capacityBytes >= workingSetBytes;
        if (holds && (!smallest || roof.capacityBytes < smallest->capacityBytes))
            smallest = &roof;
    }
    return smallest ? std::string_view(smallest->level) : "dram";
}

} // namespace

std::string_view precisionOf(DType dtype)
{
    switch (dtype) {
    case DType::Float32:
    case DType::Complex64:
        return "fp32";
    case DType::Float64:
    case DType::Complex128:
        return "fp64";
    case DType::Float16:
        return "fp16";
    case DType::BFloat16:
        return "bf16";
    case DType::Float8E4M3:
    case DType::Float8E5M2:
        return "fp8";
    case DType::Int8:
    case DType::UInt8:
    case DType::QInt8:
    case DType::QUInt8:
        return "int8";
    default:
        return {};
    }
}

bool usesMatrixUnits(OperatorFamily family)
{
    return family == OperatorFamily::Convolution || family == OperatorFamily::Matrix;
}

std::optional<std::size_t> computeRoof(const Peaks &peaks, DType dtype, OperatorFamily family, bool mayUseTf32)
{
    const std::string_view precision = precisionOf(dtype);
    if (precision.empty())
        return std::nullopt;
    if (mayUseTf32 && precision == "fp32" && usesMatrixUnits(family)) {
        if (const std::optional<std::size_t> tf32 = computeRoof(peaks, "tf32", family))
            return tf32;
    }
    const std::optional<std::size_t> own = computeRoof(peaks, precision, family);
    // LibTorch widens such numbers where the CPU cannot work on them.
    const bool widened = peaks.device.kind == "cpu" && (precision == "fp16" || precision == "bf16");
    return !own && widened ? computeRoof(peaks, "fp32", family) : own;
}

std::optional<std::size_t> memoryRoof(const Peaks &peaks, std::int64_t workingSetBytes)
{
    const std::string_view level = levelThatHolds(peaks, workingSetBytes);
    const auto fits = [level](const Roof &roof) {
        return isSlope(roof) && roof.level == level
            && (roof.pattern == "read" || roof.pattern == "copy" || roof.pattern == "triad");
    };
    return highestRoof(peaks, fits);
}

std::optional<std::size_t> launchRoof(const Peaks &peaks)
{
    const auto fits = [](const Roof &roof) { return roof.kind == RoofKind::Launch && roof.value > 0; };
    // A layer is made of operators. An empty kernel takes less than any of them, one in a graph less than what runs
    // operator by operator can.
    return bestRoof(peaks, fits, [](const Roof &roof) {
        return std::tuple { roof.pattern == "operator", roof.pattern != "graph", -roof.value };
    });
}

double ridge(const Roof &compute, const Roof &memory)
{
    return compute.value / memory.value;
}

double attainableFlopPerSecond(const Roof &compute, const Roof &memory, double flopPerByte)
{
    return std::min(compute.value, flopPerByte * memory.value);
}

} // namespace ridgepoint
