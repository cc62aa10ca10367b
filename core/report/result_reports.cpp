// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include <iterator>
#include <tuple>

namespace rooflight {

namespace {

constexpr ResultKinds ofThePage = kindsOf<Inspection, Analysis, DeviceRoofs>;
constexpr ResultKinds withoutTable = kindsOf<LayerLatencies>; // columns of the analysis

/// The first that a session holds is what it is about.
using TableOrder = std::tuple<Analysis, InterleavedLatency, MethodComparison, BatchSweep, PipelineLatency, Remedies,
                              ModelLatency, Inspection, DeviceRoofs, Explanation>;

template<typename Visit, typename... Bodies> void forEach(std::type_identity<std::tuple<Bodies...>> /*of*/, Visit visit)
{
    static_assert((withoutTable | ... | kindsOf<Bodies>) == allKinds,
                  "a kind of result has to say whether it has a table");
    (visit(resultKind<Bodies>), ...);
}

} // namespace

Sections resultSections(const JudgedSession &judged)
{
    Sections sections;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if constexpr (!ofThePage.has(kindsOf<Body>)) {
            if (const Part<Body> &part = judged.session().*kind.part)
                std::ranges::move(sectionsOf(*part, judged), std::back_inserter(sections));
        }
    });
    return sections;
}

std::optional<std::string> resultToCsv(const JudgedSession &judged, ResultKinds kinds)
{
    std::optional<std::string> csv;
    const auto take = [&]<typename Body>(const ResultKind<Body> &kind) {
        const Part<Body> &part = judged.session().*kind.part;
        if (csv || !part || !kinds.has(kindsOf<Body>))
            return;
        if constexpr (requires { csvOf(*part); })
            csv = csvOf(*part);
        else
            csv = csvOf(*part, judged);
    };
    forEach(std::type_identity<TableOrder>(), take);
    return csv;
}

} // namespace rooflight
