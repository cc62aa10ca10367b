// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/json_reading.h"

#include <functional>

namespace ridgepoint {

/// A list with an element for each operator or layer of a model. Hundreds of thousands of them are several times as
/// large as JSON values as they are as text: each is made, written and forgotten.
struct LongList {
    std::string_view key;
    std::size_t size = 0;
    std::function<OutJson(std::size_t)> element;
};

/// Of elements that have a to_json(). They are looked up when they are written.
template<typename T> [[nodiscard]] LongList longList(std::string_view key, const std::vector<T> &elements)
{
    return { key, elements.size(), [&elements](std::size_t i) { return OutJson(elements[i]); } };
}

enum class JsonLayout { OneLine, Indented };

/// Text of any JSON value on one line, or indented. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string toText(const OutJson &json, JsonLayout layout);

/// Writes one JSON object member by member, with the same text as toText() of the whole.
class ObjectText
{
public:
    ObjectText(std::string &out, JsonLayout layout, int level = 0);

    void member(std::string_view key, const OutJson &value);
    void member(const LongList &list);
    /// All members of an object; those that are named in the lists as the list has them.
    void members(const OutJson &object, const std::vector<LongList> &lists);
    /// Begins a member that the caller writes, one level deeper.
    void key(std::string_view key);
    void close();

private:
    void newLine(int level);
    void value(const OutJson &value, int level);

    std::string &m_out;
    JsonLayout m_layout;
    int m_level;
    bool m_empty = true;
};

} // namespace ridgepoint
