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

std::string excerpt(std::string_view line)
{
    constexpr std::size_t length = 60;
    const OutJson shown = std::string(line.substr(0, length));
    return shown.dump(-1, ' ', true, OutJson::error_handler_t::replace) + (line.size() > length ? "..." : "");
}

bool LongLists::add(const std::string &key, const InJson &element)
{
    try {
        if (key == "layers")
            readValue(element, layers.emplace_back());
        else if (key == "operators")
            readValue(element, operators.emplace_back());
        else if (key == "items")
            readValue(element, items.emplace_back());
        else
            return false;
    } catch (const FormatError &error) {
        if (!problem)
            problem = error.below(key);
    }
    return true;
}

InJson parseLine(std::string_view line, LongLists &lists)
{
    if (nestsTooDeep(line))
        throw FormatError("is nested too deep");
    // Depth 0 is the record, 1 a list that is a value of it, 2 an element of that.
    std::string key;
    const auto keep = [&](int depth, InJson::parse_event_t event, const InJson &parsed) {
        if (depth == 1 && event == InJson::parse_event_t::key)
            key = parsed.get_ref<const std::string &>();
        return depth != 2 || event != InJson::parse_event_t::object_end || !lists.add(key, parsed);
    };
    InJson json;
    try {
        json = InJson::parse(line, keep);
    } catch (const InJson::exception &) {
        throw FormatError("is no JSON");
    }
    requireObject(json);
    return json;
}

} // namespace ridgepoint
