// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/json_types.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

enum class JsonLayout { OneLine, Indented };

/// Appends JSON to a text, value by value: no tree is built. An archive for field lists, too: each field becomes a
/// member of the object that is open. Texts and numbers look as nlohmann-json prints them: bytes that are no UTF-8
/// become U+FFFD, numbers that JSON cannot hold become null. Characters that a terminal obeys are escaped.
class JsonWriter
{
public:
    JsonWriter(std::string &out, JsonLayout layout)
        : m_out(out)
        , m_layout(layout)
    {
    }

    /// An object is written by its field list, a tuple as a list, an absent optional as null.
    template<typename T> void write(const T &value);

    template<typename T> void operator()(std::string_view key, const T &value)
    {
        beginMember(key);
        write(value);
    }
    void amount(std::string_view key, std::int64_t value) { (*this)(key, value); }
    /// Null if it is not known.
    void amount(std::string_view key, const std::optional<std::int64_t> &value) { (*this)(key, value); }
    void amountUnlessZero(std::string_view key, std::int64_t value)
    {
        if (value != 0)
            (*this)(key, value);
    }
    /// Leaves out a list without elements, and an optional without a value.
    template<typename T> void unlessEmpty(std::string_view key, const T &value)
    {
        if (value != T {})
            (*this)(key, value);
    }
    /// Null for a value that nothing was measured for.
    template<typename T> void orNull(bool measured, std::string_view key, const T &value)
    {
        (*this)(key, measured || value != T {} ? std::optional<T>(value) : std::nullopt);
    }
    void either(std::string_view key, bool value, std::string_view ifTrue, std::string_view ifFalse)
    {
        (*this)(key, value ? ifTrue : ifFalse);
    }
    /// Members whose keys are names of the user's own.
    template<typename T> void members(const std::vector<std::pair<std::string, T>> &all)
    {
        for (const auto &[key, value] : all)
            (*this)(key, value);
    }
    /// What readers work out for themselves.
    template<typename Make> void derived(std::string_view key, const Make &make) { (*this)(key, make()); }
    /// A list whose elements are written as what wrap(element) makes of them.
    template<typename T, typename Wrap> void each(std::string_view key, const std::vector<T> &list, const Wrap &wrap)
    {
        beginMember(key);
        begin('[');
        for (const T &element : list) {
            beginElement();
            write(wrap(element));
        }
        end(']');
    }
    /// A list of what is stored as another type.
    template<typename Stored, typename T> void converted(std::string_view key, const std::vector<T> &list)
    {
        std::vector<Stored> all;
        all.reserve(list.size());
        for (const T &element : list)
            all.push_back(stored(element));
        (*this)(key, all);
    }

private:
    void writeText(std::string_view text);
    void writeInteger(std::int64_t number);
    void writeNumber(double number);
    void beginMember(std::string_view key);
    void beginElement();
    void begin(char bracket);
    void end(char bracket);
    void newLine();

    std::string &m_out;
    JsonLayout m_layout;
    int m_level = 0;
    bool m_empty = true; ///< the object or list that is open, so far
};

template<typename T> void JsonWriter::write(const T &value)
{
    if constexpr (std::convertible_to<T, std::string_view>) {
        writeText(value);
    } else if constexpr (std::is_same_v<T, bool>) {
        m_out += value ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
        writeInteger(value);
    } else if constexpr (std::is_floating_point_v<T>) {
        writeNumber(value);
    } else if constexpr (std::is_enum_v<T>) {
        writeText(name(value));
    } else if constexpr (isOpenEnum<T>) {
        writeText(value.name());
    } else if constexpr (isOptional<T>) {
        if (value)
            write(*value);
        else
            m_out += "null";
    } else if constexpr (isVector<T> || isArray<T>) {
        begin('[');
        for (const auto &element : value) {
            beginElement();
            write(element);
        }
        end(']');
    } else if constexpr (isTuple<T>) {
        begin('[');
        std::apply([this](const auto &...elements) { ((beginElement(), write(elements)), ...); }, value);
        end(']');
    } else {
        begin('{');
        fields(*this, value);
        end('}');
    }
}

} // namespace rooflight
