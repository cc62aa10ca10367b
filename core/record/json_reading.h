// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// What is read: keys in a tree, so that a hostile object of a million keys is still found through quickly.
using InJson = nlohmann::json;
/// What is written: keys in the order in which they are documented.
using OutJson = nlohmann::ordered_json;

/// A key that holds something else than it should. Thrown and caught inside core/record only.
class FormatError : public std::runtime_error
{
public:
    /// `problem` completes the sentence "the key ... ".
    explicit FormatError(const std::string &problem, const std::string &key = {})
        : std::runtime_error(problem)
        , m_key(key)
    {
    }

    /// Dotted, for example "layers.macs"; empty for the record itself.
    [[nodiscard]] const std::string &key() const { return m_key; }
    [[nodiscard]] FormatError below(const std::string &parent) const
    {
        return FormatError(what(), m_key.empty() ? parent : parent + '.' + m_key);
    }

private:
    std::string m_key;
};

void requireObject(const InJson &json);
void requireList(const InJson &json);

// Numbers that JSON cannot hold are written as null. Reading gives NaN for a single number and leaves it out of a
// list of samples.
void readValue(const InJson &json, std::string &value);
void readValue(const InJson &json, bool &value);
void readValue(const InJson &json, int &value);
void readValue(const InJson &json, std::int64_t &value);
void readValue(const InJson &json, double &value);
void readValue(const InJson &json, std::array<double, 2> &value);
void readValue(const InJson &json, std::vector<double> &value);

template<typename T> void readValue(const InJson &json, std::vector<T> &value);
template<typename T> void readValue(const InJson &json, std::optional<T> &value);

/// Every other type brings its own from_json().
template<typename T> void readValue(const InJson &json, T &value)
{
    requireObject(json);
    from_json(json, value);
}

template<typename T> void readValue(const InJson &json, std::vector<T> &value)
{
    requireList(json);
    value.clear();
    value.reserve(json.size());
    for (const InJson &element : json)
        readValue(element, value.emplace_back());
}

template<typename T> void readValue(const InJson &json, std::optional<T> &value)
{
    value.reset();
    if (!json.is_null())
        readValue(json, value.emplace());
}

/// Reads one key of an object. A missing key leaves the value as it is.
template<typename T> void read(const InJson &object, const char *key, T &value)
{
    const auto found = object.find(key);
    if (found == object.end())
        return;
    try {
        readValue(*found, value);
    } catch (const FormatError &error) {
        throw error.below(key);
    }
}

/// Reads an identifier and looks it up, for example with dtypeFromName().
template<typename T> void readName(const InJson &object, const char *key, T &value, T (*fromName)(std::string_view))
{
    std::string text(name(value));
    read(object, key, text);
    value = fromName(text);
}

/// Reads an identifier that must be one of a choice's names.
template<typename T>
void readChoice(const InJson &object, const char *key, T &value, std::optional<T> (*fromName)(std::string_view))
{
    std::string text(name(value));
    read(object, key, text);
    const std::optional<T> known = fromName(text);
    if (!known)
        throw FormatError("is no choice that this version knows", key);
    value = *known;
}

template<typename T> [[nodiscard]] OutJson orNull(const std::optional<T> &value)
{
    return value ? OutJson(*value) : OutJson();
}

} // namespace ridgepoint
