// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

#include <fmt/format.h>

#include <cmath>

namespace ridgepoint {

namespace {

constexpr const char *cancelType = "cancel";

OutJson write(const CancelRequest &cancel)
{
    return { { "type", cancelType }, { "request", cancel.id } };
}

OutJson write(const Request &request)
{
    return {
        { "type", name(request.kind) },
        { "request", request.id },
        { "model", request.model },
        { "inputs", request.inputs },
        { "batch", request.batch },
        { "device", request.device },
        { "threads", request.threads },
        { "convention", request.convention },
        { "trust", request.trust },
        { "accept_damaged", request.acceptDamaged },
        { "libraries", request.libraries },
        { "formulas", request.formulas },
        { "timeout_seconds", request.timeoutSeconds },
        { "memory_limit_bytes", request.memoryLimitBytes },
        { "effort", name(request.effort) },
        { "remeasure", request.remeasure },
    };
}

void readEffort(const InJson &json, Effort &effort)
{
    std::string text(name(effort));
    read(json, "effort", text);
    const std::optional<Effort> known = effortFromName(text);
    if (!known)
        throw FormatError("is neither quick nor normal nor thorough", "effort");
    effort = *known;
}

void requireSensible(const Request &request)
{
    if (request.model.empty() && request.kind != RequestKind::Peaks)
        throw FormatError("is missing", "model");
    if (request.batch < 0)
        throw FormatError("is negative", "batch");
    if (request.threads < 0)
        throw FormatError("is negative", "threads");
    if (!std::isfinite(request.timeoutSeconds) || request.timeoutSeconds < 0)
        throw FormatError("is no time span", "timeout_seconds");
    if (request.memoryLimitBytes < 0)
        throw FormatError("is negative", "memory_limit_bytes");
}

Request readRequest(RequestKind kind, std::int64_t id, const InJson &json)
{
    Request request;
    request.kind = kind;
    request.id = id;
    read(json, "model", request.model);
    read(json, "inputs", request.inputs);
    read(json, "batch", request.batch);
    read(json, "device", request.device);
    read(json, "threads", request.threads);
    read(json, "convention", request.convention);
    read(json, "trust", request.trust);
    read(json, "accept_damaged", request.acceptDamaged);
    read(json, "libraries", request.libraries);
    read(json, "formulas", request.formulas);
    read(json, "timeout_seconds", request.timeoutSeconds);
    read(json, "memory_limit_bytes", request.memoryLimitBytes);
    readEffort(json, request.effort);
    read(json, "remeasure", request.remeasure);
    requireSensible(request);
    return request;
}

ClientMessage readMessage(const InJson &json)
{
    std::string type;
    read(json, "type", type);
    if (type.empty())
        throw FormatError("is missing", "type");
    if (!json.contains("request"))
        throw FormatError("is missing", "request");
    std::int64_t id = 0;
    read(json, "request", id);
    if (type == cancelType)
        return CancelRequest { id };
    const std::optional<RequestKind> kind = requestKindFromName(type);
    if (!kind)
        throw FormatError(fmt::format("names no request that this version knows ({})", excerpt(type)), "type");
    return readRequest(*kind, id, json);
}

} // namespace

std::string encodeMessage(const ClientMessage &message)
{
    return toText(std::visit([](const auto &value) { return write(value); }, message), JsonLayout::OneLine) + '\n';
}

Result<ClientMessage> decodeMessage(std::string_view line)
{
    try {
        LongLists none;
        return readMessage(parseLine(line, none));
    } catch (const FormatError &problem) {
        const std::string subject = problem.key().empty() ? "it" : fmt::format("its key '{}'", problem.key());
        return Error { .code = ErrorCode::CommandLine,
                       .text =
                           fmt::format("A request makes no sense, {} {}: {}", subject, problem.what(), excerpt(line)),
                       .hint = "See docs/reference/record_stream.md for the keys of a request." };
    }
}

} // namespace ridgepoint
