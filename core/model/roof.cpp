// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/roof.h"

#include "core/model/enum_names.h"

namespace ridgepoint {

namespace {

constexpr EnumNames<RoofKind, 3> kindNames = { {
    { RoofKind::Compute, "compute" },
    { RoofKind::Memory, "memory" },
    { RoofKind::Launch, "launch" },
} };

constexpr EnumNames<RoofKind, 3> valueUnits = { {
    { RoofKind::Compute, "FLOP/s" },
    { RoofKind::Memory, "B/s" },
    { RoofKind::Launch, "s" },
} };

} // namespace

std::string_view name(RoofKind kind)
{
    return nameIn(kindNames, kind);
}

RoofKind roofKindFromName(std::string_view text)
{
    return valueIn(kindNames, text).value_or(RoofKind::Compute);
}

std::string_view Roof::valueUnit() const
{
    return nameIn(valueUnits, kind);
}

} // namespace ridgepoint
