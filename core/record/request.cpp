// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/foreign_text.h"
#include "core/record/common_fields.h"
#include "core/record/record.h"

#include <fmt/format.h>

namespace rooflight {

static void fields(auto &archive, Is<Request> auto &request)
{
    lineFields(archive, request.kind, request.id);
    forEachOption(requestOptions, [&](const auto &option) { optionField(archive, option, option.of(request)); });
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

/// Why an option cannot be this; empty where it can.
std::string refusalOf(const OptionFacts &option, const auto &value)
{
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (isOptional<Value>) {
        return value ? refusalOf(option, *value) : std::string();
    } else if constexpr (std::is_arithmetic_v<Value>) {
        const NumberRange range = option.rangeInRequest();
        return range.contains(static_cast<double>(value)) ? std::string() : range.refusal();
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
        for (const std::string &element : value) {
            if (const std::string refusal = option.refusalOf(element); !refusal.empty())
                return harmlessLine(refusal);
        }
        return {};
    } else {
        return {};
    }
}

/// What is as by default was not asked for: 0 runs are no number of runs.
void requireSensible(const Request &request)
{
    if (request.model.empty() && request.kind != RequestKind::Peaks)
        throw FormatError("is missing", "model");
    forEachOption(requestOptions, [&, usual = Request()](const auto &option) {
        if (option.of(request) == option.of(usual))
            return;
        if (const std::string refusal = refusalOf(option, option.of(request)); !refusal.empty())
            throw FormatError(refusal, std::string(option.key));
    });
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
