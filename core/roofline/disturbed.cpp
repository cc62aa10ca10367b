// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/disturbed.h"

#include "core/model/roof_disturbance.h"
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

} // namespace

bool isDisturbed(const DeviceRoofs &peaks, Effort effort)
{
    const auto counts = [effort](const std::string &flag) { return effort != Effort::Quick || flag != "few_samples"; };
    return std::ranges::any_of(peaks.roofs, [&counts](const Roof &roof) {
        return isTooUncertain(roof) || (canJudge(roof) && std::ranges::any_of(disturbancesOf(roof), counts));
    });
}

} // namespace rooflight
