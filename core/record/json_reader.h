// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/base/enum_names.h"
#include "core/record/format_error.h"
#include "core/record/json_types.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace rooflight {

/// What becomes of a name that an OpenEnum does not know.
enum class UnknownNames { Kept, Refused };

/// Reads JSON from front to back, straight into the values: no tree is built. Every member function throws FormatError
/// for a value of another type, and SyntaxError for text that is not JSON or is nested too deep.
class JsonReader
{
public:
    /// The text must outlive the reader.
    explicit JsonReader(std::string_view text, UnknownNames unknownNames = UnknownNames::Kept);

    /// Reads one value. An object is read by its field list: a missing key leaves a value as it is, an unknown key is
    /// skipped, of a key that is there twice the last one counts.
    template<typename T> void read(T &value);
    /// Throws unless only blanks follow.
    void expectEnd();

    void beginObject();
    /// The next key of the object, which is valid until the next call; nothing at its end. `first`: not asked before.
    [[nodiscard]] std::optional<std::string_view> nextKey(bool first);
    void beginList();
    /// False at the end of the list.
    [[nodiscard]] bool nextElement(bool first);
    [[nodiscard]] bool takeNull();
    /// Valid until the next call.
    [[nodiscard]] std::string_view text();
    void skip();

private:
    [[nodiscard]] bool truth();
    [[nodiscard]] std::int64_t integer();
    [[nodiscard]] double number();
    template<typename T> void readName(T &value);
    template<typename T> void readOpenName(T &value);
    template<typename T> void readList(std::vector<T> &list);
    template<typename T, std::size_t size> void readList(std::array<T, size> &list);
    template<typename... T> void readTuple(std::tuple<T...> &values);
    template<typename T> void readObject(T &object);

    void skipBlanks();
    [[nodiscard]] char peek();
    [[nodiscard]] bool take(char c);
    [[nodiscard]] bool takeWord(std::string_view word);
    [[nodiscard]] std::string_view takeNumber();
    [[nodiscard]] std::size_t takeDigits();
    void enter();
    void leave(char bracket);
    [[noreturn]] void mismatch(const char *problem);

    const char *m_at;
    const char *m_end;
    std::string m_text; ///< what a text with escapes means
    int m_depth = 0;
    UnknownNames m_unknownNames;
};

/// Archive that reads an object's members into the fields of their names. One pass through a field list reads all
/// members that come in the order of the list; the others take further passes.
class MemberReader
{
public:
    explicit MemberReader(JsonReader &reader)
        : m_reader(reader)
        , m_key(reader.nextKey(true))
    {
    }

    template<typename T> void operator()(std::string_view name, T &value)
    {
        take(name, [&] { m_reader.read(value); });
    }
    /// Work or traffic. Whoever adds two of them, or takes a logarithm, may rely on the range.
    void amount(std::string_view name, std::int64_t &value)
    {
        take(name, [&] {
            m_reader.read(value);
            requireAmount(value);
        });
    }
    void amount(std::string_view name, std::optional<std::int64_t> &value)
    {
        take(name, [&] {
            m_reader.read(value);
            requireAmount(value.value_or(0));
        });
    }
    void amountUnlessZero(std::string_view name, std::int64_t &value) { amount(name, value); }
    template<typename T> void unlessEmpty(std::string_view name, T &value) { (*this)(name, value); }
    template<typename T> void orNull(bool measured, std::string_view name, T &value)
    {
        if (measured)
            return (*this)(name, value);
        std::optional<T> stored;
        (*this)(name, stored);
        value = stored.value_or(value);
    }
    void either(std::string_view name, bool &value, std::string_view ifTrue, std::string_view /*ifFalse*/)
    {
        take(name, [&] { value = m_reader.text() == ifTrue; });
    }
    template<typename Make> void derived(std::string_view, const Make &) { }
    /// All that come next, whatever their keys; sorted by them, since their order in an object says nothing.
    template<typename T> void members(std::vector<std::pair<std::string, T>> &all)
    {
        while (m_key) {
            const std::string name(*m_key);
            take(name, [&] { m_reader.read(all.emplace_back(name, T()).second); });
        }
        std::ranges::sort(all);
    }
    /// A list whose elements are read through what wrap(element) makes of them.
    template<typename T, typename Wrap> void each(std::string_view name, std::vector<T> &list, const Wrap &wrap)
    {
        take(name, [&] {
            list.clear();
            m_reader.beginList();
            for (bool first = true; m_reader.nextElement(first); first = false) {
                auto wrapped = wrap(list.emplace_back());
                m_reader.read(wrapped);
            }
        });
    }
    /// A list of what is stored as another type, and left out if restored() gives nothing.
    template<typename Stored, typename T> void converted(std::string_view name, std::vector<T> &list)
    {
        take(name, [&] {
            std::vector<Stored> all;
            m_reader.read(all);
            list.clear();
            for (Stored &element : all) {
                if (std::optional<T> value = restored(std::move(element)))
                    list.push_back(std::move(*value));
            }
        });
    }

    /// Whether this is the key whose value comes next.
    [[nodiscard]] bool wants(std::string_view name) const { return m_key == name; }
    /// False at the end of the object.
    [[nodiscard]] bool hasKey() const { return m_key.has_value(); }
    /// Ends a pass through the field list: a member that none of all fields took is skipped.
    void endPass()
    {
        if (!std::exchange(m_tookAny, false)) {
            m_reader.skip();
            m_key = m_reader.nextKey(false);
        }
    }
    /// The field whose value is being read; empty between two.
    [[nodiscard]] std::string_view name() const { return m_name; }

private:
    static void requireAmount(std::int64_t value)
    {
        if (value < 0 || value > Count::most)
            throw FormatError("is out of range");
    }
    template<typename Read> void take(std::string_view name, const Read &read)
    {
        if (!wants(name))
            return;
        m_name = name;
        read();
        m_name = {};
        m_tookAny = true;
        m_key = m_reader.nextKey(false);
    }

    JsonReader &m_reader;
    std::optional<std::string_view> m_key;
    std::string_view m_name;
    bool m_tookAny = false; ///< in this pass
};

template<typename T> void JsonReader::read(T &value)
{
    if constexpr (std::is_same_v<T, std::string>) {
        value = text();
    } else if constexpr (std::is_same_v<T, bool>) {
        value = truth();
    } else if constexpr (std::is_integral_v<T>) {
        const std::int64_t wide = integer();
        if (wide < std::numeric_limits<T>::min() || wide > std::numeric_limits<T>::max())
            throw FormatError("is out of range");
        value = static_cast<T>(wide);
    } else if constexpr (std::is_floating_point_v<T>) {
        value = number();
    } else if constexpr (std::is_enum_v<T>) {
        readName(value);
    } else if constexpr (isOpenEnum<T>) {
        readOpenName(value);
    } else if constexpr (isOptional<T>) {
        value.reset();
        if (!takeNull())
            read(value.emplace());
    } else if constexpr (isVector<T> || isArray<T>) {
        readList(value);
    } else if constexpr (isTuple<T>) {
        readTuple(value);
    } else {
        readObject(value);
    }
}

template<typename T> void JsonReader::readName(T &value)
{
    const auto known = fromName<T>(text());
    if constexpr (std::is_same_v<std::remove_const_t<decltype(known)>, T>) {
        value = known;
    } else {
        if (!known)
            throw FormatError("is not a choice that this version knows");
        value = *known;
    }
}

template<typename T> void JsonReader::readOpenName(T &value)
{
    value = T(text());
    if (m_unknownNames == UnknownNames::Refused && !value.value() && !value.name().empty())
        throw FormatError("is not a name that this version knows");
}

template<typename T> void JsonReader::readList(std::vector<T> &list)
{
    list.clear();
    beginList();
    if (std::is_arithmetic_v<T>)
        list.reserve(4); // most are shapes
    for (bool first = true; nextElement(first); first = false) {
        if (std::is_floating_point_v<T> && takeNull())
            continue; // a sample that JSON cannot hold
        read(list.emplace_back());
    }
}

template<typename T, std::size_t size> void JsonReader::readList(std::array<T, size> &list)
{
    beginList();
    std::size_t count = 0;
    for (; nextElement(count == 0); ++count) {
        if (count == size)
            throw FormatError("has too many elements");
        read(list[count]);
    }
    if (count < size)
        throw FormatError("has too few elements");
}

template<typename... T> void JsonReader::readTuple(std::tuple<T...> &values)
{
    beginList();
    bool first = true;
    const auto readNext = [this, &first](auto &value) {
        if (!nextElement(first))
            throw FormatError("has too few elements");
        first = false;
        read(value);
    };
    std::apply([&readNext](auto &...value) { (readNext(value), ...); }, values);
    if (nextElement(first))
        throw FormatError("has too many elements");
}

template<typename T> void JsonReader::readObject(T &object)
{
    beginObject();
    MemberReader members(*this);
    try {
        for (; members.hasKey(); members.endPass())
            fields(members, object);
    } catch (const SyntaxError &) {
        throw;
    } catch (const FormatError &error) {
        throw error.below(std::string(members.name()));
    }
}

/// Reads a text that is one value.
template<typename T> void readJson(std::string_view text, T &value, UnknownNames unknownNames = UnknownNames::Kept)
{
    JsonReader reader(text, unknownNames);
    reader.read(value);
    reader.expectEnd();
}

} // namespace rooflight
