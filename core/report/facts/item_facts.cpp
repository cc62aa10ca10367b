// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/facts/item_facts.h"

#include "core/roofline/judging_roofs.h"

#include <algorithm>
#include <map>

namespace rooflight {

namespace {

using Id = FactId;

/// What an output says first, where that is not the order of the table; its other facts follow.
std::vector<FactId> firstIn(FactOutput output)
{
    switch (output) {
    case InCsv:
        return { Id::Layer,
                 Id::Type,
                 Id::Call,
                 Id::Operators,
                 Id::InputShapes,
                 Id::OutputShapes,
                 Id::ElementType,
                 Id::Parameters,
                 Id::Macs,
                 Id::Flops,
                 Id::BytesRead,
                 Id::BytesWritten,
                 Id::BytesLowerBound,
                 Id::Intensity,
                 Id::Roof,
                 Id::Attainable,
                 Id::Bound,
                 Id::Median,
                 Id::P10,
                 Id::P90,
                 Id::P99,
                 Id::Samples,
                 Id::Achieved,
                 Id::AchievedBytes,
                 Id::RoofFraction,
                 Id::Share,
                 Id::Gain,
                 Id::FusedIntensity,
                 Id::TimeAtRoof,
                 Id::Causes };
    case InTables:
        return { Id::Layer, Id::Type,  Id::OutputShapes, Id::Parameters, Id::Flops,        Id::Bytes, Id::Intensity,
                 Id::Time,  Id::Share, Id::Achieved,     Id::AtBest,     Id::RoofFraction, Id::Bound };
    case OnCard:
    case InDetails:
        return { Id::InputShapes,  Id::OutputShapes,   Id::Flops,     Id::Macs,           Id::BytesRead,
                 Id::BytesWritten, Id::Bound,          Id::Intensity, Id::FusedIntensity, Id::Time,
                 Id::KernelTime,   Id::BetweenKernels, Id::Share,     Id::Achieved,       Id::AchievedBytes,
                 Id::Attainable,   Id::Roof,           Id::AtBest,    Id::TimeAtRoof,     Id::RoofFraction,
                 Id::Gain };
    default:
        return {};
    }
}

std::vector<FactId> orderedFacts(FactOutput output)
{
    std::vector<FactId> ids = firstIn(output);
    std::erase_if(ids, [output](FactId id) { return (factOf(id).outputs & output) == 0; });
    for (std::size_t i = 0; i < factTable().size(); ++i) {
        const auto id = static_cast<FactId>(i);
        if ((factTable()[i].outputs & output) != 0 && std::ranges::find(ids, id) == ids.end())
            ids.push_back(id);
    }
    return ids;
}

} // namespace

void ItemRow::takeLayer(const Layer &of)
{
    layer = &of;
    inputShapes = &of.inputShapes;
    outputShapes = &of.outputShapes;
}

void ItemRow::takeOperator(const Operator &of)
{
    op = &of;
    inputShapes = &of.inputShapes;
    outputShapes = &of.outputShapes;
}

ItemRow rowOf(const RooflinePoint &point, const Session &session)
{
    ItemRow row { .point = &point };
    if (session.peaks)
        row.roof = roofAt(session.peaks->roofs, point.verdict.roof);
    if (!session.analysis)
        return row;
    const auto index = static_cast<std::size_t>(point.item.id);
    if (point.item.kind == ItemId::Kind::Layer && index < session.analysis->layers.size())
        row.takeLayer(session.analysis->layers[index]);
    else if (point.item.kind == ItemId::Kind::Operator && index < session.analysis->operators.size())
        row.takeOperator(session.analysis->operators[index]);
    return row;
}

const ItemFact &factOf(FactId id)
{
    return factTable()[static_cast<std::size_t>(id)];
}

std::span<const FactId> factsIn(FactOutput output)
{
    static const std::map<FactOutput, std::vector<FactId>> all = [] {
        std::map<FactOutput, std::vector<FactId>> made;
        for (const FactOutput one : { InCsv, InTables, InWindow, OnCard, InDetails })
            made[one] = orderedFacts(one);
        made[InVerdicts] = orderedFacts(static_cast<FactOutput>(InVerdicts | InVerdictsIfKnown));
        return made;
    }();
    return all.at(output == InVerdictsIfKnown ? InVerdicts : output);
}

unsigned factNeedsMetBy(const Session &session)
{
    const bool sheet = session.peaks && session.peaks->theoretical;
    return (session.layers ? NeedsTimes : 0U) | (session.peaks ? NeedsRoofs : 0U)
        | (sheet ? NeedsDataSheet : NeedsMeasuredRoofs);
}

bool isNumeric(FactId id)
{
    return !factOf(id).unit.empty();
}

} // namespace rooflight
