// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdicts.h"
#include "core/record/common_fields.h"

namespace ridgepoint {

// Written only: whoever reads a session works its verdicts out again.

void fields(auto &archive, const PlatformVerdict &platform)
{
    archive("compute_flop_per_second", platform.computeFlopPerSecond);
    archive("bandwidth_byte_per_second", platform.bandwidthBytePerSecond);
    archive("ridge_flop_per_byte", platform.ridgeFlopPerByte);
    archive("operator_launch_ns", platform.operatorLaunchNs);
}

void fields(auto &archive, const ModelVerdict &model)
{
    archive("median_ns", model.medianNs);
    archive("time_at_roof_ns", model.timeAtRoofNs);
    archive("time_to_gain_ns", model.timeToGainNs);
    archive("unattributed_share", model.unattributedShare);
    archive("headline", model.headline);
    archive("headline_layers", model.headlineLayers);
    archive("time_at_named_roofs_ns", model.timeAtNamedRoofsNs);
    archive("trustworthy", model.trustworthy);
    archive("disturbed_by", model.disturbedBy);
}

/// What is concluded of an item, without its id.
void conclusionFields(auto &archive, const ItemVerdict &item)
{
    archive("roof", item.roof);
    archive("bound", item.bound);
    archive("arithmetic_intensity", item.arithmeticIntensity);
    archive.unlessEmpty("fused_arithmetic_intensity", item.fusedArithmeticIntensity);
    archive("attainable_flop_per_second", item.attainableFlopPerSecond);
    archive("roof_fraction", item.roofFraction);
    archive("time_ns", item.timeNs);
    archive("time_share", item.timeShare);
    archive.unlessEmpty("self_time_share", item.selfTimeShare);
    archive("time_at_roof_ns", item.timeAtRoofNs);
    archive("time_to_gain_ns", item.timeToGainNs);
    archive.unlessEmpty("kernels_ns", item.kernelsNs);
    archive("above_roof", item.aboveRoof);
    archive("causes", item.causes);
}

void fields(auto &archive, const ItemVerdict &item)
{
    archive("id", item.id);
    conclusionFields(archive, item);
}

/// Shares by the name of their bound.
struct BoundShares {
    const decltype(Verdicts::bounds) &shares;
};

void fields(auto &archive, const BoundShares &bounds)
{
    for (const auto &[bound, key] : enumNames<Bound>)
        archive(key, bounds.shares[static_cast<std::size_t>(bound)]);
}

void fields(auto &archive, const Verdicts &verdicts)
{
    archive("format", "ridgepoint.verdicts");
    archive("version", 1);
    archive("platform", verdicts.platform);
    archive("model", verdicts.model);
    archive("bounds", BoundShares { verdicts.bounds });
    archive("layers", verdicts.layers);
    archive("operators", verdicts.operators);
    archive("ranking", verdicts.ranking);
    archive("ranking_of", verdicts.ranksOperators ? "operators" : "layers");
}

} // namespace ridgepoint
