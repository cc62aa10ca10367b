// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/energy_meter.h"
#include "core/sampling/measurement_context.h"
#include "core/timing/latency/sampled_runs.h"

#include <vector>

namespace rooflight {

/// One of several whose energy is compared.
struct EnergyVariant {
    TimedCalls run; ///< throws what ends it
    double callNs = 0; ///< about
};

/// What each takes, in rounds of one window of each: what drifts meets all alike. If the windows of one take longer
/// than \p share of \p seconds, or its calls than four times that, it is not run, and the reason says how many seconds
/// it takes. \p meter has read what the idle device takes. Throws what a variant throws.
[[nodiscard]] std::vector<EnergyUse> energyInTurns(const EnergyMeter &meter, const std::vector<EnergyVariant> &variants,
                                                   double seconds, double share, const MeasurementContext &context);

} // namespace rooflight
