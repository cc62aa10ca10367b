// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/page_json.h"

#include "core/report/format/utf8.h"

#include <fmt/format.h>

#include <cmath>

namespace rooflight {

std::string jsonText(std::string_view text)
{
    std::string json = "\"";
    for (const char c : printable(text)) {
        if (c == '"' || c == '\\')
            json += '\\';
        if (c == '<')
            json += "\\u003c";
        else
            json += c;
    }
    return json + '"';
}

bool isPositive(const std::optional<double> &value)
{
    return value && std::isfinite(*value) && *value > 0;
}

std::string optionalNumber(std::string_view key, const std::optional<double> &value)
{
    return isPositive(value) ? fmt::format(",\"{}\":{:.6g}", key, *value) : std::string();
}

std::string joinedJson(const std::vector<std::string> &parts)
{
    std::string all;
    for (const std::string &part : parts)
        all += (all.empty() ? "" : ",\n") + part;
    return all;
}

} // namespace rooflight
