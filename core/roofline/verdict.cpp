// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/verdict.h"

#include "core/roofline/roofs.h"

#include <cmath>

namespace ridgepoint {

namespace {

constexpr double nsPerSecond = 1e9;
constexpr double aboveRoofTolerance = 1.02;

double bytesOf(const Cost &cost)
{
    return static_cast<double>(cost.bytesRead) + static_cast<double>(cost.bytesWritten);
}

bool hasNoArithmetic(const RooflinePoint &point)
{
    return point.known && point.cost.flops == 0;
}

bool isLaunchBound(const RooflinePoint &point, const DeviceRoofs &peaks)
{
    const std::optional<std::size_t> overhead = launchRoof(peaks);
    return overhead && point.timeNs && *point.timeNs < launchOverheads * peaks.roofs[*overhead].value * nsPerSecond;
}

/// By more than 2 % and by more than the upper end of the roof's interval, which may be unknown (0).
bool isAbove(double achieved, double limit, const Roof &roof)
{
    const double upperEnd = limit * roof.interval[1] / roof.value;
    return achieved > aboveRoofTolerance * limit && achieved > upperEnd;
}

void judgeTraffic(const RooflinePoint &point, const DeviceRoofs &peaks, Verdict &verdict)
{
    verdict.memoryRoof = memoryRoof(peaks, point.workingSetBytes);
    verdict.roof = verdict.memoryRoof;
    if (!verdict.roof)
        return;
    const Roof &roof = peaks.roofs[*verdict.roof];
    verdict.bound = Bound::Bandwidth;
    if (point.achievedBytePerSecond) {
        verdict.roofFraction = *point.achievedBytePerSecond / roof.value;
        verdict.aboveRoof = isAbove(*point.achievedBytePerSecond, roof.value, roof);
    }
}

Bound boundAt(double intensity, double ridgeIntensity)
{
    if (std::abs(intensity - ridgeIntensity) <= balancedZone * ridgeIntensity)
        return Bound::Balanced;
    return intensity < ridgeIntensity ? Bound::Bandwidth : Bound::Compute;
}

void judgeArithmetic(const RooflinePoint &point, const DeviceRoofs &peaks, Verdict &verdict)
{
    verdict.computeRoof = computeRoof(peaks, point.dtype, point.family, point.mayUseTf32);
    verdict.memoryRoof = memoryRoof(peaks, point.workingSetBytes);
    if (!verdict.computeRoof || (point.arithmeticIntensity && !verdict.memoryRoof))
        return;

    const Roof &compute = peaks.roofs[*verdict.computeRoof];
    verdict.roof = verdict.computeRoof;
    verdict.bound = Bound::Compute;
    double attainable = compute.value;
    if (point.arithmeticIntensity) {
        const Roof &memory = peaks.roofs[*verdict.memoryRoof];
        const double ridgeIntensity = ridge(compute, memory);
        verdict.bound = boundAt(*point.arithmeticIntensity, ridgeIntensity);
        verdict.roof = *point.arithmeticIntensity < ridgeIntensity ? verdict.memoryRoof : verdict.computeRoof;
        attainable = attainableFlopPerSecond(compute, memory, *point.arithmeticIntensity);
    }
    verdict.attainableFlopPerSecond = attainable;
    if (point.achievedFlopPerSecond) {
        verdict.roofFraction = *point.achievedFlopPerSecond / attainable;
        verdict.aboveRoof = isAbove(*point.achievedFlopPerSecond, attainable, peaks.roofs[*verdict.roof]);
    }
}

} // namespace

Verdict verdictOf(const RooflinePoint &point, const DeviceRoofs &peaks)
{
    Verdict verdict;
    if (point.cost.flops > 0)
        judgeArithmetic(point, peaks, verdict);
    else if (hasNoArithmetic(point) && bytesOf(point.cost) > 0)
        judgeTraffic(point, peaks, verdict);

    if (isLaunchBound(point, peaks))
        verdict.bound = Bound::Launch;
    return verdict;
}

std::optional<double> timeAtRoofNs(const RooflinePoint &point, const DeviceRoofs &peaks)
{
    const Verdict &verdict = point.verdict;
    if (verdict.attainableFlopPerSecond)
        return static_cast<double>(point.cost.flops) / *verdict.attainableFlopPerSecond * nsPerSecond;
    if (hasNoArithmetic(point) && verdict.roof)
        return bytesOf(point.cost) / peaks.roofs[*verdict.roof].value * nsPerSecond;
    return std::nullopt;
}

} // namespace ridgepoint
