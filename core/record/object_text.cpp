// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/object_text.h"

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr int spacesPerLevel = 2;

} // namespace

std::string toText(const OutJson &json, JsonLayout layout)
{
    return json.dump(layout == JsonLayout::Indented ? spacesPerLevel : -1, ' ', false,
                     OutJson::error_handler_t::replace);
}

ObjectText::ObjectText(std::string &out, JsonLayout layout, int level)
    : m_out(out)
    , m_layout(layout)
    , m_level(level)
{
    m_out += '{';
}

void ObjectText::newLine(int level)
{
    if (m_layout == JsonLayout::Indented) {
        m_out += '\n';
        m_out.append(static_cast<std::size_t>(level * spacesPerLevel), ' ');
    }
}

void ObjectText::value(const OutJson &value, int level)
{
    const std::string text = toText(value, m_layout);
    // Line breaks inside of texts are escaped: all that there are begin a line of the layout.
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
        m_out.append(text, begin, end - begin);
        newLine(level);
        begin = end + 1;
    }
    m_out.append(text, begin);
}

void ObjectText::key(std::string_view key)
{
    if (!m_empty)
        m_out += ',';
    m_empty = false;
    newLine(m_level + 1);
    m_out += OutJson(key).dump();
    m_out += m_layout == JsonLayout::Indented ? ": " : ":";
}

void ObjectText::member(std::string_view name, const OutJson &content)
{
    key(name);
    value(content, m_level + 1);
}

void ObjectText::member(const LongList &list)
{
    key(list.key);
    m_out += '[';
    for (std::size_t i = 0; i < list.size; ++i) {
        if (i > 0)
            m_out += ',';
        newLine(m_level + 2);
        value(list.element(i), m_level + 2);
    }
    if (list.size > 0)
        newLine(m_level + 1);
    m_out += ']';
}

void ObjectText::members(const OutJson &object, const std::vector<LongList> &lists)
{
    for (const auto &entry : object.items()) {
        const auto list = std::ranges::find(lists, std::string_view(entry.key()), &LongList::key);
        if (list != lists.end())
            member(*list);
        else
            member(entry.key(), entry.value());
    }
}

void ObjectText::close()
{
    if (!m_empty)
        newLine(m_level);
    m_out += '}';
}

} // namespace ridgepoint
