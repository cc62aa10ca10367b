// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/disturbed.h"

#include "core/base/text.h"
#include "core/model/disturbing_flags.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/roof_times.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

bool canJudge(const Roof &roof)
{
    if (const ComputeLimit *compute = roof.compute())
        return judgedWork(compute->unit) != JudgedWork::Nothing;
    return roof.memory() ? isSlope(roof) : true;
}

/// Work that nothing judges for want of a roof.
bool lacksRoof(const Session &session, const Operator &op)
{
    return op.known && judgedFlops(op) > 0
        && !computeRoof(*session.peaks, op.dtype, op.family, mayUseTf32(op.family, tf32Of(session.layers)));
}

/// A level of memory that the notice names, and whose work the next one judges for want of a roof.
bool lacksLevel(const Notice &notice, const DeviceRoofs &peaks)
{
    constexpr std::array caches { MemoryLevel::L1, MemoryLevel::L2, MemoryLevel::L3, MemoryLevel::L4 };
    return std::ranges::any_of(caches, [&](MemoryLevel level) {
        return notice.text.find('"' + upperCase(name(level))) != std::string::npos && !slopeOf(peaks, level);
    });
}

/// The launch overhead of an operator that the notice names ("Operator (LibTorch)").
bool lacksLaunch(const Notice &notice, const DeviceRoofs &peaks)
{
    return notice.text.find("\"Operator") != std::string::npos && lacksLaunchOverhead(peaks);
}

} // namespace

bool isDisturbed(const DeviceRoofs &peaks, Effort effort)
{
    return std::ranges::any_of(peaks.roofs, [effort](const Roof &roof) {
        return isTooUncertain(roof) || (canJudge(roof) && !disturbancesOf(roof, name(effort)).empty());
    });
}

bool lacksLaunchOverhead(const DeviceRoofs &peaks)
{
    return std::ranges::none_of(peaks.roofs, [](const Roof &roof) {
        return roof.launch() && roof.launch()->pattern == LaunchPattern::Operator;
    });
}

bool matters(const Notice &notice, const Session &session)
{
    const bool isOfRoofs = notice.code == "cpu_roofs" || notice.code == "cuda_roofs";
    if (!isOfRoofs)
        return true;
    if (!session.analysis || !session.peaks)
        return !session.inspection;
    return !slopeOf(*session.peaks, MemoryLevel::Dram) || lacksLevel(notice, *session.peaks)
        || lacksLaunch(notice, *session.peaks)
        || std::ranges::any_of(session.analysis->operators,
                               [&session](const Operator &op) { return lacksRoof(session, op); });
}

} // namespace rooflight
