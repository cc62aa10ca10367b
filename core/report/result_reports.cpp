// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"

#include <iterator>
#include <tuple>

namespace rooflight {

namespace {

constexpr ResultKinds ofThePage = kindsOf<Inspection, Analysis, DeviceRoofs>;
constexpr ResultKinds withoutTable = kindsOf<LayerLatencies>; // columns of the analysis

/// What a session is about: its layers, else what was asked for of its model. These only where there is nothing else,
/// in this order, and plain results behind them.
constexpr std::tuple lastTables { resultKind<ModelLatency>, resultKind<Inspection>, resultKind<DeviceRoofs>,
                                  resultKind<Explanation> };
constexpr ResultKinds lastKinds = kindsOf<ModelLatency, Inspection, DeviceRoofs, Explanation> | plainKinds;

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
    take(resultKind<Analysis>);
    forEachResultKind([&take]<typename Body>(const ResultKind<Body> &kind) {
        if constexpr (!(lastKinds | withoutTable).has(kindsOf<Body>))
            take(kind);
    });
    std::apply([&take](const auto &...kinds) { (take(kinds), ...); }, lastTables);
    forEachPlainKind(take);
    return csv;
}

std::optional<std::string> sessionToCsv(const JudgedSession &judged)
{
    // What experiments found is of operators of an analysis, whose layers come first in a session.
    return resultToCsv(judged, allKinds - kindsOf<Explanation>);
}

} // namespace rooflight
