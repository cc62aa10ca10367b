// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/trials.h"

#include "core/base/clock.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rooflight {

namespace {

/// One call that does not count, then calls until the window ends: about as many as it takes at once.
void runWindow(const EnergyVariant &variant, EnergyMeter &meter)
{
    constexpr double mostCalls = 1e9;
    constexpr double margin = 1.02;
    static_cast<void>(variant.run(1));
    const double wanted = margin * meter.windowSeconds() * nsPerSecond / std::max(variant.callNs, 1.0);
    const auto calls = static_cast<std::int64_t>(std::clamp(std::ceil(wanted), 1.0, mostCalls));
    meter.resume();
    do {
        static_cast<void>(variant.run(calls));
    } while (!meter.ran(calls));
    meter.pause();
}

} // namespace

std::vector<EnergyUse> energyInTurns(const EnergyMeter &meter, const std::vector<EnergyVariant> &variants,
                                     double seconds, double share, const MeasurementContext &context)
{
    std::vector<EnergyMeter> meters(variants.size(), meter);
    const bool fits = EnergyMeter::fewestWindows * meter.windowSeconds() <= seconds * share;
    const std::size_t rounds = meter.hasCounter() && fits ? EnergyMeter::fewestWindows : 0;
    // A window is at least one call, behind one that does not count.
    constexpr double mostShare = 4;
    const auto isShort = [&](const EnergyVariant &variant) {
        const double callSeconds = variant.callNs / nsPerSecond;
        return EnergyMeter::fewestWindows * (callSeconds + std::max(callSeconds, meter.windowSeconds()))
            <= mostShare * seconds * share;
    };
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < variants.size() && !context.stopRequested(); ++i) {
            if (isShort(variants[i]))
                runWindow(variants[i], meters[i]);
        }
    }
    std::vector<EnergyUse> uses;
    uses.reserve(meters.size());
    for (const EnergyMeter &each : meters)
        uses.push_back(each.use(share));
    return uses;
}

} // namespace rooflight
