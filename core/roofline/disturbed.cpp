// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/disturbed.h"

#include "core/model/disturbance.h"
#include "core/roofline/roof_times.h"
#include "core/roofline/roofs.h"

#include <algorithm>

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

} // namespace

bool isDisturbed(const DeviceRoofs &peaks, Effort effort)
{
    return std::ranges::any_of(peaks.roofs, [effort](const Roof &roof) {
        return isTooUncertain(roof) || (canJudge(roof) && !disturbancesOf(roof, name(effort)).empty());
    });
}

bool matters(const Notice &notice, const Session &session)
{
    const bool isOfRoofs = notice.code == "cpu_roofs" || notice.code == "cuda_roofs";
    if (!isOfRoofs)
        return true;
    if (!session.analysis || !session.peaks)
        return !session.inspection;
    return !slopeOf(*session.peaks, MemoryLevel::Dram)
        || std::ranges::any_of(session.analysis->operators,
                               [&session](const Operator &op) { return lacksRoof(session, op); });
}

} // namespace rooflight
