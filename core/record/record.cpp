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
constexpr std::string_view typeOf(const InterleavedLatency &)
{
    return "interleaved";
}
constexpr std::string_view typeOf(const MethodComparison &)
{
    return "methods";
}
constexpr std::string_view typeOf(const BatchSweep &)
{
    return "sweep";
}
constexpr std::string_view typeOf(const PipelineLatency &)
{
    return "pipeline";
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

template<typename Body>
constexpr bool hasLongLists = std::is_same_v<Body, Analysis> || std::is_same_v<Body, LayerLatencies>;

/// Tries the alternatives of RecordBody one after the other until one is of this type.
template<std::size_t Index = 0> RecordBody readBody(const std::string &type, const InJson &json, LongLists &lists)
{
    using Body = std::variant_alternative_t<Index, RecordBody>;
    if constexpr (std::is_same_v<Body, UnknownRecord>) {
        return UnknownRecord { type };
    } else {
        Body body;
        if (type != typeOf(body))
            return readBody<Index + 1>(type, json, lists);
        from_json(json, body);
        if constexpr (hasLongLists<Body>)
            takeLists(body, lists);
        return body;
    }
}

template<typename Body> void writeBody(const Body &body, ObjectText &text)
{
    std::vector<LongList> lists;
    if constexpr (hasLongLists<Body>)
        lists = longListsOf(body);
    text.members(OutJson(body), lists);
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
    std::string line;
    ObjectText text(line, JsonLayout::OneLine);
    std::visit(
        [&](const auto &body) {
            text.member("type", typeOf(body));
            text.member("request", record.request);
            writeBody(body, text);
        },
        record.body);
    text.close();
    line += '\n';
    return line;
}

Result<Record> decode(std::string_view line)
{
    try {
        LongLists lists;
        const InJson json = parseLine(line, lists);
        std::string type;
        read(json, "type", type);
        if (type.empty())
            throw FormatError("is missing", "type");
        if (std::optional<Error> refused = refuseNewerFormat(type, json))
            return *refused;
        std::int64_t request = 0;
        read(json, "request", request);
        return Record { request, readBody(type, json, lists) };
    } catch (const FormatError &problem) {
        return noRecord(problem, line);
    }
}

namespace {

template<typename Body> void writeDocument(const Body &body, std::string &out, int level)
{
    ObjectText text(out, JsonLayout::Indented, level);
    text.member("format", fmt::format("ridgepoint.{}", typeOf(body)));
    text.member("version", supportedMajor());
    writeBody(body, text);
    text.close();
}

} // namespace

std::string toJson(const RecordBody &body)
{
    std::string document;
    std::visit([&document](const auto &value) { writeDocument(value, document, 0); }, body);
    document += '\n';
    return document;
}

std::string sessionToJson(const Session &session)
{
    std::string document;
    ObjectText text(document, JsonLayout::Indented);
    const auto addDocument = [&](std::string_view key, const auto &body) {
        if (!body)
            return text.member(key, OutJson());
        text.key(key);
        writeDocument(*body, document, 1);
    };
    text.member("format", "ridgepoint.session");
    text.member("version", supportedMajor());
    addDocument("hello", &session.hello);
    addDocument("inspection", session.inspection);
    addDocument("analysis", session.analysis);
    addDocument("peaks", session.peaks);
    addDocument("latency", session.latency);
    addDocument("layers", session.layers);
    addDocument("interleaved", session.interleaved);
    addDocument("methods", session.methods);
    addDocument("sweep", session.sweep);
    addDocument("pipeline", session.pipeline);
    if (session.analysis)
        text.member("coverage", coverageOf(*session.analysis, session.layers ? &*session.layers : nullptr));
    text.member("notices", session.notices);
    text.member("error", orNull(session.error));
    text.close();
    document += '\n';
    return document;
}

} // namespace ridgepoint
