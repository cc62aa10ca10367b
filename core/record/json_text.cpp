// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

#include <algorithm>

namespace ridgepoint {

namespace {

/// Records nest six deep; the rest is room for later versions.
constexpr int maximumDepth = 32;

bool nestsTooDeep(std::string_view line)
{
    int depth = 0;
    bool inText = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"')
            inText = !inText;
        else if (inText && c == '\\')
            ++i;
        else if (!inText && (c == '{' || c == '['))
            ++depth;
        else if (!inText && (c == '}' || c == ']'))
            --depth;
        if (depth > maximumDepth)
            return true;
    }
    return false;
}

} // namespace

std::string toText(const OutJson &json, bool indented)
{
    return json.dump(indented ? 2 : -1, ' ', false, OutJson::error_handler_t::replace);
}

std::string excerpt(std::string_view line)
{
    constexpr std::size_t length = 60;
    const OutJson shown = std::string(line.substr(0, length));
    return shown.dump(-1, ' ', true, OutJson::error_handler_t::replace) + (line.size() > length ? "..." : "");
}

InJson parseLine(std::string_view line)
{
    if (nestsTooDeep(line))
        throw FormatError("is nested too deep");
    InJson json;
    try {
        json = InJson::parse(line);
    } catch (const InJson::exception &) {
        throw FormatError("is no JSON");
    }
    requireObject(json);
    return json;
}

} // namespace ridgepoint
