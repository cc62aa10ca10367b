// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/point.h"

#include "core/roofline/judging_roofs.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace rooflight {

namespace {

/// A working set of up to this many times a cache may have been left in it in good part.
constexpr double partlyInCache = 4;

bool hasAnyFlag(const Roof &roof, std::initializer_list<std::string_view> flags)
{
    return std::ranges::any_of(flags, [&roof](std::string_view flag) { return roof.hasFlag(flag); });
}

/// Only main memory's roof: a smaller level's was chosen because the data fit there.
bool mayLieInCache(const RooflinePoint &point, const MemoryLimit &judge, const DeviceRoofs &peaks)
{
    if (judge.level != MemoryLevel::Dram)
        return false;
    if (point.workingSetBytes <= 0)
        return true;
    std::int64_t largestCache = 0;
    for (const Roof &roof : peaks.roofs)
        largestCache = std::max(largestCache, roof.memory() ? roof.memory()->capacityBytes : 0);
    return static_cast<double>(point.workingSetBytes) <= partlyInCache * static_cast<double>(largestCache);
}

/// What one operator hands to the next was counted as written and read, but may never have left a cache.
bool holdsSeveralOperators(const RooflinePoint &point)
{
    return point.item.kind == ItemId::Kind::Layer && point.workingSetBytes > 0
        && point.cost.bytes() > point.workingSetBytes;
}

bool hasMatrixUnits(const DeviceRoofs &peaks)
{
    return std::ranges::any_of(
        peaks.roofs, [](const Roof &roof) { return roof.compute() && roof.compute()->unit == ArithmeticUnit::Tensor; });
}

bool wasAtLowerClock(const Roof &judge)
{
    return hasAnyFlag(judge, { "throttled", "power_capped" });
}

void addRoofCauses(const Roof &judge, std::vector<AboveRoofCause> &causes)
{
    if (judge.hasFlag("typed"))
        causes.push_back(AboveRoofCause::RoofTyped);
    if (hasAnyFlag(judge, { "other_load", "quota", "oversubscribed" }))
        causes.push_back(AboveRoofCause::RoofMeasuredUnderLoad);
    if (wasAtLowerClock(judge))
        causes.push_back(AboveRoofCause::RoofAtLowerClock);
    if (hasAnyFlag(
            judge,
            { "few_samples", "unsteady", "partial", "no_plateau", "kernel_limited", "small_arrays", "above_theory" }))
        causes.push_back(AboveRoofCause::RoofUncertain);
}

void addMemoryCauses(const RooflinePoint &point, const MemoryLimit &judge, const DeviceRoofs &peaks,
                     std::vector<AboveRoofCause> &causes)
{
    if (mayLieInCache(point, judge, peaks))
        causes.push_back(AboveRoofCause::DataInCache);
    if (holdsSeveralOperators(point))
        causes.push_back(AboveRoofCause::Fused);
    causes.push_back(AboveRoofCause::BytesCountedHigh);
}

void addComputeCauses(const RooflinePoint &point, const Roof &judge, const DeviceRoofs &peaks,
                      std::vector<AboveRoofCause> &causes)
{
    const bool byVectorUnits = judge.compute() && judge.compute()->unit == ArithmeticUnit::Vector;
    if (byVectorUnits && usesMatrixUnits(point.family) && hasMatrixUnits(peaks))
        causes.push_back(AboveRoofCause::MatrixUnits);
    if (point.family == OperatorFamily::Convolution)
        causes.push_back(AboveRoofCause::FastAlgorithm);
    if (judge.clockHz && !wasAtLowerClock(judge))
        causes.push_back(AboveRoofCause::RoofAtLowerClock);
    causes.push_back(AboveRoofCause::WorkCountedHigh);
}

} // namespace

std::vector<AboveRoofCause> aboveRoofCauses(const RooflinePoint &point, const DeviceRoofs &peaks)
{
    std::vector<AboveRoofCause> causes;
    const Verdict &verdict = point.verdict;
    if (!verdict.aboveRoof || !verdict.roof || *verdict.roof >= peaks.roofs.size())
        return causes;
    const Roof &judge = peaks.roofs[*verdict.roof];
    addRoofCauses(judge, causes);
    if (judge.memory())
        addMemoryCauses(point, *judge.memory(), peaks, causes);
    else
        addComputeCauses(point, judge, peaks, causes);
    return causes;
}

} // namespace rooflight
