// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/verdicts.h"

#include "core/base/clock.h"
#include "core/record/record.h"
#include "core/report/headline.h"

namespace ridgepoint {

namespace {

std::optional<double> valueOf(const Session &session, std::optional<std::size_t> roof)
{
    return roof ? std::optional(session.peaks->roofs[*roof].value) : std::nullopt;
}

PlatformVerdict platformOf(const Session &session, const Platform &platform)
{
    const std::optional<double> launch = valueOf(session, platform.launchRoof);
    return { valueOf(session, platform.computeRoof), valueOf(session, platform.memoryRoof), platform.ridgeFlopPerByte,
             launch ? std::optional(*launch * nsPerSecond) : std::nullopt };
}

ItemVerdict itemOf(const Session &session, const RooflinePoint &point)
{
    ItemVerdict item;
    item.id = point.item.id;
    item.bound = point.verdict.bound;
    if (point.verdict.roof)
        item.roof = session.peaks->roofs[*point.verdict.roof].name;
    item.arithmeticIntensity = point.arithmeticIntensity;
    item.fusedArithmeticIntensity = point.fusedIntensity;
    item.attainableFlopPerSecond = point.verdict.attainableFlopPerSecond;
    item.roofFraction = point.verdict.roofFraction;
    item.timeNs = point.timeNs;
    item.timeShare = point.timeShare;
    item.timeAtRoofNs = point.timeAtRoofNs;
    item.timeToGainNs = point.timeToGainNs;
    item.kernelsNs = point.kernelsNs;
    item.aboveRoof = point.verdict.aboveRoof;
    for (const AboveRoofCause cause : point.verdict.aboveRoofCauses)
        item.causes.push_back(name(cause));
    for (const UnderutilizedCause cause : point.verdict.underutilizedCauses)
        item.causes.push_back(name(cause));
    return item;
}

/// Shares are means over runs: what is left of a layer's without those of the layers that it calls is its own.
void addSelfShares(const Analysis &analysis, std::vector<ItemVerdict> &layers)
{
    for (ItemVerdict &layer : layers)
        layer.selfTimeShare = layer.timeShare;
    for (const Layer &layer : analysis.layers) {
        const std::optional<double> share = layers[static_cast<std::size_t>(layer.id)].timeShare;
        if (layer.parent < 0 || !share)
            continue;
        std::optional<double> &self = layers[static_cast<std::size_t>(layer.parent)].selfTimeShare;
        if (self)
            *self -= *share;
    }
}

} // namespace

Verdicts verdictsOf(const JudgedSession &judged)
{
    const Session &session = judged.session();
    Verdicts verdicts;
    if (!session.analysis)
        return verdicts;
    const ModelSummary &summary = judged.summary();
    verdicts.platform = platformOf(session, summary.platform);
    const ModelAnswer &answer = judged.answer();
    const Headline named = headline(judged);
    verdicts.model = { .medianNs = summary.medianNs,
                       .timeAtRoofNs = summary.timeAtRoofNs,
                       .timeToGainNs = summary.timeToGainNs,
                       .unattributedShare = summary.unattributedShare,
                       .headline = headlineText(named),
                       .headlineLayers = named.layers,
                       .timeAtNamedRoofsNs = named.timeAtNamedRoofsNs,
                       .trustworthy = answer.trustworthy,
                       .disturbedBy = answer.disturbedBy };
    for (const BoundShare &share : summary.bounds)
        verdicts.bounds[static_cast<std::size_t>(share.bound)] = share.share;
    for (const RooflinePoint &point : judged.layers())
        verdicts.layers.push_back(itemOf(session, point));
    addSelfShares(*session.analysis, verdicts.layers);
    for (const RooflinePoint &point : judged.operators())
        verdicts.operators.push_back(itemOf(session, point));
    for (const RankedItem &ranked : summary.ranking)
        verdicts.ranking.push_back(ranked.item.id);
    verdicts.ranksOperators = summary.ranksOperators;
    return verdicts;
}

std::string sessionWithVerdictsToJson(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const Verdicts verdicts = verdictsOf(judged);
    return sessionToJson(session, session.analysis ? &verdicts : nullptr);
}

} // namespace ridgepoint
