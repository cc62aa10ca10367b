// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"

#include "core/record/record_types.h"
#include "core/record/verdict_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

/// A record as one object: its keys, then those of the body.
template<typename Body, typename Type, typename Number> struct RecordLine {
    Type &type;
    Number &request;
    Body &body;
};
template<typename Body, typename Type, typename Number>
RecordLine(Type &, Number &, Body &) -> RecordLine<Body, Type, Number>;

template<typename... Parts> void fields(auto &archive, const RecordLine<Parts...> &line)
{
    lineFields(archive, line.type, line.request);
    fields(archive, line.body);
}

constexpr std::string_view formatPrefix = "rooflight.";
constexpr std::string_view formerPrefix = "ridgepoint."; ///< before 0.3.0

struct FormatVersion {
    int major = 0;
    int minor = 0;
};

void fields(MemberReader &archive, FormatVersion &version)
{
    versionFields(archive, version.major, version.minor);
}

template<typename Body> std::string_view typeOf(const Body &)
{
    return recordType<Body>.name;
}

std::string_view typeOf(const UnknownRecord &record)
{
    return record.type;
}

int supportedMajor()
{
    return Hello {}.formatMajor;
}

Error newerFormat(const FormatVersion &version)
{
    return { .code = ErrorCode::FormatVersion,
             .text = fmt::format("The records have format version {}.{}, and this Rooflight reads version {}.",
                                 version.major, version.minor, supportedMajor()),
             .hint = "Use a Rooflight as new as the one that wrote them." };
}

Error noRecord(const FormatError &problem, std::string_view line)
{
    return { .code = ErrorCode::WorkerLost,
             .text = "A line is not a record, " + describe(problem, line),
             .hint = "Check that the worker is a rooflight-cli of the same version, and that nothing else writes to "
                     "its standard output." };
}

std::string readType(JsonReader &reader)
{
    try {
        return std::string(reader.text());
    } catch (const FormatError &error) {
        throw error.below("type");
    }
}

/// Reads no further than to the type; empty if there is none.
std::string typeIn(std::string_view line)
{
    JsonReader reader(line);
    reader.beginObject();
    bool first = true;
    while (const std::optional<std::string_view> key = reader.nextKey(std::exchange(first, false))) {
        if (*key == "type")
            return readType(reader);
        reader.skip();
    }
    return {};
}

/// A record of this type with nothing in it yet.
RecordBody bodyOfType(const std::string &type)
{
    RecordBody body = UnknownRecord { type };
    const auto tryType = [&]<typename Body>(const RecordType<Body> &candidate) {
        if (candidate.name == type)
            body.emplace<Body>();
    };
    std::apply([&](const auto &...candidates) { (tryType(candidates), ...); }, recordTypes);
    return body;
}

/// Looks at the version before the body: a newer one may hold anything.
std::optional<Error> refuseNewerFormat(std::string_view line)
{
    FormatVersion version;
    readJson(line, version);
    if (version.major < 1)
        throw FormatError("is missing or no format version", "version");
    return version.major > supportedMajor() ? std::optional(newerFormat(version)) : std::nullopt;
}

Result<Record> readRecord(std::string_view line, UnknownNames unknownNames)
{
    std::string type = typeIn(line);
    if (type.empty())
        throw FormatError("is missing", "type");
    Record record { .request = 0, .body = bodyOfType(type) };
    if (std::holds_alternative<Hello>(record.body)) {
        if (std::optional<Error> refused = refuseNewerFormat(line))
            return *refused;
    }
    std::visit(
        [&](auto &body) {
            RecordLine content { type, record.request, body };
            readJson(line, content, unknownNames);
            if (type != typeOf(body))
                throw FormatError("is there twice", "type");
            if constexpr (requires { requireSound(body); })
                requireSound(body);
        },
        record.body);
    return record;
}

void formatField(JsonWriter &archive, std::string_view type)
{
    archive("format", fmt::format("{}{}", formatPrefix, type));
}

/// A body as an object of its own.
template<typename Body> struct Document {
    const Body &body;
};
template<typename Body> Document(const Body &) -> Document<Body>;

template<typename Body> void fields(JsonWriter &archive, const Document<Body> &document)
{
    formatField(archive, typeOf(document.body));
    if constexpr (!std::is_same_v<Body, Hello>) // a hello has it among its fields
        archive("version", supportedMajor());
    fields(archive, document.body);
}

template<typename Body> void appendLine(std::string &out, std::int64_t request, const Body &body)
{
    const std::string_view type = typeOf(body);
    JsonWriter(out, JsonLayout::OneLine).write(RecordLine { type, request, body });
    out += '\n';
}

template<typename T> std::string documentOf(const T &content)
{
    std::string text;
    JsonWriter(text, JsonLayout::Indented).write(content);
    text += '\n';
    return text;
}

} // namespace

namespace {

struct SessionDocument {
    const Session &session;
    const Verdicts *verdicts;
};

} // namespace

static void fields(JsonWriter &archive, const SessionDocument &document)
{
    const Session &session = document.session;
    formatField(archive, "session");
    archive("version", supportedMajor());
    archive(recordType<Hello>.name, Document { session.hello });
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        const Part<Body> &part = session.*kind.part;
        archive(kind.record, part ? std::optional(Document<Body> { *part }) : std::nullopt);
    });
    if (session.analysis)
        archive("coverage", document.verdicts ? document.verdicts->coverage : coverageOf(*session.analysis));
    archive("verdicts", document.verdicts ? std::optional(*document.verdicts) : std::nullopt);
    archive("notices", session.notices);
    archive.unlessEmpty("notes", session.notes);
    archive("error", session.error);
}

bool isFormat(std::string_view format, std::string_view kind)
{
    return std::ranges::any_of(std::array { formatPrefix, formerPrefix }, [&](std::string_view prefix) {
        return format.starts_with(prefix) && format.substr(prefix.size()) == kind;
    });
}

ResultKinds kindOf(const RecordBody &body)
{
    return std::visit([]<typename Body>(const Body &) { return kindsOf<Body>; }, body);
}

std::string encode(const Record &record)
{
    std::string line;
    std::visit([&](const auto &body) { appendLine(line, record.request, body); }, record.body);
    return line;
}

std::string toStream(const Session &session)
{
    std::string stream;
    const auto add = [&stream](const auto &body) { appendLine(stream, 0, body); };
    const auto addParts = [&add](const auto &...parts) { ((parts ? add(*parts) : void()), ...); };
    Hello hello = session.hello;
    hello.formatMajor = Hello {}.formatMajor;
    hello.formatMinor = Hello {}.formatMinor;
    add(hello);
    if (session.workloads.empty())
        addParts(session.inspection, session.analysis);
    addParts(session.peaks);
    for (const WorkloadResults &part : session.workloads) {
        add(part.workload);
        addParts(part.inspection, part.analysis, part.layers, part.latency);
    }
    if (session.workloads.empty())
        addParts(session.layers, session.latency);
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if constexpr (!kindsOf<Inspection, Analysis, DeviceRoofs, LayerLatencies, ModelLatency>.has(kindsOf<Body>))
            addParts(session.*kind.part);
    });
    std::ranges::for_each(session.notices, add);
    if (!session.notes.empty())
        add(Notes { session.notes });
    if (session.error)
        add(*session.error);
    else
        add(Done {});
    return stream;
}

static Result<Record> decode(std::string_view line, UnknownNames unknownNames)
{
    try {
        return readRecord(line, unknownNames);
    } catch (const FormatError &problem) {
        return noRecord(problem, line);
    }
}

Result<Record> decode(std::string_view line)
{
    return decode(line, UnknownNames::Kept);
}

Result<Record> decodeOwn(std::string_view line)
{
    return decode(line, UnknownNames::Refused);
}

RecordBody emptyBodyFor(std::string_view line)
{
    try {
        return bodyOfType(typeIn(line));
    } catch (const FormatError &) {
        return UnknownRecord {};
    }
}

std::string toJson(const RecordBody &body)
{
    return std::visit([](const auto &content) { return documentOf(Document { content }); }, body);
}

std::string toJson(const Analysis &analysis)
{
    return documentOf(Document { analysis });
}

std::string toJson(const LayerLatencies &latencies)
{
    return documentOf(Document { latencies });
}

std::string sessionToJson(const Session &session, const Verdicts *verdicts)
{
    return documentOf(SessionDocument { session, verdicts });
}

} // namespace rooflight
