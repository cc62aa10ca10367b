// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/analysis_fields.h"
#include "core/record/event_fields.h"
#include "core/record/explanation_fields.h"
#include "core/record/latency_fields.h"
#include "core/record/peaks_fields.h"
#include "core/record/remedies_fields.h"

#include <tuple>

namespace rooflight {

/// What the program does with records of one type; their keys are in fields(archive, Body).
template<typename Body> struct RecordType {
    std::string_view name; ///< value of the key "type"
    void (*apply)(Session &, Body &&);
    Part<Body> Session::*part = nullptr; ///< the key `name` of a session's JSON
};

/// A type of which a session keeps the newest record.
template<auto part> constexpr auto kept(std::string_view name)
{
    using Body = typename std::remove_reference_t<decltype(std::declval<Session &>().*part)>::value_type;
    return RecordType<Body> { name, [](Session &session, Body &&body) { session.*part = std::move(body); }, part };
}

void applyInspection(Session &session, Inspection &&inspection);
void applyAnalysis(Session &session, Analysis &&analysis);
/// Operators that it does not hold keep what was found of them before.
void applyExplanation(Session &session, Explanation &&explanation);

/// Each type of record, in the order in which a session's JSON has them.
inline constexpr std::tuple recordTypes {
    RecordType<Hello> { "hello", [](Session &session, Hello &&hello) { session.hello = std::move(hello); } },
    RecordType<Progress> { "progress", [](Session &, Progress &&) {} },
    RecordType<Inspection> { "inspection", applyInspection, &Session::inspection },
    RecordType<Analysis> { "analysis", applyAnalysis, &Session::analysis },
    kept<&Session::peaks>("peaks"),
    kept<&Session::latency>("latency"),
    kept<&Session::layers>("layers"),
    kept<&Session::interleaved>("interleaved"),
    kept<&Session::methods>("methods"),
    kept<&Session::sweep>("sweep"),
    kept<&Session::pipeline>("pipeline"),
    kept<&Session::remedies>("remedies"),
    RecordType<Explanation> { "experiments", applyExplanation, &Session::explanation },
    RecordType<Workload> { "workload",
                           [](Session &session, Workload &&workload) {
                               session.workloads.push_back({ std::move(workload), {}, {}, {}, {} });
                           } },
    RecordType<Notice> { "notice",
                         [](Session &session, Notice &&notice) { session.notices.push_back(std::move(notice)); } },
    RecordType<Notes> { "notes", [](Session &session, Notes &&notes) { session.notes = std::move(notes.notes); } },
    RecordType<Done> { "done", [](Session &session, Done &&) { session.error.reset(); } },
    RecordType<Error> { "error", [](Session &session, Error &&error) { session.error = std::move(error); } },
};
static_assert(std::tuple_size_v<decltype(recordTypes)> + 1 == std::variant_size_v<RecordBody>, "all but UnknownRecord");

template<typename Body> inline constexpr const RecordType<Body> &recordType = std::get<RecordType<Body>>(recordTypes);

} // namespace rooflight
