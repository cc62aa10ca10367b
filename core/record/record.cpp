// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"

#include "core/record/json_bodies.h"

#include <fmt/format.h>

#include <type_traits>

namespace ridgepoint {

namespace {

constexpr std::string_view typeOf(const Hello &)
{
    return "hello";
}
constexpr std::string_view typeOf(const Progress &)
{
    return "progress";
}
constexpr std::string_view typeOf(const Inspection &)
{
    return "inspection";
}
constexpr std::string_view typeOf(const Analysis &)
{
    return "analysis";
}
constexpr std::string_view typeOf(const Peaks &)
{
    return "peaks";
}
constexpr std::string_view typeOf(const ModelLatency &)
{
    return "latency";
}
constexpr std::string_view typeOf(const LayerLatencies &)
{
    return "layers";
}
constexpr std::string_view typeOf(const Notice &)
{
    return "notice";
}
constexpr std::string_view typeOf(const Done &)
{
    return "done";
}
constexpr std::string_view typeOf(const Error &)
{
    return "error";
}
std::string_view typeOf(const UnknownRecord &record)
{
    return record.type;
}

int supportedMajor()
{
    return Hello {}.formatMajor;
}

/// Tries the alternatives of RecordBody one after the other until one is of this type.
template<std::size_t Index = 0> RecordBody readBody(const std::string &type, const InJson &json)
{
    using Body = std::variant_alternative_t<Index, RecordBody>;
    if constexpr (std::is_same_v<Body, UnknownRecord>) {
        return UnknownRecord { type };
    } else {
        Body body;
        if (type != typeOf(body))
            return readBody<Index + 1>(type, json);
        from_json(json, body);
        return body;
    }
}

void move(OutJson &from, OutJson &to)
{
    for (auto &entry : from.items())
        to[entry.key()] = std::move(entry.value());
}

Error newerFormat(int major, int minor)
{
    return { .code = ErrorCode::FormatVersion,
             .text = fmt::format("The records have format version {}.{}, and this Ridgepoint reads version {}.", major,
                                 minor, supportedMajor()),
             .hint = "Use a Ridgepoint as new as the one that wrote them." };
}

Error noRecord(const FormatError &problem, std::string_view line)
{
    const std::string subject = problem.key().empty() ? "it" : fmt::format("its key '{}'", problem.key());
    return { .code = ErrorCode::WorkerLost,
             .text = fmt::format("A line is no record, {} {}: {}", subject, problem.what(), excerpt(line)),
             .hint = "Check that the worker is a ridgepoint-cli of the same version, and that nothing else writes to "
                     "its standard output." };
}

/// Looks at the version before the body: a newer one may hold anything.
std::optional<Error> refuseNewerFormat(const std::string &type, const InJson &json)
{
    if (type != typeOf(Hello {}))
        return std::nullopt;
    int major = 0;
    read(json, "version", major);
    if (major < 1)
        throw FormatError("is missing or no format version", "version");
    if (major <= supportedMajor())
        return std::nullopt;
    int minor = 0;
    read(json, "minor_version", minor);
    return newerFormat(major, minor);
}

} // namespace

std::string encode(const Record &record)
{
    OutJson json;
    json["type"] = std::visit([](const auto &body) { return typeOf(body); }, record.body);
    json["request"] = record.request;
    OutJson body;
    std::visit([&body](const auto &value) { body = value; }, record.body);
    move(body, json);
    return toText(json, false) + '\n';
}

Result<Record> decode(std::string_view line)
{
    try {
        const InJson json = parseLine(line);
        std::string type;
        read(json, "type", type);
        if (type.empty())
            throw FormatError("is missing", "type");
        if (std::optional<Error> refused = refuseNewerFormat(type, json))
            return *refused;
        std::int64_t request = 0;
        read(json, "request", request);
        return Record { request, readBody(type, json) };
    } catch (const FormatError &problem) {
        return noRecord(problem, line);
    }
}

namespace {

OutJson document(const RecordBody &body)
{
    OutJson json;
    std::visit(
        [&json](const auto &value) {
            json["format"] = fmt::format("ridgepoint.{}", typeOf(value));
            json["version"] = supportedMajor();
            OutJson content;
            content = value;
            move(content, json);
        },
        body);
    return json;
}

template<typename T> OutJson documentOrNull(const std::optional<T> &body)
{
    return body ? document(*body) : OutJson();
}

} // namespace

std::string toJson(const RecordBody &body)
{
    return toText(document(body), true) + '\n';
}

std::string sessionToJson(const Session &session)
{
    OutJson json;
    json["format"] = "ridgepoint.session";
    json["version"] = supportedMajor();
    json["hello"] = document(session.hello);
    json["inspection"] = documentOrNull(session.inspection);
    json["analysis"] = documentOrNull(session.analysis);
    json["peaks"] = documentOrNull(session.peaks);
    json["latency"] = documentOrNull(session.latency);
    json["layers"] = documentOrNull(session.layers);
    if (session.analysis)
        json["coverage"] = coverageOf(*session.analysis, session.layers ? &*session.layers : nullptr);
    json["notices"] = session.notices;
    json["error"] = orNull(session.error);
    return toText(json, true) + '\n';
}

} // namespace ridgepoint
