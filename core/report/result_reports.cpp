// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include <iterator>
#include <tuple>

namespace rooflight {

namespace {

constexpr ResultKinds ofThePage = kindsOf<Inspection, Analysis, DeviceRoofs>;
constexpr ResultKinds withoutTable = kindsOf<LayerLatencies>; // columns of the analysis

/// The first that a session holds is what it is about; plain ones come last.
constexpr std::tuple tables { resultKind<Analysis>,     resultKind<InterleavedLatency>, resultKind<MethodComparison>,
                              resultKind<BatchSweep>,   resultKind<PipelineLatency>,    resultKind<Remedies>,
                              resultKind<ModelLatency>, resultKind<Inspection>,         resultKind<DeviceRoofs>,
                              resultKind<Explanation> };
static_assert(
    []<typename... Bodies>(const std::tuple<ResultKind<Bodies>...> &) {
        return kindsOf<Bodies...> | withoutTable | plainKinds;
    }(tables)
        == allKinds,
    "a kind of result has to say whether it has a table");

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
    std::apply([&take](const auto &...kinds) { (take(kinds), ...); }, tables);
    forEachPlainKind(take);
    return csv;
}

} // namespace rooflight
