// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/input_spec.h"

#include "core/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>

namespace rooflight {

namespace {

using Json = nlohmann::ordered_json;

constexpr int maximumDimensions = 16;
constexpr int maximumNesting = 64;

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0;;) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos)
            return parts;
        begin = end + 1;
    }
}

std::optional<Shape> parseShape(std::string_view text)
{
    if (text == "0d")
        return Shape {};
    Shape shape;
    for (std::string_view part : split(text, 'x')) {
        const auto dimension = parseNumber<std::int64_t>(part);
        if (!dimension || *dimension < 0 || shape.size() == maximumDimensions)
            return std::nullopt;
        shape.push_back(*dimension);
    }
    return shape;
}

std::optional<TensorFill> parseFill(std::string_view text)
{
    using Kind = TensorFill::Kind;
    if (text == "normal")
        return TensorFill { Kind::Normal };
    if (text == "uniform")
        return TensorFill { Kind::Uniform };
    if (text == "arange")
        return TensorFill { Kind::Arange };
    if (text == "zeros")
        return TensorFill { Kind::Constant, 0, 0 };
    if (text == "ones")
        return TensorFill { Kind::Constant, 1, 1 };
    using Separator = std::pair<std::string_view, Kind>;
    for (const auto &[dots, kind] : { Separator { "...", Kind::Ascending }, Separator { "..", Kind::Range } }) {
        const std::size_t place = text.find(dots);
        if (place == std::string_view::npos)
            continue;
        const auto low = parseNumber<double>(text.substr(0, place));
        const auto high = parseNumber<double>(text.substr(place + dots.size()));
        return low && high && *low <= *high ? std::optional(TensorFill { kind, *low, *high }) : std::nullopt;
    }
    if (const auto constant = parseNumber<double>(text))
        return TensorFill { Kind::Constant, *constant, *constant };
    return std::nullopt;
}

Error specError(std::string_view text, std::string_view why)
{
    return { ErrorCode::CommandLine, fmt::format("The input \"{}\" {}.", text, why),
             "Write it as SHAPE:DTYPE:FILL, for example 1x3x224x224:float32 or ids:1x128:int64:0..30521." };
}

Result<TensorSpec> parseTensor(std::string_view text)
{
    TensorSpec spec;
    if (text.starts_with('@')) {
        spec.file = text.substr(1);
        if (spec.file.empty())
            return specError(text, "names no file after @");
        return spec;
    }
    const std::vector<std::string_view> parts = split(text, ':');
    const std::optional<Shape> shape = parseShape(parts.front());
    if (!shape)
        return specError(text, fmt::format("has no shape where \"{}\" stands", parts.front()));
    spec.shape = *shape;
    for (std::string_view part : std::span(parts).subspan(1)) {
        if (const DType dtype = dtypeFromName(part); dtype != DType::Unknown) {
            spec.dtype = dtype;
            spec.dtypeGiven = true;
        } else if (part == "channels_last") {
            spec.channelsLast = true;
        } else if (const auto fill = parseFill(part)) {
            spec.fill = *fill;
        } else {
            return specError(text, fmt::format("holds \"{}\", which is neither a type nor a fill", part));
        }
    }
    if (spec.channelsLast && spec.shape.size() != 4 && spec.shape.size() != 5)
        return specError(text, "asks for channels_last, which needs four or five dimensions");
    return spec;
}

Result<InputValue> fromJson(const Json &json, std::string_view whole, int depth)
{
    if (depth > maximumNesting)
        return specError(whole, "is nested too deeply");
    if (json.is_null())
        return InputValue {};
    if (json.is_boolean())
        return InputValue { json.get<bool>() };
    if (json.is_number_integer())
        return InputValue { json.get<std::int64_t>() };
    if (json.is_number())
        return InputValue { json.get<double>() };
    if (json.is_string()) {
        // Inside JSON a string is a SPEC when it reads as one, and text otherwise.
        const auto &text = json.get_ref<const std::string &>();
        if (text == "none")
            return InputValue {};
        Result<TensorSpec> tensor = parseTensor(text);
        if (tensor.ok())
            return InputValue { std::move(tensor).value() };
        return InputValue { text };
    }
    if (json.is_array()) {
        InputValue::List list;
        for (const Json &element : json) {
            Result<InputValue> value = fromJson(element, whole, depth + 1);
            if (!value.ok())
                return value.error();
            list.push_back(std::move(value).value());
        }
        return InputValue { std::move(list) };
    }
    InputValue::Dict dict;
    for (const auto &[key, element] : json.items()) {
        Result<InputValue> value = fromJson(element, whole, depth + 1);
        if (!value.ok())
            return value.error();
        dict.push_back({ key, std::move(value).value() });
    }
    return InputValue { std::move(dict) };
}

bool isIdentifier(std::string_view text)
{
    const auto isWordCharacter = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    return !text.empty() && !std::isdigit(static_cast<unsigned char>(text.front()))
        && std::ranges::all_of(text, isWordCharacter);
}

Result<InputValue> parseValue(std::string_view text)
{
    if (text == "none")
        return InputValue {};
    if (const Json json = Json::parse(text, nullptr, false); !json.is_discarded() && !json.is_number())
        return fromJson(json, text, 0);
    if (text.starts_with('[') || text.starts_with('{') || text.starts_with('"'))
        return specError(text, "is not valid JSON");
    // A lone number is a number; a shape of one dimension is written 1x or with a type: "16:float32".
    if (const auto integer = parseNumber<std::int64_t>(text))
        return InputValue { *integer };
    if (const auto real = parseNumber<double>(text))
        return InputValue { *real };
    Result<TensorSpec> tensor = parseTensor(text);
    if (!tensor.ok())
        return tensor.error();
    return InputValue { std::move(tensor).value() };
}

std::string fillText(const TensorFill &fill)
{
    switch (fill.kind) {
    case TensorFill::Kind::Default:
        return {};
    case TensorFill::Kind::Normal:
        return "normal";
    case TensorFill::Kind::Uniform:
        return "uniform";
    case TensorFill::Kind::Arange:
        return "arange";
    case TensorFill::Kind::Range:
        return fmt::format("{}..{}", fill.low, fill.high);
    case TensorFill::Kind::Ascending:
        return fmt::format("{}...{}", fill.low, fill.high);
    case TensorFill::Kind::Constant:
        return fmt::format("{}", fill.low);
    }
    return {};
}

/// \p mustHaveType of a lone size, which would be read as a number where it is no element of JSON.
std::string tensorText(const TensorSpec &spec, bool mustHaveType)
{
    if (!spec.file.empty())
        return '@' + spec.file;
    std::string text = spec.shape.empty() ? std::string("0d") : fmt::format("{}", fmt::join(spec.shape, "x"));
    const std::string fill = fillText(spec.fill);
    const bool isLoneSize = spec.shape.size() == 1 && fill.empty();
    if (spec.dtypeGiven || spec.dtype != DType::Float32 || (isLoneSize && mustHaveType))
        text += fmt::format(":{}", name(spec.dtype));
    if (!fill.empty())
        text += ':' + fill;
    return spec.channelsLast ? text + ":channels_last" : text;
}

Json toJson(const InputValue &value)
{
    const auto write = [](const auto &content) -> Json {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, std::monostate>) {
            return nullptr;
        } else if constexpr (std::is_same_v<Content, TensorSpec>) {
            return tensorText(content, false);
        } else if constexpr (std::is_same_v<Content, InputValue::List>) {
            Json json = Json::array();
            for (const InputValue &element : content)
                json.push_back(toJson(element));
            return json;
        } else if constexpr (std::is_same_v<Content, InputValue::Dict>) {
            Json json = Json::object();
            for (const auto &[key, element] : content)
                json[key] = toJson(element);
            return json;
        } else {
            return content;
        }
    };
    return std::visit(write, value.content);
}

} // namespace

std::string specText(const InputValue &value)
{
    if (std::holds_alternative<std::monostate>(value.content))
        return "none";
    if (const auto *tensor = std::get_if<TensorSpec>(&value.content))
        return tensorText(*tensor, true);
    // JSON has neither infinity nor what is not a number.
    if (const auto *real = std::get_if<double>(&value.content); real && !std::isfinite(*real))
        return fmt::format("{}", *real);
    return toJson(value).dump();
}

Result<InputSpec> parseInputSpec(std::string_view text)
{
    InputSpec spec;
    std::string_view value = text;
    if (const std::size_t colon = text.find(':');
        colon != std::string_view::npos && isIdentifier(text.substr(0, colon))) {
        spec.argument = text.substr(0, colon);
        value = text.substr(colon + 1);
    }
    Result<InputValue> parsed = parseValue(value);
    if (!parsed.ok())
        return parsed.error();
    spec.value = std::move(parsed).value();
    return spec;
}

} // namespace rooflight
