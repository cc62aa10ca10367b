// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/model/verdicts.h"
#include "core/results/result_kinds.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace rooflight {

/// How far a request has come.
struct Progress {
    std::string stage; ///< "inspect", "load", "analyze", "peaks", "latency", "layers", "methods", "sweep", "pipeline",
                       ///< "remedies", "explain"
    std::int64_t done = 0;
    std::int64_t total = 0; ///< 0: not known

    bool operator==(const Progress &) const = default;
};

/// Last record of a request that came to its end.
struct Done {
    bool partial = false; ///< cancelled or out of time: what came before is kept, but not all of it

    bool operator==(const Done &) const = default;
};

/// A record of a type that this version does not know; readers skip it.
struct UnknownRecord {
    std::string type;

    bool operator==(const UnknownRecord &) const = default;
};

namespace detail {

template<typename... Kinds>
std::variant<Hello, Progress, typename Kinds::Result..., Workload, Notice, Notes, Done, Error, UnknownRecord>
recordBodyOf(const std::tuple<Kinds...> &);

} // namespace detail

/// A result of any kind, or what is said beside them.
using RecordBody = decltype(detail::recordBodyOf(resultKinds));

/// The kind of a result; none for other records, such as notices.
[[nodiscard]] ResultKinds kindOf(const RecordBody &body);

/// One line of the stream.
struct Record {
    std::int64_t request = 0; ///< 0: belongs to no request (hello)
    RecordBody body;
};

/// One line of JSON, ending in a line feed. See docs/reference/record_stream.md.
[[nodiscard]] std::string encode(const Record &record);

/// The records of a session, as a .ridge file has them.
[[nodiscard]] std::string toStream(const Session &session);

/// Reads one line (with or without its line feed). Errors: ErrorCode::WorkerLost for what is not a record,
/// ErrorCode::FormatVersion for a hello of a newer major version, naming both.
[[nodiscard]] Result<Record> decode(std::string_view line);

/// The same for a line of a process of this very program: a choice by a name that it does not know is an error, too,
/// and not kept for a newer version, which would show it.
[[nodiscard]] Result<Record> decodeOwn(std::string_view line);

/// An empty body of the type that a line names, which is read no further than to its type; an UnknownRecord for what is
/// no record.
[[nodiscard]] RecordBody emptyBodyFor(std::string_view line);

/// The body alone, as `--json` prints it: indented, with "format" and "version", ending in a line feed.
[[nodiscard]] std::string toJson(const RecordBody &body);
[[nodiscard]] std::string toJson(const Analysis &analysis); ///< without a copy into a RecordBody
[[nodiscard]] std::string toJson(const LayerLatencies &latencies);

/// A whole session as one object: each body as toJson() gives it, null if there is none. The same for its verdicts,
/// which whoever calls works out.
[[nodiscard]] std::string sessionToJson(const Session &session, const Verdicts *verdicts = nullptr);

/// What a client asks of the worker. Cancel has no body: the request number says which.
struct CancelRequest {
    std::int64_t id = 0;

    bool operator==(const CancelRequest &) const = default;
};

using ClientMessage = std::variant<Request, CancelRequest>;

[[nodiscard]] std::string encodeMessage(const ClientMessage &message);
/// Errors: ErrorCode::CommandLine naming the key that is missing or wrong.
[[nodiscard]] Result<ClientMessage> decodeMessage(std::string_view line);
/// The number of a message that makes no sense otherwise; 0 if it has none.
[[nodiscard]] std::int64_t requestNumberIn(std::string_view line);

/// Whether \p format is that of a document of this kind: "rooflight.KIND", or "ridgepoint.KIND" as versions before
/// 0.3.0 wrote it. \p kind is the last part, for example "peaks".
[[nodiscard]] bool isFormat(std::string_view format, std::string_view kind);

/// Puts one record into a session: the newest of each kind stays, notices add up in order. What belonged to another
/// model goes: an inspection of other content drops the analysis and all times, an analysis of other layers,
/// operators, inputs or device drops the times. The error is that of the last request: an inspection or a done clears
/// it. After a workload, inspections, analyses, latencies and layers are its, too; another inspection behind the first
/// one begins another request, which forgets the workloads. Notes are replaced by newer ones only.
void apply(Session &session, Record record);

} // namespace rooflight
