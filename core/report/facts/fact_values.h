// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/facts/item_facts.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

namespace rooflight {

// Values of the table of facts: of members of what a row is about, or worked out from them.

inline FactValue valueOf(bool value)
{
    return value;
}

template<std::integral Integer> FactValue valueOf(Integer number)
{
    return static_cast<std::int64_t>(number);
}

inline FactValue valueOf(const std::optional<double> &number)
{
    return number ? FactValue(*number) : FactValue();
}

inline FactValue valueOf(const std::string &text)
{
    return std::string_view(text);
}

template<auto Member> FactValue ofPoint(const ItemRow &row)
{
    return valueOf(row.point->*Member);
}

template<auto Member> FactValue ofVerdict(const ItemRow &row)
{
    return valueOf(row.point->verdict.*Member);
}

template<auto Member> FactValue ofCost(const ItemRow &row)
{
    return valueOf(row.point->cost.*Member);
}

/// Value of the layer's member; nothing for an operator.
template<auto Member> FactValue ofLayer(const ItemRow &row)
{
    return row.layer ? valueOf(row.layer->*Member) : FactValue();
}

template<auto Member> FactValue ofShapes(const ItemRow &row)
{
    return row.*Member ? FactValue(row.*Member) : FactValue();
}

template<int Percent> FactValue percentile(const ItemRow &row)
{
    return row.times ? valueOf(row.times->percentile(Percent)) : FactValue();
}

[[nodiscard]] FactValue spread(const ItemRow &row);
[[nodiscard]] FactValue causes(const ItemRow &row);
[[nodiscard]] FactValue causeTimes(const ItemRow &row);
[[nodiscard]] FactValue footprintBytes(const ItemRow &row);
[[nodiscard]] FactValue footprintBandwidth(const ItemRow &row);
[[nodiscard]] Phrase causesPhrase(const ItemRow &row);
[[nodiscard]] Phrase boundPhrase(const ItemRow &row);
[[nodiscard]] Phrase roofValuePhrase(const ItemRow &row);
[[nodiscard]] Phrase parametersPhrase(const ItemRow &row);
[[nodiscard]] Phrase aboveRoofPhrase(const ItemRow &row);

} // namespace rooflight
