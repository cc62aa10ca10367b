// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/energy.h"
#include "core/record/common_fields.h"

namespace rooflight {

void fields(auto &archive, Is<EnergyUse> auto &energy)
{
    archive("joules_per_run", energy.joulesPerRun);
    archive("interval", energy.interval);
    archive("idle_watts", energy.idleWatts);
    archive("source", energy.source);
    composedTextFields(archive, "reason", "reason_parts", energy.reason);
}

} // namespace rooflight
