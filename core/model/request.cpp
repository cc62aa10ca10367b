// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/request.h"

#include "core/base/enum_names.h"

namespace ridgepoint {

namespace {

constexpr EnumNames<RequestKind, 9> kindNames = { {
    { RequestKind::Inspect, "inspect" },
    { RequestKind::Analyze, "analyze" },
    { RequestKind::Peaks, "peaks" },
    { RequestKind::Latency, "latency" },
    { RequestKind::Layers, "layers" },
    { RequestKind::Methods, "methods" },
    { RequestKind::Sweep, "sweep" },
    { RequestKind::Pipeline, "pipeline" },
    { RequestKind::Report, "report" },
} };

constexpr EnumNames<Effort, 3> effortNames = { {
    { Effort::Quick, "quick" },
    { Effort::Normal, "normal" },
    { Effort::Thorough, "thorough" },
} };

} // namespace

std::string_view name(RequestKind kind)
{
    return nameIn(kindNames, kind);
}

std::optional<RequestKind> requestKindFromName(std::string_view text)
{
    return valueIn(kindNames, text);
}

std::string_view name(Effort effort)
{
    return nameIn(effortNames, effort);
}

std::optional<Effort> effortFromName(std::string_view text)
{
    return valueIn(effortNames, text);
}

} // namespace ridgepoint
