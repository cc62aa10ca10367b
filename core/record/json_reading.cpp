// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_reading.h"

#include <limits>

namespace ridgepoint {

void requireObject(const InJson &json)
{
    if (!json.is_object())
        throw FormatError("is no object");
}

void requireList(const InJson &json)
{
    if (!json.is_array())
        throw FormatError("is no list");
}

void readValue(const InJson &json, std::string &value)
{
    if (!json.is_string())
        throw FormatError("is no text");
    value = json.get_ref<const std::string &>();
}

void readValue(const InJson &json, bool &value)
{
    if (!json.is_boolean())
        throw FormatError("is neither true nor false");
    value = json.get<bool>();
}

void readValue(const InJson &json, int &value)
{
    std::int64_t wide = 0;
    readValue(json, wide);
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
        throw FormatError("is out of range");
    value = static_cast<int>(wide);
}

void readValue(const InJson &json, std::int64_t &value)
{
    if (!json.is_number_integer())
        throw FormatError("is no whole number");
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > largest)
        throw FormatError("is out of range");
    value = json.get<std::int64_t>();
}

void readValue(const InJson &json, double &value)
{
    if (!json.is_number() && !json.is_null())
        throw FormatError("is no number");
    value = json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

void readValue(const InJson &json, std::array<double, 2> &value)
{
    requireList(json);
    if (json.size() != value.size())
        throw FormatError("is no pair");
    readValue(json[0], value[0]);
    readValue(json[1], value[1]);
}

void readValue(const InJson &json, std::vector<double> &value)
{
    requireList(json);
    value.clear();
    value.reserve(json.size());
    for (const InJson &element : json) {
        if (!element.is_null())
            readValue(element, value.emplace_back());
    }
}

} // namespace ridgepoint
