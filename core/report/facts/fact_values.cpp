// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/facts/fact_values.h"

#include "core/base/translation_mark.h"
#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/report/format/names.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rooflight {

FactValue spread(const ItemRow &row)
{
    if (row.spreadOfEqual)
        return *row.spreadOfEqual;
    const auto low = row.times ? row.times->percentile(10) : std::nullopt;
    const auto high = row.times ? row.times->percentile(90) : std::nullopt;
    return low && high && row.times->medianNs > 0 ? FactValue((*high - *low) / row.times->medianNs) : FactValue();
}

FactValue causes(const ItemRow &row)
{
    FactNames names;
    for (const AboveRoofCause cause : row.point->verdict.aboveRoofCauses)
        names.push_back(name(cause));
    for (const LikelyCause &cause : row.point->verdict.underutilizedCauses)
        names.push_back(name(cause.id));
    return names;
}

FactValue causeTimes(const ItemRow &row)
{
    NamedTimes times;
    for (const LikelyCause &cause : row.point->verdict.underutilizedCauses) {
        if (cause.timeNs)
            times.values.emplace_back(name(cause.id), *cause.timeNs);
    }
    return times.values.empty() ? FactValue() : FactValue(std::move(times));
}

FactValue footprintBytes(const ItemRow &row)
{
    const std::optional<FootprintRoof> &footprint = row.point->verdict.footprint;
    return footprint ? valueOf(footprint->bytes) : FactValue();
}

FactValue footprintBandwidth(const ItemRow &row)
{
    const std::optional<FootprintRoof> &footprint = row.point->verdict.footprint;
    return footprint ? FactValue(footprint->bandwidth.bytesPerSecond) : FactValue();
}

Phrase causesPhrase(const ItemRow &row)
{
    if (const auto &finding = row.point->finding; finding && finding->cause) // before what is likely
        return { QT_TRANSLATE_NOOP("Phrases", "by experiment: %1"), { namePhrase(finding->cause->id) } };
    std::vector<Phrase> causes;
    const auto add = [&causes](const auto &cause) { causes.push_back(namePhrase(cause)); };
    std::ranges::for_each(row.point->verdict.aboveRoofCauses, add);
    std::ranges::for_each(row.point->verdict.underutilizedCauses, add);
    return listOf(std::move(causes), QT_TRANSLATE_NOOP("Phrases", "%1; %2"));
}

Phrase boundPhrase(const ItemRow &row)
{
    const Bound bound = row.point->verdict.bound;
    return bound == Bound::None ? Phrase() : namePhrase(bound);
}

Phrase roofValuePhrase(const ItemRow &row)
{
    if (!row.roof)
        return {};
    if (const std::optional<FootprintRoof> &footprint = row.point->verdict.footprint; footprint && row.roof->memory())
        return { QT_TRANSLATE_NOOP("Phrases", "%1, at its footprint of %2: %3"),
                 { roofPhrase(*row.roof), literalPhrase(formatBytes(footprint->bytes)),
                   literalPhrase(formatRoofValue(footprint->bandwidth.bytesPerSecond, *row.roof)) } };
    return { QT_TRANSLATE_NOOP("Phrases", "%1: %2"),
             { roofPhrase(*row.roof), literalPhrase(formatRoofValue(row.roof->value, *row.roof)) } };
}

/// Most layers have none, which needs no number.
Phrase parametersPhrase(const ItemRow &row)
{
    const bool hasSome = row.layer && row.layer->parameters > 0;
    return hasSome ? literalPhrase(formatCount(row.layer->parameters)) : Phrase();
}

Phrase aboveRoofPhrase(const ItemRow &row)
{
    return row.point->verdict.aboveRoof ? Phrase { QT_TRANSLATE_NOOP("Phrases", "yes") } : Phrase();
}

} // namespace rooflight
