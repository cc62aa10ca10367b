// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/common_fields.h"
#include "core/record/record.h"

#include <fmt/format.h>

#include <cmath>

namespace rooflight {

static void fields(auto &archive, Is<Request> auto &request)
{
    lineFields(archive, request.kind, request.id);
    archive("model", request.model);
    archive("inputs", request.inputs);
    archive("batch", request.batch);
    archive("device", request.device);
    archive("threads", request.threads);
    archive("convention", request.convention);
    archive("trust", request.trust);
    archive("accept_damaged", request.acceptDamaged);
    archive("libraries", request.libraries);
    archive("formulas", request.formulas);
    archive("timeout_seconds", request.timeoutSeconds);
    archive("memory_limit_bytes", request.memoryLimitBytes);
    archive("effort", request.effort);
    archive("remeasure", request.remeasure);
    fields(archive, request.execution);
    archive("warmup", request.limits.warmup);
    archive("runs", request.limits.runs);
    archive("seconds", request.limits.seconds);
    archive("interleave", request.interleave);
    archive("search", request.sweep.search);
    archive("maximum_batch", request.sweep.maximumBatch);
    archive("margin", request.sweep.margin);
    archive("longest_call_seconds", request.sweep.longestCallSeconds);
    archive("restart", request.sweep.restart);
    archive("models", request.pipeline.models);
    archive("host_work", request.pipeline.hostWork);
    archive("step", request.sweep.step);
    archive("batch_dimensions", request.batchDimensions);
    archive("unconfined", request.unconfined);
    archive.unlessEmpty("roof", request.roof);
    archive.unlessEmpty("dimensions", request.dimensions);
    archive.unlessEmpty("predict", request.predict);
    archive.unlessEmpty("count_bytes", request.countBytes);
    archive.unlessEmpty("remedies", request.remedies);
    archive.unlessEmpty("compile", request.compile);
    archive.unlessEmpty("save_compiled", request.saveCompiled);
    archive.unlessEmpty("operators", request.operators);
    archive.unlessEmpty("replay", request.replay);
    archive.unlessEmpty("axes", request.sweep.axes);
    archive.unlessEmpty("measured_at", request.sweep.measuredAt);
}

namespace {

constexpr std::string_view cancelType = "cancel";

/// What every message has.
struct MessageHeader {
    std::string type;
    std::optional<std::int64_t> request;
};

void fields(auto &archive, Is<MessageHeader> auto &header)
{
    lineFields(archive, header.type, header.request);
}

struct MessageNumber {
    std::int64_t request = 0;
};

void fields(auto &archive, Is<MessageNumber> auto &number)
{
    archive("request", number.request);
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
        throw FormatError("is not a time span", "seconds");
}

void requireSensible(const SweepRequest &sweep)
{
    if (sweep.maximumBatch < 0)
        throw FormatError("is negative", "maximum_batch");
    if (sweep.step < 1)
        throw FormatError("is not positive", "step");
    if (!(sweep.margin >= 0 && sweep.margin < 1))
        throw FormatError("is not a share below 1", "margin");
    if (!isSpan(sweep.longestCallSeconds) || sweep.longestCallSeconds == 0)
        throw FormatError("is not a time span", "longest_call_seconds");
}

void requireSensible(const Request &request)
{
    if (request.model.empty() && request.kind != RequestKind::Peaks)
        throw FormatError("is missing", "model");
    if (request.batch < 0)
        throw FormatError("is negative", "batch");
    if (request.threads < 0 || request.threads > Request::maxThreads)
        throw FormatError("is out of range", "threads");
    if (!isSpan(request.timeoutSeconds))
        throw FormatError("is not a time span", "timeout_seconds");
    if (request.memoryLimitBytes < 0)
        throw FormatError("is negative", "memory_limit_bytes");
    requireSensible(request.limits);
    requireSensible(request.sweep);
}

ClientMessage readMessage(std::string_view line)
{
    MessageHeader header;
    readJson(line, header);
    if (header.type.empty())
        throw FormatError("is missing", "type");
    if (!header.request)
        throw FormatError("is missing", "request");
    if (header.type == cancelType)
        return CancelRequest { *header.request };
    if (!fromName<RequestKind>(header.type))
        throw FormatError(fmt::format("names no request that this version knows ({})", excerpt(header.type)), "type");
    Request request;
    readJson(line, request);
    requireSensible(request);
    return request;
}

} // namespace

std::string encodeMessage(const ClientMessage &message)
{
    std::string line;
    JsonWriter writer(line, JsonLayout::OneLine);
    if (const auto *cancel = std::get_if<CancelRequest>(&message))
        writer.write(MessageHeader { std::string(cancelType), cancel->id });
    else
        writer.write(std::get<Request>(message));
    return line + '\n';
}

std::int64_t requestNumberIn(std::string_view line)
{
    try {
        MessageNumber number;
        readJson(line, number);
        return number.request;
    } catch (const FormatError &) {
        return 0;
    }
}

Result<ClientMessage> decodeMessage(std::string_view line)
{
    try {
        return readMessage(line);
    } catch (const FormatError &problem) {
        return Error { .code = ErrorCode::CommandLine,
                       .text = "A request is malformed, " + describe(problem, line),
                       .hint = "See docs/reference/record_stream.md for the keys of a request." };
    }
}

} // namespace rooflight
