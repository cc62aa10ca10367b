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
    OutJson json {
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
    append(json, request.execution);
    json["warmup"] = orNull(request.limits.warmup);
    json["runs"] = request.limits.runs;
    json["seconds"] = request.limits.seconds;
    json["interleave"] = request.interleave;
    json["search"] = name(request.sweep.search);
    json["maximum_batch"] = request.sweep.maximumBatch;
    json["margin"] = request.sweep.margin;
    json["longest_call_seconds"] = request.sweep.longestCallSeconds;
    json["restart"] = request.sweep.restart;
    json["models"] = request.pipeline.models;
    json["host_work"] = request.pipeline.hostWork;
    return json;
}

bool isSpan(double seconds)
{
    return std::isfinite(seconds) && seconds >= 0;
}

void requireSensible(const MeasureLimits &limits)
{
    if (limits.warmup.value_or(0) < 0)
        throw FormatError("is negative", "warmup");
    if (limits.runs < 0)
        throw FormatError("is negative", "runs");
    if (!isSpan(limits.seconds))
        throw FormatError("is no time span", "seconds");
}

void requireSensible(const SweepRequest &sweep)
{
    if (sweep.maximumBatch < 1)
        throw FormatError("is not positive", "maximum_batch");
    if (!(sweep.margin >= 0 && sweep.margin < 1))
        throw FormatError("is no share below 1", "margin");
    if (!isSpan(sweep.longestCallSeconds) || sweep.longestCallSeconds == 0)
        throw FormatError("is no time span", "longest_call_seconds");
}

void requireSensible(const Request &request)
{
    if (request.model.empty() && request.kind != RequestKind::Peaks)
        throw FormatError("is missing", "model");
    if (request.batch < 0)
        throw FormatError("is negative", "batch");
    if (request.threads < 0)
        throw FormatError("is negative", "threads");
    if (!isSpan(request.timeoutSeconds))
        throw FormatError("is no time span", "timeout_seconds");
    if (request.memoryLimitBytes < 0)
        throw FormatError("is negative", "memory_limit_bytes");
    requireSensible(request.limits);
    requireSensible(request.sweep);
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
    readChoice(json, "effort", request.effort, effortFromName);
    read(json, "remeasure", request.remeasure);
    from_json(json, request.execution);
    read(json, "warmup", request.limits.warmup);
    read(json, "runs", request.limits.runs);
    read(json, "seconds", request.limits.seconds);
    read(json, "interleave", request.interleave);
    readChoice(json, "search", request.sweep.search, batchSearchFromName);
    read(json, "maximum_batch", request.sweep.maximumBatch);
    read(json, "margin", request.sweep.margin);
    read(json, "longest_call_seconds", request.sweep.longestCallSeconds);
    read(json, "restart", request.sweep.restart);
    read(json, "models", request.pipeline.models);
    read(json, "host_work", request.pipeline.hostWork);
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
