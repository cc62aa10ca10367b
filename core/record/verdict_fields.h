// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdicts.h"
#include "core/record/common_fields.h"

#include <optional>
#include <type_traits>
#include <variant>

namespace rooflight {

// Written only: whoever reads a session works its verdicts out again.

void fields(auto &archive, const PlatformVerdict &platform)
{
    archive("compute_flop_per_second", platform.computeFlopPerSecond);
    archive("bandwidth_byte_per_second", platform.bandwidthBytePerSecond);
    archive("ridge_flop_per_byte", platform.ridgeFlopPerByte);
    archive("operator_launch_ns", platform.operatorLaunchNs);
}

void fields(auto &archive, const WithheldReason &reason)
{
    archive("kind", reason.kind);
    archive("name", reason.name);
    archive("moves", reason.moves);
}

void fields(auto &archive, const ModelVerdict &model)
{
    archive("median_ns", model.medianNs);
    archive("time_at_roof_ns", model.timeAtRoofNs);
    archive("time_to_gain_ns", model.timeToGainNs);
    archive("fused_bound_ns", model.fusedBoundNs);
    archive("unattributed_share", model.unattributedShare);
    archive("between_kernels_ns", model.betweenKernelsNs);
    archive("unknown_ns", model.unknownNs);
    archive("headline", model.headline);
    archive("headline_layers", model.headlineLayers);
    archive("time_at_named_roofs_ns", model.timeAtNamedRoofsNs);
    archive("time_at_named_roofs_interval", model.timeAtNamedRoofsInterval);
    archive("withheld_because", model.withheldBecause);
    archive("trustworthy", model.trustworthy);
    archive("disturbed_by", model.disturbedBy);
}

void fields(auto &archive, const NamedTimes &times)
{
    for (const auto &[name, ns] : times.values)
        archive(name, ns);
}

/// What is concluded of an item, without its id; null for what is not known.
void conclusionFields(auto &archive, const ItemVerdict &item)
{
    for (const NamedValue &named : item.values) {
        std::visit(
            [&](const auto &value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    archive(named.key, std::optional<double>());
                else
                    archive(named.key, value);
            },
            named.value);
    }
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

void fields(auto &archive, const AskedVerdict &asked)
{
    archive("id", asked.id);
    archive("applies", asked.applies);
    archive("reason", asked.reason.empty() ? std::nullopt : std::optional(asked.reason));
    archive("median_ns", asked.medianNs);
    archive("interval", asked.intervalNs);
    archive("limit_ns", asked.limitNs);
    archive("assumes", asked.assumes);
}

void fields(auto &archive, const Verdicts &verdicts)
{
    archive("format", "rooflight.verdicts");
    archive("version", 1);
    archive("platform", verdicts.platform);
    archive("model", verdicts.model);
    archive("bounds", BoundShares { verdicts.bounds });
    archive("layers", verdicts.layers);
    archive("operators", verdicts.operators);
    archive("what_if", verdicts.whatIf);
    archive("ranking", verdicts.ranking);
    archive("ranking_of", verdicts.ranksOperators ? "operators" : "layers");
}

} // namespace rooflight
