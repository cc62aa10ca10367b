// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/event_fields.h"
#include "core/results/analysis/fields.h"
#include "core/results/explanation/fields.h"
#include "core/results/inspection/fields.h"
#include "core/results/interleaved/fields.h"
#include "core/results/latency/fields.h"
#include "core/results/layers/fields.h"
#include "core/results/methods/fields.h"
#include "core/results/pipeline/fields.h"
#include "core/results/remedies/fields.h"
#include "core/results/roofs/fields.h"
#include "core/results/sweep/fields.h"

#include <tuple>

namespace rooflight {

/// What the program does with records of one type; their keys are in fields(archive, Body).
template<typename Body> struct RecordType {
    std::string_view name; ///< value of the key "type"
    void (*apply)(Session &, Body &&);
};

/// The newest takes the place of the one before.
template<typename Body> void put(Session &session, Body &&result)
{
    session.*resultKind<Body>.part = std::move(result);
}
void put(Session &session, Inspection &&inspection);
void put(Session &session, Analysis &&analysis);
/// Stores the roofs and clears the mark that says that they are awaited.
void put(Session &session, DeviceRoofs &&roofs);
/// Operators that it does not hold keep what was found of them before.
void put(Session &session, Explanation &&explanation);

/// Records of results.
inline constexpr auto resultTypes = []<typename... Kinds>(const std::tuple<Kinds...> &kinds) {
    return std::apply(
        [](const auto &...kind) {
            return std::tuple { RecordType<typename Kinds::Result> {
                kind.record,
                [](Session &session, typename Kinds::Result &&result) { put(session, std::move(result)); } }... };
        },
        kinds);
}(resultKinds);

/// Each type of record, in the order in which a session's JSON has them.
inline constexpr auto recordTypes = std::tuple_cat(
    std::tuple {
        RecordType<Hello> { "hello", [](Session &session, Hello &&hello) { session.hello = std::move(hello); } },
        RecordType<Progress> { "progress", [](Session &, Progress &&) {} },
    },
    resultTypes,
    std::tuple {
        RecordType<Workload> { "workload",
                               [](Session &session, Workload &&workload) {
                                   session.workloads.push_back({ std::move(workload), {}, {}, {}, {} });
                               } },
        RecordType<Notice> { "notice",
                             [](Session &session, Notice &&notice) { session.notices.push_back(std::move(notice)); } },
        RecordType<Notes> { "notes", [](Session &session, Notes &&notes) { session.notes = std::move(notes.notes); } },
        RecordType<Done> { "done", [](Session &session, Done &&) { session.error.reset(); } },
        RecordType<Error> { "error", [](Session &session, Error &&error) { session.error = std::move(error); } },
    });
static_assert(std::tuple_size_v<decltype(recordTypes)> + 1 == std::variant_size_v<RecordBody>, "all but UnknownRecord");

template<typename Body> inline constexpr const RecordType<Body> &recordType = std::get<RecordType<Body>>(recordTypes);

} // namespace rooflight
